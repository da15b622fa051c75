// SPDX-License-Identifier: Apache-2.0
//! Branch trace messages (N-Trace ch. 5 and 7; `docs/encoder.md`).

use crate::bench::{btm, synced, unsynced, Bench};
use tracewright_config::{Build, IcntFull, IngressForm, SyncMode};
use tracewright_messages::{itype::*, Block};

/// Runs an instruction a block from 0x100 until the hart enters debug mode; what follows ProgTraceSync.
fn run_to_debug_mode(instructions: &[(u64, u8, u8)]) -> Vec<String> {
    let mut build = btm();
    build.ingress.form = IngressForm::Single;
    let mut bench = Bench::new(&build, &unsynced());
    bench.halted(true).control(true, true).halted(false);
    for &(iaddr, half_words, itype) in instructions {
        bench.block(Block { itype, iaddr, iretire: 1, ilastsize: half_words - 1, ..Block::default() });
    }
    let mut messages = bench.halted(true).messages();
    assert_eq!(messages.remove(0), "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80");
    messages
}

#[test]
fn ntrace_8_4_1_first_branch_taken() {
    let run = [(0x100, 1, NONE), (0x102, 2, BRANCH_TAKEN), (0x200, 1, NONE)];
    assert_eq!(run_to_debug_mode(&run), ["DirectBranch I-CNT=3", "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1"]);
}

#[test]
fn ntrace_8_4_1_second_branch_taken() {
    let run =
        [(0x100, 1, NONE), (0x102, 2, BRANCH_NOT_TAKEN), (0x106, 2, NONE), (0x10A, 2, BRANCH_TAKEN), (0x300, 2, NONE)];
    assert_eq!(run_to_debug_mode(&run), ["DirectBranch I-CNT=7", "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=2"]);
}

#[test]
fn ntrace_8_4_1_no_branch_taken() {
    let run = [
        (0x100, 1, NONE),
        (0x102, 2, BRANCH_NOT_TAKEN),
        (0x106, 2, NONE),
        (0x10A, 2, BRANCH_NOT_TAKEN),
        (0x10E, 1, NONE),
        (0x110, 2, NONE),
    ];
    assert_eq!(run_to_debug_mode(&run), ["ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=10"]);
}

/// A trace that starts at 0x100 with these blocks, and what they bring.
fn after(build: &Build, blocks: &[(u64, u32, u8)]) -> Vec<String> {
    let mut bench = Bench::traced(build, &unsynced());
    let mut messages = bench.blocks(blocks).messages();
    assert_eq!(messages.remove(0), "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80");
    messages
}

#[test]
fn ntrace_8_4_1_an_exception_or_interrupt_may_come_at_any_count() {
    for (half_words, trap, btype) in [(1, EXCEPTION, 2), (5, INTERRUPT, 3), (0, EXCEPTION, 2), (0, INTERRUPT, 3)] {
        let expected = format!("IndirectBranch B-TYPE={btype} I-CNT={half_words} U-ADDR=0x180");
        assert_eq!(after(&btm(), &[(0x100, half_words, trap), (0x200, 1, NONE)]), [expected]);
    }
}

#[test]
fn a_branch_keeps_the_reference_address() {
    let blocks = [(0x100, 1, BRANCH_TAKEN), (0x300, 1, RETURN), (0x104, 1, NONE)];
    assert_eq!(after(&btm(), &blocks), ["DirectBranch I-CNT=1", "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x2"]);
}

#[test]
fn ntrace_7_2_a_taken_branch_waits_for_its_target() {
    let mut bench = Bench::started(&btm(), &unsynced());
    assert!(bench.blocks(&[(0x102, 2, BRANCH_TAKEN)]).idle(20).messages().is_empty());
    assert_eq!(bench.blocks(&[(0x200, 1, NONE)]).messages(), ["DirectBranch I-CNT=3"]);
}

#[test]
fn an_interrupt_before_a_branch_s_target_is_a_message_of_its_own() {
    let blocks = [(0x100, 3, BRANCH_TAKEN), (0xFFFF, 0, INTERRUPT), (0x200, 1, NONE)];
    assert_eq!(after(&btm(), &blocks), ["DirectBranch I-CNT=3", "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x180"]);
}

