// SPDX-License-Identifier: Apache-2.0
//! 11.8: what configuring does to a counter, and its errors. Which counter is taken: `chapter_11_8_choice`.

use crate::hart::{Hart, Mode, OF};
use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::{Hardware, Platform, Pmu};

const NO_MACHINE: Platform = Platform { inhibit_machine: true, ..FULL };

/// Modes are filtered for mcycle and minstret alone: on RV32 mhpmevent has 32 bits then, mcyclecfg 64 all the same.
const FIXED_ALONE: Platform = Platform { sscofpmf: false, events: &[], raw: &[], ..FULL };
const FIXED_ALONE_NARROW: Platform = Platform { event_bits: 32, ..FIXED_ALONE };

on_both! {
    fn sbi_pmu_11_8_success_a_configured_counter_counts_its_event_once_started<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(0, 0x10, 0, BRANCHES, 0), Ok(4));
        pmu.hardware().happen(BRANCH_SELECTOR, 5, Mode::U);
        assert_eq!(pmu.hardware().counters[4], 0);
        assert_eq!(pmu.start(4, 1, 0, 0), Ok(0));
        pmu.hardware().happen(BRANCH_SELECTOR, 5, Mode::U);
        pmu.hardware().happen(MISS_SELECTOR, 50, Mode::U);
        assert_eq!(pmu.hardware().counters[4], 5);
    }

    fn sbi_pmu_11_8_selectors_and_raw_data_above_32_bits_arrive<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(0, 0x10, 0, L1D_MISS, 0), Ok(4));
        assert_eq!(pmu.configure(0, 0x40, 0, RAW_V2, 0x0012_0000_0000_FFFF), Ok(6));
        assert_eq!((pmu.hardware().events[4], pmu.hardware().events[6]), (MISS_SELECTOR, 0x0012_0000_0000_FFFF));
    }

    fn sbi_pmu_11_8_invalid_param_every_reserved_flag<R>() {
        for bit in 8..R::BITS {
            let mut pmu = hart::<R>(&FULL);
            assert_eq!(pmu.configure(0, 0x18, 1 << bit, BRANCHES, 0), Err(Error::InvalidParam), "bit {bit}");
            assert!(pmu.hardware().written.is_empty());
        }
        for bit in 0..8 {
            assert_eq!(hart::<R>(&FULL).configure(0, 0x18, 1 << bit, BRANCHES, 0), Ok(3), "bit {bit}");
        }
        assert_eq!(hart::<R>(&FULL).configure(3, 3, 0xFF, BRANCHES, 0), Ok(3));
    }

    fn sbi_pmu_11_8_invalid_param_a_counter_that_does_not_exist<R>() {
        for (base, mask) in bad_sets::<R>() {
            for flags in [0, SKIP_MATCH] {
                let mut pmu = hart::<R>(&FULL);
                assert_eq!(pmu.configure(base, mask, flags, BRANCHES, 0), Err(Error::InvalidParam), "{base} {mask:#x}");
                assert!(pmu.hardware().written.is_empty());
            }
        }
    }

    fn sbi_pmu_11_8_invalid_param_comes_before_not_supported<R>() {
        assert_eq!(hart::<R>(&FULL).configure(0, 2, 0, 0, 0), Err(Error::InvalidParam));
        assert_eq!(hart::<R>(&FULL).configure(0, 4, 0x100, 0, 0), Err(Error::InvalidParam));
    }

    fn sbi_pmu_11_8_not_supported_no_counter_of_the_set_can<R>() {
        for (base, mask, event) in [(0, 0x5, BRANCHES), (0, 0x8, L1D_MISS), (4, 1, CYCLES), (0, 0x45, BRANCHES)] {
            assert_eq!(hart::<R>(&FULL).configure(base, mask, 0, event, 0), Err(Error::NotSupported));
        }
        assert_eq!(hart::<R>(&FULL).configure(8, 0xF, 0, BRANCHES, 0), Err(Error::NotSupported));
        assert_eq!(hart::<R>(&FULL).configure(0, 0xDD, 0, FIRMWARE, 0), Err(Error::NotSupported));
        for base in [0, 5, 63, 64, u64::MAX] {
            for flags in [0, SKIP_MATCH] {
                assert_eq!(hart::<R>(&FULL).configure(base, 0, flags, CYCLES, 0), Err(Error::NotSupported));
            }
        }
    }

    fn sbi_pmu_11_8_clear_value_and_only_it_changes_the_value<R>() {
        for (flags, value) in [(0, 77), (CLEAR_VALUE, 0), (AUTO_START, 77), (AUTO_START | CLEAR_VALUE, 0)] {
            let mut pmu = hart::<R>(&FULL);
            pmu.hardware().counters[4] = 77;
            assert_eq!(pmu.configure(4, 1, flags, BRANCHES, 0), Ok(4));
            assert_eq!(pmu.hardware().counters[4], value);
            assert_eq!(pmu.configure(8, 1, flags, FIRMWARE, 0), Ok(8));
            assert_eq!(pmu.start(8, 1, INIT_VALUE, 77).is_ok(), flags & AUTO_START == 0);
            let _ = pmu.stop(8, 1, RESET);
            assert_eq!(pmu.configure(8, 1, flags, FIRMWARE, 0), Ok(8));
            assert_eq!(pmu.ask(5, &[8]), Ok(if flags == 0 { 77 } else { 0 }));
        }
    }

    fn sbi_pmu_11_8_auto_start_comes_last<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(4, 1, AUTO_START | CLEAR_VALUE, L1D_MISS, 0), Ok(4));
        let written: Vec<u16> = pmu.hardware().written.iter().map(|(csr, _)| *csr).collect();
        let expected: &[u16] = match R::BITS {
            32 => &[0x324, 0x724, 0xB04, 0xB84, 0xB04, 0x320],
            _ => &[0x324, 0xB04, 0x320],
        };
        assert_eq!(written, expected);
        assert_eq!(pmu.start(4, 1, 0, 0), Err(Error::AlreadyStarted));
        assert_eq!(pmu.configure(8, 1, AUTO_START, FIRMWARE, 0), Ok(8));
        assert_eq!(pmu.start(8, 1, 0, 0), Err(Error::AlreadyStarted));
    }

    fn sbi_pmu_11_8_inhibit_flags_are_bits_of_mhpmevent<R>() {
        for (flag, mode) in [(3, Mode::Vu), (4, Mode::Vs), (5, Mode::U), (6, Mode::S), (7, Mode::M)] {
            let mut pmu = hart::<R>(&FULL);
            assert_eq!(pmu.configure(4, 1, AUTO_START | 1 << flag, L1D_MISS, 0), Ok(4));
            assert_eq!(pmu.hardware().events[4], MISS_SELECTOR | 1 << mode as u32);
            for other in [Mode::M, Mode::S, Mode::U, Mode::Vs, Mode::Vu] {
                pmu.hardware().happen(MISS_SELECTOR, 1 + u64::from(other == mode) * 100, other);
            }
            assert_eq!(pmu.hardware().counters[4], 4);
            assert_eq!(pmu.configure(0, 5, 1 << flag, INSTRUCTIONS, 0), Ok(2));
            assert_eq!(pmu.configure(0, 5, 1 << flag, CYCLES, 0), Ok(0));
            assert_eq!(pmu.hardware().events[1..3], [1 << mode as u32, 1 << mode as u32]);
        }
    }

    fn sbi_pmu_11_8_inhibit_flags_are_ignored_where_hardware_has_no_bits<R>() {
        let mut pmu = hart::<R>(&PLAIN);
        assert_eq!(pmu.configure(0, 0x18, 0xF8, BRANCHES, 0), Ok(3));
        assert_eq!(pmu.configure(0, 0x1, 0xF8, CYCLES, 0), Ok(0));
        assert_eq!(pmu.configure(0, 0x4, 0xF8, INSTRUCTIONS, 0), Ok(2));
        assert_eq!(pmu.configure(8, 1, 0xF8, FIRMWARE, 0), Ok(8));
        assert_eq!(pmu.hardware().events[1..4], [0, 0, BRANCH_SELECTOR]);
    }

    fn sbi_pmu_11_8_inhibit_flags_of_mcycle_and_minstret_do_not_need_sscofpmf<R>() {
        let platform = if R::BITS == 32 { &FIXED_ALONE_NARROW } else { &FIXED_ALONE };
        for flag in 3..8 {
            let mut pmu = hart::<R>(platform);
            assert_eq!(pmu.configure(0, 5, 1 << flag, CYCLES, 0), Ok(0));
            assert_eq!(pmu.configure(0, 5, 1 << flag, INSTRUCTIONS, 0), Ok(2));
            assert_eq!(pmu.hardware().events[1..3], [1 << (55 + flag); 2]);
            assert_eq!(pmu.stop(0, 5, RESET), Err(Error::AlreadyStopped));
            assert_eq!(pmu.hardware().events[1..3], [0; 2]);
        }
    }

    fn sbi_pmu_11_8_m_mode_is_inhibited_where_the_platform_says_so<R>() {
        let mut pmu = hart::<R>(&NO_MACHINE);
        assert_eq!(pmu.configure(0, 0x18, 0, BRANCHES, 0), Ok(3));
        assert_eq!(pmu.configure(0, 0x1, 0, CYCLES, 0), Ok(0));
        assert_eq!(pmu.hardware().events[3], BRANCH_SELECTOR | 1 << 62);
        assert_eq!(pmu.hardware().events[1], 1 << 62);
    }

    fn sbi_pmu_11_8_m_mode_is_inhibited_without_an_event_too<R>() {
        let narrow = Platform { inhibit_machine: true, ..FIXED_ALONE_NARROW };
        let platforms = [NO_MACHINE, Platform { inhibit_machine: true, ..FIXED_ALONE }, narrow];
        for platform in platforms.iter().filter(|platform| R::BITS == 32 || platform.event_bits == 64) {
            // After reset mcycle and minstret run.
            let mut pmu = Pmu::new(platform, Hart::<R>::new(platform)).unwrap();
            pmu.reset();
            let counted = |pmu: &mut Pmu<Hart<R>>| {
                for (selector, mode) in [(1, Mode::M), (2, Mode::M), (1, Mode::S), (2, Mode::S)] {
                    pmu.hardware().happen(selector, if mode == Mode::M { 100 } else { 1 }, mode);
                }
                [pmu.hardware().counters[0], pmu.hardware().counters[2]]
            };
            assert_eq!(counted(&mut pmu), [1, 1]);
            assert_eq!(pmu.configure(0, 5, SKIP_MATCH, CYCLES, 0), Ok(0));
            assert_eq!(pmu.stop(0, 5, RESET), Ok(0));
            assert_eq!(pmu.start(0, 5, INIT_VALUE, 0), Ok(0));
            assert_eq!(counted(&mut pmu), [1, 1]);
        }
    }

    fn sbi_pmu_11_8_a_configured_counter_has_not_overflowed<R>() {
        let mut pmu = hart::<R>(&FULL);
        pmu.hardware().events[4] = OF;
        assert_eq!(pmu.configure(4, 1, 0, BRANCHES, 0), Ok(4));
        assert_eq!(pmu.hardware().read(0xDA0), R::low(0));
    }
}
