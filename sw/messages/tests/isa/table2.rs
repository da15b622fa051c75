// SPDX-License-Identifier: Apache-2.0
//! N-Trace Table 2: itype of each kind of instruction.

use tracewright_messages::isa::{classify, itype, Flow, Instruction, ItypeWidth, Xlen};

fn code(flow: Flow, taken: bool, width: ItypeWidth) -> u8 {
    itype(&Instruction { half_words: 2, flow }, taken, width)
}

fn check(width: ItypeWidth, rows: &[(Flow, u8)]) {
    for &(flow, expected) in rows {
        assert_eq!(code(flow, false, width), expected, "{flow:?}");
    }
}

/// The bits that a compressed instruction has, on RV32.
fn compressed(bits: u32, width: ItypeWidth) -> u8 {
    itype(&classify(bits, Xlen::Rv32), false, width)
}

#[test]
fn rows_of_either_width() {
    for width in [ItypeWidth::Three, ItypeWidth::Four] {
        assert_eq!(code(Flow::Branch { offset: 8 }, false, width), 4);
        assert_eq!(code(Flow::Branch { offset: 8 }, true, width), 5);
        check(
            width,
            &[
                (Flow::Linear, 0),
                (Flow::Upper { rd: 1, value: 0, relative: true }, 0),
                (Flow::Ecall, 1),
                (Flow::Ebreak, 1),
                (Flow::TrapReturn, 3),
            ],
        );
    }
}

#[test]
fn jumps_of_4_bits() {
    let jal = |rd| Flow::Jump { rd, offset: 8 };
    let jalr = |rd, rs1| Flow::JumpRegister { rd, rs1 };
    let rows = [
        (jal(1), 9),
        (jal(5), 9),
        (jal(0), 15),
        (jal(6), 15),
        (jalr(1, 6), 8),
        (jalr(5, 0), 8),
        (jalr(1, 5), 12),
        (jalr(5, 1), 12),
        (jalr(1, 1), 8),
        (jalr(5, 5), 8),
        (jalr(0, 1), 13),
        (jalr(6, 5), 13),
        (jalr(0, 6), 14),
        (jalr(0, 0), 14),
    ];
    check(ItypeWidth::Four, &rows);
}

#[test]
fn compressed_jumps_of_4_bits() {
    // c.jal; c.jalr x5; c.jalr x1; c.jalr x6; c.jr x1; c.jr x5; c.jr x6; c.j
    let rows =
        [(0x3001, 9), (0x9282, 12), (0x9082, 8), (0x9302, 8), (0x8082, 13), (0x8282, 13), (0x8302, 14), (0xB001, 15)];
    for (bits, expected) in rows {
        assert_eq!(compressed(bits, ItypeWidth::Four), expected, "{bits:#x}");
    }
}

#[test]
fn jumps_of_3_bits() {
    check(ItypeWidth::Three, &[(Flow::Jump { rd: 1, offset: 8 }, 0), (Flow::JumpRegister { rd: 0, rs1: 1 }, 6)]);
    assert_eq!((compressed(0x3001, ItypeWidth::Three), compressed(0xB001, ItypeWidth::Three)), (0, 0));
    assert_eq!(compressed(0x8082, ItypeWidth::Three), 6);
}
