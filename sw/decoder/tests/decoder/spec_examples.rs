// SPDX-License-Identifier: Apache-2.0
//! The examples of the N-Trace specification, under the numbers of their sections.

use crate::common::*;
use tracewright_decoder::{ErrorKind, Item, TrapKind};
use tracewright_image::Image;
use tracewright_messages::{evcode, sync, Tcode};

#[test]
fn ntrace_3_5_table_6_a_message_between_idle_bytes() {
    // Ten times a branch to itself; what is left of I-CNT = 0x7D ends in a jump.
    let code = [&[branch(0)][..], &[C_ADD; 101], &[JUMP_REGISTER]].concat();
    let bytes = vec![0xFF, 0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF, 0xFF];
    let decoded = history(&[start(0x100), bytes, stop(1, 1)], &program(&[(0x100, &code)]));
    let after: Vec<u64> = (0..102).map(|i| 0x104 + 2 * i).collect();
    assert_eq!(decoded.pcs, [&[0x100; 11][..], &after, &[0x100 ^ 7 << 1]].concat());
    assert_eq!(decoded.errors(), []);
}

/// The code of 8.4.1, with code for a handler after it.
fn listing_8_4_1() -> Image {
    let main = [C_ADD, branch(0xFE), ADD, branch(0x1F6), C_ADD, ADD, C_EBREAK];
    program(&[(0x100, &main), (0x200, &[C_ADD, C_EBREAK]), (0x300, &[ADD, C_EBREAK]), (0x400, &[C_ADD])])
}

/// Correlation as in BTM, without HIST.
fn btm_stop(icnt: u64) -> Vec<u8> {
    message(Tcode::ProgTraceCorrelation, &[0, 0, icnt])
}

#[test]
fn ntrace_8_4_1_first_time_the_first_branch_is_taken() {
    let trace = [start(0x100), message(Tcode::DirectBranch, &[3]), btm_stop(1)];
    assert_eq!(branches(&trace, &listing_8_4_1()).pcs, [0x100, 0x102, 0x200]);
}

#[test]
fn ntrace_8_4_1_second_time_the_second_branch_is_taken() {
    let trace = [start(0x100), message(Tcode::DirectBranch, &[7]), btm_stop(2)];
    assert_eq!(branches(&trace, &listing_8_4_1()).pcs, [0x100, 0x102, 0x106, 0x10A, 0x300]);
}

#[test]
fn ntrace_8_4_1_third_time_no_branch_is_taken() {
    let decoded = branches(&[start(0x100), btm_stop(10)], &listing_8_4_1());
    assert_eq!(decoded.pcs, [0x100, 0x102, 0x106, 0x10A, 0x10E, 0x110]);
    assert_eq!(
        decoded.others,
        [
            Item::Sync { offset: 0, reason: sync::EXIT_FROM_DEBUG, address: 0x100 },
            Item::Stop { offset: start(0x100).len(), event: evcode::DEBUG },
        ]
    );
}

#[test]
fn ntrace_8_4_1_an_exception_may_come_after_any_whole_number_of_instructions() {
    for (icnt, pcs) in [(0, &[][..]), (1, &[0x100]), (5, &[0x100, 0x102, 0x106])] {
        let trap = message(Tcode::IndirectBranch, &[1, icnt, (0x100 ^ 0x400) >> 1]);
        let decoded = branches(&[start(0x100), trap], &listing_8_4_1());
        assert_eq!(decoded.pcs, pcs);
        let from = Some(0x100 + 2 * icnt);
        assert_eq!(decoded.others[1..], [Item::Trap { kind: TrapKind::Either, from, to: 0x400 }]);
    }
}

