// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records 3.3: TYPE of each kind of instruction.

use tracewright_messages::isa::{transfer_type, Flow, Instruction};

#[test]
fn ctr_3_3_jumps_without_linkage_are_told_from_others() {
    let jal = |rd| Flow::Jump { rd, offset: 8 };
    let jalr = |rd, rs1| Flow::JumpRegister { rd, rs1 };
    let rows = [
        (Flow::Linear, 0),
        (Flow::Ecall, 1),
        (Flow::TrapReturn, 3),
        (Flow::Branch { offset: 8 }, 4),
        (jalr(1, 6), 8),
        (jal(1), 9),
        (jal(5), 9),
        (jalr(0, 6), 10),
        (jal(0), 11),
        (jalr(1, 5), 12),
        (jalr(0, 1), 13),
        (jalr(6, 5), 13),
        (jalr(6, 7), 14),
        (jal(6), 15),
    ];
    for (flow, expected) in rows {
        assert_eq!(transfer_type(&Instruction { half_words: 2, flow }, false), expected, "{flow:?}");
    }
    assert_eq!(transfer_type(&Instruction { half_words: 2, flow: Flow::Branch { offset: 8 } }, true), 5);
}
