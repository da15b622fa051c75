// SPDX-License-Identifier: Apache-2.0
//! `itype` as the instruction itself decides it (N-Trace Table 2): ecall and ebreak are exceptions. Interrupts, and
//! exceptions of other instructions, do not come from here: `Blocks` of tracewright-hart adds them.

use crate::isa::{Flow, Instruction};
use crate::itype::*;

/// Width of `itype` on the ingress port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItypeWidth {
    /// Three bits: an uninferable jump is one code, inferable jumps are none.
    Three,
    /// Four bits: calls, returns and other jumps are told apart.
    Four,
}

/// TYPE of `instruction` in Control Transfer Records (3.3), which is `itype` of four bits as E-Trace has it: a jump
/// without linkage, whose rd is x0, has codes of its own. N-Trace Table 2 does not tell it from other jumps.
pub fn transfer_type(instruction: &Instruction, taken: bool) -> u8 {
    match (itype(instruction, taken, ItypeWidth::Four), instruction.flow) {
        (OTHER_INFERABLE_JUMP, Flow::Jump { rd: 0, .. }) => INFERABLE_TAIL_CALL,
        (OTHER_UNINFERABLE_JUMP, Flow::JumpRegister { rd: 0, .. }) => UNINFERABLE_TAIL_CALL,
        (other, _) => other,
    }
}

/// `itype` of `instruction`; `taken` says what a conditional branch did. ecall and ebreak are exceptions.
pub fn itype(instruction: &Instruction, taken: bool, width: ItypeWidth) -> u8 {
    let link = |r: u8| r == 1 || r == 5;
    match (instruction.flow, width) {
        (Flow::Linear | Flow::Upper { .. }, _) => NONE,
        (Flow::Branch { .. }, _) => {
            if taken {
                BRANCH_TAKEN
            } else {
                BRANCH_NOT_TAKEN
            }
        }
        (Flow::Ecall | Flow::Ebreak, _) => EXCEPTION,
        (Flow::TrapReturn, _) => TRAP_RETURN,
        (Flow::Jump { .. }, ItypeWidth::Three) => NONE,
        (Flow::JumpRegister { .. }, ItypeWidth::Three) => UNINFERABLE_JUMP,
        (Flow::Jump { rd, .. }, ItypeWidth::Four) => {
            if link(rd) {
                INFERABLE_CALL
            } else {
                OTHER_INFERABLE_JUMP
            }
        }
        (Flow::JumpRegister { rd, rs1 }, ItypeWidth::Four) => match (link(rd), link(rs1)) {
            (true, true) if rd != rs1 => CO_ROUTINE_SWAP,
            (true, _) => UNINFERABLE_CALL,
            (false, true) => RETURN,
            (false, false) => OTHER_UNINFERABLE_JUMP,
        },
    }
}
