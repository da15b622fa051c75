// SPDX-License-Identifier: Apache-2.0
//! Jumps that need no message (N-Trace 9.1), and direct jumps that have one.

use crate::common::*;
use tracewright_decoder::{ErrorKind, Mode, Settings};
use tracewright_image::{Image, Segment};
use tracewright_messages::isa::Xlen;
use tracewright_messages::{rcode, Tcode};

const SEQUENTIAL: Settings = Settings { sequential_jump: true, ..PLAIN };
const ALL_JUMPS: Settings = Settings { all_jumps: true, ..PLAIN };

fn lui(rd: u32, upper: u32) -> u32 {
    0x37 | rd << 7 | upper << 12
}

fn auipc(rd: u32, upper: u32) -> u32 {
    0x17 | rd << 7 | upper << 12
}

/// c.jr
fn c_jr(rs1: u32) -> u32 {
    0x8002 | rs1 << 7
}

/// c.lui `rd`, by a value of six bits.
fn c_lui(rd: u32, upper: u32) -> u32 {
    0x6001 | rd << 7 | (upper & 31) << 2 | (upper >> 5 & 1) << 12
}

fn full_count(icnt: u64) -> Vec<u8> {
    message(Tcode::ResourceFull, &[rcode::I_CNT.into(), icnt])
}

#[test]
fn ntrace_9_1_lui_c_lui_and_auipc_give_the_target_of_the_jump_behind_them() {
    let at = |code: &[u32], target: u64| program(&[(0x1_0000, code), (target, &[C_ADD])]);
    for (code, half_words, target) in [
        (&[lui(5, 0x12345), jalr(0, 5, 0x678)][..], 4, 0x1234_5678),
        (&[lui(10, 0x20001), jalr(0, 10, -4)], 4, 0x2000_0FFC),
        (&[lui(5, 0x20001), jalr(0, 5, 3)], 4, 0x2000_1002),
        (&[lui(6, 0xFFFFF), c_jr(6)], 3, 0xFFFF_F000),
        (&[c_lui(7, 0x1F), c_jr(7)], 2, 0x1_F000),
        (&[c_lui(7, 0x3E), jalr(0, 7, 4)], 3, 0xFFFF_E004),
        (&[auipc(1, 0x10), jalr(1, 1, 0x10)], 4, 0x2_0010),
        (&[auipc(1, 0xFFFF8), jalr(0, 1, 0x10)], 4, 0x8010),
    ] {
        let decoded = decode_with(&[start(0x1_0000), stop(half_words + 1, 1)].concat(), &at(code, target), SEQUENTIAL);
        assert_eq!(decoded.errors(), [], "{target:#x}");
        assert_eq!(decoded.pcs.last(), Some(&target));
        let plain = history(&[start(0x1_0000), stop(half_words + 1, 1)], &at(code, target));
        assert_eq!(plain.only_error().2, ErrorKind::UnknownTarget, "where the option is off");
    }
}

#[test]
fn ntrace_9_1_on_rv64_a_constant_is_sign_extended() {
    let code = |address, code: &[u32]| Segment::code(address, assemble(code));
    let target = 0xFFFF_FFFF_8000_0010;
    let segments = vec![code(0x100, &[lui(5, 0x80000), jalr(0, 5, 0x10)]), code(target, &[C_ADD])];
    let image = Image::from_segments(Xlen::Rv64, 0x100, segments).unwrap();
    let decoded = decode_with(&[start(0x100), stop(5, 1)].concat(), &image, SEQUENTIAL);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x104, target][..], 0));
}

#[test]
fn ntrace_9_1_the_load_must_be_right_before_the_jump_and_of_its_register() {
    for code in [
        &[lui(5, 1), jalr(0, 6, 0)][..],
        &[lui(5, 1), C_ADD, jalr(0, 5, 0)],
        &[lui(0, 1), jalr(0, 0, 0)],
        &[ADD, jalr(0, 10, 0)],
    ] {
        let image = program(&[(0x100, code), (0x1000, &[C_ADD]), (0x200, &[C_ADD])]);
        let jump = (assemble(code).len() / 2) as u64;
        let decoded = decode_with(&[start(0x100), stop(jump + 1, 1)].concat(), &image, SEQUENTIAL);
        assert_eq!(decoded.only_error().2, ErrorKind::UnknownTarget);
        let told = message(Tcode::IndirectBranch, &[0, jump, (0x100 ^ 0x200) >> 1]);
        let decoded = decode_with(&[start(0x100), told, stop(1, 1)].concat(), &image, SEQUENTIAL);
        assert_eq!((decoded.pcs.last(), decoded.errors().len()), (Some(&0x200), 0));
    }
}

