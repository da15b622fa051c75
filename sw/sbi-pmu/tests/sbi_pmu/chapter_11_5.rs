// SPDX-License-Identifier: Apache-2.0
//! 11.1 to 11.5: which events there are, by what a counter of all can be configured for.

use crate::hart::{Hart, Mode};
use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::{Event, Platform, Pmu, Raw, Register};

const ALL: u64 = 0xFDD;

fn configured<R: Register>(event: u64, data: u64) -> Result<u64, Error> {
    hart::<R>(&FULL).configure(0, ALL, 0, event, data)
}

on_both! {
    fn sbi_pmu_11_general_event_zero_is_no_event<R>() {
        assert_eq!(configured::<R>(0, 0), Err(Error::NotSupported));
        assert_eq!(hart::<R>(&FULL).configure(0, ALL, SKIP_MATCH, 0, 0), Err(Error::NotSupported));
    }

    fn sbi_pmu_11_event_idx_has_20_bits<R>() {
        assert_eq!(configured::<R>(BRANCHES, 0), Ok(3));
        for bit in 20..R::BITS {
            assert_eq!(configured::<R>(BRANCHES | 1 << bit, 0), Err(Error::NotSupported), "bit {bit}");
        }
    }

    fn sbi_pmu_11_types_4_to_14_do_not_exist<R>() {
        for kind in 4..15 {
            assert_eq!(configured::<R>(kind << 16, 0), Err(Error::NotSupported));
        }
    }

    fn sbi_pmu_11_1_every_general_event_of_the_table_is_counted<R>() {
        for index in 1..=10 {
            let events = [Event { index, selector: 0x40 + u64::from(index), counters: 1 << 3 }];
            let platform = Platform { events: &events, ..FULL };
            let mut pmu = Pmu::new(&platform, Hart::<R>::new(&platform)).unwrap();
            pmu.reset();
            assert_eq!(pmu.configure(3, 1, AUTO_START, index.into(), 0), Ok(3));
            pmu.hardware().happen(0x40 + u64::from(index), 9, Mode::S);
            assert_eq!(pmu.hardware().counters[3], 9);
        }
        for index in 11..=0xFFFF {
            assert_eq!(configured::<R>(index, 0), Err(Error::NotSupported));
        }
    }

    fn sbi_pmu_11_1_and_2_event_data_is_reserved<R>() {
        for event in [CYCLES, BRANCHES, L1D_MISS] {
            for bit in [0, 31, 32, 63] {
                assert_eq!(configured::<R>(event, 1 << bit), Err(Error::NotSupported));
            }
        }
    }

    fn sbi_pmu_11_2_every_cache_event_is_counted_and_the_others_do_not_exist<R>() {
        for index in 0x1_0000..0x1_0080 {
            let events = [Event { index, selector: 3, counters: 1 << 4 }];
            let platform = Platform { events: &events, ..FULL };
            let pmu = Pmu::new(&platform, Hart::<R>::new(&platform));
            let (id, operation) = (index >> 3 & 0x1FFF, index >> 1 & 3);
            assert_eq!(pmu.is_ok(), id < 7 && operation < 3, "{index:#x}");
            if let Ok(mut pmu) = pmu {
                pmu.reset();
                assert_eq!(pmu.configure(0, ALL, 0, index.into(), 0), Ok(4));
            }
        }
        assert_eq!(configured::<R>(0x1_0000, 0), Err(Error::NotSupported));
    }

    fn sbi_pmu_11_3_raw_has_48_bits_and_no_code<R>() {
        assert_eq!(configured::<R>(RAW, 0x1FF), Ok(4));
        assert_eq!(configured::<R>(RAW | 1, 0x1FF), Err(Error::NotSupported));
        assert_eq!(configured::<R>(RAW, 0x200), Err(Error::NotSupported));
        let any = [Raw { value: 0, mask: 0, counters: 1 << 6 }];
        let platform = Platform { raw: &any, ..FULL };
        let mut pmu = Pmu::new(&platform, Hart::<R>::new(&platform)).unwrap();
        pmu.reset();
        assert_eq!(pmu.configure(0, ALL, 0, RAW, (1 << 48) - 1), Ok(6));
        assert_eq!(pmu.hardware().events[6], (1 << 48) - 1);
        assert_eq!(pmu.stop(6, 1, RESET), Err(Error::AlreadyStopped));
        for bit in 48..64 {
            assert_eq!(pmu.configure(0, ALL, 0, RAW, 1 << bit), Err(Error::NotSupported));
        }
    }

    fn sbi_pmu_11_4_raw_v2_has_56_bits_and_no_code<R>() {
        assert_eq!(configured::<R>(RAW_V2, 0x0012_0000_0000_1234), Ok(6));
        assert_eq!(configured::<R>(RAW_V2 | 1, 0x0012_0000_0000_1234), Err(Error::NotSupported));
        let any = [Raw { value: 0, mask: 0, counters: 1 << 6 }];
        let platform = Platform { raw: &any, ..FULL };
        let mut pmu = Pmu::new(&platform, Hart::<R>::new(&platform)).unwrap();
        pmu.reset();
        for bit in 56..64 {
            assert_eq!(pmu.configure(0, ALL, 0, RAW_V2, 1 << bit), Err(Error::NotSupported));
        }
        assert_eq!(pmu.configure(0, ALL, 0, RAW_V2, (1 << 56) - 1), Ok(6));
        assert_eq!(pmu.hardware().events[6], (1 << 56) - 1);
    }

    fn sbi_pmu_11_5_every_firmware_event_is_counted_and_no_other<R>() {
        for code in (0..22).chain([256, 65534]) {
            let mut pmu = hart::<R>(&FULL);
            assert_eq!(pmu.configure(0, ALL, AUTO_START, FIRMWARE | code, 0), Ok(8));
            for other in (0..22).chain([256, 65534]) {
                pmu.record(other, 1 + u64::from(other as u64 == code) * 6);
            }
            pmu.record_platform(code, 1);
            assert_eq!(pmu.ask(5, &[8]), Ok(7));
        }
        for code in (22..256).chain([257, 65533]) {
            assert_eq!(configured::<R>(FIRMWARE | code, 0), Err(Error::NotSupported), "{code}");
        }
        assert_eq!(configured::<R>(FIRMWARE, 1), Err(Error::NotSupported));
        assert_eq!(configured::<R>(FIRMWARE | 256, 1 << 32), Err(Error::NotSupported));
    }

    fn sbi_pmu_11_5_platform_events_are_told_apart_by_event_data<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(0, ALL, AUTO_START, PLATFORM, 7), Ok(8));
        assert_eq!(pmu.configure(0, ALL, AUTO_START, PLATFORM, u64::MAX), Ok(9));
        assert_eq!(pmu.configure(0, ALL, 0, PLATFORM, 8), Err(Error::NotSupported));
        pmu.record_platform(7, 3);
        pmu.record_platform(u64::MAX, 4);
        pmu.record(7, 100);
        assert_eq!((pmu.ask(5, &[8]), pmu.ask(5, &[9])), (Ok(3), Ok(4)));
    }

    fn sbi_pmu_11_5_no_firmware_counter_no_firmware_event<R>() {
        let platform = Platform { firmware: 0, ..FULL };
        let mut pmu = Pmu::new(&platform, Hart::<R>::new(&platform)).unwrap();
        pmu.reset();
        assert_eq!(pmu.configure(3, 1, 0, FIRMWARE, 0), Err(Error::NotSupported));
    }
}

