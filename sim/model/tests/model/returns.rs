// SPDX-License-Identifier: Apache-2.0
//! Implicit return (N-Trace 9.2; `docs/encoder.md`).

use crate::bench::{build, unsynced, Bench};
use tracewright_config::{Build, ImplicitReturn, Modes, ReturnCalls, Run};
use tracewright_messages::itype::*;

fn stack(implicit_return: ImplicitReturn) -> Build {
    let mut build = build();
    build.encoder.implicit_return = implicit_return;
    build
}

/// A call at 0x102, a jump whose message tells it, and a return at 0x1002.
const CALL_AND_RETURN: [(u64, u32, u8); 3] =
    [(0x102, 2, INFERABLE_CALL), (0x1000, 1, OTHER_UNINFERABLE_JUMP), (0x1002, 2, RETURN)];

/// What a call that was told and a return to `target` bring.
fn return_to(build: &Build, target: u64) -> Vec<String> {
    let mut bench = Bench::started(build, &unsynced());
    assert_eq!(bench.blocks(&CALL_AND_RETURN).messages(), ["IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x881"]);
    bench.blocks(&[(target, 1, NONE)]).messages()
}

#[test]
fn ntrace_9_2_a_return_to_behind_its_call_is_implied() {
    for mode in [ImplicitReturn::Count, ImplicitReturn::Partial, ImplicitReturn::Full] {
        let mut bench = Bench::started(&stack(mode), &unsynced());
        bench.blocks(&CALL_AND_RETURN).messages();
        assert!(bench.blocks(&[(0x106, 1, BRANCH_TAKEN)]).messages().is_empty());
        // I-CNT and HIST go on.
        bench.control(true, false);
        assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=3 HIST=0x3"]);
    }
}

#[test]
fn ntrace_9_2_a_full_address_tells_every_other_target() {
    let expected = ["IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x40000882"];
    assert_eq!(return_to(&stack(ImplicitReturn::Full), 0x8000_0106), expected);
}

#[test]
fn ntrace_9_2_a_partial_address_tells_those_that_differ_in_its_bits() {
    let mut build = stack(ImplicitReturn::Partial);
    build.encoder.return_address_bits = 8;
    assert!(return_to(&build, 0x8000_0106).is_empty());
    assert!(return_to(&build, 0x306).is_empty());
    assert_eq!(return_to(&build, 0x006), ["IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x802"]);
}

#[test]
fn ntrace_9_2_simple_counting_takes_every_target() {
    assert!(return_to(&stack(ImplicitReturn::Count), 0x8000_0000).is_empty());
}

#[test]
fn without_the_option_returns_are_reported() {
    assert_eq!(return_to(&build(), 0x106).len(), 1);
    let mut bench = Bench::started(&stack(ImplicitReturn::Full), &Run { implicit_return: false, ..unsynced() });
    bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x1000, 3, RETURN), (0x106, 1, NONE)]);
    assert_eq!(bench.messages().len(), 1);
}

