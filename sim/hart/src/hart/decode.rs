// SPDX-License-Identifier: Apache-2.0
//! From instruction bits to an operation (Unprivileged ISA: I, M, A, C, Zicsr, Zifencei).

use super::expand::expand;
use tracewright_messages::isa::{classify, Instruction, Xlen};

/// An instruction, ready to execute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decoded {
    pub(super) op: Op,
    pub(super) rd: u8,
    pub(super) rs1: u8,
    pub(super) rs2: u8,
    /// The immediate value; the shift amount; the CSR number; funct5 of an atomic operation.
    pub(super) imm: i32,
    /// What tracing sees of it.
    pub(super) instruction: Instruction,
}

/// What to do. RV32 uses the operations on words where it differs from RV64: its registers are kept sign-extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
pub(super) enum Op {
    Illegal,
    Lui, Auipc, Jal, Jalr,
    Beq, Bne, Blt, Bge, Bltu, Bgeu,
    Lb, Lh, Lw, Ld, Lbu, Lhu, Lwu, Sb, Sh, Sw, Sd,
    Addi, Slti, Sltiu, Xori, Ori, Andi, Slli, Srli, Srai,
    Addiw, Slliw, Srliw, Sraiw,
    Add, Sub, Sll, Slt, Sltu, Xor, Srl, Sra, Or, And,
    Addw, Subw, Sllw, Srlw, Sraw,
    Mul, Mulh, Mulhsu, Mulhu, Div, Divu, Rem, Remu,
    Mulw, Mulhw, Mulhsuw, Mulhuw, Divw, Divuw, Remw, Remuw,
    LrW, ScW, AmoW, LrD, ScD, AmoD,
    Fence, SfenceVma, Wfi,
    Ecall, Ebreak, Mret, Sret, Sctrclr,
    Csrrw, Csrrs, Csrrc, Csrrwi, Csrrsi, Csrrci,
}

impl Op {
    /// It may change CSRs or the privilege mode, or wait.
    pub(super) fn is_system(self) -> bool {
        use Op::*;
        matches!(self, Wfi | Ecall | Ebreak | Mret | Sret | Sctrclr | Csrrw | Csrrs | Csrrc | Csrrwi | Csrrsi | Csrrci)
    }
}

/// Decodes the instruction in the low bits of `bits`.
pub(super) fn decode(bits: u32, xlen: Xlen) -> Decoded {
    let instruction = classify(bits, xlen);
    let full = if bits & 3 == 3 { Some(bits) } else { expand(bits as u16, xlen) };
    let (op, imm) = full.map_or((Op::Illegal, 0), |b| operation(b, xlen));
    let b = full.unwrap_or(0);
    let register = |low: u32| (b >> low & 31) as u8;
    Decoded { op, rd: register(7), rs1: register(15), rs2: register(20), imm, instruction }
}

fn operation(b: u32, xlen: Xlen) -> (Op, i32) {
    let i_imm = b as i32 >> 20;
    let s_imm = (b as i32 >> 25) << 5 | (b >> 7 & 31) as i32;
    let funct3 = b >> 12 & 7;
    let rv64 = xlen == Xlen::Rv64;
    match b & 0x7F {
        0x37 => (Op::Lui, (b & 0xFFFF_F000) as i32),
        0x17 => (Op::Auipc, (b & 0xFFFF_F000) as i32),
        0x6F => (Op::Jal, j_imm(b)),
        0x67 if funct3 == 0 => (Op::Jalr, i_imm),
        0x63 => (branch(funct3), b_imm(b)),
        0x03 => (load(funct3, rv64), i_imm),
        0x23 => (store(funct3, rv64), s_imm),
        0x13 => immediate(b, xlen),
        0x1B if rv64 => immediate_word(b),
        0x33 => (register(b, rv64), 0),
        0x3B if rv64 => (register_word(b), 0),
        0x0F if funct3 < 2 => (Op::Fence, 0),
        0x2F => atomic(b, rv64),
        0x73 => (system(b), (b >> 20) as i32),
        _ => (Op::Illegal, 0),
    }
}

fn j_imm(b: u32) -> i32 {
    (b as i32 >> 31) << 20 | ((b >> 12 & 0xFF) << 12 | (b >> 20 & 1) << 11 | (b >> 21 & 0x3FF) << 1) as i32
}

fn b_imm(b: u32) -> i32 {
    (b as i32 >> 31) << 12 | ((b >> 7 & 1) << 11 | (b >> 25 & 0x3F) << 5 | (b >> 8 & 0xF) << 1) as i32
}

fn branch(funct3: u32) -> Op {
    match funct3 {
        0 => Op::Beq,
        1 => Op::Bne,
        4 => Op::Blt,
        5 => Op::Bge,
        6 => Op::Bltu,
        7 => Op::Bgeu,
        _ => Op::Illegal,
    }
}

fn load(funct3: u32, rv64: bool) -> Op {
    match funct3 {
        0 => Op::Lb,
        1 => Op::Lh,
        2 => Op::Lw,
        3 if rv64 => Op::Ld,
        4 => Op::Lbu,
        5 => Op::Lhu,
        6 if rv64 => Op::Lwu,
        _ => Op::Illegal,
    }
}

