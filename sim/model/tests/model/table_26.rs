// SPDX-License-Identifier: Apache-2.0
//! N-Trace Table 26: corner cases.

use crate::bench::{build, unsynced, Bench};
use tracewright_messages::itype::*;

/// The messages of `blocks` after the ProgTraceSync of a trace that starts out of debug mode.
fn after_debug_mode(blocks: &[(u64, u32, u8)]) -> Vec<String> {
    let mut bench = Bench::new(&build(), &unsynced());
    let mut messages = bench.halted(true).control(true, true).halted(false).blocks(blocks).messages();
    assert!(messages.remove(0).starts_with("ProgTraceSync SYNC=3 I-CNT=0"));
    messages
}

#[test]
fn back_to_back_return() {
    let messages = after_debug_mode(&[(0x100, 3, RETURN), (0x200, 1, RETURN), (0x300, 2, RETURN), (0x400, 1, NONE)]);
    let expected = [
        "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x180",
        "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x80",
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x380",
    ];
    assert_eq!(messages, expected);
}

#[test]
fn back_to_back_exceptions() {
    let messages = after_debug_mode(&[(0x100, 3, EXCEPTION), (0x200, 0, EXCEPTION), (0x200, 1, NONE)]);
    let expected = ["IndirectBranch B-TYPE=2 I-CNT=3 U-ADDR=0x180", "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x0"];
    assert_eq!(messages, expected);
}

#[test]
fn exception_at_interrupt_destination() {
    let messages = after_debug_mode(&[(0x100, 3, INTERRUPT), (0x200, 0, EXCEPTION), (0x300, 1, NONE)]);
    let expected = ["IndirectBranch B-TYPE=3 I-CNT=3 U-ADDR=0x180", "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x80"];
    assert_eq!(messages, expected);
}

#[test]
fn pending_interrupt_at_start_of_hart() {
    let messages = after_debug_mode(&[(0, 0, INTERRUPT), (0x200, 1, NONE)]);
    assert_eq!(messages, ["IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x100"]);
}

#[test]
fn exception_at_first_instruction_traced() {
    let messages = after_debug_mode(&[(0x100, 0, EXCEPTION), (0x200, 1, NONE)]);
    assert_eq!(messages, ["IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x180"]);
}

#[test]
fn trace_starts_disabled() {
    let mut bench = Bench::new(&build(), &unsynced());
    bench.control(true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=0x1"]);
    bench.control(true, true).blocks(&[(0x100, 2, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"]);
}

#[test]
fn hart_stops_with_trace_disabled() {
    let mut bench = Bench::new(&build(), &unsynced());
    bench.control(true, false).blocks(&[(0x100, 2, BRANCH_TAKEN)]).messages();
    assert_eq!(bench.halted(true).messages(), ["ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=0 HIST=0x1"]);
    assert!(bench.idle(3).halted(false).idle(3).messages().is_empty());
}

#[test]
fn trace_starts_disabled_in_the_cycle_in_which_the_hart_stops() {
    let mut bench = Bench::new(&build(), &unsynced());
    bench.halted_and_control(true, true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=0x1"]);
}
