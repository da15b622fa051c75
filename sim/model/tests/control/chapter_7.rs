// SPDX-License-Identifier: Apache-2.0
//! Ch. 7: the timestamp unit in the encoder's clock.

use crate::bench::{bit, full, Bench};
use tracewright_config::{Build, TimestampSource};
use tracewright_regmap::*;

const ACTIVE: u32 = bit(TS_CONTROL_TS_ACTIVE);
const COUNT: u32 = bit(TS_CONTROL_TS_COUNT);
const RESET: u32 = bit(TS_CONTROL_TS_RESET);
const DEBUG: u32 = bit(TS_CONTROL_TS_DEBUG);

fn with(source: TimestampSource, width: u32) -> Build {
    let mut build = full();
    build.timestamp.source = source;
    build.timestamp.width = width;
    build
}

/// A counter that runs.
fn running(width: u32, bits: u32) -> Bench {
    let mut bench = Bench::new(&with(TimestampSource::Core, width));
    bench.write(TS_CONTROL, ACTIVE).write(TS_CONTROL, ACTIVE | COUNT | bits);
    bench
}

/// How far the time moves in so many cycles.
fn moves(bench: &mut Bench, cycles: usize) -> u64 {
    let before = bench.control.signals().time;
    bench.idle(cycles).control.signals().time - before
}

#[test]
fn tci_7_1_ts_control_says_type_and_width() {
    use TimestampSource::*;
    for (source, code) in [(External, 1), (Core, 2), (Slave, 4)] {
        let mut bench = Bench::new(&with(source, 33));
        bench.write(TS_CONTROL, ACTIVE).write(TS_CONTROL, u32::MAX);
        // What only a counter has: tsCount, tsDebug, tsPrescale.
        let counter = if source == Core { 0x30A } else { 0 };
        assert_eq!(bench.read(TS_CONTROL), 33 << 24 | bit(TS_CONTROL_TS_ENABLE) | counter | code << 4 | ACTIVE);
    }
    assert_eq!(Bench::new(&with(None, 33)).read(TS_CONTROL), 0);
}

#[test]
fn tci_ch_7_ts_control_ts_active_has_nothing_to_do_with_te_active() {
    let mut bench = running(40, 0);
    assert_eq!(bench.read(TE_CONTROL) & 1, 0);
    assert!(bench.read(TS_LOWER) > 0);
    bench.write(TE_CONTROL, 1).write(TS_CONTROL, COUNT);
    assert_eq!((bench.read(TE_CONTROL) & 1, bench.read(TS_CONTROL) & 0xF, bench.read(TS_LOWER)), (1, 0, 0));
}

#[test]
fn tci_ch_7_ts_control_ts_count_starts_and_stops_the_counter() {
    let mut bench = running(40, 0);
    assert_eq!(moves(&mut bench, 100), 100);
    bench.clear(TS_CONTROL, COUNT);
    assert_eq!(moves(&mut bench, 100), 0);
    bench.set(TS_CONTROL, COUNT);
    assert_eq!(moves(&mut bench, 7), 7);
}

#[test]
fn tci_ch_7_ts_control_ts_reset_returns_the_counter_to_0_and_reads_0() {
    let mut bench = running(40, 0);
    bench.idle(50).write(TS_CONTROL, ACTIVE | RESET);
    assert_eq!((bench.read(TS_LOWER), bench.read(TS_CONTROL) & 0xF), (0, ACTIVE));
    // It goes on from the cycle after the one that it is written in.
    bench.write(TS_CONTROL, ACTIVE | COUNT).idle(50).write(TS_CONTROL, ACTIVE | COUNT | RESET);
    assert_eq!(bench.control.signals().time, 2);
    bench.write(TS_CONTROL, ACTIVE | COUNT);
    assert!(bench.control.signals().time > 2);
}

#[test]
fn tci_ch_7_ts_control_ts_reset_returns_the_prescaler_too() {
    let mut bench = running(40, 2 << TS_CONTROL_TS_PRESCALE);
    for phase in 0..16 {
        bench.idle(phase).write(TS_CONTROL, ACTIVE | COUNT | RESET | 2 << TS_CONTROL_TS_PRESCALE);
        // Two cycles have passed since; the time moves at the end of the sixteenth.
        assert_eq!((moves(&mut bench, 13), moves(&mut bench, 1)), (0, 1));
    }
}

#[test]
fn tci_ch_7_ts_control_ts_debug_lets_the_counter_run_in_debug_mode() {
    for (bits, expected) in [(0, 0), (DEBUG, 100)] {
        let mut bench = running(40, bits);
        bench.inputs.halted = true;
        assert_eq!(moves(&mut bench, 100), expected);
        bench.inputs.halted = false;
        assert_eq!(moves(&mut bench, 100), 100);
    }
}