#[test]
fn an_exception_at_a_branch_s_target_is_a_message_of_its_own() {
    let blocks = [(0x100, 3, BRANCH_TAKEN), (0x300, 0, EXCEPTION), (0x200, 1, NONE)];
    assert_eq!(after(&btm(), &blocks), ["DirectBranch I-CNT=3", "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x180"]);
}

#[test]
fn ntrace_7_6_a_synchronisation_at_a_branch_s_target_is_direct() {
    let mut bench = Bench::started(&btm(), &synced(SyncMode::HalfWords, 0));
    bench.blocks(&[(0x102, 15, BRANCH_TAKEN), (0x200, 1, NONE)]);
    assert_eq!(bench.messages(), ["DirectBranchSync SYNC=2 I-CNT=16 F-ADDR=0x100"]);
}

#[test]
fn ntrace_7_7_a_synchronisation_elsewhere_is_indirect() {
    for (itype, btype) in [(NONE, 0), (BRANCH_NOT_TAKEN, 0), (RETURN, 0), (EXCEPTION, 2)] {
        let mut bench = Bench::started(&btm(), &synced(SyncMode::HalfWords, 0));
        bench.blocks(&[(0x102, 15, itype), (0x200, 1, NONE)]);
        assert_eq!(bench.messages(), [format!("IndirectBranchSync SYNC=2 B-TYPE={btype} I-CNT=16 F-ADDR=0x100")]);
    }
}

#[test]
fn ntrace_8_4_4_a_full_icnt_is_a_resource_in_branch_trace_whatever_is_built() {
    let mut build = btm();
    build.encoder.icnt_width = 4;
    let blocks = [(0x100, 8, BRANCH_NOT_TAKEN), (0x110, 2, NONE)];
    assert_eq!(after(&build, &blocks), ["ResourceFull RCODE=0 RDATA=8"]);
    build.encoder.icnt_full = IcntFull::Sync;
    assert_eq!(after(&build, &blocks), ["ResourceFull RCODE=0 RDATA=8"]);
}

#[test]
fn ntrace_10_rule_5_a_branch_right_before_a_stop_gets_its_message() {
    let mut bench = Bench::started(&btm(), &unsynced());
    let expected = ["DirectBranch I-CNT=3 + ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0"];
    assert_eq!(bench.blocks(&[(0x102, 2, BRANCH_TAKEN)]).control(true, false).entries(), expected);
    // What was pending is none of the next trace.
    let expected = ["ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0"];
    assert_eq!(bench.control(true, true).control(true, false).entries(), expected);

    let mut bench = Bench::started(&btm(), &unsynced());
    let expected = ["DirectBranch I-CNT=3 + ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=0"];
    assert_eq!(bench.blocks(&[(0x102, 2, BRANCH_TAKEN)]).halted(true).entries(), expected);
    let mut bench = Bench::started(&btm(), &unsynced());
    let expected = ["ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=3"];
    for itype in [BRANCH_NOT_TAKEN, OTHER_UNINFERABLE_JUMP] {
        assert_eq!(bench.blocks(&[(0x102, 2, itype)]).control(true, false).entries(), expected, "itype {itype}");
        bench.control(true, true).blocks(&[(0x100, 1, NONE)]).messages();
    }
}

#[test]
fn ntrace_10_rule_5_a_branch_right_before_a_stop_is_not_counted() {
    let mut build = btm();
    build.encoder.repeat_branch = true;
    let mut bench = Bench::started(&build, &unsynced());
    bench.blocks(&[(0x102, 2, BRANCH_TAKEN); 5]).messages();
    let expected = ["RepeatBranch B-CNT=2 + DirectBranch I-CNT=2 + ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0"];
    assert_eq!(bench.control(true, false).entries(), expected);
}

#[test]
fn ntrace_ch_5_the_mode_of_a_build_with_both_is_the_run_s() {
    let mut build = btm();
    build.encoder.modes = tracewright_config::Modes::Both;
    for (mode, expected) in
        [(tracewright_config::Mode::Btm, vec!["DirectBranch I-CNT=3"]), (tracewright_config::Mode::Htm, vec![])]
    {
        let run = tracewright_config::Run { mode, ..unsynced() };
        let mut bench = Bench::started(&build, &run);
        assert_eq!(bench.blocks(&[(0x102, 2, BRANCH_TAKEN), (0x200, 1, NONE)]).messages(), expected);
    }
}
