// SPDX-License-Identifier: Apache-2.0
//! Table of teControl (Trace Control ch. 5).

use crate::bench::{bit, full, Bench};
use tracewright_config::{Build, Mode, Modes, SinkKind, SyncMode};
use tracewright_model::control::BusAccess;
use tracewright_regmap::*;

const ACTIVE: u32 = bit(TE_CONTROL_TE_ACTIVE);
const ENABLE: u32 = bit(TE_CONTROL_TE_ENABLE);
const TRACING: u32 = bit(TE_CONTROL_TE_INST_TRACING);
const STALLED: u32 = bit(TE_CONTROL_TE_INST_STALL_OR_OVERFLOW);

/// teActive of each cycle from now on, with the encoder's view of it and the request for a clock.
fn power(bench: &mut Bench, cycles: usize) -> String {
    bench.shown.clear();
    let shown = |bench: &Bench| bench.shown.iter().map(|s| (s.active, s.clock_request)).collect::<Vec<_>>();
    bench.idle(cycles);
    shown(bench)
        .iter()
        .map(|pair| match pair {
            (false, false) => '-',
            (false, true) => 'c',
            (true, false) => '?',
            (true, true) => 'A',
        })
        .collect()
}

#[test]
fn tci_ch_5_te_control_after_reset() {
    // teEmpty 1, teInstMode 6, teFormat 1, teSink 4
    assert_eq!(Bench::new(&Build::default()).read(TE_CONTROL), 0x4100_0068);
    let mut build = full();
    build.defaults.te_inst_mode = Mode::Btm;
    build.defaults.te_context = true;
    build.defaults.te_inst_stall_en = true;
    build.defaults.te_stop_on_wrap = true;
    build.defaults.te_inhibit_src = true;
    build.defaults.te_sync_mode = SyncMode::HalfWords;
    build.defaults.te_sync_max = 5;
    assert_eq!(Bench::new(&build).read(TE_CONTROL), 0x4153_E238);
}

#[test]
fn tci_ch_5_te_active_follows_at_once_without_a_delay() {
    let mut bench = Bench::new(&full());
    bench.write(TE_CONTROL, ACTIVE);
    assert_eq!((bench.read(TE_CONTROL) & ACTIVE, power(&mut bench, 2)), (1, "AA".into()));
    bench.write(TE_CONTROL, 0);
    assert_eq!((bench.read(TE_CONTROL) & ACTIVE, power(&mut bench, 2)), (0, "--".into()));
}

#[test]
fn tci_ch_5_te_active_follows_after_the_delay() {
    let mut build = full();
    build.power.delay = 5;
    let mut bench = Bench::new(&build);
    bench.write(TE_CONTROL, ACTIVE | ENABLE);
    // Two of five cycles have passed since the write took effect.
    assert_eq!(power(&mut bench, 6), "cccAAA");
    // What was written together with teActive was reset.
    assert_eq!(bench.read(TE_CONTROL) & (ACTIVE | ENABLE), ACTIVE);
    bench.write(TE_CONTROL, 0);
    assert_eq!(power(&mut bench, 5), "ccc--");
}

#[test]
fn tci_ch_5_te_active_waits_anew_when_it_was_cleared_meanwhile() {
    let mut build = full();
    build.power.delay = 5;
    let mut bench = Bench::new(&build);
    for data in [1, 0, 1] {
        bench.cycle(Some(BusAccess::Write { offset: TE_CONTROL as u32, data, strobe: 0xF }), &[]);
        bench.idle(if data == 1 { 2 } else { 0 });
    }
    assert_eq!(power(&mut bench, 5), "cccAA");
}

#[test]
fn tci_ch_5_te_active_reads_as_it_is_while_the_hardware_follows() {
    let mut build = full();
    build.power.delay = 40;
    let mut bench = Bench::new(&build);
    bench.write(TE_CONTROL, ACTIVE);
    assert_eq!(bench.read(TE_CONTROL) & ACTIVE, 0);
    bench.idle(40);
    assert_eq!(bench.read(TE_CONTROL) & ACTIVE, 1);
    bench.write(TE_CONTROL, ENABLE);
    assert_eq!(bench.read(TE_CONTROL) & (ACTIVE | ENABLE), ACTIVE);
    assert!(!bench.control.signals().active);
    // Asked for again before it has followed: it never left.
    bench.write(TE_CONTROL, ACTIVE);
    assert!(bench.control.signals().active);
}

