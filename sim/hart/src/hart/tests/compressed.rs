// SPDX-License-Identifier: Apache-2.0
//! Compressed instructions (C). The encodings are those of GNU as.

use super::asm::{addi, branch, i, jal, jalr, load, lui, r, store, EBREAK};
use crate::hart::decode::{decode, Op};
use crate::hart::expand::expand;
use proptest::prelude::{any, proptest};
use tracewright_messages::isa::Flow;
use tracewright_messages::isa::Xlen::{self, Rv32, Rv64};

const BOTH: [Xlen; 2] = [Rv32, Rv64];

#[test]
fn every_kind_expands() {
    // c.addi4spn x8,x2,1020; c.lw x9,124(x10); c.sw x9,124(x10); c.addi x5,-32; c.li x5,31; c.addi16sp x2,-512; c.lui
    // x5,0xfffe0; c.srli x8,31; c.srai x9,1; c.andi x10,-32; c.sub, xor, or, and x8,x9; c.j -2048; c.beqz x8,-256;
    // c.bnez x15,254; c.slli x1,31; c.lwsp x1,252(x2); c.jr x5; c.mv x1,x2; c.ebreak; c.jalr x5; c.add x1,x2; c.swsp
    // x1,252(x2)
    let table = [
        (0x1FE0, addi(8, 2, 1020)),
        (0x5D64, load(2, 9, 10, 124)),
        (0xDD64, store(2, 9, 10, 124)),
        (0x1281, addi(5, 5, -32)),
        (0x42FD, addi(5, 0, 31)),
        (0x7101, addi(2, 2, -512)),
        (0x7281, lui(5, 0xFFFE0)),
        (0x807D, i(0x13, 5, 8, 8, 31)),
        (0x8485, i(0x13, 5, 9, 9, 0x401)),
        (0x9901, i(0x13, 7, 10, 10, -32)),
        (0x8C05, r(0x33, 0x20, 0, 8, 8, 9)),
        (0x8C25, r(0x33, 0, 4, 8, 8, 9)),
        (0x8C45, r(0x33, 0, 6, 8, 8, 9)),
        (0x8C65, r(0x33, 0, 7, 8, 8, 9)),
        (0xB001, jal(0, -2048)),
        (0xD001, branch(0, 8, 0, -256)),
        (0xEFFD, branch(1, 15, 0, 254)),
        (0x00FE, i(0x13, 1, 1, 1, 31)),
        (0x50FE, load(2, 1, 2, 252)),
        (0x8282, jalr(0, 5, 0)),
        (0x808A, r(0x33, 0, 0, 1, 0, 2)),
        (0x9002, EBREAK),
        (0x9282, jalr(1, 5, 0)),
        (0x908A, r(0x33, 0, 0, 1, 1, 2)),
        (0xDF86, store(2, 1, 2, 252)),
    ];
    for (compressed, full) in table {
        for xlen in BOTH {
            assert_eq!(expand(compressed, xlen), Some(full), "{compressed:#06x} {xlen:?}");
        }
    }
}

#[test]
fn some_encodings_depend_on_the_width() {
    // c.jal -2048 or c.addiw x0,-32 (reserved); c.addiw x5,-1; c.ld x9,248(x10); c.sd; c.ldsp x1,504(x2); c.sdsp;
    // c.subw, c.addw x8,x9; c.slli x1,63; c.srli x8,32; c.srai x8,32
    assert_eq!(expand(0x3001, Rv32), Some(jal(1, -2048)));
    assert_eq!(expand(0x3001, Rv64), None);
    let table = [
        (0x32FD, i(0x1B, 0, 5, 5, -1)),
        (0x7D64, load(3, 9, 10, 248)),
        (0xFD64, store(3, 9, 10, 248)),
        (0x70FE, load(3, 1, 2, 504)),
        (0xFF86, store(3, 1, 2, 504)),
        (0x9C05, r(0x3B, 0x20, 0, 8, 8, 9)),
        (0x9C25, r(0x3B, 0, 0, 8, 8, 9)),
        (0x10FE, i(0x13, 1, 1, 1, 63)),
        (0x9001, i(0x13, 5, 8, 8, 32)),
        (0x9401, i(0x13, 5, 8, 8, 0x420)),
    ];
    for (compressed, full) in table {
        assert_eq!(expand(compressed, Rv64), Some(full), "{compressed:#06x}");
    }
    for (compressed, _) in &table[1..] {
        assert_eq!(expand(*compressed, Rv32), None, "{compressed:#06x}");
    }
}

#[test]
fn reserved_encodings_are_illegal_and_hints_are_not() {
    // All zero; c.addi4spn of 0; c.addi16sp of 0; c.lui of 0; c.lwsp to x0; c.jr x0; funct3 100 of quadrant 0.
    for reserved in [0x0000, 0x0004, 0x6101, 0x6281, 0x4002, 0x8002, 0x8000] {
        for xlen in BOTH {
            assert_eq!(decode(reserved, xlen).op, Op::Illegal, "{reserved:#06x}");
        }
    }
    // c.nop of 1; c.li x0; c.lui x0; c.mv x0,x1; c.slli x0; c.srli by 0.
    for hint in [0x0005, 0x4005, 0x6005, 0x8006, 0x0006, 0x8001] {
        for xlen in BOTH {
            assert_ne!(decode(hint, xlen).op, Op::Illegal, "{hint:#06x}");
        }
    }
}

proptest! {
    /// What the hart executes and what tracing sees agree, for every instruction the hart knows.
    #[test]
    fn operation_and_flow_agree(bits in any::<u32>(), kind in 0..8u32, wide in any::<bool>()) {
        let xlen = if wide { Rv64 } else { Rv32 };
        let bits = match kind {
            0 => bits & !0x7F | 0x63,
            1 => bits & !0x7F | 0x6F,
            2 => bits & !0x7F | 0x67,
            3 => bits & 0x000F_FF80 | 0x73,
            _ => bits,
        };
        let d = decode(bits, xlen);
        let expected = match d.op {
            Op::Jal => Flow::Jump { rd: d.rd, offset: d.imm },
            Op::Jalr => Flow::JumpRegister { rd: d.rd, rs1: d.rs1 },
            Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => Flow::Branch { offset: d.imm },
            Op::Ecall => Flow::Ecall,
            Op::Ebreak => Flow::Ebreak,
            Op::Mret | Op::Sret => Flow::TrapReturn,
            Op::Illegal => return Ok(()),
            Op::Lui | Op::Auipc if d.rd != 0 => Flow::Upper { rd: d.rd, value: d.imm, relative: d.op == Op::Auipc },
            _ => Flow::Linear,
        };
        proptest::prop_assert_eq!(d.instruction.flow, expected);
        proptest::prop_assert_eq!(d.instruction.half_words, if bits & 3 == 3 { 2 } else { 1 });
    }
}