#[test]
fn a_return_without_a_call_is_reported() {
    let mut bench = Bench::started(&stack(ImplicitReturn::Count), &unsynced());
    bench.blocks(&[(0x102, 1, RETURN), (0x106, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x3"]);
}

#[test]
fn a_wrong_return_takes_its_call_with_it() {
    let mut bench = Bench::started(&stack(ImplicitReturn::Full), &unsynced());
    bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x200, 2, INFERABLE_CALL)]);
    bench.blocks(&[(0x300, 1, OTHER_UNINFERABLE_JUMP), (0x302, 1, RETURN)]).messages();
    bench.blocks(&[(0x400, 1, RETURN), (0x106, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x381"]);
}

#[test]
fn an_uninferable_call_is_reported_and_its_return_is_not() {
    let mut bench = Bench::started(&stack(ImplicitReturn::Full), &unsynced());
    bench.blocks(&[(0x102, 1, UNINFERABLE_CALL), (0x200, 1, RETURN), (0x104, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x180"]);
}

#[test]
fn a_co_routine_swap_returns_and_calls() {
    let mut bench = Bench::started(&stack(ImplicitReturn::Full), &unsynced());
    // A call, a swap back to just after it, and a return to just after the swap.
    bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x200, 1, OTHER_UNINFERABLE_JUMP), (0x202, 1, CO_ROUTINE_SWAP)]);
    bench.messages();
    bench.blocks(&[(0x106, 1, OTHER_UNINFERABLE_JUMP), (0x108, 1, RETURN), (0x204, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x185"]);
}

#[test]
fn tail_calls_do_not_move_the_stack() {
    for itype in [UNINFERABLE_TAIL_CALL, INFERABLE_TAIL_CALL] {
        let mut bench = Bench::started(&stack(ImplicitReturn::Full), &unsynced());
        bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x200, 1, itype), (0x300, 1, OTHER_UNINFERABLE_JUMP)]);
        bench.blocks(&[(0x302, 1, NONE)]).messages();
        bench.blocks(&[(0x304, 1, RETURN), (0x106, 1, NONE)]);
        assert!(bench.messages().is_empty());
    }
}

#[test]
fn the_newest_calls_are_kept() {
    for depth in [1, 3, 32] {
        let mut build = stack(ImplicitReturn::Full);
        build.encoder.return_stack_depth = depth;
        let mut bench = Bench::started(&build, &unsynced());
        let calls = u64::from(depth) + 1;
        for call in 0..calls {
            bench.blocks(&[(0x1000 * call, 1, INFERABLE_CALL)]);
        }
        bench.blocks(&[(0xFF00, 1, OTHER_UNINFERABLE_JUMP), (0xFF02, 1, RETURN)]).messages();
        for call in (1..calls).rev() {
            bench.blocks(&[(0x1000 * call + 2, 1, RETURN)]);
        }
        assert!(bench.messages().is_empty(), "depth {depth}");
        bench.blocks(&[(0x2, 1, NONE)]);
        assert_eq!(bench.messages().len(), 1, "depth {depth}");
    }
}

#[test]
fn the_end_of_a_trace_empties_the_stack() {
    let mut bench = Bench::started(&stack(ImplicitReturn::Count), &unsynced());
    bench.blocks(&[(0x102, 2, INFERABLE_CALL)]).control(true, false).control(true, true);
    bench.blocks(&[(0x200, 1, NONE)]).messages();
    bench.blocks(&[(0x202, 1, RETURN), (0x106, 1, NONE)]);
    assert_eq!(bench.messages().len(), 1);
}

#[test]
fn a_trap_before_the_return_s_target_is_reported() {
    let mut bench = Bench::started(&stack(ImplicitReturn::Full), &unsynced());
    bench.blocks(&CALL_AND_RETURN).messages();
    bench.blocks(&[(0, 0, INTERRUPT), (0x106, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=3 I-CNT=2 U-ADDR=0x882"]);
}

#[test]
fn the_target_of_an_implied_return_may_complete_another_message() {
    let mut build = stack(ImplicitReturn::Full);
    build.encoder.icnt_width = 9;
    let mut bench = Bench::started(&build, &unsynced());
    bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x1F0, 1, OTHER_UNINFERABLE_JUMP)]);
    bench.blocks(&[(0x200, 15, NONE); 16]).blocks(&[(0x300, 16, RETURN)]).messages();
    bench.blocks(&[(0x106, 1, NONE)]);
    assert_eq!(bench.messages(), ["ResourceFull RCODE=0 RDATA=256"]);
}

/// Messages of a call at 0x102 and a return to just after it, when `blocks` come first and `between` in between.
fn with_between(build: &Build, run: &Run, first: &[(u64, u32, u8)], between: &[(u64, u32, u8)]) -> Vec<String> {
    let mut bench = Bench::started(build, run);
    bench.blocks(first).blocks(&[(0x102, 2, INFERABLE_CALL)]).blocks(between).messages();
    bench.blocks(&[(0x2000, 3, RETURN)]).messages();
    bench.blocks(&[(0x106, 1, NONE)]).messages()
}

#[test]
fn ntrace_9_2_a_return_whose_call_was_in_no_earlier_message_is_reported() {
    for mode in [ImplicitReturn::Count, ImplicitReturn::Partial, ImplicitReturn::Full] {
        let mut bench = Bench::started(&stack(mode), &unsynced());
        bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x1000, 3, RETURN), (0x106, 1, NONE)]);
        assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=0 I-CNT=6 U-ADDR=0x3"], "{mode:?}");
        // The message of the inner return tells the outer call.
        bench.blocks(&[(0x108, 1, INFERABLE_CALL), (0x200, 1, INFERABLE_CALL), (0x300, 1, RETURN), (0x202, 1, RETURN)]);
        bench.blocks(&[(0x10A, 1, NONE)]);
        assert_eq!(bench.messages().len(), 1, "{mode:?}");
    }
}

