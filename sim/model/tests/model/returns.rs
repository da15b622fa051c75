// SPDX-License-Identifier: Apache-2.0
//! Implicit return (N-Trace 9.2; `docs/encoder.md`).

use crate::bench::{build, unsynced, Bench};
use tracewright_config::{Build, ImplicitReturn, Run};
use tracewright_messages::itype::*;

fn stack(implicit_return: ImplicitReturn) -> Build {
    let mut build = build();
    build.encoder.implicit_return = implicit_return;
    build
}

/// What a call at 0x102 and a return to `target` bring.
fn return_to(build: &Build, target: u64) -> Vec<String> {
    let mut bench = Bench::started(build, &unsynced());
    bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x1000, 3, RETURN), (target, 1, NONE)]).messages()
}

#[test]
fn section_9_2_a_return_to_behind_its_call_is_implied() {
    for mode in [ImplicitReturn::Count, ImplicitReturn::Partial, ImplicitReturn::Full] {
        let mut bench = Bench::started(&stack(mode), &unsynced());
        bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x1000, 3, RETURN), (0x106, 1, BRANCH_TAKEN)]);
        assert!(bench.messages().is_empty());
        // I-CNT and HIST go on.
        bench.control(true, false);
        assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=7 HIST=0x3"]);
    }
}

#[test]
fn section_9_2_a_full_address_tells_every_other_target() {
    let expected = ["IndirectBranch B-TYPE=0 I-CNT=6 U-ADDR=0x40000003"];
    assert_eq!(return_to(&stack(ImplicitReturn::Full), 0x8000_0106), expected);
}

#[test]
fn section_9_2_a_partial_address_tells_those_that_differ_in_its_bits() {
    let mut build = stack(ImplicitReturn::Partial);
    build.encoder.return_address_bits = 8;
    assert!(return_to(&build, 0x8000_0106).is_empty());
    assert!(return_to(&build, 0x306).is_empty());
    assert_eq!(return_to(&build, 0x006), ["IndirectBranch B-TYPE=0 I-CNT=6 U-ADDR=0x83"]);
}

#[test]
fn section_9_2_simple_counting_takes_every_target() {
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
    bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x200, 2, INFERABLE_CALL), (0x300, 1, RETURN)]);
    bench.blocks(&[(0x400, 1, RETURN), (0x106, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=0 I-CNT=6 U-ADDR=0x280"]);
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
    // A call, a swap back behind it, and a return to behind the swap.
    bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x200, 1, CO_ROUTINE_SWAP), (0x106, 1, RETURN), (0x202, 1, NONE)]);
    assert!(bench.messages().is_empty());
}

#[test]
fn tail_calls_do_not_move_the_stack() {
    for itype in [UNINFERABLE_TAIL_CALL, INFERABLE_TAIL_CALL] {
        let mut bench = Bench::started(&stack(ImplicitReturn::Full), &unsynced());
        bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x200, 1, itype), (0x300, 1, NONE)]).messages();
        bench.blocks(&[(0x302, 1, RETURN), (0x106, 1, NONE)]);
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
        bench.blocks(&[(0xFFFF, 1, RETURN)]);
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
    bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x1000, 3, RETURN), (0, 0, INTERRUPT), (0x106, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=3 I-CNT=6 U-ADDR=0x3"]);
}

#[test]
fn the_target_of_an_implied_return_may_complete_another_message() {
    let mut build = stack(ImplicitReturn::Full);
    build.encoder.icnt_width = 9;
    let mut bench = Bench::started(&build, &unsynced());
    bench.blocks(&[(0x102, 2, INFERABLE_CALL)]).blocks(&[(0x200, 15, NONE); 16]).blocks(&[(0x300, 13, RETURN)]);
    assert!(bench.messages().is_empty());
    bench.blocks(&[(0x106, 1, NONE)]);
    assert_eq!(bench.messages(), ["ResourceFull RCODE=0 RDATA=256"]);
}