#[test]
fn tci_ch_5_te_enable_is_set_by_a_write_alone() {
    let mut bench = Bench::active(&full());
    bench.set(TE_CONTROL, bit(TE_CONTROL_TE_INST_TRIG_EN));
    bench.pulse(|port| port.trigger_on = true).idle(4);
    assert_eq!(bench.read(TE_CONTROL) & (ENABLE | TRACING), 0);
    bench.set(TE_CONTROL, ENABLE);
    assert_eq!(bench.read(TE_CONTROL) & (ENABLE | TRACING), ENABLE);
}

#[test]
fn tci_ch_5_te_inst_tracing_is_written_and_triggered() {
    let mut bench = Bench::active(&full());
    bench.set(TE_CONTROL, TRACING);
    assert_eq!(bench.read(TE_CONTROL) & TRACING, TRACING);
    bench.clear(TE_CONTROL, TRACING).set(TE_CONTROL, ENABLE | bit(TE_CONTROL_TE_INST_TRIG_EN));
    bench.pulse(|port| port.trigger_on = true).idle(2);
    assert_eq!(bench.read(TE_CONTROL) & TRACING, TRACING);
    bench.pulse(|port| port.trigger_off = true).idle(2);
    assert_eq!(bench.read(TE_CONTROL) & TRACING, 0);
}

#[test]
fn tci_ch_5_te_empty_is_what_the_hardware_says_and_not_what_is_written() {
    let mut bench = Bench::active(&full());
    for empty in [true, false] {
        bench.inputs.empty = empty;
        bench.clear(TE_CONTROL, bit(TE_CONTROL_TE_EMPTY));
        assert_eq!(bench.get("teControl", "teEmpty"), empty.into());
        bench.set(TE_CONTROL, bit(TE_CONTROL_TE_EMPTY));
        assert_eq!(bench.get("teControl", "teEmpty"), empty.into());
    }
}

#[test]
fn tci_ch_5_te_inst_mode_keeps_the_legal_value() {
    let mut bench = Bench::active(&full());
    let mut write = |mode| bench.field("teControl", "teInstMode", mode);
    assert_eq!([3, 0, 1, 2, 4, 5, 7, 6, 7, 3].map(&mut write), [3, 3, 3, 3, 3, 3, 3, 6, 6, 3]);
    for (modes, only) in [(Modes::Htm, 6), (Modes::Btm, 3)] {
        let mut build = full();
        build.encoder.modes = modes;
        let mut bench = Bench::active(&build);
        let mut write = |mode| bench.field("teControl", "teInstMode", mode);
        assert!((0..8).all(|mode| write(mode) == only));
    }
}

#[test]
fn tci_ch_5_te_inst_stall_or_overflow_is_sticky_until_te_enable_is_set() {
    for (error, stall) in [(true, false), (false, true)] {
        let mut bench = Bench::tracing(&full());
        (bench.inputs.error, bench.inputs.stall) = (error, stall);
        bench.idle(1);
        (bench.inputs.error, bench.inputs.stall) = (false, false);
        assert_eq!(bench.read(TE_CONTROL) & STALLED, STALLED);
        // Neither a write of its own, nor of teEnable that was 1, nor clearing that.
        bench.clear(TE_CONTROL, STALLED).clear(TE_CONTROL, TRACING).clear(TE_CONTROL, ENABLE);
        assert_eq!(bench.read(TE_CONTROL) & STALLED, STALLED);
        bench.set(TE_CONTROL, ENABLE);
        assert_eq!(bench.read(TE_CONTROL) & STALLED, 0);
    }
}

