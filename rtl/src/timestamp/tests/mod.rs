// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit against Trace Control ch. 7, in one clock.

mod two_clocks;

use super::*;
use crate::bench::{settle, Clocked};
use rust_hdl_core::prelude::*;
use tracewright_config::TimestampSource;
use tracewright_regmap::*;

const ACTIVE: u32 = 1 << TS_CONTROL_TS_ACTIVE;
const COUNT: u32 = 1 << TS_CONTROL_TS_COUNT;
const RESET: u32 = 1 << TS_CONTROL_TS_RESET;
const DEBUG: u32 = 1 << TS_CONTROL_TS_DEBUG;

fn build(source: TimestampSource, width: u32) -> Build {
    let mut build = Build::default();
    build.timestamp.source = source;
    build.timestamp.width = width;
    build
}

/// As the register file does it: tsReset shows while it is written, the rest afterwards.
fn write(unit: &mut Timestamp, value: u32) {
    unit.control.next = unit.control.val() | bits((value & RESET).into());
    settle(unit);
    unit.tick();
    unit.control.next = bits((value & !RESET).into());
    settle(unit);
}

/// A counter of `width` bits that runs, and what was written for it.
fn running(width: u32, more: u32) -> Timestamp {
    let mut unit = Timestamp::new(&build(TimestampSource::Core, width)).reset();
    write(&mut unit, ACTIVE);
    write(&mut unit, ACTIVE | COUNT | more);
    unit
}

fn now_after(unit: &mut Timestamp, cycles: u32) -> u64 {
    (0..cycles).for_each(|_| unit.tick());
    unit.now.val().to_u64()
}

/// A unit whose port is read, and active.
fn reading(source: TimestampSource, width: u32) -> Timestamp {
    let mut unit = Timestamp::new(&build(source, width)).reset();
    write(&mut unit, ACTIVE);
    unit
}

fn set_port(unit: &mut Timestamp, time: u64) {
    unit.external_time.next = time.to_bits();
    settle(unit);
    unit.tick();
}

/// Reads tsLower, then tsUpper two cycles later.
fn read_lower(unit: &mut Timestamp) -> u32 {
    unit.bus_addr.next = TS_LOWER.to_bits();
    unit.bus_read.next = true;
    settle(unit);
    let lower = unit.lower.val().to_u64() as u32;
    unit.tick();
    unit.bus_read.next = false;
    settle(unit);
    lower
}

fn upper(unit: &Timestamp) -> u32 {
    unit.upper.val().to_u64() as u32
}

#[test]
fn tci_ch_7_the_prescaler_divides_by_1_4_16_and_64() {
    for (prescale, divisor) in [1, 4, 16, 64].into_iter().enumerate() {
        let mut unit = running(40, (prescale as u32) << TS_CONTROL_TS_PRESCALE);
        assert_eq!(now_after(&mut unit, 2 * divisor - 1), 1, "{divisor}");
        assert_eq!(now_after(&mut unit, 1), 2, "{divisor}");
    }
}

#[test]
fn tci_ch_7_a_halted_hart_stops_the_counter_unless_debug_is_set() {
    for debug in [0, DEBUG] {
        let mut unit = running(40, debug);
        now_after(&mut unit, 5);
        unit.halted.next = true;
        settle(&mut unit);
        assert_eq!(now_after(&mut unit, 3), if debug == 0 { 5 } else { 8 });
    }
}

#[test]
fn tci_ch_7_the_counter_stops_and_goes_on_and_resets() {
    let mut unit = running(40, 0);
    now_after(&mut unit, 6);
    write(&mut unit, ACTIVE);
    assert_eq!((now_after(&mut unit, 4), read_lower(&mut unit)), (7, 7));
    write(&mut unit, ACTIVE | COUNT);
    assert_eq!(now_after(&mut unit, 2), 9);
    write(&mut unit, ACTIVE | COUNT | RESET);
    assert_eq!(unit.now.val(), bits(0));
    assert_eq!(now_after(&mut unit, 2), 2);
    write(&mut unit, 0);
    assert_eq!(now_after(&mut unit, 2), 0, "tsActive 0 resets it");
}

#[test]
fn tci_ch_7_a_reset_of_the_counter_is_one_of_the_prescaler() {
    let mut unit = running(40, 1 << TS_CONTROL_TS_PRESCALE);
    now_after(&mut unit, 2);
    write(&mut unit, ACTIVE | COUNT | RESET | 1 << TS_CONTROL_TS_PRESCALE);
    assert_eq!((now_after(&mut unit, 3), now_after(&mut unit, 1)), (0, 1));
}

#[test]
fn the_counter_wraps_at_its_width() {
    for width in [1, 2, 8] {
        let mut unit = running(width, 0);
        assert_eq!(now_after(&mut unit, (1 << width) - 1), (1 << width) - 1);
        assert_eq!(now_after(&mut unit, 1), 0, "{width} bits");
        assert!(!unit.upper.is_built());
    }
}

#[test]
fn tci_ch_7_a_port_is_registered_and_cut_to_its_width() {
    for source in [TimestampSource::External, TimestampSource::Slave] {
        for (width, shown) in [(1, 0), (8, 0x10), (33, 0x7654_3210), (40, 0x98_7654_3210), (64, 0xFEDC_BA98_7654_3210)]
        {
            let mut unit = reading(source, width);
            unit.external_time.next = 0xFEDC_BA98_7654_3210_u64.to_bits();
            settle(&mut unit);
            assert_eq!(unit.now.val(), bits(0), "registered");
            assert_eq!(now_after(&mut unit, 1), shown, "{width} bits");
            write(&mut unit, 0);
            assert_eq!(now_after(&mut unit, 1), 0, "tsActive 0");
        }
    }
}

#[test]
fn tci_ch_7_the_upper_bits_are_those_of_the_last_reading_of_the_lower() {
    let mut unit = reading(TimestampSource::External, 40);
    set_port(&mut unit, 0x12_FFFF_FFFF);
    assert_eq!(upper(&unit), 0);
    assert_eq!(read_lower(&mut unit), 0xFFFF_FFFF);
    set_port(&mut unit, 0x13_0000_0000);
    assert_eq!(upper(&unit), 0x12, "not the carry");
    assert_eq!((read_lower(&mut unit), upper(&unit)), (0, 0x13));
    set_port(&mut unit, 0x14_0000_0000);
    unit.bus_addr.next = TS_UPPER.to_bits();
    unit.bus_read.next = true;
    settle(&mut unit);
    unit.tick();
    assert_eq!(upper(&unit), 0x13, "reading another register keeps nothing");
    write(&mut unit, 0);
    unit.tick();
    assert_eq!(upper(&unit), 0, "tsActive 0");
}

#[test]
fn tci_ch_7_a_slave_follows_the_broadcast_of_a_master() {
    let mut sends = build(TimestampSource::Core, 16);
    sends.timestamp.broadcast = true;
    let mut master = Timestamp::new(&sends).reset();
    let mut slave = reading(TimestampSource::Slave, 16);
    write(&mut master, ACTIVE);
    write(&mut master, ACTIVE | COUNT);
    for cycle in 0..20_u64 {
        assert_eq!(master.now.val(), cycle.to_bits());
        assert_eq!(master.broadcast.val(), cycle.saturating_sub(1).to_bits());
        assert_eq!(slave.now.val(), cycle.saturating_sub(2).to_bits());
        slave.external_time.next = master.broadcast.val();
        settle(&mut slave);
        slave.tick();
        master.tick();
    }
}