fn store(funct3: u32, rv64: bool) -> Op {
    match funct3 {
        0 => Op::Sb,
        1 => Op::Sh,
        2 => Op::Sw,
        3 if rv64 => Op::Sd,
        _ => Op::Illegal,
    }
}

fn immediate(b: u32, xlen: Xlen) -> (Op, i32) {
    let imm = b as i32 >> 20;
    let rv64 = xlen == Xlen::Rv64;
    let op = match b >> 12 & 7 {
        0 if rv64 => Op::Addi,
        0 => Op::Addiw,
        2 => Op::Slti,
        3 => Op::Sltiu,
        4 => Op::Xori,
        6 => Op::Ori,
        7 => Op::Andi,
        _ if !rv64 => return immediate_word(b),
        1 if b >> 26 == 0x00 => return (Op::Slli, imm & 63),
        5 if b >> 26 == 0x00 => return (Op::Srli, imm & 63),
        5 if b >> 26 == 0x10 => return (Op::Srai, imm & 63),
        _ => Op::Illegal,
    };
    (op, imm)
}

fn immediate_word(b: u32) -> (Op, i32) {
    let imm = b as i32 >> 20;
    match (b >> 12 & 7, b >> 25) {
        (0, _) => (Op::Addiw, imm),
        (1, 0x00) => (Op::Slliw, imm & 31),
        (5, 0x00) => (Op::Srliw, imm & 31),
        (5, 0x20) => (Op::Sraiw, imm & 31),
        _ => (Op::Illegal, 0),
    }
}

fn register(b: u32, rv64: bool) -> Op {
    match (b >> 25, b >> 12 & 7) {
        (0x00, 2) => Op::Slt,
        (0x00, 3) => Op::Sltu,
        (0x00, 4) => Op::Xor,
        (0x00, 6) => Op::Or,
        (0x00, 7) => Op::And,
        (0x01, 1) if !rv64 => Op::Mulhw,
        (0x01, 2) if !rv64 => Op::Mulhsuw,
        (0x01, 3) if !rv64 => Op::Mulhuw,
        _ if !rv64 => register_word(b),
        (0x00, 0) => Op::Add,
        (0x20, 0) => Op::Sub,
        (0x00, 1) => Op::Sll,
        (0x00, 5) => Op::Srl,
        (0x20, 5) => Op::Sra,
        (0x01, 0) => Op::Mul,
        (0x01, 1) => Op::Mulh,
        (0x01, 2) => Op::Mulhsu,
        (0x01, 3) => Op::Mulhu,
        (0x01, 4) => Op::Div,
        (0x01, 5) => Op::Divu,
        (0x01, 6) => Op::Rem,
        (0x01, 7) => Op::Remu,
        _ => Op::Illegal,
    }
}

fn register_word(b: u32) -> Op {
    match (b >> 25, b >> 12 & 7) {
        (0x00, 0) => Op::Addw,
        (0x20, 0) => Op::Subw,
        (0x00, 1) => Op::Sllw,
        (0x00, 5) => Op::Srlw,
        (0x20, 5) => Op::Sraw,
        (0x01, 0) => Op::Mulw,
        (0x01, 4) => Op::Divw,
        (0x01, 5) => Op::Divuw,
        (0x01, 6) => Op::Remw,
        (0x01, 7) => Op::Remuw,
        _ => Op::Illegal,
    }
}

fn atomic(b: u32, rv64: bool) -> (Op, i32) {
    let funct5 = b >> 27;
    let rs2 = b >> 20 & 31;
    let op = match (b >> 12 & 7, funct5) {
        (2, 0x02) if rs2 == 0 => Op::LrW,
        (2, 0x03) => Op::ScW,
        (2, 0x00 | 0x01 | 0x04 | 0x08 | 0x0C | 0x10 | 0x14 | 0x18 | 0x1C) => Op::AmoW,
        (3, 0x02) if rv64 && rs2 == 0 => Op::LrD,
        (3, 0x03) if rv64 => Op::ScD,
        (3, 0x00 | 0x01 | 0x04 | 0x08 | 0x0C | 0x10 | 0x14 | 0x18 | 0x1C) if rv64 => Op::AmoD,
        _ => Op::Illegal,
    };
    (op, funct5 as i32)
}

fn system(b: u32) -> Op {
    match b >> 12 & 7 {
        0 => match b {
            0x0000_0073 => Op::Ecall,
            0x0010_0073 => Op::Ebreak,
            0x1020_0073 => Op::Sret,
            0x3020_0073 => Op::Mret,
            0x1050_0073 => Op::Wfi,
            0x1040_0073 => Op::Sctrclr,
            _ if b >> 25 == 0x09 && b >> 7 & 31 == 0 => Op::SfenceVma,
            _ => Op::Illegal,
        },
        1 => Op::Csrrw,
        2 => Op::Csrrs,
        3 => Op::Csrrc,
        5 => Op::Csrrwi,
        6 => Op::Csrrsi,
        7 => Op::Csrrci,
        _ => Op::Illegal,
    }
}