#[test]
fn ntrace_8_4_1_half_an_instruction_is_an_error_and_decoding_resumes_at_the_next_synchronising_message() {
    for (icnt, at) in [(4, 0x106), (6, 0x10A), (9, 0x110)] {
        let trap = message(Tcode::IndirectBranch, &[1, icnt, (0x100 ^ 0x400) >> 1]);
        let unusable = message(Tcode::IndirectBranch, &[1, 1, 0]);
        let trace = [start(0x100), trap, unusable, start(0x200), btm_stop(1)];
        let decoded = branches(&trace, &listing_8_4_1());
        assert_eq!(decoded.only_error(), (trace[0].len(), Some(at), ErrorKind::MidInstruction));
        assert_eq!(decoded.pcs.last(), Some(&0x200));
        let skipped = Item::Skipped { offset: trace[..2].concat().len(), len: trace[2].len() };
        assert!(decoded.others.contains(&skipped), "{:?}", decoded.others);
    }
}

#[test]
fn ntrace_8_4_2_history_and_count_together() {
    for (icnt, hist, pcs) in [
        (4, 0b1_1, &[0x100, 0x102, 0x200][..]),
        (9, 0b1_01, &[0x100, 0x102, 0x106, 0x10A, 0x300]),
        (10, 0b1_00, &[0x100, 0x102, 0x106, 0x10A, 0x10E, 0x110]),
    ] {
        let decoded = history(&[start(0x100), stop(icnt, hist)], &listing_8_4_1());
        assert_eq!(decoded.pcs, pcs);
        assert_eq!(decoded.errors(), []);
    }
}

#[test]
fn ntrace_8_4_4_sequential_instruction_counter() {
    let code = [C_ADD, branch(0xFE), C_ADD, ADD, ADD, ADD, ADD, ADD, C_EBREAK];
    let full = message(Tcode::IndirectBranchHistSync, &[4, 0, 8, 0x88, 0b10]);
    let decoded = history(&[start(0x100), full, stop(6, 1)], &program(&[(0x100, &code)]));
    assert_eq!(decoded.pcs, [0x100, 0x102, 0x106, 0x108, 0x10C, 0x110, 0x114, 0x118]);
    let full = Item::Sync { offset: start(0x100).len(), reason: sync::SEQUENTIAL_INSTRUCTION_COUNTER, address: 0x110 };
    assert_eq!(decoded.others[1], full);
    assert_eq!(decoded.errors(), []);
}

#[test]
fn ntrace_8_1_table_24_addresses() {
    let image = program(&[(0x3FC04, &[C_ADD])]);
    let trap = |u_addr| message(Tcode::IndirectBranch, &[3, 0, u_addr]);
    let first = message(Tcode::ProgTraceSync, &[5, 0, 0x1FE02]);
    let decoded = history(&[first, trap(0x7B6), trap(0x934)], &image);
    let interrupt = |from, to| Item::Trap { kind: TrapKind::Interrupt, from: Some(from), to };
    assert_eq!(decoded.others[1..], [interrupt(0x3FC04, 0x3F368), interrupt(0x3F368, 0x3E100)]);
}

#[test]
fn ntrace_8_3_the_first_branch_is_behind_the_stop_bit() {
    let targets = [branch(0x12), ADD, branch(0x10)];
    let image = program(&[(0x100, &[branch(0x10); 4]), (0x110, &targets[..1]), (0x122, &targets[2..])]);
    for (hist, pcs) in
        [(0x1, &[][..]), (0x5, &[0x100, 0x104]), (0xF, &[0x100, 0x110, 0x122]), (0x10, &[0x100, 0x104, 0x108, 0x10C])]
    {
        let decoded = history(&[start(0x100), stop(2 * pcs.len() as u64, hist)], &image);
        assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (pcs, 0), "{hist:#x}");
    }
}

/// The loop of 9.3: a branch that is not taken and one that is, again and again.
fn listing_9_3() -> Image {
    program(&[(0x100, &[C_ADD, branch(8), ADD, branch(-10), C_ADD])])
}

