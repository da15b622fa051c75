// SPDX-License-Identifier: Apache-2.0
//! Branch messages, and the optional compression of chapter 9.

use crate::common::*;
use tracewright_decoder::{ErrorKind, Item, Settings};
use tracewright_messages::{Field, Tcode};

#[test]
fn ntrace_9_2_implicit_returns_go_where_the_call_came_from_unless_a_message_says_otherwise() {
    // A call of a leaf that returns; after it the same again.
    let code = [jump(1, 0x100), C_ADD, jump(1, 0xFA), C_EBREAK];
    let image = program(&[(0x100, &code), (0x200, &[C_ADD, RET]), (0x300, &[C_ADD])]);
    let settings = Settings { implicit_return: true, ..Settings::default() };
    let decoded = |trace: &[Vec<u8>]| decode_with(&trace.concat(), &image, settings);
    let both = decoded(&[start(0x100), stop(2 + 3 + 1 + 2 + 3, 1)]);
    assert_eq!(both.pcs, [0x100, 0x200, 0x202, 0x104, 0x106, 0x200, 0x202]);
    let elsewhere = decoded(&[start(0x100), message(Tcode::IndirectBranch, &[0, 5, (0x100 ^ 0x300) >> 1]), stop(1, 1)]);
    assert_eq!(elsewhere.pcs, [0x100, 0x200, 0x202, 0x300]);
    assert_eq!((both.errors().len(), elsewhere.errors().len()), (0, 0));

    let synchronised = message(Tcode::IndirectBranchHistSync, &[2, 0, 2, 0x200 >> 1, 1]);
    let forgotten = decoded(&[start(0x100), synchronised, stop(3 + 1, 1)]);
    assert_eq!(forgotten.only_error().1, Some(0x202));
    assert_eq!(forgotten.only_error().2, ErrorKind::UnknownTarget);
}

#[test]
fn ntrace_table_4_a_co_routine_swap_pops_and_pushes_and_a_call_through_its_own_link_register_only_pushes() {
    let settings = Settings { implicit_return: true, ..PLAIN };
    let swap = program(&[(0x100, &[jump(1, 0x100), jalr(0, 5, 0)]), (0x200, &[jalr(5, 1, 0), C_ADD])]);
    let decoded = decode_with(&[start(0x100), stop(7, 1)].concat(), &swap, settings);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x200, 0x104, 0x204][..], 0));

    let call = program(&[(0x100, &[jump(1, 0x100), C_ADD]), (0x200, &[jalr(1, 1, 0), RET]), (0x300, &[RET])]);
    let told = message(Tcode::IndirectBranch, &[0, 4, (0x100 ^ 0x300) >> 1]);
    let decoded = decode_with(&[start(0x100), told, stop(5, 1)].concat(), &call, settings);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x200, 0x300, 0x204, 0x104][..], 0));
}

#[test]
fn a_return_that_is_reported_pops_too() {
    let code = [(0x100, &[jump(1, 0x100), C_ADD][..]), (0x200, &[jump(1, 0x100)]), (0x300, &[RET]), (0x400, &[RET])];
    let settings = Settings { implicit_return: true, ..PLAIN };
    let elsewhere = message(Tcode::IndirectBranch, &[0, 6, (0x100 ^ 0x400) >> 1]);
    let decoded = decode_with(&[start(0x100), elsewhere, stop(3, 1)].concat(), &program(&code), settings);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x200, 0x300, 0x400, 0x104][..], 0));
}

#[test]
fn a_count_that_our_encoders_reach_is_never_refused() {
    let long = [&[C_ADD; 5000][..], &[branch(0x400)]].concat();
    let trace = |count| [start(0x1000), message(Tcode::DirectBranch, &[5002]), message(Tcode::RepeatBranch, &[count])];
    let kind = |count| branches(&trace(count), &program(&[(0x1000, &long)])).only_error().2;
    assert_eq!(kind(0xFFFF), ErrorKind::NoCode, "it was followed");
    assert_eq!(kind(0x100_0000), ErrorKind::Value { field: Field::BCnt, value: 0x100_0000 });
}

#[test]
fn ntrace_7_11_repeat_branch_repeats_what_the_last_branch_message_did() {
    let image = program(&[(0x100, &[C_ADD, branch(-2), C_ADD]), (0x200, &[C_ADD, JUMP_REGISTER])]);
    let taken = message(Tcode::DirectBranch, &[3]);
    let again = |count| message(Tcode::RepeatBranch, &[count]);
    let stop = message(Tcode::ProgTraceCorrelation, &[0, 0, 4]);
    let decoded = branches(&[start(0x100), taken, again(3), stop], &image);
    assert_eq!(decoded.pcs, [[0x100, 0x102].repeat(5), vec![0x106]].concat());
    assert_eq!(decoded.errors(), []);

    let jump = message(Tcode::IndirectBranch, &[0, 3, 0x200 >> 1]);
    let trace = [start(0x200), message(Tcode::IndirectBranch, &[0, 3, 0]), again(2), jump];
    assert_eq!(branches(&trace, &image).pcs, [0x200, 0x202].repeat(4));
}

#[test]
fn no_repeat_count_keeps_the_decoder_busy_for_long() {
    let endless = program(&[(0x100, &[branch(0), C_ADD])]);
    let (limit, none) = ((1 << 22) / 2, 0);
    for (hist, instructions) in [(0b1_1, limit), (1, none)] {
        let repeated = message(Tcode::ResourceFull, &[2, hist, u64::MAX]);
        let decoded = history(&[start(0x100), repeated], &endless);
        assert_eq!(decoded.pcs.len(), instructions);
    }
    let taken = message(Tcode::DirectBranch, &[2]);
    for value in [1 << 28, u64::MAX] {
        let again = message(Tcode::RepeatBranch, &[value]);
        let decoded = branches(&[start(0x100), taken.clone(), again], &endless);
        assert_eq!(decoded.only_error().2, ErrorKind::Value { field: Field::BCnt, value });
    }
}

