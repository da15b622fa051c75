// SPDX-License-Identifier: Apache-2.0
//! What the encoder is shown in a cycle: its blocks, and what belongs to none of them.

use crate::prim::*;

/// A block.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Block<const ADDR: usize> {
    /// There is a block: something retires, or a trap is taken with nothing retired.
    pub valid: Bit,
    /// The block's address is defined.
    ///
    /// Where interrupts have addresses, it always is.
    #[built(undefined)]
    pub has_addr: Bit,
    /// The block ends in a branch.
    pub branch: Bit,
    /// The block's branch was taken.
    pub taken: Bit,
    /// The block ends in a jump or trap whose target must be reported.
    pub jump: Bit,
    /// B-TYPE of the block's jump or trap.
    pub btype: Bits<2>,
    /// Half-words that retired with the block.
    pub half_words: Bits<6>,
    /// Address of the block's first instruction, without bit 0.
    pub addr: Bits<ADDR>,
    /// The block's jump need not be reported if its message has an instruction before it.
    #[built(sequential)]
    pub inferable: Bit,
    /// The block ends in a trap or a trap return.
    #[built(context)]
    pub trap: Bit,
    /// The block ends in a call, or a co-routine swap.
    #[built(returns)]
    pub call: Bit,
    /// The block ends in a return, or a co-routine swap.
    #[built(returns)]
    pub returns: Bit,
    /// The block makes a synchronising message due.
    #[built(triggers)]
    pub notify: Bit,
}

/// Why a hart does not run.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Pause {
    /// The hart is halted in debug mode, which stops trace.
    pub halted: Bit,
    /// The hart is in reset, which makes SYNC 1 due.
    #[built(reset)]
    pub reset: Bit,
    /// The hart is in a low-power mode, which stops trace.
    #[built(low_power)]
    pub low_power: Bit,
}

/// Whom the instructions of a cycle belong to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Owner {
    /// V and PRV of the cycle's instructions.
    #[built(context)]
    pub privilege: Bits<3>,
    /// hcontext above scontext of the cycle's instructions.
    #[built(contexts)]
    pub context: Bits<64>,
    /// How a change of the context is reported.
    #[built(contexts)]
    pub ctype: Bits<2>,
}

/// What watchpoints of a cycle ask for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Watchpoints {
    /// A watchpoint starts trace.
    #[built(triggers)]
    pub on: Bit,
    /// A watchpoint stops trace.
    #[built(triggers)]
    pub off: Bit,
}

/// What belongs to a cycle, and to none of its blocks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Cycle {
    /// The hart does not run: it is halted in debug mode, in reset, or in a low-power mode.
    pub pause: Pause,
    /// Whom the cycle's instructions belong to.
    pub owner: Owner,
    /// What watchpoints ask for.
    pub watchpoints: Watchpoints,
}

/// Which options are switched on.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Switches {
    /// teInstMode is branch trace.
    #[built(both)]
    pub btm: Bit,
    /// teContext is set.
    #[built(context)]
    pub context: Bit,
    /// teInstImplicitReturnMode is not 0, or teInstEnCallStack is set.
    #[built(returns)]
    pub implicit_return: Bit,
    /// teInstEnRepeatedHistory is set.
    #[built(repeat)]
    pub repeated_history: Bit,
}

/// How a repetition would begin with a branch (docs/encoder.md, "HTM: repeated history").
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Beginning {
    /// Branches repeat with a period.
    #[built(history)]
    pub holds: Bit,
    /// Branches of the pattern, less 1.
    #[built(history)]
    pub period: Bits<5>,
    /// How many patterns the repetition begins with.
    #[built(history)]
    pub times: Bits<5>,
    /// A full HIST's branches + 1 - times x (period + 1), modulo 64. With the branches held before the block, it is how
    /// many of those kept back are not of the repetition; bit 5 (negative) says that there are too few for one.
    #[built(history)]
    pub short: Bits<6>,
    /// These patterns fill HIST, and no more.
    #[built(history)]
    pub fills: Bit,
}

/// What the blocks of a cycle add up to, as one of them sees it. Where a cycle has one block, there is nothing of it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Beside {
    /// Half-words of the blocks ahead of the block.
    #[built(many)]
    pub before: Bits<8>,
    /// Half-words of the block and of those after it.
    #[built(many)]
    pub from_here: Bits<8>,
    /// Branches of the blocks before the block.
    #[built(many)]
    pub branches: Bits<3>,
}

/// What is known of a block before its turn: it depends on the blocks alone, traced or not.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Foreseen {
    /// The block is at the return address that was newest before the last block with an address; it means something
    /// only if that block returned.
    #[built(stack)]
    pub as_predicted: Bit,
    /// The newest branches before the block, traced or not, the newest in bit 0: as many as a full HIST has.
    #[built(makes_hist)]
    pub branches: Bits<32>,
    /// How a repetition begins if enough branches have been kept back.
    #[built(history)]
    pub begins: Beginning,
    /// What the blocks of its cycle add up to, as the block sees it.
    pub beside: Beside,
}
