// SPDX-License-Identifier: Apache-2.0
//! 11.10: stopping sets of counters.

use crate::hart::{Mode, MEMORY, OF};
use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::Register;

const PAGE: u64 = MEMORY.start;

/// Where a counter's value is in the snapshot.
fn place(place: u64) -> u64 {
    PAGE + 8 + 8 * place
}

on_both! {
    fn sbi_pmu_11_10_success_a_set_stops_in_one_write<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.start(0, 0xFDD, 0, 0), Ok(0));
        pmu.hardware().written.clear();
        assert_eq!(pmu.stop(0, 0xF5D, 0), Ok(0));
        assert_eq!(pmu.hardware().written, [(0x320, 0x5D)]);
        assert_eq!(pmu.stop(7, 1, 0), Ok(0));
        assert_eq!(pmu.stop(11, 1, 0), Err(Error::AlreadyStopped));
    }

    fn sbi_pmu_11_10_success_the_empty_set<R>() {
        for base in [0, 1, 5, 64, u64::MAX] {
            let mut pmu = hart::<R>(&FULL);
            assert_eq!(pmu.stop(base, 0, RESET), Ok(0));
            assert_eq!(pmu.stop(base, 0, TAKE_SNAPSHOT), Err(Error::NoShmem));
            assert!(pmu.hardware().written.is_empty());
            assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
            pmu.hardware().set_wide(PAGE, 5);
            assert_eq!(pmu.stop(base, 0, TAKE_SNAPSHOT), Ok(0));
            assert_eq!(pmu.hardware().wide(PAGE), 0);
        }
    }

    fn sbi_pmu_11_10_success_event_and_value_stay_without_reset<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(4, 1, AUTO_START, L1D_MISS, 0), Ok(4));
        assert_eq!(pmu.configure(8, 1, AUTO_START, FIRMWARE, 0), Ok(8));
        for _ in 0..2 {
            pmu.hardware().happen(MISS_SELECTOR, 3, Mode::U);
            pmu.record(0, 4);
            assert_eq!(pmu.stop(4, 0x11, 0), Ok(0));
            pmu.hardware().happen(MISS_SELECTOR, 3, Mode::U);
            pmu.record(0, 4);
            assert_eq!(pmu.start(4, 0x11, 0, 0), Ok(0));
        }
        assert_eq!((pmu.hardware().counters[4], pmu.ask(5, &[8])), (6, Ok(8)));
    }

    fn sbi_pmu_11_10_reset_takes_the_event_and_leaves_the_value<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(4, 1, AUTO_START | 0xF8, L1D_MISS, 0), Ok(4));
        assert_eq!(pmu.configure(0, 1, AUTO_START | 0xF8, CYCLES, 0), Ok(0));
        assert_eq!(pmu.configure(8, 1, AUTO_START, FIRMWARE, 0), Ok(8));
        pmu.hardware().counters[4] = 9;
        pmu.record(0, 4);
        assert_eq!(pmu.stop(0, 0x111, RESET), Ok(0));
        assert_eq!((pmu.hardware().events[4], pmu.hardware().events[1]), (0, 0));
        assert_eq!(pmu.start(0, 0x111, 0, 0), Ok(0));
        pmu.hardware().happen(MISS_SELECTOR, 3, Mode::U);
        pmu.record(0, 4);
        assert_eq!((pmu.hardware().counters[4], pmu.ask(5, &[8])), (9, Ok(4)));
    }

    fn sbi_pmu_11_10_invalid_param_a_counter_that_does_not_exist<R>() {
        for (base, mask) in bad_sets::<R>() {
            for flags in [0, RESET, TAKE_SNAPSHOT] {
                let mut pmu = hart::<R>(&FULL);
                assert_eq!(pmu.stop(base, mask, flags), Err(Error::InvalidParam), "{base} {mask:#x}");
                assert!(pmu.hardware().written.is_empty());
            }
        }
    }

    fn sbi_pmu_11_10_invalid_param_every_reserved_flag<R>() {
        for bit in 2..R::BITS {
            let mut pmu = hart::<R>(&FULL);
            assert_eq!(pmu.start(0, 0x18, 0, 0), Ok(0));
            pmu.hardware().written.clear();
            assert_eq!(pmu.stop(0, 0x18, 1 << bit), Err(Error::InvalidParam), "bit {bit}");
            assert!(pmu.hardware().written.is_empty());
        }
    }

    fn sbi_pmu_11_10_already_stopped_and_the_others_stop_and_reset_all_the_same<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(3, 1, AUTO_START, BRANCHES, 0), Ok(3));
        assert_eq!(pmu.configure(4, 1, 0, BRANCHES, 0), Ok(4));
        assert_eq!(pmu.configure(8, 1, AUTO_START, FIRMWARE, 0), Ok(8));
        assert_eq!(pmu.configure(9, 1, 0, FIRMWARE, 0), Ok(9));
        assert_eq!(pmu.stop(0, 0x318, RESET), Err(Error::AlreadyStopped));
        assert_eq!(pmu.hardware().inhibit, u64::from(HARDWARE));
        assert_eq!(pmu.hardware().events[3..5], [0, 0]);
        for index in [3, 4, 8, 9] {
            let event = if index < 8 { BRANCHES } else { FIRMWARE };
            assert_eq!(pmu.configure(index, 1, 0, event, 0), Ok(index));
        }
    }

    fn sbi_pmu_11_10_no_shmem_before_any_counter_is_touched<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(4, 1, AUTO_START, BRANCHES, 0), Ok(4));
        assert_eq!(pmu.start(8, 1, 0, 0), Ok(0));
        pmu.hardware().written.clear();
        assert_eq!(pmu.stop(4, 0x11, RESET | TAKE_SNAPSHOT), Err(Error::NoShmem));
        assert!(pmu.hardware().written.is_empty());
        assert_eq!(pmu.start(8, 1, 0, 0), Err(Error::AlreadyStarted));
        assert_eq!(pmu.stop(5, 1, TAKE_SNAPSHOT), Err(Error::InvalidParam));
        assert_eq!(pmu.stop(3, 1, TAKE_SNAPSHOT), Err(Error::NoShmem));
    }

    fn sbi_pmu_11_10_failed_and_the_counters_are_stopped<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
        assert_eq!(pmu.configure(4, 1, AUTO_START, BRANCHES, 0), Ok(4));
        pmu.hardware().broken = Some(PAGE);
        assert_eq!(pmu.stop(3, 3, RESET | TAKE_SNAPSHOT), Err(Error::Failed));
        assert_eq!((pmu.hardware().inhibit, pmu.hardware().events[4]), (u64::from(HARDWARE), 0));
    }

    fn sbi_pmu_11_10_take_snapshot_stores_the_set_and_nothing_else<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
        for word in 0..1024 {
            pmu.hardware().memory.insert(PAGE + 4 * word, 0xAAAA_0000 + word as u32);
        }
        let mut expected = pmu.hardware().clone();
        assert_eq!(pmu.start(3, 0b1_0010, INIT_VALUE, 0x1_2345_6789_ABCD), Ok(0));
        assert_eq!(pmu.start(9, 1, INIT_VALUE, 1 << 63 | 3), Ok(0));
        // 4 is running, 6 is not.
        assert_eq!(pmu.stop(3, 0b100_1010, TAKE_SNAPSHOT), Err(Error::AlreadyStopped));
        expected.set_wide(place(1), 0x1_2345_6789_ABCD);
        expected.set_wide(place(3), 0);
        expected.set_wide(place(6), 1 << 63 | 3);
        expected.set_wide(PAGE, 0);
        assert_eq!(pmu.hardware().memory, expected.memory);
    }

    fn sbi_pmu_11_10_take_snapshot_comes_before_reset<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
        assert_eq!(pmu.configure(4, 1, 0, L1D_MISS, 0), Ok(4));
        assert_eq!(pmu.start(4, 1, INIT_VALUE, u64::MAX), Ok(0));
        pmu.hardware().happen(MISS_SELECTOR, 6, Mode::S);
        assert_eq!(pmu.stop(4, 1, TAKE_SNAPSHOT | RESET), Ok(0));
        assert_eq!((pmu.hardware().wide(PAGE), pmu.hardware().wide(place(0))), (1, 5));
        assert_eq!(pmu.hardware().events[4], 0);
    }

    fn sbi_pmu_11_10_the_overflow_bitmap_is_relative_to_the_base<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
        pmu.hardware().events[3] = OF;
        pmu.hardware().events[7] = OF;
        for (base, mask, bitmap) in [(0, 0xD8, 0x88), (3, 0b11, 0x11), (4, 1, 0b1000), (7, 1, 1), (8, 1, 0)] {
            pmu.hardware().set_wide(PAGE, u64::MAX);
            assert_eq!(pmu.stop(base, mask, TAKE_SNAPSHOT), Err(Error::AlreadyStopped));
            assert_eq!(pmu.hardware().wide(PAGE), bitmap, "{base}");
        }
    }

    fn sbi_pmu_11_10_without_sscofpmf_the_bitmap_is_0<R>() {
        let mut pmu = hart::<R>(&PLAIN);
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
        pmu.hardware().set_wide(PAGE, u64::MAX);
        assert_eq!(pmu.stop(3, 1, TAKE_SNAPSHOT), Err(Error::AlreadyStopped));
        assert_eq!(pmu.hardware().wide(PAGE), 0);
    }

    fn sbi_pmu_11_10_firmware_counters_wrap<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(8, 1, 0, FIRMWARE, 0), Ok(8));
        assert_eq!(pmu.start(8, 1, INIT_VALUE, u64::MAX), Ok(0));
        pmu.record(0, 3);
        assert_eq!((pmu.ask(5, &[8]), pmu.ask(6, &[8])), (Ok(2), Ok(0)));
    }
}

#[test]
fn sbi_pmu_11_10_rv32_sets_above_index_31() {
    use crate::hart::Hart;
    let platform = tracewright_sbi_pmu::Platform { hardware: !2, firmware: 16, ..FULL };
    let mut pmu = tracewright_sbi_pmu::Pmu::new(&platform, Hart::<u32>::new(&platform)).unwrap();
    pmu.reset();
    assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
    assert_eq!(pmu.configure(31, 0x1_FFFE, 0, FIRMWARE, 0), Ok(32));
    assert_eq!(pmu.start(32, 0xFFFF, INIT_VALUE, 0x5_0000_0001), Ok(0));
    assert_eq!(pmu.start(32, 0x1_FFFF, 0, 0), Err(Error::InvalidParam));
    assert_eq!(pmu.stop(40, 0xFF, TAKE_SNAPSHOT), Ok(0));
    assert_eq!(pmu.hardware().wide(place(7)), 0x5_0000_0001);
    assert_eq!(pmu.stop(47, 1, 0), Err(Error::AlreadyStopped));
    assert_eq!(pmu.stop(39, 1, 0), Ok(0));
    assert_eq!(u32::low(1 << 32), 0);
}
