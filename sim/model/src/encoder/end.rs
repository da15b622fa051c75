// SPDX-License-Identifier: Apache-2.0
//! How a block ends (N-Trace Table 3, N-Trace Table 4). Every block adds to I-CNT what retired in it, whatever its
//! itype is (`State::add` of step.rs). Pop and Push of N-Trace Table 4 are `Returns::step` (returns.rs). A return is
//! `Indirect` here; step.rs leaves its message out (`is_implied`) where the popped address is the next one.

use super::settings::Settings;
use tracewright_messages::{btype, itype, Block};

/// What the end of a block does to the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The program, or `sijump`, tells what comes next: the block has no message of its own, I-CNT alone counts it.
    Inferable,
    /// A conditional branch, or with teInstEnAllJumps a direct jump. HTM: a bit of HIST. BTM: DirectBranch if taken.
    Branch {
        /// Whether it was taken.
        taken: bool,
    },
    /// A jump, trap or trap return: its message waits for the next block with an address, which is where it leads.
    Indirect {
        btype: u8,
        /// It is a trap or a trap return.
        trap: bool,
    },
}

impl End {
    /// The end of `block`. `follows`: the message has the instruction before its last, from this block or earlier ones.
    pub(super) fn of(block: &Block, follows: bool, settings: &Settings) -> Self {
        match block.itype {
            itype::BRANCH_NOT_TAKEN => End::Branch { taken: false },
            itype::BRANCH_TAKEN => End::Branch { taken: true },
            itype::INFERABLE_JUMP
            | itype::INFERABLE_CALL
            | itype::INFERABLE_TAIL_CALL
            | itype::OTHER_INFERABLE_JUMP
                if settings.run.all_jumps =>
            {
                End::Branch { taken: true }
            }
            itype::EXCEPTION => End::Indirect { btype: settings.exception(), trap: true },
            itype::INTERRUPT => End::Indirect { btype: settings.interrupt(), trap: true },
            itype::TRAP_RETURN => End::Indirect { btype: btype::INDIRECT, trap: true },
            // A jump is inferable where the instruction right before it has loaded its register with a constant
            // (`sijump`) and is in the same message (`follows`): N-Trace 9.1. `Settings::seen` has cleared `sijump`
            // where teInstEnSequentialJump is 0. All other indirect jumps come here, and custom instructions that jump
            // (N-Trace 10.1): the port shows them as indirect jumps, and with itype 0 those that go on to the next.
            itype if is_jump(itype) && !(block.sijump && follows) => {
                End::Indirect { btype: btype::INDIRECT, trap: false }
            }
            _ => End::Inferable,
        }
    }
}

const fn is_jump(itype: u8) -> bool {
    matches!(
        itype,
        itype::UNINFERABLE_JUMP
            | itype::UNINFERABLE_CALL
            | itype::UNINFERABLE_TAIL_CALL
            | itype::CO_ROUTINE_SWAP
            | itype::RETURN
            | itype::OTHER_UNINFERABLE_JUMP
    )
}
