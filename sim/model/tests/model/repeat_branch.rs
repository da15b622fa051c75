// SPDX-License-Identifier: Apache-2.0
//! RepeatBranch (N-Trace 7.11; `docs/encoder.md`).

use crate::bench::{btm, unsynced, Bench};
use tracewright_config::{Build, Run};
use tracewright_messages::itype::*;

fn repeating() -> Build {
    let mut build = btm();
    build.encoder.repeat_branch = true;
    build
}

/// A trace in a loop of four half-words at 0x100, which has run `times` times.
fn looping(times: usize) -> Bench {
    let mut bench = Bench::traced(&repeating(), &unsynced());
    bench.blocks(&[(0x100, 4, BRANCH_TAKEN)]).messages();
    bench.blocks(&vec![(0x100, 4, BRANCH_TAKEN); times]);
    bench
}

#[test]
fn ntrace_7_11_equal_branches_are_counted() {
    let mut bench = looping(8);
    assert_eq!(bench.messages(), ["DirectBranch I-CNT=4"]);
    // The branch of the eighth time leads elsewhere.
    bench.blocks(&[(0x200, 4, NONE)]);
    assert_eq!(bench.entries(), ["RepeatBranch B-CNT=7 + DirectBranch I-CNT=4"]);
}

#[test]
fn without_the_option_every_branch_is_sent() {
    let off = Run { repeated_history: false, ..unsynced() };
    for (build, run) in [(btm(), unsynced()), (repeating(), off)] {
        let mut bench = Bench::started(&build, &run);
        bench.blocks(&[(0x100, 4, BRANCH_TAKEN); 4]).messages();
        assert_eq!(bench.blocks(&[(0x100, 4, BRANCH_TAKEN); 4]).messages().len(), 4);
    }
}

#[test]
fn another_count_or_another_target_is_another_branch() {
    let mut bench = looping(2);
    bench.messages();
    bench.blocks(&[(0x100, 5, BRANCH_TAKEN), (0x100, 5, BRANCH_TAKEN), (0x100, 1, NONE)]);
    let expected = ["RepeatBranch B-CNT=2 + DirectBranch I-CNT=5"];
    assert_eq!(bench.entries(), expected);
    bench.blocks(&[(0x100, 4, BRANCH_TAKEN), (0x200, 5, BRANCH_TAKEN), (0x200, 5, NONE)]);
    assert_eq!(bench.entries(), ["RepeatBranch B-CNT=1 + DirectBranch I-CNT=5"]);
}

#[test]
fn an_indirect_branch_repeats_where_it_stays() {
    let mut bench = Bench::started(&repeating(), &unsynced());
    bench.blocks(&[(0x102, 3, RETURN), (0x200, 4, RETURN), (0x200, 4, RETURN), (0x200, 4, RETURN), (0x200, 4, NONE)]);
    let expected = ["IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x180", "IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x0"];
    assert_eq!(bench.messages(), expected);
    let expected = ["RepeatBranch B-CNT=2 + ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=4"];
    assert_eq!(bench.control(true, false).entries(), expected);
}

#[test]
fn indirect_branches_that_go_to_and_fro_are_sent() {
    let mut bench = Bench::started(&repeating(), &unsynced());
    bench.blocks(&[(0x102, 4, RETURN), (0x200, 4, RETURN), (0x100, 4, RETURN), (0x200, 4, NONE)]);
    let expected = [
        "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x180",
        "IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x180",
        "IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x180",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn what_comes_in_between_ends_the_repetition() {
    let mut bench = looping(3);
    bench.messages();
    bench.blocks(&[(0x100, 0, EXCEPTION), (0x100, 4, BRANCH_TAKEN), (0x100, 4, NONE)]);
    let expected = ["RepeatBranch B-CNT=3 + IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x0", "DirectBranch I-CNT=4"];
    assert_eq!(bench.entries(), expected);
}

#[test]
fn a_branch_before_an_interrupt_is_neither_counted_nor_remembered() {
    let mut bench = looping(2);
    bench.messages();
    bench.blocks(&[(0x100, 0, INTERRUPT), (0x100, 4, BRANCH_TAKEN), (0x100, 4, NONE)]);
    let expected = [
        "RepeatBranch B-CNT=1 + DirectBranch I-CNT=4",
        "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x0",
        "DirectBranch I-CNT=4",
    ];
    assert_eq!(bench.entries(), expected);
}

#[test]
fn a_count_that_is_full_is_sent_and_counting_goes_on() {
    let mut bench = looping(0x3_FFFF);
    assert_eq!(bench.messages(), ["DirectBranch I-CNT=4"]);
    assert_eq!(bench.blocks(&[(0x100, 4, BRANCH_TAKEN)]).entries(), ["RepeatBranch B-CNT=262143"]);
    bench.blocks(&[(0x100, 4, BRANCH_TAKEN)]);
    let expected = ["RepeatBranch B-CNT=1 + DirectBranch I-CNT=4 + ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0"];
    assert_eq!(bench.control(true, false).entries(), expected);
}

#[test]
fn a_full_icnt_goes_after_what_has_been_counted() {
    let mut build = repeating();
    build.encoder.icnt_width = 9;
    let mut bench = Bench::traced(&build, &unsynced());
    bench.blocks(&[(0x100, 4, BRANCH_TAKEN); 3]).messages();
    bench.blocks(&[(0x100, 15, NONE); 19]);
    assert_eq!(bench.entries(), ["RepeatBranch B-CNT=2 + ResourceFull RCODE=0 RDATA=270"]);
}

#[test]
fn a_branch_that_ownership_goes_with_is_neither_counted_nor_remembered() {
    let mut build = repeating();
    build.encoder.context = true;
    let mut bench = Bench::traced(&build, &unsynced());
    bench.blocks(&[(0x100, 4, BRANCH_TAKEN); 3]).messages();
    bench.port(|port| port.privilege = 1).blocks(&[(0x100, 4, BRANCH_TAKEN); 2]);
    let expected = ["RepeatBranch B-CNT=1 + DirectBranch I-CNT=4 + Ownership PROCESS=0x4", "DirectBranch I-CNT=4"];
    assert_eq!(bench.entries(), expected);
}
