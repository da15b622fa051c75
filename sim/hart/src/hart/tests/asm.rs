// SPDX-License-Identifier: Apache-2.0
//! Instruction encodings (Unprivileged ISA ch. "Instruction Listings").

pub(super) const ECALL: u32 = 0x0000_0073;
pub(super) const EBREAK: u32 = 0x0010_0073;
pub(super) const SRET: u32 = 0x1020_0073;
pub(super) const MRET: u32 = 0x3020_0073;
pub(super) const WFI: u32 = 0x1050_0073;
pub(super) const SCTRCLR: u32 = 0x1040_0073;
pub(super) const NOP: u32 = 0x0000_0013;
/// A jump to itself.
pub(super) const SPIN: u32 = 0x0000_006F;

pub(super) fn r(opcode: u32, funct7: u32, funct3: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

pub(super) fn i(opcode: u32, funct3: u32, rd: u32, rs1: u32, imm: i32) -> u32 {
    (imm as u32) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

pub(super) fn addi(rd: u32, rs1: u32, imm: i32) -> u32 {
    i(0x13, 0, rd, rs1, imm)
}

pub(super) fn lui(rd: u32, upper: u32) -> u32 {
    upper << 12 | rd << 7 | 0x37
}

pub(super) fn auipc(rd: u32, upper: u32) -> u32 {
    upper << 12 | rd << 7 | 0x17
}

pub(super) fn load(funct3: u32, rd: u32, rs1: u32, offset: i32) -> u32 {
    i(0x03, funct3, rd, rs1, offset)
}

pub(super) fn store(funct3: u32, rs2: u32, rs1: u32, offset: i32) -> u32 {
    let imm = offset as u32;
    (imm >> 5 & 0x7F) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (imm & 31) << 7 | 0x23
}

pub(super) fn branch(funct3: u32, rs1: u32, rs2: u32, offset: i32) -> u32 {
    let o = offset as u32;
    let high = (o >> 12 & 1) << 31 | (o >> 5 & 0x3F) << 25;
    high | rs2 << 20 | rs1 << 15 | funct3 << 12 | (o >> 1 & 0xF) << 8 | (o >> 11 & 1) << 7 | 0x63
}

pub(super) fn jal(rd: u32, offset: i32) -> u32 {
    let o = offset as u32;
    (o >> 20 & 1) << 31 | (o >> 1 & 0x3FF) << 21 | (o >> 11 & 1) << 20 | (o >> 12 & 0xFF) << 12 | rd << 7 | 0x6F
}

pub(super) fn jalr(rd: u32, rs1: u32, offset: i32) -> u32 {
    i(0x67, 0, rd, rs1, offset)
}

pub(super) fn csrrw(rd: u32, csr: u32, rs1: u32) -> u32 {
    i(0x73, 1, rd, rs1, csr as i32)
}

pub(super) fn csrrs(rd: u32, csr: u32, rs1: u32) -> u32 {
    i(0x73, 2, rd, rs1, csr as i32)
}

pub(super) fn csrrc(rd: u32, csr: u32, rs1: u32) -> u32 {
    i(0x73, 3, rd, rs1, csr as i32)
}

pub(super) fn csrrwi(rd: u32, csr: u32, value: u32) -> u32 {
    i(0x73, 5, rd, value, csr as i32)
}

/// An atomic operation: `width` is 2 for words, 3 for double-words.
pub(super) fn atomic(funct5: u32, width: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    r(0x2F, funct5 << 2, width, rd, rs1, rs2)
}
