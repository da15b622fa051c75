// SPDX-License-Identifier: Apache-2.0
//! The lock of the registers (`build.bus.lock`).

use crate::bench::{bit, full, Bench};
use tracewright_config::Build;
use tracewright_model::control::{BusAccess, Read};
use tracewright_regmap::*;

fn lockable() -> Build {
    let mut build = full();
    build.bus.lock = true;
    build
}

#[test]
fn a_locked_encoder_reads_0_ignores_writes_and_traces_nothing() {
    let mut bench = Bench::tracing(&lockable());
    bench.write(TS_CONTROL, 3).write(TE_RAM_WP, 8).inputs.locked = true;
    bench.idle(4);
    let signals = bench.control.signals();
    assert_eq!((signals.active, signals.enable, signals.tracing), (false, false, false));
    for register in REGISTERS {
        bench.write(register.offset, u32::MAX);
        assert_eq!(bench.read(register.offset), 0, "{}", register.name);
    }
    bench.inputs.locked = false;
    bench.idle(3);
    let features = lockable().features();
    for register in REGISTERS.iter().filter(|r| r.present(&features) && r.name != "teRamData") {
        assert_eq!(bench.read(register.offset), register.reset(&features), "{}", register.name);
    }
}

#[test]
fn reset_leaves_the_registers_locked_until_both_stages_know_better() {
    let write = Some(BusAccess::Write { offset: TE_CONTROL as u32, data: 1, strobe: 0xF });
    let mut bench = Bench::in_reset(&lockable());
    for locked in [true, true, false] {
        assert_eq!(bench.control.is_locked(), locked);
        bench.cycle(write, &[]);
        assert_eq!(bench.control.signals().active, !locked);
    }
    let mut bench = Bench::in_reset(&lockable());
    bench.inputs.locked = true;
    for _ in 0..9 {
        bench.cycle(write, &[]);
        assert!(bench.control.is_locked() && !bench.control.signals().active, "no write slips through");
    }
}

#[test]
fn the_lock_acts_behind_two_stages() {
    let mut bench = Bench::tracing(&lockable());
    bench.inputs.locked = true;
    // Two stages, and a cycle to reset.
    assert!(bench.idle(2).control.signals().active);
    assert!(bench.control.is_locked());
    assert!(!bench.idle(1).control.signals().active);
    bench.inputs.locked = false;
    assert!(bench.idle(1).control.is_locked());
    assert!(!bench.idle(1).control.is_locked());
}

#[test]
fn an_access_meets_the_lock_in_its_own_cycle() {
    let write = Some(BusAccess::Write { offset: TE_CONTROL as u32, data: 1, strobe: 0xF });
    let read = Some(BusAccess::Read { offset: TE_IMPL as u32 });
    let mut bench = Bench::new(&lockable());
    bench.inputs.locked = true;
    bench.idle(1).inputs.locked = false;
    let mut answers = Vec::new();
    for access in [read, write, read, write] {
        answers.push((bench.cycle(access, &[]).read, bench.control.signals().active));
    }
    let id = Read::Data(TE_IMPL_RESET);
    // Unlocked, locked and both steps without effect, unlocked.
    assert_eq!(answers, [(id, false), (Read::Nothing, false), (id, false), (Read::Nothing, true)]);
    bench.inputs.locked = true;
    bench.idle(1).inputs.locked = false;
    assert_eq!([bench.cycle(read, &[]).read, bench.cycle(read, &[]).read], [id, Read::Data(0)]);
}

/// teImpl: version, sink, protocol, four bits of the ID, 7 of 10 bits.
const TE_IMPL_RESET: u32 = 0x0751_0011;

#[test]
fn a_lock_clears_the_sram_before_it_can_be_read() {
    let words = 64;
    for cycles in [1, 30, 200] {
        let mut bench = Bench::active(&lockable());
        bench.idle(words).cycle(None, &[7; 256]);
        assert_eq!(bench.write(TE_RAM_RP, 0xFC).read(TE_RAM_DATA), 0x0707_0707);
        bench.inputs.locked = true;
        bench.idle(cycles).inputs.locked = false;
        bench.idle(2).write(TE_CONTROL, 1).write(TE_RAM_RP, 0xFC);
        assert_eq!(bench.read(TE_RAM_DATA), 0);
        bench.idle(words);
        assert!(bench.control.sram().is_some_and(|sram| sram.words().iter().all(|word| *word == 0)));
        // What is written from now on stays.
        bench.cycle(None, &[9; 4]);
        assert_eq!(bench.write(TE_RAM_RP, 0).read(TE_RAM_DATA), 0x0909_0909);
    }
}

#[test]
fn without_a_scrub_trace_from_before_a_lock_can_be_read() {
    let mut build = lockable();
    build.bus.lock_scrub = false;
    let mut bench = Bench::active(&build);
    bench.cycle(None, &[7; 256]);
    bench.inputs.locked = true;
    bench.idle(100).inputs.locked = false;
    assert_eq!(bench.idle(2).write(TE_CONTROL, 1).read(TE_RAM_DATA), 0x0707_0707);
}

#[test]
fn trace_memory_that_was_asked_for_while_locked_is_undefined() {
    let mut build = lockable();
    build.bus.lock_scrub = false;
    let mut bench = Bench::active(&build);
    bench.cycle(None, &[1, 2, 3, 4, 5, 6, 7, 8]);
    let read = Some(BusAccess::Read { offset: TE_RAM_DATA as u32 });
    assert_eq!(bench.idle(1).cycle(read, &[]).read, Read::Data(0x0403_0201));
    bench.inputs.locked = true;
    bench.idle(1).inputs.locked = false;
    assert_eq!(bench.idle(2).cycle(read, &[]).read, Read::Undefined);
}

#[test]
fn no_output_fires_when_registers_are_locked() {
    let mut bench = Bench::tracing(&lockable());
    bench.write(X_TRIG_OUT_CONTROL, 0x33).idle(2).shown.clear();
    bench.inputs.locked = true;
    bench.idle(8);
    assert!(bench.shown.iter().all(|s| s.trigger_outputs == 0) && !bench.shown[7].tracing);
}

#[test]
fn a_build_without_a_lock_knows_none() {
    let mut bench = Bench::tracing(&full());
    bench.inputs.locked = true;
    bench.idle(8);
    assert!(bench.control.signals().active);
    assert_eq!(bench.read(TE_CONTROL) & bit(TE_CONTROL_TE_ACTIVE), 1);
}
