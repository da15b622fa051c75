// SPDX-License-Identifier: Apache-2.0
//! Multiplication, division and atomic arithmetic (Unprivileged ISA, "M" and "A" extensions).

/// The upper half of the product of two signed numbers.
pub(super) fn mulh(a: u64, b: u64) -> u64 {
    ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64
}

/// The upper half of the product of a signed and an unsigned number.
pub(super) fn mulhsu(a: u64, b: u64) -> u64 {
    ((i128::from(a as i64) * i128::from(b)) >> 64) as u64
}

/// The upper half of the product of two unsigned numbers.
pub(super) fn mulhu(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

/// Signed quotient: -1 for division by zero, the dividend on overflow.
pub(super) fn div(a: i64, b: i64) -> i64 {
    if b == 0 {
        -1
    } else {
        a.wrapping_div(b)
    }
}

/// Signed remainder: the dividend for division by zero, 0 on overflow.
pub(super) fn rem(a: i64, b: i64) -> i64 {
    if b == 0 {
        a
    } else {
        a.wrapping_rem(b)
    }
}

/// Unsigned quotient: all ones for division by zero.
pub(super) fn divu(a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(u64::MAX)
}

/// Unsigned remainder: the dividend for division by zero.
pub(super) fn remu(a: u64, b: u64) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}

/// A word, sign-extended to a register.
pub(super) fn sext(word: u32) -> u64 {
    i64::from(word as i32) as u64
}

/// What an atomic operation writes, of the value in memory and that of the register. Words come sign-extended: order
/// and the low half of the result are then those of words.
pub(super) fn amo(funct5: i32, memory: u64, register: u64) -> u64 {
    match funct5 {
        0x00 => memory.wrapping_add(register),
        0x04 => memory ^ register,
        0x08 => memory | register,
        0x0C => memory & register,
        0x10 => (memory as i64).min(register as i64) as u64,
        0x14 => (memory as i64).max(register as i64) as u64,
        0x18 => memory.min(register),
        0x1C => memory.max(register),
        _ => register,
    }
}
