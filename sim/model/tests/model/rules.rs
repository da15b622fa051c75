// SPDX-License-Identifier: Apache-2.0
//! What a traced block does (`docs/encoder.md`).

use crate::bench::{build, single, unsynced, Bench};
use tracewright_config::{Build, IcntFull, TrapBtype};
use tracewright_messages::{itype::*, Block};

/// A trace that has started with a half-word at 0x100.
fn started(build: &Build) -> Bench {
    Bench::started(build, &unsynced())
}

#[test]
fn every_code_becomes_pending_or_does_not() {
    let btype = |itype| {
        let mut bench = started(&build());
        bench.blocks(&[(0x102, 1, itype), (0x200, 1, NONE)]);
        bench.messages().first().map(|message| message.split(' ').nth(1).unwrap().to_owned())
    };
    for itype in [NONE, BRANCH_NOT_TAKEN, BRANCH_TAKEN, 7, INFERABLE_CALL, INFERABLE_TAIL_CALL, OTHER_INFERABLE_JUMP] {
        assert_eq!(btype(itype), None, "itype {itype}");
    }
    for itype in [
        TRAP_RETURN,
        UNINFERABLE_JUMP,
        UNINFERABLE_CALL,
        UNINFERABLE_TAIL_CALL,
        CO_ROUTINE_SWAP,
        RETURN,
        OTHER_UNINFERABLE_JUMP,
    ] {
        assert_eq!(btype(itype).as_deref(), Some("B-TYPE=0"), "itype {itype}");
    }
    assert_eq!(btype(EXCEPTION).as_deref(), Some("B-TYPE=2"));
    assert_eq!(btype(INTERRUPT).as_deref(), Some("B-TYPE=3"));
}

