// SPDX-License-Identifier: Apache-2.0
//! Lost messages (N-Trace 7.4; `docs/encoder.md`, *Loss and stall*).

use crate::bench::{build, unsynced, Bench};
use tracewright_config::RestartRoom;
use tracewright_messages::itype::*;

const ERROR: &str = "Error ETYPE=0 ECODE=4";

/// A trace that has lost a message to 0x300.
fn lossy() -> Bench {
    let mut bench = Bench::traced(&build(), &unsynced());
    bench.blocks(&[(0x100, 2, BRANCH_TAKEN), (0x200, 2, RETURN)]).messages();
    bench.room(0).blocks(&[(0x300, 2, RETURN)]);
    assert_eq!(bench.messages(), ["(lost) IndirectBranchHist B-TYPE=0 I-CNT=4 U-ADDR=0x100 HIST=0x3"]);
    bench
}

#[test]
fn nothing_is_lost_while_nothing_is_sent() {
    let mut bench = Bench::traced(&build(), &unsynced());
    bench.blocks(&[(0x100, 2, BRANCH_TAKEN)]).messages();
    bench.room(0).blocks(&[(0x100, 2, BRANCH_TAKEN)]).room(1);
    bench.blocks(&[(0x100, 2, RETURN), (0x100, 2, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x0 HIST=0x7"]);
}

#[test]
fn error_waits_for_room_for_two_messages() {
    let mut bench = lossy();
    bench.room(0).idle(2).room(1).idle(2);
    assert!(bench.messages().is_empty());
    assert_eq!(bench.room(2).idle(1).messages(), [ERROR]);
    assert!(bench.idle(3).messages().is_empty());
}

#[test]
fn error_waits_for_the_room_that_the_configuration_asks_for() {
    use RestartRoom::*;
    for (depth, restart_room, needed) in
        [(4, Two, 2), (4, Quarter, 2), (16, Quarter, 4), (4, Half, 2), (16, Half, 8), (8, All, 8)]
    {
        let mut build = build();
        (build.encoder.queue_depth, build.encoder.restart_room) = (depth, restart_room);
        let mut bench = Bench::traced(&build, &unsynced());
        bench.blocks(&[(0x100, 2, RETURN)]).room(0).blocks(&[(0x300, 2, RETURN)]).messages();
        assert!(bench.room(needed - 1).idle(2).messages().is_empty(), "{depth} {restart_room:?}");
        assert_eq!(bench.room(needed).idle(1).messages(), [ERROR], "{depth} {restart_room:?}");
    }
}

#[test]
fn the_trace_restarts_at_the_next_block_after_error() {
    let mut bench = lossy();
    bench.room(2).blocks(&[(0x400, 2, NONE), (0x500, 2, BRANCH_TAKEN), (0x600, 2, RETURN), (0x700, 2, NONE)]);
    let expected = [
        ERROR,
        "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x280",
        "IndirectBranchHist B-TYPE=0 I-CNT=4 U-ADDR=0x100 HIST=0x3",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn the_restart_waits_for_a_block_with_an_address() {
    let mut bench = lossy();
    bench.room(2).idle(1).blocks(&[(0xFFFF, 0, INTERRUPT)]);
    assert_eq!(bench.messages(), [ERROR]);
    assert_eq!(bench.blocks(&[(0x400, 0, EXCEPTION)]).messages(), ["ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x200"]);
    assert_eq!(bench.blocks(&[(0x400, 1, NONE)]).messages(), ["IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x0"]);
}

#[test]
fn error_is_sent_while_tracing_is_off() {
    let mut bench = lossy();
    assert!(bench.control(true, false).idle(5).messages().is_empty());
    assert_eq!(bench.room(2).idle(1).messages(), [ERROR]);
}

#[test]
fn tracing_that_stops_before_the_restart_sends_nothing_and_keeps_the_reason() {
    let mut bench = lossy();
    bench.room(2).idle(1).messages();
    bench.control(true, false).control(false, false).control(true, false).halted(true).halted(false);
    assert!(bench.control(true, true).messages().is_empty());
    assert_eq!(bench.blocks(&[(0x400, 2, NONE)]).messages(), ["ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x200"]);
    assert!(bench.blocks(&[(0x404, 2, NONE)]).messages().is_empty());
}

#[test]
fn ntrace_table_26_messages_are_not_sent_while_lost() {
    let mut bench = lossy();
    bench.control(false, false).control(true, false).halted(true);
    assert!(bench.messages().is_empty());
}

#[test]
fn a_correlation_is_lost_like_any_message() {
    let mut bench = Bench::traced(&build(), &unsynced());
    bench.blocks(&[(0x100, 2, NONE)]).messages();
    bench.room(0).control(true, false);
    assert_eq!(bench.messages(), ["(lost) ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1"]);
    assert_eq!(bench.room(2).idle(1).messages(), [ERROR]);
    bench.control(true, true).blocks(&[(0x100, 2, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x80"]);
}

#[test]
fn a_correlation_that_reports_nothing_is_not_missed() {
    let mut bench = Bench::traced(&build(), &unsynced());
    bench.blocks(&[(0x100, 2, NONE)]).control(true, false).messages();
    // On and off without a block, then both messages of N-Trace Table 26.
    bench.room(0).control(true, true).control(true, false);
    bench.control(false, false).control(true, false).halted(true).halted(false);
    assert!(bench.messages().is_empty());
    // It takes no room from blocks, either.
    bench.room(2).control(false, false).control(true, false);
    assert!(bench.messages().is_empty());
    bench.room(3).control(false, false).control(true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=0x1"]);
    bench.control(true, true).blocks(&[(0x100, 2, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"]);
    bench.room(0).control(true, false);
    assert_eq!(bench.messages(), ["(lost) ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1"]);
}

#[test]
fn clearing_te_active_forgets_a_loss() {
    let mut bench = lossy();
    bench.active(false).active(true).room(2);
    bench.blocks(&[(0x100, 2, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"]);
}
