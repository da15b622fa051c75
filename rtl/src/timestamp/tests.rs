// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit against its description and Trace Control ch. 7.

use super::*;
use crate::bench::{settle, Clocked};

fn build(source: TimestampSource, width: u32) -> Build {
    let mut build = Build::default();
    build.timestamp.source = source;
    build.timestamp.width = width;
    build
}

fn write(unit: &mut Timestamp, value: u32) {
    unit.bus_addr.next = TS_CONTROL.to_bits();
    unit.bus_wdata.next = value.to_bits();
    unit.bus_write.next = true;
    settle(unit);
    unit.tick();
    unit.bus_write.next = false;
    settle(unit);
}

fn read(unit: &mut Timestamp, offset: usize) -> u32 {
    unit.bus_addr.next = offset.to_bits();
    settle(unit);
    unit.bus_rdata.val().to_u64() as u32
}

/// A counter of `width` bits that runs, and what was written for it.
fn running(width: u32, more: u32) -> Timestamp {
    let mut unit = Timestamp::new(&build(TimestampSource::Core, width)).reset();
    write(&mut unit, 1);
    write(&mut unit, 1 | 1 << TS_CONTROL_TS_COUNT | more);
    unit
}

fn now_after(unit: &mut Timestamp, cycles: u32) -> u64 {
    (0..cycles).for_each(|_| unit.tick());
    unit.now.val().to_u64()
}

#[test]
fn every_field_of_the_description_resets_holds_and_refuses_as_described() {
    for build in [build(TimestampSource::Core, 40), build(TimestampSource::External, 64)] {
        let features = build.features();
        let register = REGISTERS.iter().find(|r| r.offset == TS_CONTROL).unwrap();
        let mut unit = Timestamp::new(&build).reset();
        assert_eq!(read(&mut unit, TS_CONTROL), register.reset(&features));
        for field in register.fields {
            for value in 0..=field.max().min(15) {
                let mut unit = Timestamp::new(&build).reset();
                write(&mut unit, 1);
                let before = read(&mut unit, TS_CONTROL);
                write(&mut unit, field.set(before, value));
                let writable = matches!(field.access, Access::ReadWrite | Access::Warl);
                let taken = writable && field.legal(&features).allows(value);
                let after = read(&mut unit, TS_CONTROL);
                assert_eq!(field.get(after), if taken { value } else { field.get(before) }, "{}", field.name);
                assert_eq!(after & !field.mask(), before & !field.mask(), "{} touches others", field.name);
            }
        }
    }
}

#[test]
fn chapter_7_the_prescaler_divides_by_1_4_16_and_64() {
    for (prescale, divisor) in [1, 4, 16, 64].into_iter().enumerate() {
        let mut unit = running(40, (prescale as u32) << TS_CONTROL_TS_PRESCALE);
        assert_eq!(now_after(&mut unit, 2 * divisor - 1), 1, "{divisor}");
        assert_eq!(now_after(&mut unit, 1), 2, "{divisor}");
    }
}

#[test]
fn chapter_7_a_halted_hart_stops_the_counter_unless_debug_is_set() {
    for debug in [false, true] {
        let mut unit = running(40, u32::from(debug) << TS_CONTROL_TS_DEBUG);
        now_after(&mut unit, 5);
        unit.halted[0].next = true;
        settle(&mut unit);
        assert_eq!(now_after(&mut unit, 3), if debug { 8 } else { 5 });
    }
}

#[test]
fn chapter_7_the_counter_stops_and_goes_on_and_resets() {
    let mut unit = running(40, 0);
    now_after(&mut unit, 6);
    write(&mut unit, 1);
    assert_eq!((now_after(&mut unit, 4), read(&mut unit, TS_LOWER)), (7, 7));
    write(&mut unit, 1 | 1 << TS_CONTROL_TS_COUNT);
    assert_eq!(now_after(&mut unit, 2), 9);
    write(&mut unit, 1 | 1 << TS_CONTROL_TS_COUNT | 1 << TS_CONTROL_TS_RESET);
    assert_eq!(unit.now.val(), bits(0));
    assert_eq!(now_after(&mut unit, 2), 2);
    write(&mut unit, 0);
    assert_eq!(now_after(&mut unit, 2), 0, "tsActive 0 resets it");
    assert!(!unit.enable.val());
}

#[test]
fn the_counter_wraps_at_its_width() {
    let mut unit = running(8, 0);
    assert_eq!(now_after(&mut unit, 255), 255);
    assert_eq!(now_after(&mut unit, 1), 0);
}

#[test]
fn an_external_time_is_cut_to_its_width_and_read_in_two_words() {
    let mut unit = Timestamp::new(&build(TimestampSource::External, 40)).reset();
    write(&mut unit, 1);
    write(&mut unit, 1 | 1 << TS_CONTROL_TS_ENABLE);
    assert!(unit.enable.val());
    unit.external_time[0].next = 0xFEDC_BA98_7654_3210_u64.to_bits();
    settle(&mut unit);
    assert_eq!(unit.now.val(), bits(0), "registered");
    assert_eq!(now_after(&mut unit, 1), 0x98_7654_3210);
    assert_eq!((read(&mut unit, TS_UPPER), read(&mut unit, TS_LOWER)), (0x98, 0x7654_3210));
    assert_eq!(read(&mut unit, TE_CONTROL), 0);
}
