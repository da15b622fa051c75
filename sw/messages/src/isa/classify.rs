// SPDX-License-Identifier: Apache-2.0
//! Instruction bits to length and control-flow class (RV32/RV64 with the C extension).

/// Register width; it decides what one compressed encoding means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Xlen {
    /// RV32.
    Rv32,
    /// RV64.
    Rv64,
}

impl Xlen {
    /// Width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Xlen::Rv32 => 32,
            Xlen::Rv64 => 64,
        }
    }

    /// `addr` cut to this width.
    pub const fn wrap(self, addr: u64) -> u64 {
        match self {
            Xlen::Rv32 => addr & 0xFFFF_FFFF,
            Xlen::Rv64 => addr,
        }
    }
}

/// How an instruction changes the program counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// To the next instruction.
    Linear,
    /// To the next instruction, with a value in `rd` that the code alone tells: a jump through `rd` right after it is
    /// sequentially inferable (N-Trace 9.1).
    Upper {
        /// Destination register.
        rd: u8,
        /// The value, or its distance from the instruction's address.
        value: i32,
        /// Whether the value counts from the instruction's address (auipc), or from 0 (lui, c.lui).
        relative: bool,
    },
    /// Direct conditional branch, by `offset` bytes when taken.
    Branch {
        /// Distance in bytes.
        offset: i32,
    },
    /// Direct unconditional jump (jal, c.j, c.jal).
    Jump {
        /// Destination register.
        rd: u8,
        /// Distance in bytes.
        offset: i32,
    },
    /// Indirect unconditional jump (jalr, c.jr, c.jalr).
    JumpRegister {
        /// Destination register.
        rd: u8,
        /// Register that holds the target.
        rs1: u8,
    },
    /// ecall.
    Ecall,
    /// ebreak, c.ebreak.
    Ebreak,
    /// mret, sret, uret (and mnret).
    TrapReturn,
}

/// An instruction as tracing sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// Length in half-words: 1 or 2 (3 and more for the longer encodings).
    pub half_words: u8,
    /// Its effect on the program counter.
    pub flow: Flow,
}

impl Instruction {
    /// Length in bytes.
    pub const fn bytes(&self) -> u64 {
        self.half_words as u64 * 2
    }
}

/// Classifies the instruction in the low bits of `bits` (16 bits of it matter when compressed).
pub fn classify(bits: u32, xlen: Xlen) -> Instruction {
    if bits & 3 != 3 {
        Instruction { half_words: 1, flow: compressed(bits as u16, xlen) }
    } else {
        Instruction { half_words: length(bits), flow: standard(bits) }
    }
}

fn length(bits: u32) -> u8 {
    match bits & 0x7F {
        b if b & 0x1F != 0x1F => 2,
        b if b & 0x3F == 0x1F => 3,
        b if b & 0x7F == 0x3F => 4,
        // (80 + 16 n)-bit encodings; n = 7 is reserved for 192 bits and more.
        _ => 5 + (bits >> 12 & 7) as u8,
    }
}

fn sign(value: u32, bits: u32) -> i32 {
    ((value << (32 - bits)) as i32) >> (32 - bits)
}

fn standard(b: u32) -> Flow {
    let rd = (b >> 7 & 31) as u8;
    let rs1 = (b >> 15 & 31) as u8;
    let funct3 = b >> 12 & 7;
    match b & 0x7F {
        0x37 if rd != 0 => Flow::Upper { rd, value: (b & 0xFFFF_F000) as i32, relative: false },
        0x17 if rd != 0 => Flow::Upper { rd, value: (b & 0xFFFF_F000) as i32, relative: true },
        0x63 if funct3 != 2 && funct3 != 3 => {
            let o = (b >> 31 & 1) << 12 | (b >> 7 & 1) << 11 | (b >> 25 & 0x3F) << 5 | (b >> 8 & 0xF) << 1;
            Flow::Branch { offset: sign(o, 13) }
        }
        0x6F => {
            let o = (b >> 31 & 1) << 20 | (b >> 12 & 0xFF) << 12 | (b >> 20 & 1) << 11 | (b >> 21 & 0x3FF) << 1;
            Flow::Jump { rd, offset: sign(o, 21) }
        }
        0x67 if funct3 == 0 => Flow::JumpRegister { rd, rs1 },
        0x73 => match b {
            0x0000_0073 => Flow::Ecall,
            0x0010_0073 => Flow::Ebreak,
            // uret, sret, mret, mnret
            0x0020_0073 | 0x1020_0073 | 0x3020_0073 | 0x7020_0073 => Flow::TrapReturn,
            _ => Flow::Linear,
        },
        _ => Flow::Linear,
    }
}

fn compressed(c: u16, xlen: Xlen) -> Flow {
    let b = c as u32;
    // Also rd where an instruction has one.
    let rs1 = (b >> 7 & 31) as u8;
    let jump_offset = || {
        let o = (b >> 12 & 1) << 11
            | (b >> 11 & 1) << 4
            | (b >> 9 & 3) << 8
            | (b >> 8 & 1) << 10
            | (b >> 7 & 1) << 6
            | (b >> 6 & 1) << 7
            | (b >> 3 & 7) << 1
            | (b >> 2 & 1) << 5;
        sign(o, 12)
    };
    let upper = (b >> 12 & 1) << 17 | (b >> 2 & 31) << 12;
    match (b & 3, b >> 13) {
        // rd 2 is c.addi16sp, and a value of 0 is reserved.
        (1, 0b011) if !matches!(rs1, 0 | 2) && upper != 0 => {
            Flow::Upper { rd: rs1, value: sign(upper, 18), relative: false }
        }
        (1, 0b001) if xlen == Xlen::Rv32 => Flow::Jump { rd: 1, offset: jump_offset() },
        (1, 0b101) => Flow::Jump { rd: 0, offset: jump_offset() },
        (1, 0b110 | 0b111) => {
            let o = (b >> 12 & 1) << 8 | (b >> 10 & 3) << 3 | (b >> 5 & 3) << 6 | (b >> 3 & 3) << 1 | (b >> 2 & 1) << 5;
            Flow::Branch { offset: sign(o, 9) }
        }
        (2, 0b100) if b >> 2 & 31 == 0 => match (b >> 12 & 1, rs1) {
            (0, 0) => Flow::Linear, // reserved
            (0, _) => Flow::JumpRegister { rd: 0, rs1 },
            (_, 0) => Flow::Ebreak,
            (_, _) => Flow::JumpRegister { rd: 1, rs1 },
        },
        _ => Flow::Linear,
    }
}