#[test]
fn ntrace_table_9_traps_have_one_b_type_if_so_configured() {
    let mut build = build();
    build.encoder.trap_btype = TrapBtype::Single;
    let mut bench = started(&build);
    bench.blocks(&[(0x102, 0, EXCEPTION), (0x100, 1, INTERRUPT), (0x100, 1, NONE)]);
    let expected = ["IndirectBranch B-TYPE=1 I-CNT=1 U-ADDR=0x0", "IndirectBranch B-TYPE=1 I-CNT=1 U-ADDR=0x0"];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn ntrace_7_9_branches_since_the_last_message_make_it_a_history_message() {
    let mut bench = started(&build());
    bench.blocks(&[(0x102, 2, BRANCH_TAKEN), (0x120, 3, BRANCH_NOT_TAKEN), (0x126, 1, RETURN), (0x100, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranchHist B-TYPE=0 I-CNT=7 U-ADDR=0x0 HIST=0x6"]);
}

#[test]
fn the_branch_that_ends_the_target_s_block_is_in_the_next_message() {
    let mut bench = started(&build());
    bench.blocks(&[(0x102, 2, RETURN), (0x100, 2, BRANCH_TAKEN), (0x100, 4, RETURN), (0x100, 1, NONE)]);
    let expected =
        ["IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x0", "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x0 HIST=0x3"];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn ntrace_7_3_a_jump_waits_for_its_target() {
    let mut bench = started(&build());
    bench.blocks(&[(0x102, 2, RETURN)]).idle(100);
    assert!(bench.messages().is_empty());
    assert_eq!(bench.blocks(&[(0x200, 1, NONE)]).messages(), ["IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x180"]);
}

#[test]
fn an_interrupt_before_a_jump_s_target_is_reported_with_the_jump() {
    let mut bench = started(&build());
    bench.blocks(&[(0x102, 2, RETURN), (0xFFFF, 0, INTERRUPT), (0x200, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=3 I-CNT=3 U-ADDR=0x180"]);
}

#[test]
fn an_exception_at_a_jump_s_target_is_a_message_of_its_own() {
    let mut bench = started(&build());
    bench.blocks(&[(0x102, 2, RETURN), (0x200, 0, EXCEPTION), (0x300, 1, NONE)]);
    let expected = ["IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x180", "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x80"];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn half_words_of_a_single_instruction_follow_from_its_size() {
    let mut bench = Bench::traced(&single(), &unsynced());
    for ilastsize in [0, 1, 0] {
        bench.block(Block { itype: NONE, iaddr: 0x100, iretire: 1, ilastsize, ..Block::default() });
    }
    bench.block(Block { itype: INTERRUPT, iaddr: 0, iretire: 0, ilastsize: 1, ..Block::default() });
    bench.messages();
    assert_eq!(bench.control(true, false).messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=4 HIST=0x1"]);
}

#[test]
fn ntrace_8_3_1_a_full_hist_is_sent_before_the_next_branch() {
    let mut build = build();
    build.encoder.hist_width = 8;
    let mut bench = started(&build);
    for _ in 0..7 {
        bench.blocks(&[(0x100, 2, BRANCH_NOT_TAKEN)]);
    }
    assert!(bench.blocks(&[(0x100, 2, NONE)]).messages().is_empty());
    assert_eq!(bench.blocks(&[(0x100, 2, BRANCH_TAKEN)]).messages(), ["ResourceFull RCODE=1 RDATA=0x80"]);
    // I-CNT goes on.
    bench.control(true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=19 HIST=0x3"]);
}

#[test]
fn a_hist_of_32_bits_holds_31_branches() {
    let mut bench = started(&build());
    for _ in 0..31 {
        bench.blocks(&[(0x100, 2, BRANCH_TAKEN)]);
    }
    assert!(bench.messages().is_empty());
    assert_eq!(bench.blocks(&[(0x100, 2, BRANCH_TAKEN)]).messages(), ["ResourceFull RCODE=1 RDATA=0xFFFFFFFF"]);
}

#[test]
fn a_full_icnt_is_sent_with_the_block_after_the_one_that_fills_it() {
    let mut build = build();
    build.encoder.icnt_width = 9;
    let mut bench = started(&build);
    bench.blocks(&[(0x100, 15, NONE); 16]);
    bench.blocks(&[(0x100, 14, BRANCH_TAKEN)]);
    assert!(bench.messages().is_empty());
    assert!(bench.blocks(&[(0x100, 15, BRANCH_NOT_TAKEN)]).idle(5).messages().is_empty());
    assert_eq!(bench.blocks(&[(0x100, 3, NONE)]).messages(), ["ResourceFull RCODE=0 RDATA=270"]);
    // HIST goes on.
    bench.control(true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=3 HIST=0x6"]);
}

/// A trace of 7 branches and 255 half-words, with 8 bits of HIST and 9 of I-CNT: a branch fills both.
fn nearly_full(icnt_full: IcntFull) -> Bench {
    let mut build = build();
    build.encoder.icnt_width = 9;
    build.encoder.hist_width = 8;
    build.encoder.icnt_full = icnt_full;
    let mut bench = started(&build);
    bench.blocks(&[(0x100, 2, BRANCH_TAKEN); 7]);
    bench.blocks(&[(0x100, 15, NONE); 16]);
    assert!(bench.messages().is_empty());
    bench.blocks(&[(0x100, 2, BRANCH_NOT_TAKEN)]);
    bench
}

#[test]
fn a_full_icnt_waits_for_a_full_hist() {
    let mut bench = nearly_full(IcntFull::Resource);
    assert_eq!(bench.messages(), ["ResourceFull RCODE=1 RDATA=0xFF"]);
    assert!(bench.idle(5).messages().is_empty());
    assert_eq!(bench.blocks(&[(0x100, 3, NONE)]).messages(), ["ResourceFull RCODE=0 RDATA=257"]);
}

#[test]
fn a_full_icnt_that_waited_goes_with_a_block_in_which_nothing_retired() {
    let mut bench = nearly_full(IcntFull::Resource);
    bench.messages();
    assert_eq!(bench.blocks(&[(0x100, 0, INTERRUPT)]).messages(), ["ResourceFull RCODE=0 RDATA=257"]);
    bench.blocks(&[(0x100, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranchHist B-TYPE=3 I-CNT=0 U-ADDR=0x0 HIST=0x2"]);
}

#[test]
fn a_full_icnt_that_waited_goes_with_the_end_of_the_trace() {
    let mut bench = nearly_full(IcntFull::Resource);
    bench.messages();
    let expected = ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=257 HIST=0x2"];
    assert_eq!(bench.control(true, false).messages(), expected);
}

#[test]
fn a_full_icnt_and_a_full_hist_with_synchronisation() {
    let mut bench = nearly_full(IcntFull::Sync);
    assert_eq!(bench.messages(), ["ResourceFull RCODE=1 RDATA=0xFF"]);
    bench.blocks(&[(0x200, 3, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranchHistSync SYNC=4 B-TYPE=0 I-CNT=257 F-ADDR=0x100 HIST=0x2"]);
}

#[test]
fn a_due_synchronisation_waits_for_an_address() {
    let mut build = build();
    build.encoder.icnt_width = 9;
    build.encoder.icnt_full = IcntFull::Sync;
    let mut bench = started(&build);
    bench.blocks(&[(0x100, 15, BRANCH_NOT_TAKEN)]).blocks(&[(0x100, 15, NONE); 16]);
    bench.blocks(&[(0xFFFF, 0, INTERRUPT)]);
    assert!(bench.messages().is_empty());
    bench.blocks(&[(0x200, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranchHistSync SYNC=4 B-TYPE=3 I-CNT=256 F-ADDR=0x100 HIST=0x2"]);
}