#[test]
fn tci_ch_5_te_inst_stall_or_overflow_is_cleared_even_while_it_is_set() {
    let mut bench = Bench::active(&full());
    bench.inputs.stall = true;
    assert_eq!(bench.read(TE_CONTROL) & STALLED, STALLED);
    // The write's cycle clears it, the next sets it again.
    bench.idle(1).inputs.stall = false;
    bench.set(TE_CONTROL, ENABLE);
    assert_eq!(bench.read(TE_CONTROL) & STALLED, 0);
}

#[test]
fn tci_ch_5_te_stop_on_wrap_clears_te_enable_and_te_inst_tracing() {
    let mut bench = Bench::tracing(&full());
    bench.set(TE_CONTROL, bit(TE_CONTROL_TE_STOP_ON_WRAP));
    bench.cycle(None, &[0; 255]);
    assert!(bench.control.signals().enable);
    bench.cycle(None, &[0]);
    let signals = bench.control.signals();
    assert_eq!((signals.enable, signals.tracing), (false, false));
    // What comes later is thrown away, up to the cycle in which teEnable rises.
    bench.cycle(None, &[7; 4]);
    assert_eq!(bench.control.sram().unwrap().words()[0], 0);
    bench.set(TE_CONTROL, ENABLE).cycle(None, &[7; 4]);
    assert_eq!(bench.control.sram().unwrap().words()[0], 0x0707_0707);
    assert!(bench.control.signals().enable);
    bench.cycle(None, &[7; 252]);
    assert!(!bench.control.signals().enable, "each time that it is enabled, though teWrap stays");
}

#[test]
fn tci_ch_5_stop_on_wrap_beats_a_trigger_and_a_write() {
    let mut bench = Bench::tracing(&full());
    bench.set(TE_CONTROL, bit(TE_CONTROL_TE_STOP_ON_WRAP) | bit(TE_CONTROL_TE_INST_TRIG_EN));
    let word = bench.read(TE_CONTROL);
    bench.pulse(|port| port.trigger_on = true);
    let access = BusAccess::Write { offset: TE_CONTROL as u32, data: word, strobe: 0xF };
    bench.cycle(Some(access), &[0; 256]);
    let signals = bench.control.signals();
    assert_eq!((signals.enable, signals.tracing), (false, false));
}

#[test]
fn tci_ch_5_options_that_are_not_built_read_0() {
    let mut build = Build::default();
    build.encoder.stall = false;
    build.sink.kind = SinkKind::Stream.into();
    let mut bench = Bench::active(&build);
    bench.write(TE_CONTROL, u32::MAX);
    // teActive, teEnable, teInstTracing, teEmpty, teInstMode 6, teSyncMode 3, teSyncMax 15, teFormat 1, teSink 12
    assert_eq!(bench.read(TE_CONTROL), 0xC1F3_006F);
    let mut bench = Bench::active(&full());
    bench.write(TE_CONTROL, u32::MAX);
    assert_eq!(bench.read(TE_CONTROL), 0x41F3_EA6F);
}

#[test]
fn tci_ch_5_te_sync_mode_and_max_take_every_value() {
    let mut bench = Bench::active(&full());
    assert!((0..4).all(|mode| bench.field("teControl", "teSyncMode", mode) == mode));
    assert!((0..16).all(|max| bench.field("teControl", "teSyncMax", max) == max));
}

#[test]
fn tci_ch_5_te_format_and_te_sink_are_fixed() {
    let mut bench = Bench::active(&full());
    assert!((0..8).all(|format| bench.field("teControl", "teFormat", format) == 1));
    assert!((0..16).all(|sink| bench.field("teControl", "teSink", sink) == 4));
}

#[test]
fn tci_ch_5_returns_to_the_systems_defaults_while_te_active_is_0() {
    let mut build = full();
    build.defaults.te_sync_mode = SyncMode::Cycles;
    let mut bench = Bench::active(&build);
    let reset = bench.read(TE_CONTROL);
    bench.set(TE_CONTROL, 0x00FF_FFF6);
    assert_ne!(bench.read(TE_CONTROL), reset);
    bench.write(TE_CONTROL, u32::MAX << 1);
    assert_eq!(bench.read(TE_CONTROL), reset & !ACTIVE);
    bench.write(TE_CONTROL, ACTIVE);
    assert_eq!(bench.read(TE_CONTROL), reset);
}
