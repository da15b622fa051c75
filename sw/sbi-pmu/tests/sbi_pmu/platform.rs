// SPDX-License-Identifier: Apache-2.0
//! What a platform may say, and what its hart is like after reset.

use crate::hart::Hart;
use crate::on_both;
use crate::setup::*;
use tracewright_sbi_pmu::{Event, Invalid, Platform, Pmu, Raw, Register};

fn refusal<R: Register>(platform: Platform) -> Option<Invalid> {
    Pmu::new(&platform, Hart::<R>::new(&platform)).err()
}

on_both! {
    fn a_platform_that_no_hart_is_like_is_refused<R>() {
        assert_eq!(refusal::<R>(FULL), None);
        assert_eq!(refusal::<R>(Platform { hardware: 0b111, ..FULL }), Some(Invalid::Time));
        assert_eq!(refusal::<R>(Platform { counter_bits: 31, ..FULL }), Some(Invalid::CounterBits));
        assert_eq!(refusal::<R>(Platform { counter_bits: 65, ..FULL }), Some(Invalid::CounterBits));
        assert_eq!(refusal::<R>(Platform { event_bits: 48, ..FULL }), Some(Invalid::EventBits));
        assert_eq!(refusal::<R>(Platform { event_bits: 32, ..FULL }), Some(Invalid::EventBits));
        assert_eq!(refusal::<R>(Platform { firmware: 17, ..FULL }), Some(Invalid::Firmware));
        assert_eq!(refusal::<R>(Platform { own_events: &[256, 255], ..FULL }), Some(Invalid::OwnEvent(1)));
        assert_eq!(refusal::<R>(Platform { own_events: &[65535], ..FULL }), Some(Invalid::OwnEvent(0)));
    }

    fn an_event_that_does_not_exist_is_refused<R>() {
        let event = |index, selector, counters| {
            let events = [FULL.events[0], Event { index, selector, counters }];
            refusal::<R>(Platform { events: &events, ..FULL })
        };
        assert_eq!(event(10, 0, 8), None);
        assert_eq!(event(0x1_0035, (1 << 56) - 1, 8), None);
        for index in [0, 1, 11, 0x1_0006, 0x1_0038, 0x2_0000, 0x3_0000, 0xF_0000, 0x10_0002] {
            assert_eq!(event(index, 0, 8), Some(Invalid::EventIndex(1)), "{index:#x}");
        }
        assert_eq!(event(3, 1 << 56, 8), Some(Invalid::EventSelector(1)));
        for counters in [1, 2, 4, 1 << 5, 1 << 8] {
            assert_eq!(event(3, 0, counters), Some(Invalid::EventCounters(1)));
        }
        let raw = |value, mask, counters| {
            refusal::<R>(Platform { raw: &[Raw { value, mask, counters }], ..FULL })
        };
        assert_eq!(raw(1, 0, 8), Some(Invalid::RawValue(0)));
        assert_eq!(raw(1, 1, 1), Some(Invalid::RawCounters(0)));
    }

    fn reset_stops_what_counts_events_and_leaves_cycles_and_instructions<R>() {
        let mut hart = Hart::<R>::new(&FULL);
        hart.events = [!0; 32];
        hart.counters = [77; 32];
        let mut pmu = Pmu::new(&FULL, hart).unwrap();
        assert!(pmu.hardware().written.is_empty());
        pmu.reset();
        let hart = pmu.hardware();
        assert_eq!(hart.inhibit, 0b1101_1000);
        assert_eq!(hart.enable, u64::from(HARDWARE) | 2);
        for number in [1, 2, 3, 4, 6, 7] {
            assert_eq!(hart.events[number], 0);
        }
        // What was counted before is not for who comes then; cycles and instructions go on.
        assert_eq!([0, 2, 3, 4, 6, 7].map(|number| hart.counters[number]), [77, 77, 0, 0, 0, 0]);
        assert_eq!(pmu.stop(0, 1, 0), Ok(0));
        assert_eq!(pmu.stop(0, 1, 0), Err(sbi_spec::binary::Error::AlreadyStopped));
    }
}

#[test]
fn event_selectors_of_32_bits_are_for_rv32_without_sscofpmf() {
    let events = [Event { index: 5, selector: 0xFFFF_FFFF, counters: 8 }];
    let narrow = Platform { event_bits: 32, events: &events, ..PLAIN };
    assert_eq!(refusal::<u32>(narrow), None);
    assert_eq!(refusal::<u64>(narrow), Some(Invalid::EventBits));
    let events = [Event { index: 5, selector: 1 << 32, counters: 8 }];
    assert_eq!(refusal::<u32>(Platform { events: &events, ..narrow }), Some(Invalid::EventSelector(0)));
}

#[test]
fn sbi_pmu_11_index_1_is_no_counter_on_a_hart_without_minstret() {
    for hardware in [0, 1] {
        let platform = Platform { hardware, events: &[], raw: &[], ..FULL };
        let mut pmu = Pmu::new(&platform, Hart::<u64>::new(&platform)).unwrap();
        pmu.reset();
        assert_eq!(pmu.ask(0, &[]), Ok(7));
        for index in (0..8).filter(|index| u64::from(hardware) >> index & 1 == 0) {
            assert_eq!(pmu.ask(1, &[index]).is_ok(), (3..7).contains(&index), "{index}");
        }
        assert_eq!(pmu.configure(0, 2, 0, FIRMWARE, 0), Err(sbi_spec::binary::Error::InvalidParam));
        assert_eq!(pmu.configure(3, 0xF, 0, FIRMWARE, 0), Ok(3));
    }
}