#[test]
fn ntrace_9_1_both_instructions_must_be_in_the_same_message() {
    let image = program(&[(0x100, &[C_ADD, lui(5, 1), jalr(0, 5, 0)]), (0x1000, &[C_ADD])]);
    let decoded = |trace: &[Vec<u8>]| decode_with(&trace.concat(), &image, SEQUENTIAL);
    let told = || message(Tcode::IndirectBranch, &[0, 2, (0x106 ^ 0x1000) >> 1]);
    let sync = message(Tcode::IndirectBranchHistSync, &[2, 0, 3, 0x106 >> 1, 1]);
    for (trace, right) in [
        (vec![start(0x100), full_count(1), stop(5, 1)], true),
        (vec![start(0x100), full_count(5), stop(1, 1)], true),
        (vec![start(0x100), full_count(1), full_count(1), full_count(3), stop(1, 1)], true),
        (vec![start(0x100), full_count(3), stop(3, 1)], false),
        (vec![start(0x100), full_count(1), full_count(2), full_count(2), stop(1, 1)], false),
        (vec![start(0x106), stop(3, 1)], false),
        (vec![start(0x100), sync.clone(), stop(3, 1)], false),
        (vec![start(0x100), sync, told(), stop(1, 1)], true),
    ] {
        let decoded = decoded(&trace);
        assert_eq!((decoded.pcs.last() == Some(&0x1000), decoded.errors().is_empty()), (right, right), "{trace:x?}");
    }
}

#[test]
fn ntrace_9_1_where_the_count_was_sent_matters_behind_repeated_messages_too() {
    // A branch back to the load, and one to the jump.
    let image = program(&[(0x100, &[branch(8), branch(0), lui(5, 1), jalr(0, 5, 0)]), (0x1000, &[C_ADD])]);
    let settings = Settings { mode: Mode::Branch, ..SEQUENTIAL };
    let taken = |icnt| message(Tcode::DirectBranch, &[icnt]);
    let end = |icnt| message(Tcode::ProgTraceCorrelation, &[0, 0, icnt]);
    let trace = [start(0x104), taken(2), message(Tcode::RepeatBranch, &[3]), end(2 + 4 + 1)].concat();
    let decoded = decode_with(&trace, &image, settings);
    assert_eq!(decoded.pcs, [0x104, 0x104, 0x104, 0x104, 0x104, 0x108, 0x10C, 0x1000]);
    assert_eq!(decoded.errors(), []);
}

#[test]
fn ntrace_9_1_a_sequentially_inferable_call_is_a_call_and_a_return_pops() {
    let code = [auipc(1, 0), jalr(1, 1, 0x100), C_ADD];
    let image = program(&[(0x100, &code), (0x200, &[RET])]);
    let settings = Settings { implicit_return: true, ..SEQUENTIAL };
    let decoded = decode_with(&[start(0x100), stop(4 + 2 + 1, 1)].concat(), &image, settings);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x104, 0x200, 0x108][..], 0));
}

/// A loop of a branch that is not taken, and a jump back; the branch leads to a call.
fn looping() -> Image {
    program(&[(0x100, &[branch(8), jump(0, -4), jump(1, 0xF8)]), (0x200, &[C_ADD])])
}

#[test]
fn every_direct_jump_has_a_bit_of_history_where_all_jumps_are_reported() {
    let trace = [start(0x100), message(Tcode::ResourceFull, &[2, 0b1_01, 2]), stop(2 * 4 + 4 + 1, 0b1_11)];
    let decoded = decode_with(&trace.concat(), &looping(), ALL_JUMPS);
    assert_eq!(decoded.pcs, [0x100, 0x104, 0x100, 0x104, 0x100, 0x108, 0x200]);
    assert_eq!(decoded.errors(), []);

    let not_taken = [start(0x100), stop(4, 0b1_00)].concat();
    assert_eq!(decode_with(&not_taken, &looping(), ALL_JUMPS).only_error().2, ErrorKind::JumpNotTaken);
    let missing = [start(0x100), stop(4, 0b1_0)].concat();
    assert_eq!(decode_with(&missing, &looping(), ALL_JUMPS).only_error().2, ErrorKind::NoHistory);
}

#[test]
fn every_direct_jump_has_a_message_in_branch_mode_where_all_jumps_are_reported() {
    let settings = Settings { mode: Mode::Branch, ..ALL_JUMPS };
    let taken = |icnt| message(Tcode::DirectBranch, &[icnt]);
    let end = |icnt| message(Tcode::ProgTraceCorrelation, &[0, 0, icnt]);
    let again = message(Tcode::RepeatBranch, &[1]);
    let trace = [start(0x100), taken(4), again, taken(2), taken(2), end(1)].concat();
    let decoded = decode_with(&trace, &looping(), settings);
    assert_eq!(decoded.pcs, [0x100, 0x104, 0x100, 0x104, 0x100, 0x108, 0x200]);
    assert_eq!(decoded.errors(), []);

    let missing = [start(0x100), end(6)].concat();
    let (_, address, kind) = decode_with(&missing, &looping(), settings).only_error();
    assert_eq!((address, kind), (Some(0x104), ErrorKind::UnreportedJump));

    let sync = message(Tcode::DirectBranchSync, &[2, 4, 0x100 >> 1]);
    let decoded = decode_with(&[start(0x100), sync, end(2)].concat(), &looping(), settings);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x104, 0x100][..], 0));
}
