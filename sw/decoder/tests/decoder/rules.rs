// SPDX-License-Identifier: Apache-2.0
//! What the messages mean in each order in which an encoder may send them.

use crate::common::*;
use tracewright_decoder::{ErrorKind, Ignored, Item, Process, Settings, TrapKind};
use tracewright_image::Image;
use tracewright_messages::reader::MessageErrorKind;
use tracewright_messages::{sync, Field, Tcode};

fn full_count(icnt: u64) -> Vec<u8> {
    message(Tcode::ResourceFull, &[0, icnt])
}

fn full_history(hist: u64) -> Vec<u8> {
    message(Tcode::ResourceFull, &[1, hist])
}

fn indirect(btype: u64, icnt: u64, from: u64, to: u64, hist: u64) -> Vec<u8> {
    message(Tcode::IndirectBranchHist, &[btype, icnt, (from ^ to) >> 1, hist])
}

/// A loop of seven half-words with two branches: the first is not taken, the second is.
fn looping() -> Image {
    program(&[(0x100, &[C_ADD, branch(8), ADD, branch(-10), JUMP_REGISTER]), (0x200, &[C_ADD, C_EBREAK])])
}

fn rounds(count: usize) -> Vec<u64> {
    [0x100, 0x102, 0x106, 0x10A].repeat(count)
}

#[test]
fn ntrace_8_3_1_a_full_history_leaves_the_count_to_the_next_message() {
    let decoded = history(&[start(0x100), full_history(0b1_0101), stop(3 * 7, 0b1_01)], &looping());
    assert_eq!((decoded.pcs, decoded.others.len()), (rounds(3), 2));
}

#[test]
fn ntrace_8_4_4_a_full_count_adds_to_the_next_count() {
    let decoded = history(&[start(0x100), full_count(15), full_count(1), stop(5, 0b1_010101)], &looping());
    assert_eq!((decoded.pcs, decoded.others.len()), (rounds(3), 2));
}

#[test]
fn full_counts_and_full_histories_come_in_any_order() {
    let orders = [
        [full_count(15), full_history(0b1_0101), full_count(6)],
        [full_history(0b1_0101), full_count(15), full_count(6)],
        [full_count(15), full_count(6), full_history(0b1_0101)],
    ];
    for order in orders {
        let trace = [vec![start(0x100)], order.to_vec(), vec![stop(0, 0b1_01)]].concat();
        let decoded = history(&trace, &looping());
        assert_eq!((decoded.pcs, decoded.others.len()), (rounds(3), 2));
    }
}

#[test]
fn a_full_history_may_be_far_ahead_of_the_count() {
    let trace = [start(0x100), full_history(0b1_0101), indirect(0, 16, 0x100, 0x200, 0b1_00), stop(1, 1)];
    let mut expected = rounds(2);
    expected.extend([0x100, 0x102, 0x106, 0x10A]);
    let with_jump = [start(0x100), full_history(0b1_0101), indirect(0, 23, 0x100, 0x200, 0b1_00), stop(1, 1)];
    assert_eq!(history(&trace, &looping()).only_error().2, ErrorKind::HistoryBeyondCount);
    let too_few = [start(0x100), full_history(0b1_0101), stop(13, 1)];
    assert_eq!(history(&too_few, &looping()).only_error().2, ErrorKind::HistoryBeyondCount);
    expected.extend([0x10E, 0x200]);
    let decoded = history(&with_jump, &looping());
    assert_eq!((decoded.pcs, decoded.others.len()), (expected, 2));
}

