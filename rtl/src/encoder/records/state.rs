// SPDX-License-Identifier: Apache-2.0
//! The state of a trace, as one block leaves it for the next.

use crate::prim::*;

/// What is pending: a jump, trap or branch whose target is not known yet.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Pending<const ADDR: usize> {
    /// A target is not known yet.
    pub valid: Bit,
    /// B-TYPE of what is pending.
    pub btype: Bits<2>,
    /// What is pending is direct.
    #[built(btm)]
    pub direct: Bit,
    /// What is pending is a trap or a trap return.
    #[built(context)]
    pub trap: Bit,
    /// The time of what is pending.
    #[built(time)]
    pub time: Bits<64>,
    /// A target is predicted for what is pending.
    #[built(returns)]
    pub predicted: Bit,
}

/// What a synchronising message is due for, besides the period.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Due {
    /// An exit from reset is to be reported.
    #[built(reset)]
    pub reset: Bit,
    /// A watchpoint is to be reported.
    #[built(triggers)]
    pub event: Bit,
    /// An external trigger is to be reported.
    #[built(external)]
    pub external: Bit,
}

/// The last branch message (N-Trace 7.11).
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct LastBranch<const ADDR: usize> {
    /// The last branch message can be repeated.
    pub valid: Bit,
    /// The last branch message was DirectBranch.
    pub direct: Bit,
    /// I-CNT of the last branch message.
    pub icnt: Bits<22>,
    /// B-TYPE of the last branch message.
    pub btype: Bits<2>,
    /// Target of the last branch message.
    pub addr: Bits<ADDR>,
    /// How often the last branch message was repeated since.
    pub count: Bits<18>,
}

/// Repeated history (docs/encoder.md, "Repeated history").
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Repetition {
    /// The newest branches, whether sent or not, the newest in bit 0.
    pub branches: Bits<32>,
    /// One bit for each branch that HIST holds, from bit 0 on.
    pub held: Bits<32>,
    /// How many branches HIST holds.
    pub count: Bits<5>,
    /// A full HIST is kept back.
    pub kept: Bit,
    /// A repetition is being followed.
    pub locked: Bit,
    /// What the repetition expects of the next branch.
    pub expects: Bit,
    /// Branches of the pattern, less 1.
    pub period: Bits<5>,
    /// The pattern, or the full HIST that is kept back, with its stop bit.
    pub pattern: Bits<32>,
    /// How often the pattern was there.
    pub times: Bits<18>,
}

/// The state of a trace.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct State<const ADDR: usize> {
    /// A trace was started.
    pub running: Bit,
    /// I-CNT before the cycle.
    pub icnt: Bits<22>,
    /// HIST: branches since the last message, below its stop bit.
    #[built(plain)]
    pub hist: Bits<32>,
    /// The last address sent.
    pub reference_addr: Bits<ADDR>,
    /// What is pending.
    pub pending: Pending<ADDR>,
    /// What a synchronising message is due for.
    pub due: Due,
    /// Entries of the return stack that are valid.
    #[built(returns)]
    pub calls: Bits<6>,
    /// Whether a message has told the newest calls.
    #[built(told)]
    pub told: Bits<2>,
    /// The last branch message.
    #[built(repeat_branch)]
    pub last: LastBranch<ADDR>,
    /// What repeats in HIST.
    #[built(history)]
    pub repetition: Repetition,
}

/// What one block of a cycle leaves for the next.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Passed<const ADDR: usize> {
    /// Half-words of the blocks of this cycle so far.
    pub sum: Bits<8>,
    /// I-CNT has restarted in this cycle.
    pub restarted: Bit,
    /// Half-words of the blocks of this cycle before I-CNT restarted.
    pub origin: Bits<8>,
    /// A synchronising message was sent in this cycle.
    pub synced: Bit,
    /// HIST was taken, or a repetition or a full HIST has begun it anew, in this cycle.
    #[built(history)]
    pub renewed: Bit,
    /// Privilege and context of this cycle were seen.
    #[built(context)]
    pub seen: Bit,
    /// The state of the trace.
    pub state: State<ADDR>,
}
