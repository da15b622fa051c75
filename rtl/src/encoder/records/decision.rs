// SPDX-License-Identifier: Apache-2.0
//! What is decided about a block in its turn, and what messages are then made of.

use super::Periodic;
use crate::prim::*;

/// What is decided about a block: which messages it completes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Decision<const ADDR: usize> {
    /// Address of the block's first instruction, without bit 0.
    pub addr: Bits<ADDR>,
    /// Half-words retired in this cycle by the blocks before this one.
    pub earlier: Bits<8>,
    /// I-CNT has restarted in this cycle, at a block before this one.
    pub restarted: Bit,
    /// The value of `earlier` at the block that restarted I-CNT.
    pub origin: Bits<8>,
    /// Half-words that retired with the block.
    pub half_words: Bits<6>,
    /// The block is traced, or starts the trace.
    pub followed: Bit,
    /// The block starts the trace.
    pub start: Bit,
    /// The block's address is reported: as a target, or because something is due.
    pub target: Bit,
    /// The message of the target synchronises.
    pub target_sync: Bit,
    /// What was pending is direct (a taken branch, in BTM), and its target is reported as such.
    #[built(btm)]
    pub goes_direct: Bit,
    /// BTM: a taken branch is reported at the interrupt, a block without an address, that follows it.
    #[built(btm)]
    pub before_interrupt: Bit,
    /// HIST has a branch before the block.
    #[built(htm)]
    pub has_hist: Bit,
    /// The main message is ResourceFull with HIST.
    #[built(htm)]
    pub reports_hist: Bit,
    /// The main message is ResourceFull with I-CNT.
    pub reports_icnt: Bit,
    /// SYNC of the block's message.
    pub sync_code: Bits<4>,
    /// B-TYPE of the block's message.
    pub btype: Bits<2>,
    /// The block completes a main message.
    pub main: Bit,
    /// The block completes a message.
    pub complete: Bit,
    /// RepeatBranch may count the main message, if it equals the last branch message.
    #[built(repeat_branch)]
    pub can_repeat: Bit,
    /// Ownership messages: FORMAT 00, 10, 11, lowest bit first.
    #[built(context)]
    pub own: Bits<3>,
    /// Branches that HIST holds before the block.
    #[built(makes_hist)]
    pub held: Bits<5>,
    /// The newest branches before the block.
    #[built(makes_hist)]
    pub branches: Bits<32>,
    /// A followed block ends in a branch that goes to HIST.
    #[built(htm)]
    pub branch: Bit,
    /// The block's branch was taken.
    #[built(htm)]
    pub taken: Bit,
    /// The time that is kept becomes this cycle's: after a block with an address, nothing older is pending.
    #[built(time)]
    pub pends: Bit,
    /// The main message tells where an earlier block's end led: it has that block's time, which is kept (N-Trace 8.7).
    #[built(time)]
    pub reports_pending: Bit,
    /// What the block does to what repeats in HIST.
    pub repeats: Repeats,
}

/// What a block does to what repeats in HIST.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Repeats {
    /// There is a ResourceFull before the main message, or in its place.
    #[built(history)]
    pub sends: Bit,
    /// HREPEAT of that ResourceFull.
    #[built(history)]
    pub count: Bits<18>,
    /// Branches in HIST of that ResourceFull.
    #[built(history)]
    pub held: Bits<5>,
    /// Branches of what is kept back that are newer than those of that ResourceFull.
    #[built(history)]
    pub left_out: Bits<5>,
    /// The newest branches, this block's included, become the pattern, or the full HIST that is kept back.
    #[built(history)]
    pub captures: Bit,
}

/// What is decided about a cycle, and what all its messages have in common.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Turn {
    /// Trace stops: a correlation is due.
    pub stop: Bit,
    /// Trace stops, and the last instruction is a branch that was taken.
    #[built(btm)]
    pub stops_after_branch: Bit,
    /// EVCODE of the correlation.
    pub evcode: Bits<4>,
    /// The mode is branch trace.
    #[built(both)]
    pub btm: Bit,
    /// Branch messages are counted.
    #[built(repeat_branch)]
    pub counts_branches: Bit,
    /// I-CNT before the cycle.
    pub icnt: Bits<22>,
    /// What the period of synchronisation counts.
    pub periodic: Periodic,
    /// V and PRV of Ownership.
    #[built(context)]
    pub privilege: Bits<3>,
    /// hcontext above scontext, of Ownership.
    #[built(contexts)]
    pub context: Bits<64>,
    /// The time of the cycle. `tw_stamp` makes TSTAMP: absolute where a message synchronises, else relative.
    #[built(time)]
    pub now: Bits<64>,
}

/// What messages are made of besides the block, as one block leaves it for the next. No decision waits for it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Kept<const ADDR: usize> {
    /// HIST: branches since it was last sent or emptied, below its stop bit.
    #[built(keeps_hist)]
    pub hist: Bits<32>,
    /// The last address sent.
    #[built(refers)]
    pub reference_addr: Bits<ADDR>,
    /// The time of what is pending: of the block that ended in it. From a loss to its Error, that of the loss.
    #[built(time)]
    pub time: Bits<64>,
    /// The last branch message.
    #[built(repeat_branch)]
    pub last: LastBranch<ADDR>,
    /// Branches of which the newest are the pattern that repeats, or the full HIST that is kept back.
    #[built(history)]
    pub pattern: Bits<32>,
}

/// The last branch message of BTM (N-Trace 7.11). One that equals it is not sent, but counted (`tw_again`).
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct LastBranch<const ADDR: usize> {
    /// The last branch message can be repeated: nothing else was sent since, and an IndirectBranch had U-ADDR 0.
    pub valid: Bit,
    /// The last branch message was DirectBranch.
    pub direct: Bit,
    /// I-CNT of the last branch message.
    pub icnt: Bits<22>,
    /// B-TYPE of the last branch message.
    pub btype: Bits<2>,
    /// Target of the last branch message.
    pub addr: Bits<ADDR>,
    /// B-CNT: how often the last branch message came again since. RepeatBranch has it, in the next entry or if full.
    pub count: Bits<18>,
}
