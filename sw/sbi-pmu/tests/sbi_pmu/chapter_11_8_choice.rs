// SPDX-License-Identifier: Apache-2.0
//! 11.8: which counter of a set is taken.

use crate::hart::Mode;
use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::Platform;

const ALL: u64 = 0xFDD;

const WITHOUT_SELECTORS: Platform = Platform { events: &[], ..FULL };

on_both! {
    fn sbi_pmu_11_8_the_first_counter_that_can_is_taken_and_then_the_next<R>() {
        let mut pmu = hart::<R>(&FULL);
        for index in [3, 4, 7] {
            assert_eq!(pmu.configure(0, ALL, AUTO_START, BRANCHES, 0), Ok(index));
        }
        assert_eq!(pmu.configure(0, ALL, AUTO_START, BRANCHES, 0), Err(Error::NotSupported));
        for index in 8..12 {
            assert_eq!(pmu.configure(0, ALL, AUTO_START, FIRMWARE, 0), Ok(index));
        }
        assert_eq!(pmu.configure(0, ALL, AUTO_START, FIRMWARE, 0), Err(Error::NotSupported));
    }

    fn sbi_pmu_11_8_the_value_is_an_index_and_not_a_place_in_the_mask<R>() {
        assert_eq!(hart::<R>(&FULL).configure(4, 0b1000, 0, BRANCHES, 0), Ok(7));
        assert_eq!(hart::<R>(&FULL).configure(6, 0b111100, 0, FIRMWARE, 0), Ok(8));
        assert_eq!(hart::<R>(&FULL).configure(11, 1, 0, FIRMWARE, 0), Ok(11));
    }

    fn sbi_pmu_11_8_a_counter_of_the_set_alone_is_taken<R>() {
        assert_eq!(hart::<R>(&FULL).configure(0, 0x90, 0, BRANCHES, 0), Ok(4));
        // mcycle is not in it.
        assert_eq!(hart::<R>(&PLAIN).configure(0, 0x14, 0, CYCLES, 0), Err(Error::NotSupported));
    }

    fn sbi_pmu_11_8_a_started_counter_is_not_taken<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.start(3, 1, 0, 0), Ok(0));
        assert_eq!(pmu.start(8, 1, 0, 0), Ok(0));
        assert_eq!(pmu.configure(0, ALL, 0, BRANCHES, 0), Ok(4));
        assert_eq!(pmu.configure(0, ALL, 0, FIRMWARE, 0), Ok(9));
        assert_eq!(pmu.configure(0, 0x8, 0, BRANCHES, 0), Err(Error::NotSupported));
    }

    fn sbi_pmu_11_8_a_configured_counter_is_not_taken_before_its_reset<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(0, ALL, 0, L1D_MISS, 0), Ok(4));
        assert_eq!(pmu.configure(0, 0x10, 0, BRANCHES, 0), Err(Error::NotSupported));
        assert_eq!(pmu.start(4, 1, 0, 0), Ok(0));
        assert_eq!(pmu.stop(4, 1, 0), Ok(0));
        assert_eq!(pmu.configure(0, 0x10, 0, BRANCHES, 0), Err(Error::NotSupported));
        assert_eq!(pmu.hardware().events[4], MISS_SELECTOR);
        assert_eq!(pmu.stop(4, 1, RESET), Err(Error::AlreadyStopped));
        assert_eq!(pmu.configure(0, 0x10, 0, BRANCHES, 0), Ok(4));
        assert_eq!(pmu.configure(0, 0x100, 0, FIRMWARE, 0), Ok(8));
        assert_eq!(pmu.configure(0, 0x100, 0, FIRMWARE, 0), Err(Error::NotSupported));
    }

    fn sbi_pmu_11_8_fixed_counters_come_first_without_sscofpmf<R>() {
        let mut pmu = hart::<R>(&PLAIN);
        assert_eq!(pmu.configure(0, ALL, AUTO_START, CYCLES, 0), Ok(0));
        assert_eq!(pmu.configure(0, ALL, AUTO_START, INSTRUCTIONS, 0), Ok(2));
        assert_eq!(pmu.configure(0, ALL, 0, CYCLES, 0), Ok(3));
        pmu.hardware().happen(1, 10, Mode::S);
        pmu.hardware().happen(2, 20, Mode::S);
        assert_eq!(pmu.hardware().counters[..4], [10, 0, 20, 0]);
    }

    fn sbi_pmu_11_8_fixed_counters_come_last_with_sscofpmf<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(0, ALL, 0, CYCLES, 0), Ok(3));
        assert_eq!(pmu.configure(0, ALL, 0, CYCLES, 0), Ok(0));
        assert_eq!(pmu.configure(0, ALL, 0, INSTRUCTIONS, 0), Ok(2));
        assert_eq!(pmu.configure(0, ALL, 0, INSTRUCTIONS, 0), Err(Error::NotSupported));
    }

    fn sbi_pmu_11_8_fixed_counters_need_no_selector_and_count_nothing_else<R>() {
        for (event, index) in [(CYCLES, 0), (INSTRUCTIONS, 2)] {
            let mut pmu = hart::<R>(&WITHOUT_SELECTORS);
            assert_eq!(pmu.configure(0, ALL, 0, event, 0), Ok(index));
            assert_eq!(pmu.configure(0, 5 & !(1 << index), 0, event, 0), Err(Error::NotSupported));
        }
        for event in 3..=10 {
            assert_eq!(hart::<R>(&WITHOUT_SELECTORS).configure(0, ALL, 0, event, 0), Err(Error::NotSupported));
        }
    }

    fn sbi_pmu_11_8_skip_match_takes_the_first_of_the_set<R>() {
        assert_eq!(hart::<R>(&FULL).configure(0, ALL, SKIP_MATCH, CYCLES, 0), Ok(0));
        assert_eq!(hart::<R>(&FULL).configure(2, 3, SKIP_MATCH, INSTRUCTIONS, 0), Ok(2));
        assert_eq!(hart::<R>(&FULL).configure(4, 9, SKIP_MATCH, BRANCHES, 0), Ok(4));
        // It is not the next one that can.
        assert_eq!(hart::<R>(&FULL).configure(0, ALL, SKIP_MATCH, BRANCHES, 0), Err(Error::NotSupported));
        assert_eq!(hart::<R>(&FULL).configure(0, ALL, SKIP_MATCH, FIRMWARE, 0), Err(Error::NotSupported));
        assert_eq!(hart::<R>(&FULL).configure(8, 1, SKIP_MATCH, BRANCHES, 0), Err(Error::NotSupported));
    }

    fn sbi_pmu_11_8_skip_match_takes_a_configured_counter<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(4, 1, 0, BRANCHES, 0), Ok(4));
        assert_eq!(pmu.configure(4, 9, SKIP_MATCH, L1D_MISS, 0), Ok(4));
        assert_eq!(pmu.hardware().events[4], MISS_SELECTOR);
        assert_eq!(pmu.configure(8, 1, 0, FIRMWARE, 0), Ok(8));
        assert_eq!(pmu.configure(8, 1, SKIP_MATCH | AUTO_START, FIRMWARE | 5, 0), Ok(8));
        pmu.record(0, 1);
        pmu.record(5, 2);
        assert_eq!(pmu.ask(5, &[8]), Ok(2));
    }

    fn sbi_pmu_11_8_skip_match_takes_a_running_counter_and_leaves_it_running<R>() {
        for flags in [SKIP_MATCH, SKIP_MATCH | AUTO_START, SKIP_MATCH | CLEAR_VALUE] {
            let mut pmu = hart::<R>(&FULL);
            assert_eq!(pmu.configure(4, 1, AUTO_START, BRANCHES, 0), Ok(4));
            pmu.hardware().happen(BRANCH_SELECTOR, 5, Mode::S);
            pmu.hardware().written.clear();
            assert_eq!(pmu.configure(4, 1, flags, L1D_MISS, 0), Ok(4));
            // It does not count while its event is half written.
            assert_eq!(pmu.hardware().written[0], (0x320, u64::from(HARDWARE)));
            assert_eq!(*pmu.hardware().written.last().unwrap(), (0x320, u64::from(HARDWARE) & !0x10));
            pmu.hardware().happen(MISS_SELECTOR, 7, Mode::S);
            let kept = if flags & CLEAR_VALUE == 0 { 5 } else { 0 };
            assert_eq!(pmu.hardware().counters[4], kept + 7);
        }
    }
}
