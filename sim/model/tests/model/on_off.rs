// SPDX-License-Identifier: Apache-2.0
//! When tracing is on (`docs/encoder.md`).

use crate::bench::{build, unsynced, Bench};
use tracewright_messages::itype::*;

const START: &str = "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80";
const START_AFTER_DEBUG: &str = "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80";

fn start(bench: &mut Bench) -> Vec<String> {
    bench.blocks(&[(0x100, 2, NONE)]).messages()
}

#[test]
fn the_first_traced_block_starts_the_trace() {
    let mut bench = Bench::traced(&build(), &unsynced());
    assert!(bench.idle(5).messages().is_empty());
    assert_eq!(start(&mut bench), [START]);
    assert!(start(&mut bench).is_empty());
}

#[test]
fn nothing_is_traced_while_tracing_is_off() {
    let mut bench = Bench::new(&build(), &unsynced());
    bench.blocks(&[(0x100, 2, RETURN), (0x200, 2, BRANCH_TAKEN)]);
    assert!(bench.messages().is_empty());
    bench.control(true, true);
    start(&mut bench);
    assert_eq!(bench.control(true, false).messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1"]);
}

#[test]
fn the_block_of_the_cycle_in_which_tracing_stops_is_not_traced() {
    let mut bench = Bench::traced(&build(), &unsynced());
    start(&mut bench);
    bench.stop_with_block((0x104, 2, BRANCH_TAKEN));
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1"]);
}

#[test]
fn clearing_either_bit_stops_the_trace() {
    for (enable, tracing) in [(false, true), (true, false), (false, false)] {
        let mut bench = Bench::traced(&build(), &unsynced());
        start(&mut bench);
        bench.control(enable, tracing);
        assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1"]);
    }
}

#[test]
fn entry_into_debug_mode_outranks_a_cleared_bit() {
    let mut bench = Bench::traced(&build(), &unsynced());
    start(&mut bench);
    bench.halted_and_control(true, true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=2 HIST=0x1"]);
}

#[test]
fn a_trace_without_a_block_is_ended_too() {
    let mut bench = Bench::traced(&build(), &unsynced());
    assert_eq!(bench.control(true, false).messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=0x1"]);
}

#[test]
fn a_pending_jump_is_dropped_when_tracing_stops() {
    let mut bench = Bench::traced(&build(), &unsynced());
    bench.blocks(&[(0x100, 2, RETURN)]).messages();
    assert_eq!(bench.control(true, false).messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1"]);
    assert_eq!(start(bench.control(true, true)), [START]);
    assert!(start(&mut bench).is_empty());
}

#[test]
fn sync_is_3_after_debug_mode_with_tracing_enabled() {
    let mut bench = Bench::traced(&build(), &unsynced());
    start(&mut bench);
    bench.halted(true).idle(10).messages();
    assert_eq!(start(bench.halted(false)), [START_AFTER_DEBUG]);
}

#[test]
fn sync_is_5_after_debug_mode_before_tracing_was_enabled() {
    let mut bench = Bench::new(&build(), &unsynced());
    bench.halted(true).halted(false).control(true, true);
    assert_eq!(start(&mut bench), [START]);
}

#[test]
fn sync_is_5_when_tracing_was_disabled_after_debug_mode() {
    let mut bench = Bench::traced(&build(), &unsynced());
    bench.halted(true).halted(false).control(true, false).control(true, true).messages();
    assert_eq!(start(&mut bench), [START]);
}

#[test]
fn clearing_te_active_clears_everything_and_sends_nothing() {
    let mut bench = Bench::traced(&build(), &unsynced());
    bench.blocks(&[(0x100, 2, BRANCH_TAKEN), (0x100, 2, RETURN)]).messages();
    assert!(bench.active(false).idle(3).messages().is_empty());
    bench.control(false, false).active(true);
    assert_eq!(start(bench.control(true, true)), [START]);
    assert_eq!(bench.control(true, false).messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1"]);
}
