// SPDX-License-Identifier: Apache-2.0
//! The calls that the PMU driver of Linux makes, in its order.

use crate::hart::{Hart, Mode, MEMORY};
use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::{Hardware, Pmu, Register};

const PAGE: u64 = MEMORY.start;

/// Goes through all indices, and takes those that are counters. Then everything is stopped, whatever that returns.
fn discovered<R: Register>(pmu: &mut Pmu<'_, Hart<R>>) -> u64 {
    let number = pmu.ask(0, &[]).unwrap();
    let counters = (0..number).filter(|&index| pmu.ask(1, &[index]).is_ok());
    let mask = counters.fold(0, |mask, index| mask | 1 << index);
    let _ = pmu.stop(0, mask, RESET);
    mask
}

on_both! {
    fn linux_at_boot_finds_every_counter_and_stops_it<R>() {
        let mut pmu = Pmu::new(&FULL, Hart::<R>::new(&FULL)).unwrap();
        pmu.reset();
        // mcycle and minstret are running, the others are not.
        assert_eq!(pmu.hardware().inhibit, 0xD8);
        assert_eq!(discovered(&mut pmu), 0xFDD);
        assert_eq!(pmu.hardware().inhibit, u64::from(HARDWARE));
        // It tries each event: configures, and resets what it got without having started it.
        for (event, index) in [(CYCLES, 3), (INSTRUCTIONS, 3), (BRANCHES, 3), (L1D_MISS, 4)] {
            for _ in 0..20 {
                assert_eq!(pmu.configure(0, 0xFDD, 0, event, 0), Ok(index));
                assert_eq!(pmu.stop(index, 1, RESET), Err(Error::AlreadyStopped));
            }
        }
        assert_eq!(pmu.configure(0, 0xFDD, 0, 3, 0), Err(Error::NotSupported));
    }

    fn linux_counts_an_event<R>() {
        let mut pmu = hart::<R>(&FULL);
        let mask = discovered(&mut pmu);
        // exclude_kernel, exclude_hv
        let index = pmu.configure(0, mask, 1 << 6, BRANCHES, 0).unwrap();
        let start = 1 << 63;
        assert_eq!(pmu.start(index, 1, INIT_VALUE, start), Ok(0));
        pmu.hardware().happen(BRANCH_SELECTOR, 1000, Mode::U);
        pmu.hardware().happen(BRANCH_SELECTOR, 50, Mode::S);
        // Supervisor mode reads the counter itself, by its CSR.
        let csr = pmu.ask(1, &[index]).unwrap() & 0xFFF;
        assert_eq!(pmu.hardware().counters[csr as usize - 0xC00] - start, 1000);
        assert_eq!(pmu.stop(index, 1, 0), Ok(0));
        assert_eq!(pmu.stop(index, 1, RESET), Err(Error::AlreadyStopped));
        assert_eq!(pmu.configure(0, mask, 0, BRANCHES, 0), Ok(index));
    }

    fn linux_counts_a_firmware_event<R>() {
        let mut pmu = hart::<R>(&FULL);
        let mask = discovered(&mut pmu);
        let index = pmu.configure(0, mask, 0, FIRMWARE | 5, 0).unwrap();
        let start = 1 << 63;
        assert_eq!(pmu.start(index, 1, INIT_VALUE, start), Ok(0));
        pmu.record(5, 77);
        let value = pmu.ask(5, &[index]).unwrap() | if R::BITS == 32 { pmu.ask(6, &[index]).unwrap() << 32 } else { 0 };
        // The width of the difference is the one of counter_info.
        let width = pmu.ask(1, &[index]).unwrap() >> 12 & 0x3F;
        assert_eq!(value.wrapping_sub(start) & u64::MAX >> (63 - width), 77);
    }

    fn linux_forces_the_fixed_counters_for_reading_in_user_mode<R>() {
        let mut pmu = hart::<R>(&FULL);
        discovered(&mut pmu);
        assert_eq!(pmu.configure(0, 1, SKIP_MATCH, CYCLES, 0), Ok(0));
        assert_eq!(pmu.configure(0, 4, SKIP_MATCH, INSTRUCTIONS, 0), Ok(2));
        assert_eq!(pmu.start(0, 1, INIT_VALUE, 0), Ok(0));
        assert_eq!(pmu.start(2, 1, INIT_VALUE, 0), Ok(0));
        pmu.hardware().happen(1, 30, Mode::U);
        pmu.hardware().happen(2, 20, Mode::U);
        assert_eq!(pmu.hardware().counters[..3], [30, 0, 20]);
    }

    fn linux_samples_on_overflow_without_a_snapshot<R>() {
        let mut pmu = hart::<R>(&FULL);
        let mask = discovered(&mut pmu);
        let sampled = pmu.configure(0, mask, 0, BRANCHES, 0).unwrap();
        let counted = pmu.configure(0, mask, 0, L1D_MISS, 0).unwrap();
        let used = 1 << sampled | 1 << counted;
        let period = 0u64.wrapping_sub(1000);
        assert_eq!(pmu.start(sampled, 1, INIT_VALUE, period), Ok(0));
        assert_eq!(pmu.start(counted, 1, INIT_VALUE, 0), Ok(0));
        for sample in 1..=5 {
            pmu.hardware().happen(BRANCH_SELECTOR, 999, Mode::U);
            assert!(!pmu.hardware().pending);
            pmu.hardware().happen(BRANCH_SELECTOR, 4, Mode::U);
            pmu.hardware().happen(MISS_SELECTOR, 10, Mode::U);
            assert!(pmu.hardware().pending);
            // The handler: all stop; who was it; the interrupt is cleared; the others go on; it starts anew.
            assert_eq!(pmu.stop(0, used, 0), Ok(0));
            assert_eq!(pmu.hardware().read(0xDA0).wide(), 1 << sampled);
            pmu.hardware().pending = false;
            assert_eq!(pmu.hardware().counters[sampled as usize], 3);
            assert_eq!(pmu.start(0, used & !(1 << sampled), 0, 0), Ok(0));
            assert_eq!(pmu.start(sampled, 1, INIT_VALUE, period), Ok(0));
            assert_eq!(pmu.hardware().counters[counted as usize], 10 * sample);
        }
    }

    fn linux_samples_on_overflow_with_a_snapshot<R>() {
        let mut pmu = hart::<R>(&FULL);
        let mask = discovered(&mut pmu);
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
        let sampled = pmu.configure(0, mask, 0, BRANCHES, 0).unwrap();
        let counted = pmu.configure(0, mask, 0, L1D_MISS, 0).unwrap();
        let used = 1 << sampled | 1 << counted;
        let period = 0u64.wrapping_sub(1000);
        assert_eq!(pmu.start(sampled, 1, INIT_VALUE, period), Ok(0));
        assert_eq!(pmu.start(counted, 1, INIT_VALUE, 0), Ok(0));
        for sample in 1..=5 {
            pmu.hardware().happen(BRANCH_SELECTOR, 1003, Mode::U);
            pmu.hardware().happen(MISS_SELECTOR, 10, Mode::U);
            // All words of counters that are in use, also where there is none in the second word of RV32.
            assert_eq!(pmu.stop(0, used, TAKE_SNAPSHOT), Ok(0));
            let values = [sampled, counted].map(|index| pmu.hardware().wide(PAGE + 8 + 8 * index));
            assert_eq!((pmu.hardware().wide(PAGE), values), (1 << sampled, [3, 10 * sample]));
            assert_eq!(pmu.stop(R::BITS.into(), 0, TAKE_SNAPSHOT), Ok(0));
            assert_eq!(pmu.hardware().wide(PAGE), 0);
            pmu.hardware().pending = false;
            pmu.hardware().set_wide(PAGE + 8 + 8 * sampled, period);
            assert_eq!(pmu.start(0, used, INIT_SNAPSHOT, 0), Ok(0));
            assert_eq!(pmu.hardware().counters[sampled as usize], period);
            assert_eq!(pmu.hardware().counters[counted as usize], 10 * sample);
        }
        // When the processor goes away.
        assert_eq!(pmu.ask(7, &[u64::MAX, u64::MAX, 0]), Ok(0));
        let _ = pmu.stop(0, mask, RESET);
        assert_eq!(pmu.hardware().events[3..8], [0; 5]);
    }

    fn linux_multiplexes_more_events_than_there_are_counters<R>() {
        let mut pmu = hart::<R>(&FULL);
        let mask = discovered(&mut pmu);
        let events = [BRANCHES, L1D_MISS, BRANCHES, BRANCHES, L1D_MISS];
        for round in 0..10 {
            let mut taken = 0;
            for place in 0..events.len() {
                let event = events[(place + round) % events.len()];
                match pmu.configure(0, mask, 0, event, 0) {
                    Ok(index) => {
                        assert_eq!(taken >> index & 1, 0, "a counter that is in use");
                        taken |= 1u64 << index;
                        assert_eq!(pmu.start(index, 1, INIT_VALUE, 0), Ok(0));
                    }
                    Err(error) => assert_eq!(error, Error::NotSupported),
                }
            }
            assert!(taken.count_ones() >= 3);
            assert_eq!(pmu.stop(0, taken, RESET), Ok(0));
        }
    }
}
