// SPDX-License-Identifier: Apache-2.0
//! N-Trace Table 26: corner cases, in both modes.

use crate::bench::{btm, build, unsynced, Bench};
use tracewright_config::{Build, ImplicitReturn};
use tracewright_messages::itype::*;

/// What follows the ProgTraceSync of a trace of `blocks` that starts out of debug mode.
fn after_debug_mode(build: &Build, blocks: &[(u64, u32, u8)]) -> Vec<String> {
    let mut bench = Bench::new(build, &unsynced());
    let mut messages = bench.halted(true).control(true, true).halted(false).blocks(blocks).messages();
    assert!(messages.remove(0).starts_with("ProgTraceSync SYNC=3 I-CNT=0"));
    messages
}

/// The corner case `blocks` brings these messages without a branch, so that both modes send the same.
fn both(blocks: &[(u64, u32, u8)], expected: &[&str]) {
    assert_eq!(after_debug_mode(&build(), blocks), expected, "HTM");
    assert_eq!(after_debug_mode(&btm(), blocks), expected, "BTM");
}

#[test]
fn ntrace_table_26_back_to_back_return() {
    both(
        &[(0x100, 3, RETURN), (0x200, 1, RETURN), (0x300, 2, RETURN), (0x400, 1, NONE)],
        &[
            "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x180",
            "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x80",
            "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x380",
        ],
    );
}

#[test]
fn ntrace_table_26_other_back_to_back_jumps() {
    both(
        &[(0x100, 3, OTHER_UNINFERABLE_JUMP), (0x200, 1, UNINFERABLE_CALL), (0x300, 2, TRAP_RETURN), (0x400, 1, NONE)],
        &[
            "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x180",
            "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x80",
            "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x380",
        ],
    );
}

#[test]
fn ntrace_table_26_other_back_to_back_branches_btm() {
    let blocks = [(0x100, 3, BRANCH_TAKEN), (0x200, 1, BRANCH_TAKEN), (0x300, 2, BRANCH_TAKEN), (0x400, 1, NONE)];
    let expected = ["DirectBranch I-CNT=3", "DirectBranch I-CNT=1", "DirectBranch I-CNT=2"];
    assert_eq!(after_debug_mode(&btm(), &blocks), expected);
}

#[test]
fn ntrace_table_26_other_back_to_back_branches_htm() {
    let blocks = [(0x100, 3, BRANCH_TAKEN), (0x200, 1, BRANCH_TAKEN), (0x300, 2, RETURN), (0x400, 1, NONE)];
    let expected = ["IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x280 HIST=0x7"];
    assert_eq!(after_debug_mode(&build(), &blocks), expected);
}

#[test]
fn ntrace_table_26_back_to_back_exceptions() {
    both(
        &[(0x100, 3, EXCEPTION), (0x200, 0, EXCEPTION), (0x200, 1, NONE)],
        &["IndirectBranch B-TYPE=2 I-CNT=3 U-ADDR=0x180", "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x0"],
    );
}

#[test]
fn ntrace_table_26_exception_at_interrupt_destination() {
    both(
        &[(0x100, 3, INTERRUPT), (0x200, 0, EXCEPTION), (0x300, 1, NONE)],
        &["IndirectBranch B-TYPE=3 I-CNT=3 U-ADDR=0x180", "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x80"],
    );
}

#[test]
fn ntrace_table_26_pending_interrupt_at_start_of_hart() {
    both(&[(0, 0, INTERRUPT), (0x200, 1, NONE)], &["IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x100"]);
}

/// As [`build`] and [`btm`], for a hart that says where an interrupt came.
fn with_interrupt_address() -> [Build; 2] {
    [build(), btm()].map(|mut build| {
        build.ingress.interrupt_address = true;
        build
    })
}

#[test]
fn ntrace_8_6_pending_interrupt_at_start_of_hart_has_the_address_that_would_have_run() {
    for build in with_interrupt_address() {
        let mut bench = Bench::new(&build, &unsynced());
        bench.halted(true).control(true, true).halted(false).blocks(&[(0x180, 0, INTERRUPT), (0x200, 1, NONE)]);
        let expected = ["ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0xC0", "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x1C0"];
        assert_eq!(bench.messages(), expected);
    }
}

#[test]
fn ntrace_tables_3_and_4_and_10_rule_4_a_jump_whose_target_is_interrupted_has_a_message_of_its_own() {
    for build in with_interrupt_address() {
        let blocks = [(0x100, 3, OTHER_UNINFERABLE_JUMP), (0x300, 0, INTERRUPT), (0x200, 1, NONE)];
        let expected = ["IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x100", "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x80"];
        assert_eq!(after_debug_mode(&build, &blocks), expected);
        let twice = [(0x100, 3, INTERRUPT), (0x300, 0, INTERRUPT), (0x200, 1, NONE)];
        let expected = ["IndirectBranch B-TYPE=3 I-CNT=3 U-ADDR=0x100", "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x80"];
        assert_eq!(after_debug_mode(&build, &twice), expected);
    }
    // Without the address one message has to do for both.
    let blocks = [(0x100, 3, OTHER_UNINFERABLE_JUMP), (0, 0, INTERRUPT), (0x200, 1, NONE)];
    both(&blocks, &["IndirectBranch B-TYPE=3 I-CNT=3 U-ADDR=0x180"]);
}