#[test]
fn tci_ch_7_ts_control_ts_prescale_divides_by_1_4_16_64() {
    for (code, cycles) in [(0, 1), (1, 4), (2, 16), (3, 64)] {
        let mut bench = running(40, code << TS_CONTROL_TS_PRESCALE);
        assert_eq!(moves(&mut bench, 640), 640 / cycles);
        assert_eq!(bench.control.programmed().run.timestamp_prescale, cycles as u32);
    }
}

#[test]
fn tci_ch_7_ts_control_ts_enable_puts_time_into_messages() {
    let mut build = with(TimestampSource::Core, 40);
    build.encoder.modes = tracewright_config::Modes::Htm;
    let mut bench = Bench::active(&build);
    bench.write(TS_CONTROL, ACTIVE).write(TS_CONTROL, ACTIVE | COUNT | bit(TS_CONTROL_TS_ENABLE)).set(TE_CONTROL, 6);
    bench.block(0x100).idle(1);
    assert!(bench.messages()[0].contains("TSTAMP="));
    bench.clear(TE_CONTROL, 6).messages();
    bench.write(TS_CONTROL, ACTIVE | COUNT).set(TE_CONTROL, 6).block(0x100).idle(1);
    assert!(!bench.messages()[0].contains("TSTAMP"));
}

#[test]
fn tci_7_1_ts_lower_and_upper_are_one_time() {
    let mut bench = Bench::new(&with(TimestampSource::External, 64));
    bench.write(TS_CONTROL, ACTIVE);
    bench.inputs.time = 0x1234_5678_FFFF_FFFF;
    assert_eq!(bench.read(TS_LOWER), u32::MAX);
    bench.inputs.time = 0x1234_5679_0000_0000;
    assert_eq!((bench.read(TS_UPPER), bench.read(TS_UPPER)), (0x1234_5678, 0x1234_5678));
    assert_eq!((bench.read(TS_LOWER), bench.read(TS_UPPER)), (0, 0x1234_5679));
}

#[test]
fn tci_ch_7_ts_upper_is_0_after_ts_active_was_0() {
    let mut bench = Bench::new(&with(TimestampSource::External, 64));
    bench.inputs.time = u64::MAX;
    bench.write(TS_CONTROL, ACTIVE).read(TS_LOWER);
    assert_eq!(bench.read(TS_UPPER), u32::MAX);
    bench.write(TS_CONTROL, 0).write(TS_CONTROL, ACTIVE);
    assert_eq!(bench.read(TS_UPPER), 0);
}

#[test]
fn tci_ch_7_ts_upper_is_of_times_of_more_than_32_bits() {
    for (width, upper) in [(32, 0), (33, 1), (40, 0xFF), (64, u32::MAX)] {
        let mut bench = Bench::new(&with(TimestampSource::External, width));
        bench.inputs.time = u64::MAX;
        bench.write(TS_CONTROL, ACTIVE);
        assert_eq!((bench.read(TS_LOWER), bench.read(TS_UPPER)), (u32::MAX, upper));
    }
}

#[test]
fn external_and_slave_times_are_those_of_the_port_a_cycle_before() {
    for source in [TimestampSource::External, TimestampSource::Slave] {
        let mut bench = Bench::new(&with(source, 8));
        bench.inputs.time = 0x5A5;
        assert_eq!(bench.idle(3).control.signals().time, 0);
        bench.write(TS_CONTROL, ACTIVE);
        assert_eq!(bench.control.signals().time, 0xA5);
        bench.inputs.time = 0x77;
        assert_eq!(bench.idle(1).control.signals().time, 0x77);
    }
}

#[test]
fn a_time_of_any_width_wraps() {
    for width in [1, 7, 32, 33, 64] {
        let last = u64::MAX >> (64 - width);
        let mut bench = Bench::new(&with(TimestampSource::External, width));
        bench.inputs.time = u64::MAX;
        assert_eq!(bench.write(TS_CONTROL, ACTIVE).control.signals().time, last);
        if width <= 7 {
            let mut bench = running(width, 0);
            let times: Vec<_> = (0..300).map(|_| bench.idle(1).control.signals().time).collect();
            assert!(times.iter().all(|time| *time <= last) && times.windows(2).any(|w| w == [last, 0]));
        }
    }
}

#[test]
fn the_time_that_is_broadcast_is_that_of_the_cycle_before() {
    let mut bench = running(40, 0);
    bench.shown.clear();
    bench.idle(50);
    assert!(bench.shown.windows(2).all(|w| w[1].time_broadcast == w[0].time && w[1].time == w[0].time + 1));
}