#[test]
fn ntrace_9_3_one_message_with_a_repeat_count_stands_for_many() {
    let full = message(Tcode::ResourceFull, &[1, 0x5555_5555]);
    let (branches, half_words) = (300, 150 * 7);
    let mut plain = vec![start(0x100)];
    plain.extend(vec![full; 10]);
    plain.push(stop(half_words, 1));
    let expected = history(&plain, &listing_9_3());
    assert_eq!((expected.pcs.len(), expected.errors().len()), (branches / 2 * 4, 0));
    for (pattern, count) in [(0x5555_5555, 10), (0b1_01, 150)] {
        let repeated = message(Tcode::ResourceFull, &[2, pattern, count]);
        let decoded = history(&[start(0x100), repeated, stop(half_words, 1)], &listing_9_3());
        assert_eq!(decoded.pcs, expected.pcs);
        assert_eq!(decoded.errors(), []);
    }
}

#[test]
fn ntrace_9_3_any_sequence_of_messages_with_the_same_bits_is_the_same() {
    let (a, b) = (message(Tcode::ResourceFull, &[2, 0b1_0101, 20]), message(Tcode::ResourceFull, &[1, 0b1_01]));
    let decoded = history(&[start(0x100), b, a, stop(50 * 7, 0x5_5555)], &listing_9_3());
    assert_eq!((decoded.pcs.len(), decoded.errors().len()), (200, 0));
}

#[test]
fn ntrace_10_1_a_custom_instruction_may_be_reported_as_a_jump() {
    let xyz = 0x0000_000B;
    let image = program(&[(0x100, &[ADD, xyz, C_ADD, C_EBREAK]), (0x200, &[C_ADD, C_EBREAK])]);
    assert_eq!(history(&[start(0x100), stop(5, 1)], &image).pcs, [0x100, 0x104, 0x108]);
    let taken = message(Tcode::IndirectBranch, &[0, 4, (0x100 ^ 0x200) >> 1]);
    let decoded = history(&[start(0x100), taken, stop(1, 1)], &image);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x104, 0x200][..], 0));
}

#[test]
fn ntrace_table_26_corner_cases() {
    let image = program(&[(0x100, &[RET, RET, C_ADD, ECALL]), (0x200, &[ECALL, C_ADD])]);
    let indirect = |btype, icnt, from: u64, to: u64| message(Tcode::IndirectBranch, &[btype, icnt, (from ^ to) >> 1]);
    let trap = |kind, from, to| Item::Trap { kind, from, to };
    use TrapKind::{Exception, Interrupt};

    let back_to_back = [start(0x100), indirect(0, 2, 0x100, 0x104), indirect(0, 2, 0x104, 0x108), stop(1, 1)];
    assert_eq!(history(&back_to_back, &image).pcs, [0x100, 0x104, 0x108]);

    let exceptions = [start(0x108), indirect(2, 3, 0x108, 0x200), indirect(2, 0, 0x200, 0x200), stop(2, 1)];
    let decoded = history(&exceptions, &image);
    assert_eq!(decoded.pcs, [0x108, 0x10A, 0x200]);
    assert_eq!(decoded.others[1..3], [trap(Exception, None, 0x200), trap(Exception, Some(0x200), 0x200)]);

    let pending_interrupt = [start(0x100), indirect(3, 0, 0x100, 0x200), stop(2, 1)];
    let decoded = history(&pending_interrupt, &image);
    assert_eq!(decoded.pcs, [0x200]);
    assert_eq!(decoded.others[1], trap(Interrupt, Some(0x100), 0x200));

    let disabled = message(Tcode::ProgTraceCorrelation, &[4, 1, 0, 1]);
    let enabled = message(Tcode::ProgTraceSync, &[5, 0, 0x108 >> 1]);
    let decoded = history(&[disabled, enabled, stop(1, 1)], &image);
    assert_eq!(decoded.pcs, [0x108]);
    assert_eq!(decoded.others[0], Item::Stop { offset: 0, event: evcode::DISABLED });
    assert_eq!((decoded.others.len(), decoded.errors().len()), (3, 0));
}