#[test]
fn sbi_pmu_11_5_platform_event_0_is_not_what_its_code_records() {
    let platform = Platform { platform_events: &[0], ..FULL };
    let mut pmu = Pmu::new(&platform, Hart::<u64>::new(&platform)).unwrap();
    pmu.reset();
    assert_eq!(pmu.configure(8, 1, AUTO_START, PLATFORM, 0), Ok(8));
    pmu.record(65535, 3);
    assert_eq!(pmu.ask(5, &[8]), Ok(0));
    pmu.record_platform(0, 5);
    assert_eq!(pmu.ask(5, &[8]), Ok(5));
}

#[test]
fn sbi_pmu_11_3_and_4_raw_has_32_bits_where_mhpmevent_has() {
    let any = [Raw { value: 0, mask: 0, counters: 1 << 6 }];
    let events = [Event { index: 5, selector: 5, counters: 8 }];
    let platform = Platform { raw: &any, events: &events, event_bits: 32, ..PLAIN };
    for event in [RAW, RAW_V2] {
        let mut pmu = Pmu::new(&platform, Hart::<u32>::new(&platform)).unwrap();
        pmu.reset();
        assert_eq!(pmu.configure(0, ALL, 0, event, 1 << 32), Err(Error::NotSupported));
        assert_eq!(pmu.configure(0, ALL, 0, event, 0xFFFF_FFFF), Ok(6));
        assert_eq!(pmu.hardware().events[6], 0xFFFF_FFFF);
    }
}
