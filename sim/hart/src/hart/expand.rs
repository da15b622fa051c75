// SPDX-License-Identifier: Apache-2.0
//! Compressed instructions as the 32-bit instructions that they stand for (Unprivileged ISA, "C" extension).

use tracewright_messages::isa::Xlen;

const SP: u32 = 2;

/// The 32-bit form of `c`, or `None` for an encoding that is reserved or belongs to an extension the hart lacks.
pub(super) fn expand(c: u16, xlen: Xlen) -> Option<u32> {
    let c = u32::from(c);
    match c & 3 {
        0 => quadrant0(c, xlen),
        1 => quadrant1(c, xlen),
        2 => quadrant2(c, xlen),
        _ => None,
    }
}

/// Bits `high..=low` of `c`, moved to bit `to`.
fn field(c: u32, high: u32, low: u32, to: u32) -> u32 {
    (c >> low & ((1 << (high - low + 1)) - 1)) << to
}

/// One of x8 to x15, from three bits of `c` at `low`.
fn short_register(c: u32, low: u32) -> u32 {
    8 + field(c, low + 2, low, 0)
}

fn sign(value: u32, bits: u32) -> u32 {
    ((value << (32 - bits)) as i32 >> (32 - bits)) as u32
}

fn i_type(opcode: u32, funct3: u32, rd: u32, rs1: u32, imm: u32) -> u32 {
    imm << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

fn r_type(opcode: u32, funct7: u32, funct3: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

fn store(funct3: u32, rs1: u32, rs2: u32, imm: u32) -> u32 {
    field(imm, 11, 5, 25) | rs2 << 20 | rs1 << 15 | funct3 << 12 | field(imm, 4, 0, 7) | 0x23
}

fn jump(rd: u32, c: u32) -> u32 {
    let offset = field(c, 12, 12, 11)
        | field(c, 11, 11, 4)
        | field(c, 10, 9, 8)
        | field(c, 8, 8, 10)
        | field(c, 7, 7, 6)
        | field(c, 6, 6, 7)
        | field(c, 5, 3, 1)
        | field(c, 2, 2, 5);
    let o = sign(offset, 12);
    field(o, 20, 20, 31) | field(o, 10, 1, 21) | field(o, 11, 11, 20) | field(o, 19, 12, 12) | rd << 7 | 0x6F
}

fn branch(funct3: u32, c: u32) -> u32 {
    let offset = field(c, 12, 12, 8) | field(c, 11, 10, 3) | field(c, 6, 5, 6) | field(c, 4, 3, 1) | field(c, 2, 2, 5);
    let o = sign(offset, 9);
    let rs1 = short_register(c, 7);
    field(o, 12, 12, 31)
        | field(o, 10, 5, 25)
        | rs1 << 15
        | funct3 << 12
        | field(o, 4, 1, 8)
        | field(o, 11, 11, 7)
        | 0x63
}

fn quadrant0(c: u32, xlen: Xlen) -> Option<u32> {
    let rd = short_register(c, 2);
    let rs1 = short_register(c, 7);
    let word = field(c, 12, 10, 3) | field(c, 6, 6, 2) | field(c, 5, 5, 6);
    let double = field(c, 12, 10, 3) | field(c, 6, 5, 6);
    match (c >> 13, xlen) {
        (0b000, _) => {
            let imm = field(c, 12, 11, 4) | field(c, 10, 7, 6) | field(c, 6, 6, 2) | field(c, 5, 5, 3);
            (imm != 0).then(|| i_type(0x13, 0, rd, SP, imm))
        }
        (0b010, _) => Some(i_type(0x03, 2, rd, rs1, word)),
        (0b011, Xlen::Rv64) => Some(i_type(0x03, 3, rd, rs1, double)),
        (0b110, _) => Some(store(2, rs1, rd, word)),
        (0b111, Xlen::Rv64) => Some(store(3, rs1, rd, double)),
        _ => None,
    }
}

fn quadrant1(c: u32, xlen: Xlen) -> Option<u32> {
    let rd = field(c, 11, 7, 0);
    let imm = sign(field(c, 12, 12, 5) | field(c, 6, 2, 0), 6);
    match (c >> 13, xlen) {
        (0b000, _) => Some(i_type(0x13, 0, rd, rd, imm)),
        (0b001, Xlen::Rv32) => Some(jump(1, c)),
        (0b001, Xlen::Rv64) => (rd != 0).then(|| i_type(0x1B, 0, rd, rd, imm)),
        (0b010, _) => Some(i_type(0x13, 0, rd, 0, imm)),
        (0b011, _) if rd == SP => {
            let imm =
                field(c, 12, 12, 9) | field(c, 6, 6, 4) | field(c, 5, 5, 6) | field(c, 4, 3, 7) | field(c, 2, 2, 5);
            (imm != 0).then(|| i_type(0x13, 0, SP, SP, sign(imm, 10)))
        }
        (0b011, _) => (imm != 0).then_some(imm << 12 | rd << 7 | 0x37),
        (0b100, _) => arithmetic(c, xlen, imm),
        (0b101, _) => Some(jump(0, c)),
        (0b110, _) => Some(branch(0, c)),
        _ => Some(branch(1, c)),
    }
}

fn arithmetic(c: u32, xlen: Xlen, imm: u32) -> Option<u32> {
    let rd = short_register(c, 7);
    let rs2 = short_register(c, 2);
    let shift = imm & 0x3F;
    match field(c, 11, 10, 0) {
        0b00 if shift < xlen.bits() => Some(i_type(0x13, 5, rd, rd, shift)),
        0b01 if shift < xlen.bits() => Some(i_type(0x13, 5, rd, rd, shift | 0x400)),
        0b10 => Some(i_type(0x13, 7, rd, rd, imm)),
        0b11 => match (field(c, 12, 12, 0), field(c, 6, 5, 0), xlen) {
            (0, 0b00, _) => Some(r_type(0x33, 0x20, 0, rd, rd, rs2)),
            (0, 0b01, _) => Some(r_type(0x33, 0, 4, rd, rd, rs2)),
            (0, 0b10, _) => Some(r_type(0x33, 0, 6, rd, rd, rs2)),
            (0, 0b11, _) => Some(r_type(0x33, 0, 7, rd, rd, rs2)),
            (1, 0b00, Xlen::Rv64) => Some(r_type(0x3B, 0x20, 0, rd, rd, rs2)),
            (1, 0b01, Xlen::Rv64) => Some(r_type(0x3B, 0, 0, rd, rd, rs2)),
            _ => None,
        },
        _ => None,
    }
}

fn quadrant2(c: u32, xlen: Xlen) -> Option<u32> {
    let rd = field(c, 11, 7, 0);
    let rs2 = field(c, 6, 2, 0);
    let shift = field(c, 12, 12, 5) | rs2;
    match (c >> 13, xlen) {
        (0b000, _) => (shift < xlen.bits()).then(|| i_type(0x13, 1, rd, rd, shift)),
        (0b010, _) if rd != 0 => {
            Some(i_type(0x03, 2, rd, SP, field(c, 12, 12, 5) | field(c, 6, 4, 2) | field(c, 3, 2, 6)))
        }
        (0b011, Xlen::Rv64) if rd != 0 => {
            Some(i_type(0x03, 3, rd, SP, field(c, 12, 12, 5) | field(c, 6, 5, 3) | field(c, 4, 2, 6)))
        }
        (0b100, _) => match (field(c, 12, 12, 0), rd, rs2) {
            (0, 0, 0) => None,
            (0, _, 0) => Some(i_type(0x67, 0, 0, rd, 0)),
            (0, _, _) => Some(r_type(0x33, 0, 0, rd, 0, rs2)),
            (_, 0, 0) => Some(0x0010_0073),
            (_, _, 0) => Some(i_type(0x67, 0, 1, rd, 0)),
            (_, _, _) => Some(r_type(0x33, 0, 0, rd, rd, rs2)),
        },
        (0b110, _) => Some(store(2, SP, rs2, field(c, 12, 9, 2) | field(c, 8, 7, 6))),
        (0b111, Xlen::Rv64) => Some(store(3, SP, rs2, field(c, 12, 10, 3) | field(c, 9, 7, 6))),
        _ => None,
    }
}