#[test]
fn ntrace_10_rule_5_a_branch_whose_target_is_interrupted_btm() {
    let [_, btm] = with_interrupt_address();
    let blocks = [(0x100, 3, BRANCH_TAKEN), (0x300, 0, INTERRUPT), (0x200, 1, NONE)];
    let expected = ["DirectBranch I-CNT=3", "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x180"];
    assert_eq!(after_debug_mode(&btm, &blocks), expected);
}

#[test]
fn ntrace_9_2_an_implied_return_stays_implied_where_its_target_is_interrupted() {
    let [mut build, _] = with_interrupt_address();
    build.encoder.implicit_return = ImplicitReturn::Full;
    let to = |target| [(0x100, 2, UNINFERABLE_CALL), (0x300, 1, RETURN), (target, 0, INTERRUPT), (0x200, 1, NONE)];
    let call = "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x100";
    let expected = [call, "IndirectBranch B-TYPE=3 I-CNT=1 U-ADDR=0x80"];
    assert_eq!(after_debug_mode(&build, &to(0x104)), expected);
    let elsewhere =
        [call, "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x103", "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x183"];
    assert_eq!(after_debug_mode(&build, &to(0x106)), elsewhere);
}

#[test]
fn ntrace_7_4_a_trace_restarts_at_an_interrupt_that_has_an_address() {
    for build in with_interrupt_address() {
        let mut bench = Bench::started(&build, &unsynced());
        bench.room(0).blocks(&[(0x102, 1, RETURN), (0x300, 1, NONE)]).room(4).idle(1).messages();
        bench.blocks(&[(0x180, 0, INTERRUPT), (0x200, 1, NONE)]);
        let expected = ["ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0xC0", "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x1C0"];
        assert_eq!(bench.messages(), expected);
    }
}

#[test]
fn ntrace_table_26_exception_at_first_instruction_traced() {
    both(&[(0x100, 0, EXCEPTION), (0x200, 1, NONE)], &["IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x180"]);
}

/// The two modes, and how a correlation without branches ends in each.
fn modes() -> [(Build, &'static str, &'static str); 2] {
    [(build(), "CDF=1", " HIST=0x1"), (btm(), "CDF=0", "")]
}

#[test]
fn ntrace_table_26_trace_starts_disabled() {
    for (build, cdf, hist) in modes() {
        let mut bench = Bench::new(&build, &unsynced());
        bench.control(true, false);
        assert_eq!(bench.messages(), [format!("ProgTraceCorrelation EVCODE=4 {cdf} I-CNT=0{hist}")]);
        bench.control(true, true).blocks(&[(0x100, 2, NONE)]);
        assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"]);
    }
}

#[test]
fn ntrace_table_26_hart_stops_with_trace_disabled() {
    for (build, cdf, hist) in modes() {
        let mut bench = Bench::new(&build, &unsynced());
        bench.control(true, false).blocks(&[(0x100, 2, BRANCH_TAKEN)]).messages();
        assert_eq!(bench.halted(true).messages(), [format!("ProgTraceCorrelation EVCODE=0 {cdf} I-CNT=0{hist}")]);
        assert!(bench.idle(3).halted(false).idle(3).messages().is_empty());
    }
}

#[test]
fn ntrace_table_26_trace_starts_disabled_in_the_cycle_in_which_the_hart_stops() {
    for (build, cdf, hist) in modes() {
        let mut bench = Bench::new(&build, &unsynced());
        bench.halted_and_control(true, true, false);
        assert_eq!(bench.messages(), [format!("ProgTraceCorrelation EVCODE=4 {cdf} I-CNT=0{hist}")]);
    }
}

#[test]
fn ntrace_8_6_a_block_that_ends_a_loop_a_trap_and_a_resource_at_once() {
    // The block is the target of an interrupt and ends in a branch; I-CNT and HIST are full, and the loop has repeated.
    let mut build = build();
    build.encoder.repeated_history = true;
    build.encoder.hist_width = 8;
    build.encoder.icnt_width = 9;
    let mut bench = Bench::traced(&build, &unsynced());
    bench.blocks(&[(0x100, 1, BRANCH_TAKEN); 255]).blocks(&[(0x100, 1, INTERRUPT)]).messages();
    let expected = ["ResourceFull RCODE=2 RDATA=0x3 HREPEAT=255 + IndirectBranch B-TYPE=3 I-CNT=256 U-ADDR=0x180"];
    assert_eq!(bench.blocks(&[(0x200, 2, BRANCH_NOT_TAKEN)]).entries(), expected);
    let expected = ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x2"];
    assert_eq!(bench.control(true, false).entries(), expected);
}
