// SPDX-License-Identifier: Apache-2.0
//! Integer arithmetic (I and M).

use super::asm::{addi, auipc, i, lui, r};
use super::{after, BASE};
use tracewright_messages::isa::Xlen::{self, Rv32, Rv64};

const MIN: u64 = 1 << 63;
const MIN_W: u64 = 0xFFFF_FFFF_8000_0000;

/// x3 after `word`, with `a` in x1 and `b` in x2.
fn result(xlen: Xlen, word: u32, a: u64, b: u64) -> u64 {
    after(xlen, &[(1, a), (2, b)], &[word]).x[3]
}

fn check(xlen: Xlen, word: u32, cases: &[(u64, u64, u64)]) {
    for &(a, b, expected) in cases {
        assert_eq!(result(xlen, word, a, b), expected, "{xlen:?} {word:#010x} of {a:#x} and {b:#x}");
    }
}

#[test]
fn add_and_sub_wrap() {
    check(Rv64, r(0x33, 0, 0, 3, 1, 2), &[(u64::MAX, 1, 0), (MIN, MIN, 0), (2, 3, 5)]);
    check(Rv64, r(0x33, 0x20, 0, 3, 1, 2), &[(0, 1, u64::MAX), (MIN, 1, MIN - 1)]);
}

#[test]
fn rv32_results_are_sign_extended_words() {
    check(Rv32, r(0x33, 0, 0, 3, 1, 2), &[(0x7FFF_FFFF, 1, MIN_W)]);
    check(Rv32, i(0x13, 0, 3, 1, 1), &[(0x7FFF_FFFF, 0, MIN_W)]);
    check(Rv32, r(0x33, 0, 1, 3, 1, 2), &[(1, 31, MIN_W), (1, 32, 1)]);
    check(Rv32, r(0x33, 0, 5, 3, 1, 2), &[(MIN_W, 31, 1)]);
    check(Rv32, r(0x33, 0x20, 5, 3, 1, 2), &[(MIN_W, 31, u64::MAX)]);
}

#[test]
fn compare_signed_and_unsigned() {
    check(Rv64, r(0x33, 0, 2, 3, 1, 2), &[(u64::MAX, 0, 1), (0, u64::MAX, 0)]);
    check(Rv64, r(0x33, 0, 3, 3, 1, 2), &[(u64::MAX, 0, 0), (0, u64::MAX, 1)]);
    check(Rv64, i(0x13, 3, 3, 1, -1), &[(5, 0, 1), (u64::MAX, 0, 0)]);
}

#[test]
fn shifts_use_the_low_bits_of_the_amount() {
    check(Rv64, r(0x33, 0, 1, 3, 1, 2), &[(1, 63, MIN), (1, 64, 1)]);
    check(Rv64, r(0x33, 0x20, 5, 3, 1, 2), &[(MIN, 63, u64::MAX)]);
    check(Rv64, i(0x13, 5, 3, 1, 0x400 | 63), &[(MIN, 0, u64::MAX)]);
    check(Rv64, i(0x13, 1, 3, 1, 63), &[(1, 0, MIN)]);
}

#[test]
fn rv64_words_are_sign_extended() {
    check(Rv64, r(0x3B, 0, 0, 3, 1, 2), &[(0x7FFF_FFFF, 1, MIN_W), (0xFFFF_FFFF, 1, 0)]);
    check(Rv64, r(0x3B, 0x20, 0, 3, 1, 2), &[(0, 1, u64::MAX)]);
    check(Rv64, r(0x3B, 0, 1, 3, 1, 2), &[(1, 31, MIN_W), (1, 32, 1)]);
    check(Rv64, r(0x3B, 0, 5, 3, 1, 2), &[(0xFFFF_FFFF_8000_0000, 0, MIN_W), (u64::MAX, 31, 1)]);
    check(Rv64, i(0x1B, 0, 3, 1, 1), &[(0x7FFF_FFFF, 0, MIN_W)]);
    check(Rv64, i(0x1B, 5, 3, 1, 0x400 | 31), &[(0x8000_0000, 0, u64::MAX)]);
}

#[test]
fn high_products() {
    check(Rv64, r(0x33, 1, 1, 3, 1, 2), &[(MIN, MIN, 1 << 62), (u64::MAX, u64::MAX, 0)]);
    check(Rv64, r(0x33, 1, 2, 3, 1, 2), &[(u64::MAX, u64::MAX, u64::MAX), (MIN, u64::MAX, MIN)]);
    check(Rv64, r(0x33, 1, 3, 3, 1, 2), &[(u64::MAX, u64::MAX, u64::MAX - 1)]);
    check(Rv32, r(0x33, 1, 1, 3, 1, 2), &[(MIN_W, MIN_W, 0x4000_0000), (u64::MAX, u64::MAX, 0)]);
    check(Rv32, r(0x33, 1, 2, 3, 1, 2), &[(u64::MAX, u64::MAX, u64::MAX), (MIN_W, u64::MAX, MIN_W)]);
    check(Rv32, r(0x33, 1, 3, 3, 1, 2), &[(u64::MAX, u64::MAX, u64::MAX - 1)]);
}

#[test]
fn division_by_zero_and_overflow() {
    check(Rv64, r(0x33, 1, 4, 3, 1, 2), &[(7, 0, u64::MAX), (MIN, u64::MAX, MIN), (-7i64 as u64, 2, -3i64 as u64)]);
    check(Rv64, r(0x33, 1, 5, 3, 1, 2), &[(7, 0, u64::MAX), (MIN, u64::MAX, 0)]);
    check(Rv64, r(0x33, 1, 6, 3, 1, 2), &[(7, 0, 7), (MIN, u64::MAX, 0), (-7i64 as u64, 2, u64::MAX)]);
    check(Rv64, r(0x33, 1, 7, 3, 1, 2), &[(7, 0, 7), (MIN, u64::MAX, MIN)]);
    for (xlen, opcode) in [(Rv32, 0x33), (Rv64, 0x3B)] {
        check(xlen, r(opcode, 1, 4, 3, 1, 2), &[(7, 0, u64::MAX), (MIN_W, u64::MAX, MIN_W)]);
        check(xlen, r(opcode, 1, 5, 3, 1, 2), &[(7, 0, u64::MAX), (MIN_W, u64::MAX, 0)]);
        check(xlen, r(opcode, 1, 6, 3, 1, 2), &[(MIN_W, 0, MIN_W), (MIN_W, u64::MAX, 0)]);
        check(xlen, r(opcode, 1, 7, 3, 1, 2), &[(u64::MAX, 0, u64::MAX), (u64::MAX, 16, 15)]);
    }
}

#[test]
fn upper_immediates() {
    assert_eq!(after(Rv64, &[], &[lui(3, 0x80000)]).x[3], MIN_W);
    assert_eq!(after(Rv64, &[], &[auipc(3, 0x80000)]).x[3], BASE.wrapping_sub(0x8000_0000));
    assert_eq!(after(Rv32, &[], &[auipc(3, 0x80000)]).x[3], 0);
    assert_eq!(after(Rv32, &[], &[auipc(3, 0)]).x[3], MIN_W);
}

#[test]
fn x0_stays_zero() {
    assert_eq!(after(Rv64, &[], &[addi(0, 0, 5)]).x[0], 0);
}
