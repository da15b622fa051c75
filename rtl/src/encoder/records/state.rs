// SPDX-License-Identifier: Apache-2.0
//! What the decisions about a block depend on, as one block leaves it for the next.

use crate::prim::*;

/// What is pending: a jump, trap or branch whose target is not known yet.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Pending {
    /// A target is not known yet.
    pub valid: Bit,
    /// B-TYPE of what is pending.
    pub btype: Bits<2>,
    /// What is pending is direct: a taken branch, in BTM.
    #[built(btm)]
    pub direct: Bit,
    /// What is pending is a trap or a trap return.
    #[built(context)]
    pub trap: Bit,
    /// A target is predicted for what is pending, a return: if it goes there, it has no message (`tw_step`).
    #[built(returns)]
    pub predicted: Bit,
}

/// What a synchronising message is due for, besides the period and a full I-CNT.
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

/// What repeats in HIST (docs/encoder.md, "HTM: repeated history").
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Repetition {
    /// A full HIST is kept back.
    pub kept_back: Bit,
    /// A repetition is being followed.
    pub locked: Bit,
    /// What the repetition expects of the next branch.
    pub expects: Bit,
    /// Branches of the pattern, less 1.
    pub period: Bits<5>,
    /// How often the pattern was there.
    pub times: Bits<18>,
    /// `times` is the largest HREPEAT.
    pub is_most: Bit,
}

/// Whether a message has reported the newest calls: else no return is implied (N-Trace 9.2; `tw_step`).
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Told {
    /// Calls before the block: all are in messages up to the block's, or a branch after the newest is not (`TOLD_`).
    pub before: Bits<2>,
    /// The block has called. No message has that yet; the next block adds this, and the two below, to `before`.
    pub called: Bit,
    /// The block has ended in a branch that goes to HIST: a full HIST with this branch tells the calls before it.
    #[built(htm)]
    pub branch: Bit,
    /// The block's branch has emptied HIST into what is kept back or repeats: the calls are told when that is sent.
    #[built(history)]
    pub empties: Bit,
}

/// What decisions about a trace depend on.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct State {
    /// A trace runs: it was started, and was neither stopped nor lost since.
    pub running: Bit,
    /// I-CNT before the cycle, which adds to it at its end.
    pub icnt: Bits<22>,
    /// Branches that HIST holds before the cycle, while a trace runs in HTM; else it means nothing.
    #[built(counts_hist)]
    pub held: Bits<5>,
    /// What is pending.
    pub pending: Pending,
    /// What a synchronising message is due for.
    pub due: Due,
    /// Calls that can be popped, while a trace runs; else it means nothing, because its start empties the stack.
    #[built(returns)]
    pub stacked: Bits<6>,
    /// Whether a message has told the newest calls.
    #[built(told)]
    pub told: Told,
    /// What repeats in HIST or is kept back, while a trace runs; else it means nothing: a start drops it.
    #[built(history)]
    pub repetition: Repetition,
}

/// What one block of a cycle leaves for the next.
///
/// I-CNT is not added up along the chain: `state.icnt` is its value before the cycle. Before a block it is that and
/// `earlier`; once it has restarted in the cycle, `earlier` less `origin`, and after the cycle `recounted`. Example:
/// blocks of 3, 5 and 2, of which the second restarts it, have `earlier` 0, 3, 8; `origin` is 3, `recounted` 7.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Passed {
    /// I-CNT has restarted in this cycle.
    pub restarted: Bit,
    /// The value of `earlier` at the block that restarted I-CNT.
    pub origin: Bits<8>,
    /// Half-words of the block that restarted I-CNT, and of those after it in this cycle.
    pub recounted: Bits<8>,
    /// A synchronising message was sent in this cycle.
    pub synced: Bit,
    /// Calls of this cycle that can be popped since a synchronising message emptied the stack, if `synced`. Until the
    /// next cycle `state.stacked` is as if no message had (`tw_events` then takes this).
    #[built(returns)]
    pub stacked_anew: Bits<3>,
    /// A message has taken HIST in this cycle, or a start has dropped it.
    #[built(counts_hist)]
    pub taken: Bit,
    /// Branches of this cycle that HIST holds since it was taken, if it was.
    #[built(counts_hist)]
    pub since_taken: Bits<3>,
    /// A message or start has ended what repeats. `renewed`, `since` and `state.repetition` mean nothing until the next
    /// cycle: they go on as if it had not, so that no block waits for it. `tw_events` puts that right.
    #[built(history)]
    pub cleared: Bit,
    /// A repetition, or a full HIST that is kept back, has begun HIST anew in this cycle.
    #[built(history)]
    pub renewed: Bit,
    /// Branches of this cycle that HIST holds since it was renewed, if it was.
    #[built(history)]
    pub since: Bits<3>,
    /// Privilege and context of this cycle were seen.
    #[built(context)]
    pub seen: Bit,
    /// The state of the trace.
    pub state: State,
}
