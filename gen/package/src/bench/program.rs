// SPDX-License-Identifier: Apache-2.0
//! The program that the harts of the bench execute: branches, a loop, calls, returns, a computed jump, a trap, and a
//! change of the mode.

use tracewright_hart::{Hart, Options};
use tracewright_image::{Image, Segment};
use tracewright_messages::isa::Xlen;

/// Bytes from the program of a hart to that of the next one.
const DISTANCE: u64 = 0x1_0000;

/// Its instructions, from its first address on, alike for RV32 and RV64: those whose two low bits are not both set have
/// 16 bits.
const PROGRAM: &[(u32, &str)] = &[
    (0x0000_0297, "auipc t0, 0"),
    (0x06A2_8293, "addi t0, t0, trap - ."),
    (0x3052_9073, "csrw mtvec, t0"),
    (0x0000_0297, "auipc t0, 0"),
    (0x0142_8293, "addi t0, t0, user - ."),
    (0x3412_9073, "csrw mepc, t0"),
    (0x3000_1073, "csrw mstatus, zero"),
    (0x3020_0073, "mret, to U-mode"),
    (0x4411, "user: li s0, 4"),
    (0x0260_00EF, "outer: jal leaf"),
    (0x0014_7313, "andi t1, s0, 1"),
    (0x0003_0563, "beqz t1, even"),
    (0x0001, "nop"),
    (0x0000_0073, "ecall"),
    (0x0000_0097, "even: auipc ra, 0"),
    (0x01A0_80E7, "jalr table"),
    (0x147D, "addi s0, s0, -1"),
    (0xF075, "bnez s0, outer"),
    (0x4451, "li s0, 20"),
    (0x147D, "spin: addi s0, s0, -1"),
    (0xFC7D, "bnez s0, spin"),
    (0xBFE9, "j user"),
    (0x0485, "leaf: addi s1, s1, 1"),
    (0x048A, "slli s1, s1, 2"),
    (0x8082, "ret"),
    (0x8906, "table: mv s2, ra"),
    (0x0000_0397, "auipc t2, 0"),
    (0x0103_8393, "addi t2, t2, entry - ."),
    (0x0024_7E13, "andi t3, s0, 2"),
    (0x93F2, "add t2, t2, t3"),
    (0x8382, "jr t2, the entry"),
    (0x0001, "entry: nop"),
    (0x0001, "nop"),
    (0xFE5F_F0EF, "jal leaf"),
    (0x8902, "jr s2, back"),
    (0x3410_2EF3, "trap: csrr t4, mepc"),
    (0x0E91, "addi t4, t4, 4"),
    (0x341E_9073, "csrw mepc, t4"),
    (0x3020_0073, "mret"),
];

/// Address of a hart's first instruction. On RV64 the upper bits are set, as a kernel's are.
fn first(xlen: u32, hart: u32) -> u64 {
    let base = if xlen == 64 { 0xFFFF_FFFF_8000_0000 } else { 0x8000_0000 };
    base + u64::from(hart) * DISTANCE
}

/// Bytes of an instruction.
fn length(word: u32) -> u64 {
    if word & 3 == 3 {
        4
    } else {
        2
    }
}

/// A hart about to execute the program, which does not end.
pub(crate) fn hart(xlen: u32, hart: u32) -> Result<Hart, crate::bench::Error> {
    let code =
        |(word, _): &(u32, &str)| word.to_le_bytes().into_iter().take(length(*word) as usize).collect::<Vec<_>>();
    let bytes = PROGRAM.iter().flat_map(code).collect();
    let first = first(xlen, hart);
    let kind = if xlen == 64 { Xlen::Rv64 } else { Xlen::Rv32 };
    let image = Image::from_segments(kind, first, vec![Segment::code(first, bytes)])?;
    Ok(Hart::new(&image, &Options { ram: first..first + DISTANCE, ..Options::default() })?)
}

/// What the instruction at an address of a hart's program is.
pub(crate) fn text(xlen: u32, hart: u32, address: u64) -> &'static str {
    at(xlen, hart, address).map_or("", |(_, text)| text)
}

/// The instruction at an address of a hart's program.
pub(crate) fn word(xlen: u32, hart: u32, address: u64) -> u32 {
    at(xlen, hart, address).map_or(0, |(word, _)| word)
}

/// The instruction at an address of a hart's program, and what it is.
fn at(xlen: u32, hart: u32, address: u64) -> Option<(u32, &'static str)> {
    let mut after = first(xlen, hart);
    PROGRAM.iter().copied().find(|(word, _)| {
        let at = after;
        after += length(*word);
        at == address
    })
}