#[test]
fn ntrace_9_2_a_message_with_icnt_tells_the_calls_before_it() {
    let mut build = stack(ImplicitReturn::Full);
    let implied = |build: &Build, between: &[_]| with_between(build, &unsynced(), &[], between).is_empty();
    assert!(implied(&build, &[(0x1000, 1, OTHER_UNINFERABLE_JUMP)]));
    assert!(implied(&build, &[(0x1000, 1, EXCEPTION)]));
    assert!(!implied(&build, &[(0x1000, 1, NONE), (0x1002, 1, BRANCH_TAKEN)]));
    build.encoder.icnt_width = 9;
    assert!(!implied(&build, &[(0x1000, 253, NONE), (0x11FA, 1, NONE)]), "RCODE 0 is a number that waits for HIST");
    let mut btm = stack(ImplicitReturn::Full);
    btm.encoder.modes = Modes::Btm;
    assert!(implied(&btm, &[(0x1000, 1, BRANCH_TAKEN)]));
    assert!(!implied(&btm, &[(0x1000, 1, BRANCH_NOT_TAKEN)]));
    btm.encoder.repeat_branch = true;
    // A loop that calls itself: every DirectBranch but the first two is counted.
    let mut bench = Bench::started(&btm, &Run { repeated_history: true, ..unsynced() });
    bench.blocks(&[(0x102, 2, BRANCH_TAKEN); 4]).messages();
    bench.blocks(&[(0x102, 1, INFERABLE_CALL), (0x104, 1, BRANCH_TAKEN), (0x102, 1, RETURN), (0x104, 1, NONE)]);
    assert!(bench.messages().is_empty(), "RepeatBranch, which tells the call, goes before whatever tells the return");
}

#[test]
fn ntrace_9_2_a_full_hist_tells_the_calls_that_a_branch_in_it_follows() {
    let mut build = stack(ImplicitReturn::Full);
    build.encoder.hist_width = 8;
    let branches = [(0x1000, 1, BRANCH_TAKEN); 8];
    let plain = Run { repeated_history: false, ..unsynced() };
    assert!(with_between(&build, &plain, &[], &branches).is_empty());
    assert_eq!(
        with_between(&build, &plain, &branches[..7], &branches[..1]).len(),
        1,
        "all of HIST was before the call"
    );
    assert!(with_between(&build, &plain, &branches[..6], &branches[..2]).is_empty());

    build.encoder.repeated_history = true;
    let run = Run { repeated_history: true, ..unsynced() };
    let ends = [(0x1000, 1, BRANCH_NOT_TAKEN)];
    let many = [(0x1000, 1, BRANCH_TAKEN); 30];
    assert!(with_between(&build, &run, &[], &[&many[..], &ends].concat()).is_empty(), "a repetition that ended");
    assert_eq!(with_between(&build, &run, &many, &ends).len(), 1, "the repetition was before the call");
    let some = [&many[..3], &ends].concat();
    assert!(with_between(&build, &run, &many, &some).is_empty(), "but three of its branches");
}

#[test]
fn ntrace_9_2_a_return_sends_what_repeats_if_that_tells_its_call() {
    let mut build = stack(ImplicitReturn::Full);
    build.encoder.hist_width = 8;
    build.encoder.repeated_history = true;
    let run = Run { repeated_history: true, ..unsynced() };
    for (branches, message) in [
        ("111111111", "ResourceFull RCODE=2 RDATA=0x3 HREPEAT=9"),
        ("011000110", "ResourceFull RCODE=1 RDATA=0xB1"),
        ("011", ""),
    ] {
        let mut bench = Bench::started(&build, &run);
        bench.blocks(&[(0x102, 2, INFERABLE_CALL)]);
        for branch in branches.chars() {
            bench.blocks(&[(0x1000, 1, if branch == '1' { BRANCH_TAKEN } else { BRANCH_NOT_TAKEN })]);
        }
        assert!(bench.messages().is_empty());
        assert_eq!(bench.blocks(&[(0x2000, 3, RETURN)]).messages().join(""), message, "{branches}");
        let told = bench.blocks(&[(0x106, 1, NONE)]).messages().is_empty();
        assert_eq!(told, !message.is_empty(), "{branches}");
    }
}

#[test]
fn any_call_may_be_built_to_imply_its_return() {
    let mut build = stack(ImplicitReturn::Full);
    build.encoder.return_calls = ReturnCalls::Any;
    assert!(with_between(&build, &unsynced(), &[], &[]).is_empty());
}
