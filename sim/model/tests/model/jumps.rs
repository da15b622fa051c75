// SPDX-License-Identifier: Apache-2.0
//! Sequentially inferable jumps (N-Trace 9.1) and direct jumps that are reported as branches (Table 3, note).

use crate::bench::{block, btm, build, single, synced, unsynced, Bench};
use tracewright_config::{Build, Run, SyncMode};
use tracewright_messages::{itype::*, Block};

fn sequential(mut build: Build) -> Build {
    build.encoder.sequential_jump = true;
    build
}

fn inferable(iaddr: u64, half_words: u32, itype: u8) -> Block {
    Block { sijump: true, ilastsize: 1, ..block(iaddr, half_words, itype) }
}

const UNINFERABLE: [u8; 6] =
    [UNINFERABLE_JUMP, UNINFERABLE_CALL, UNINFERABLE_TAIL_CALL, CO_ROUTINE_SWAP, RETURN, OTHER_UNINFERABLE_JUMP];

#[test]
fn ntrace_9_1_a_jump_that_follows_its_constant_in_the_block_is_not_reported() {
    for itype in UNINFERABLE {
        // The first block of the trace: I-CNT is 0 before it.
        let mut bench = Bench::traced(&sequential(build()), &unsynced());
        bench.block(inferable(0x100, 4, itype)).blocks(&[(0x200, 1, NONE)]);
        assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"], "itype {itype}");
    }
}

#[test]
fn ntrace_9_1_the_constant_may_be_in_the_block_before() {
    let mut bench = Bench::started(&sequential(build()), &unsynced());
    bench.block(inferable(0x102, 2, OTHER_UNINFERABLE_JUMP)).blocks(&[(0x200, 1, NONE)]);
    assert!(bench.messages().is_empty());
}

#[test]
fn ntrace_9_1_a_jump_whose_constant_is_in_another_message_is_reported() {
    let reported = ["IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x180"];
    // The trace starts with the jump.
    let mut bench = Bench::traced(&sequential(build()), &unsynced());
    bench.block(inferable(0x100, 2, RETURN)).blocks(&[(0x200, 1, NONE)]);
    assert_eq!(bench.messages()[1..], reported);
    // A message goes out with the block of the jump.
    let mut bench = Bench::started(&sequential(build()), &synced(SyncMode::HalfWords, 0));
    bench.blocks(&[(0x102, 15, NONE)]).block(inferable(0x120, 2, RETURN)).blocks(&[(0x200, 1, NONE)]);
    let messages = bench.messages();
    assert!(messages[0].starts_with("IndirectBranchHistSync SYNC=2"));
    assert_eq!(messages[1..], ["IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x190"]);
    // Nothing retired before it.
    let build = Build { ingress: single().ingress, ..sequential(build()) };
    let mut bench = Bench::traced(&build, &unsynced());
    bench.block(inferable(0x100, 1, RETURN)).blocks(&[(0x200, 1, NONE)]);
    assert_eq!(bench.messages()[1..], reported);
}

#[test]
fn traps_and_trap_returns_are_reported_whatever_sijump_says() {
    for itype in [EXCEPTION, INTERRUPT, TRAP_RETURN] {
        let mut bench = Bench::started(&sequential(build()), &unsynced());
        bench.block(inferable(0x102, 4, itype)).blocks(&[(0x200, 1, NONE)]);
        assert_eq!(bench.messages().len(), 1);
    }
}

#[test]
fn without_the_option_sijump_means_nothing() {
    let off = Run { sequential_jump: false, ..unsynced() };
    for (build, run) in [(build(), unsynced()), (sequential(build()), off)] {
        let mut bench = Bench::started(&build, &run);
        bench.block(inferable(0x102, 4, RETURN)).blocks(&[(0x200, 1, NONE)]);
        assert_eq!(bench.messages().len(), 1);
    }
}

#[test]
fn ntrace_table_3_direct_jumps_are_branches_that_are_taken_if_all_jumps_are() {
    let run = Run { all_jumps: true, ..unsynced() };
    let all = |mut build: Build| {
        build.encoder.all_jumps = true;
        build
    };
    for itype in [INFERABLE_JUMP, INFERABLE_CALL, INFERABLE_TAIL_CALL, OTHER_INFERABLE_JUMP] {
        let blocks = [(0x102, 1, itype), (0x200, 1, RETURN), (0x100, 1, NONE)];
        let mut bench = Bench::started(&all(build()), &run);
        let expected = ["IndirectBranchHist B-TYPE=0 I-CNT=3 U-ADDR=0x0 HIST=0x3"];
        assert_eq!(bench.blocks(&blocks).messages(), expected);
        let mut bench = Bench::started(&all(btm()), &run);
        let expected = ["DirectBranch I-CNT=2", "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x0"];
        assert_eq!(bench.blocks(&blocks).messages(), expected);
        for (build, run) in [(build(), run.clone()), (all(build()), unsynced())] {
            let mut bench = Bench::started(&build, &run);
            assert_eq!(bench.blocks(&blocks).messages(), ["IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x0"]);
        }
    }
}