#[test]
fn an_interrupt_before_the_target_of_a_jump_is_told_by_its_btype() {
    let image = program(&[(0x100, &[C_ADD, JUMP_REGISTER]), (0x200, &[C_ADD])]);
    for (btype, trap) in [(0, None), (1, Some(TrapKind::Either)), (3, Some(TrapKind::Interrupt))] {
        let decoded = history(&[start(0x100), indirect(btype, 3, 0x100, 0x200, 1), stop(1, 1)], &image);
        assert_eq!(decoded.pcs, [0x100, 0x102, 0x200]);
        let expected = trap.map(|kind| Item::Trap { kind, from: None, to: 0x200 });
        assert_eq!(decoded.others[1..decoded.others.len() - 1], expected.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn traps_and_their_return() {
    let image = program(&[(0x100, &[ECALL, C_ADD, C_ADD]), (0x200, &[MRET])]);
    let trace = [
        start(0x100),
        indirect(2, 2, 0x100, 0x200, 1),
        indirect(0, 2, 0x200, 0x104, 1),
        indirect(3, 1, 0x104, 0x200, 1),
        indirect(0, 2, 0x200, 0x106, 1),
        stop(1, 1),
    ];
    let decoded = history(&trace, &image);
    assert_eq!(decoded.pcs, [0x100, 0x200, 0x104, 0x200, 0x106]);
    let ecall = Item::Trap { kind: TrapKind::Exception, from: None, to: 0x200 };
    let interrupt = Item::Trap { kind: TrapKind::Interrupt, from: Some(0x106), to: 0x200 };
    assert_eq!(decoded.others[1..3], [ecall, interrupt]);
    assert_eq!(decoded.errors(), []);
}

#[test]
fn ntrace_7_4_after_a_loss_decoding_goes_on_at_the_restart() {
    let lost = message(Tcode::Error, &[0, 4]);
    let restart = message(Tcode::ProgTraceSync, &[sync::RESTART_FROM_OVERRUN.into(), 0, 0x200 >> 1]);
    let trace = [start(0x100), full_history(0b1_01), full_count(3), lost, restart, stop(1, 1)];
    let decoded = history(&trace, &looping());
    assert_eq!(decoded.pcs, [&rounds(1)[..], &[0x200]].concat());
    assert!(matches!(decoded.others[1], Item::Lost { etype: 0, ecode: 4, .. }));
    assert!(matches!(decoded.others[2], Item::Sync { reason: sync::RESTART_FROM_OVERRUN, address: 0x200, .. }));
    assert_eq!((decoded.others.len(), decoded.errors().len()), (4, 0));
}

#[test]
fn a_synchronising_message_replaces_the_reference_address_and_may_follow_a_jump_or_nothing() {
    let hist_sync =
        |btype, icnt, to: u64, hist| message(Tcode::IndirectBranchHistSync, &[2, btype, icnt, to >> 1, hist]);
    let no_hist_sync = |btype, icnt, to: u64| message(Tcode::IndirectBranchSync, &[2, btype, icnt, to >> 1]);
    let trace = [
        start(0x100),
        hist_sync(0, 1, 0x102, 1),
        hist_sync(0, 2 + 2 + 2 + 2, 0x200, 0b1_00),
        no_hist_sync(3, 1, 0x100),
        hist_sync(2, 3, 0x106, 0b1_0),
        indirect(3, 0, 0x106, 0x200, 1),
        stop(1, 1),
    ];
    let decoded = history(&trace, &looping());
    assert_eq!(decoded.pcs, [0x100, 0x102, 0x106, 0x10A, 0x10E, 0x200, 0x100, 0x102, 0x200]);
    let traps = decoded.others.iter().filter(|i| matches!(i, Item::Trap { .. })).count();
    assert_eq!((traps, decoded.errors().len()), (3, 0));
}

#[test]
fn a_synchronising_message_elsewhere_is_an_error_and_decoding_goes_on_from_it() {
    let elsewhere = message(Tcode::IndirectBranchHistSync, &[2, 0, 1, 0x200 >> 1, 1]);
    let decoded = history(&[start(0x100), elsewhere, stop(1, 1)], &looping());
    assert_eq!(decoded.only_error(), (start(0x100).len(), Some(0x102), ErrorKind::OtherAddress(0x200)));
    assert_eq!(decoded.pcs, [0x100, 0x200]);
}

#[test]
fn a_marker_does_not_disturb_the_history_that_is_still_to_come() {
    let marker = message(Tcode::ProgTraceSync, &[sync::TRACE_EVENT.into(), 5, 0x10A >> 1]);
    let decoded = history(&[start(0x100), marker, stop(2, 0b1_01)], &looping());
    assert_eq!((&decoded.pcs, decoded.errors().len()), (&rounds(1), 0));
    assert!(matches!(decoded.others[1], Item::Sync { reason: sync::TRACE_EVENT, address: 0x10A, .. }));
}

#[test]
fn a_reset_needs_no_stop_before_it_but_any_other_start_does() {
    let start = |reason: u8| message(Tcode::ProgTraceSync, &[reason.into(), 0, 0x100 >> 1]);
    for (reason, errors) in [(sync::EXIT_FROM_RESET, 0), (sync::TRACE_ENABLE, 1)] {
        let trace = [start(3), full_history(0b1_0), full_count(3), start(reason), stop(1, 1)];
        let decoded = history(&trace, &looping());
        assert_eq!((decoded.pcs, decoded.others.len()), (vec![0x100, 0x102, 0x100], 3 + errors));
    }
}

#[test]
fn ntrace_11_1_a_trace_that_begins_in_the_middle_of_a_message_is_decoded_from_its_first_synchronising_message() {
    let sync = message(Tcode::IndirectBranchHistSync, &[2, 3, 0xFFFF, 0x100 >> 1, 0xF2F4_F8F1]);
    let trace = [&sync[..], &indirect(3, 3, 0x100, 0x200, 1), &sync, &stop(3, 0b1_0)].concat();
    let kept = sync.len() + indirect(3, 3, 0x100, 0x200, 1).len();
    for cut in 0..kept {
        let decoded = decode_with(&trace[cut..], &looping(), Settings::default());
        assert_eq!(decoded.pcs, [0x100, 0x102], "{cut}");
        assert_eq!(decoded.errors(), [], "{cut}");
        assert_eq!(decoded.others[0], Item::Skipped { offset: 0, len: kept - cut });
    }
}

#[test]
fn a_trace_that_ends_in_the_middle_of_a_message_is_decoded_up_to_there() {
    let last = indirect(3, 7, 0x100, 0x200, 0b1_01);
    let before = [start(0x100), indirect(3, 7, 0x100, 0x100, 0b1_01)].concat();
    let cut = Item::Cut { offset: before.len() };
    let whole = [before, last].concat();
    let decoded = decode_with(&whole[..whole.len() - 1], &looping(), Settings::default());
    assert_eq!((decoded.pcs, decoded.others[2]), (rounds(1), cut));
}

#[test]
fn nothing_that_synchronises_is_an_error() {
    let decoded = history(&[indirect(0, 1, 0, 0, 1), stop(1, 1)], &looping());
    assert_eq!(decoded.only_error(), (0, None, ErrorKind::NoSync));
    assert_eq!(decode_with(&[0; 100], &looping(), Settings::default()).only_error().2, ErrorKind::NoSync);
    assert_eq!(decode_with(&[0xFF; 100], &looping(), Settings::default()).others, []);
}

#[test]
fn messages_that_need_not_be_known_are_reported_and_change_nothing() {
    let ownership = message(Tcode::Ownership, &[0x3B2]);
    let vendor = vec![60 << 2, 0x13];
    let trace = [start(0x100), full_history(0b1_01), ownership, vendor, stop(7, 1)];
    let decoded = history(&trace, &looping());
    assert_eq!(decoded.pcs, rounds(1));
    assert!(matches!(
        decoded.others[1..3],
        [Item::Ownership { process: Process(0x3B2), .. }, Item::Ignored { what: Ignored::Vendor(60), .. }]
    ));
}

#[test]
fn ntrace_11_2_only_the_chosen_source_is_decoded() {
    // ProgTraceSync and ProgTraceCorrelation with a SRC of two bits.
    let from = |src: u8| {
        let start = [9 << 2, (src | 3 << 2) << 2, 0b01, 0b11];
        let stop = [33 << 2, src << 2, (1 | 1 << 2) << 2 | 0b01, 1 << 2 | 0b11];
        [start, stop].concat()
    };
    let image = program(&[(0, &[C_ADD, C_ADD])]);
    let trace = [from(1), from(2), from(1)].concat();
    let decoded = |src| decode_with(&trace, &image, Settings { src_bits: 2, src, ..Settings::default() });
    assert_eq!([1, 2, 3].map(|src| decoded(src).pcs.len()), [2, 1, 0]);
}

#[test]
fn every_contradiction_is_reported_with_its_place() {
    let image = looping();
    let cases = [
        (stop(1, 0), 0x100, ErrorKind::Value { field: Field::Hist, value: 0 }),
        (stop(1 << 22, 1), 0x100, ErrorKind::Value { field: Field::ICnt, value: 1 << 22 }),
        (full_history(0), 0x100, ErrorKind::Value { field: Field::RData, value: 0 }),
        (full_count(1 << 22), 0x100, ErrorKind::Value { field: Field::RData, value: 1 << 22 }),
        (message(Tcode::ResourceFull, &[7, 1]), 0x100, ErrorKind::Value { field: Field::RCode, value: 7 }),
        (indirect(0, 1, 0, 1 << 33, 1), 0x100, ErrorKind::Value { field: Field::UAddr, value: 1 << 32 }),
        (stop(3, 1), 0x102, ErrorKind::NoHistory),
        (stop(4, 0b1_0), 0x106, ErrorKind::MidInstruction),
        (stop(5, 0b1_01), 0x10A, ErrorKind::HistoryBeyondCount),
        (stop(10, 0b1_00), 0x10E, ErrorKind::UnknownTarget),
        (full_history(0b1_000), 0x10E, ErrorKind::UnknownTarget),
        (indirect(0, 5, 0x100, 0x200, 0b1_0), 0x10A, ErrorKind::NotAJump),
        (message(Tcode::DirectBranch, &[1]), 0x102, ErrorKind::NotABranch),
        (message(Tcode::RepeatBranch, &[1]), 0x100, ErrorKind::NothingToRepeat),
    ];
    for (wrong, address, kind) in cases {
        let trace = [start(0x100), wrong, start(0x200), stop(1, 1)];
        let decoded = history(&trace, &image);
        assert_eq!(decoded.only_error(), (trace[0].len(), Some(address), kind));
        assert_eq!(decoded.pcs.last(), Some(&0x200), "{kind:?}");
    }
}

#[test]
fn execution_outside_the_program_is_reported_with_its_address() {
    let decoded = history(&[start(0x200), stop(3, 1), start(0x300), stop(1, 1)], &looping());
    let errors = decoded.errors();
    let expected = [0x204, 0x300].map(|address| (Some(address), ErrorKind::NoCode));
    assert_eq!(errors.iter().map(|e| (e.address, e.kind)).collect::<Vec<_>>(), expected);
    assert_eq!(decoded.pcs, [0x200, 0x202]);
    assert_eq!(
        errors[0].to_string(),
        "byte 4, message 2: execution goes where the program has no code, at address 0x00000204"
    );
}

#[test]
fn after_damage_nothing_is_used_up_to_a_synchronising_message() {
    let damaged = vec![4 << 2, 0b10, 0b11];
    let trace = [start(0x100), damaged, indirect(3, 1, 0x100, 0x200, 1), start(0x200), stop(1, 1)];
    let decoded = history(&trace, &looping());
    let kind = ErrorKind::Message(MessageErrorKind::ReservedMseo);
    assert_eq!(decoded.only_error(), (trace[0].len(), None, kind));
    assert_eq!(decoded.pcs, [0x200]);
}