#[test]
fn a_stack_of_return_addresses_forgets_the_oldest() {
    // A function that calls itself, and before it returns another one.
    let image = program(&[(0x100, &[branch(8), jump(1, -4), jump(1, 0xF8), RET]), (0x200, &[RET])]);
    let settings = Settings { implicit_return: true, ..Settings::default() };
    let (calls, known) = (40, 31);
    let down = message(Tcode::ResourceFull, &[2, 0b1_0, calls]);
    let deepest = message(Tcode::ResourceFull, &[1, 0b1_1]);
    let decoded = |returns: u64| {
        let stop = stop(calls * 4 + 2 + returns * 6, 1);
        decode_with(&[start(0x100), down.clone(), deepest.clone(), stop].concat(), &image, settings)
    };
    let up = decoded(known + 1);
    assert_eq!(up.errors(), []);
    let expected = [[0x100, 0x104].repeat(40), vec![0x100], [0x108, 0x200, 0x10C].repeat(32)].concat();
    assert_eq!(up.pcs, expected);
    assert_eq!(decoded(known + 2).only_error().2, ErrorKind::UnknownTarget);
}

#[test]
fn ntrace_7_6_a_direct_branch_that_synchronises_may_have_been_taken_or_not() {
    let image = program(&[(0x100, &[C_ADD, branch(0x7E), C_ADD]), (0x180, &[C_ADD])]);
    let sync = |to: u64| message(Tcode::DirectBranchSync, &[2, 3, to >> 1]);
    let stop = || message(Tcode::ProgTraceCorrelation, &[0, 0, 1]);
    for target in [0x106, 0x180] {
        let decoded = branches(&[start(0x100), sync(target), stop()], &image);
        assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x102, target][..], 0));
    }
    let decoded = branches(&[start(0x100), sync(0x100), stop()], &image);
    assert_eq!(decoded.only_error().2, ErrorKind::OtherAddress(0x100));
}

#[test]
fn a_direct_jump_may_be_reported_like_a_taken_branch() {
    let image = program(&[(0x100, &[C_ADD, jump(0, 0x7E)]), (0x180, &[C_ADD])]);
    let stop = message(Tcode::ProgTraceCorrelation, &[0, 0, 1]);
    let decoded = branches(&[start(0x100), message(Tcode::DirectBranch, &[3]), stop], &image);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x102, 0x180][..], 0));
}

#[test]
fn repeat_branch_looks_past_synchronising_messages_but_not_past_a_gap() {
    let image = program(&[(0x100, &[C_ADD, branch(-2), C_ADD])]);
    let taken = message(Tcode::DirectBranch, &[3]);
    let again = message(Tcode::RepeatBranch, &[2]);
    let sync = message(Tcode::DirectBranchSync, &[2, 3, 0x100 >> 1]);
    let decoded = branches(&[start(0x100), taken.clone(), sync, again.clone()], &image);
    assert_eq!((decoded.pcs, decoded.others.len()), ([0x100, 0x102].repeat(4), 2));
    let lost = message(Tcode::Error, &[0, 4]);
    let decoded = branches(&[start(0x100), taken, lost, start(0x100), again], &image);
    assert_eq!(decoded.only_error().2, ErrorKind::NothingToRepeat);
}

#[test]
fn an_interrupt_behind_an_implied_return_came_where_that_led_if_the_hart_says_where_interrupts_come() {
    let image = program(&[(0x100, &[jump(1, 0x100), C_ADD]), (0x200, &[RET]), (0x300, &[C_ADD])]);
    let trace = |btype| [start(0x100), message(Tcode::IndirectBranch, &[btype, 4, (0x100 ^ 0x300) >> 1]), stop(1, 1)];
    let from = |btype, interrupt_address| {
        let settings = Settings { implicit_return: true, interrupt_address, ..PLAIN };
        let decoded = decode_with(&trace(btype).concat(), &image, settings);
        assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x200, 0x300][..], 0));
        let traps = decoded.others.iter().filter_map(|item| match item {
            Item::Trap { from, to: 0x300, .. } => Some(*from),
            _ => None,
        });
        traps.collect::<Vec<_>>()
    };
    assert_eq!(from(3, true), [Some(0x104)]);
    assert_eq!(from(3, false), [None], "it may have come before the target of a return that went elsewhere");
    assert_eq!(from(2, false), [Some(0x104)], "an exception always has an address");
}

#[test]
fn an_interrupt_behind_an_ecall_that_does_not_trap_came_behind_it() {
    let image = program(&[(0x100, &[ECALL, C_ADD]), (0x300, &[C_ADD])]);
    let from = |btype, interrupt_address| {
        let settings = Settings { interrupt_address, ..PLAIN };
        let trap = message(Tcode::IndirectBranch, &[btype, 2, (0x100 ^ 0x300) >> 1]);
        let decoded = decode_with(&[start(0x100), trap, stop(1, 1)].concat(), &image, settings);
        decoded.others.iter().find_map(|item| match item {
            Item::Trap { from, .. } => Some(*from),
            _ => None,
        })
    };
    assert_eq!(from(3, true), Some(Some(0x104)));
    assert_eq!(from(3, false), Some(None), "or before the handler of its exception");
    assert_eq!(from(2, true), Some(None));
}
