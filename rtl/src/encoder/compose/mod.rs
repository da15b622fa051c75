// SPDX-License-Identifier: Apache-2.0
//! What the messages of a block are made of (docs/encoder.md, "What a traced block does").

mod again;

pub use again::Again;

use super::has::{has, Has};
use super::records::{Counted, Decision, Entry, Kept, Turn};
use crate::codes::*;
use crate::prim::*;

/// The entry of a block: its messages, made of what was decided about the block.
///
/// There is no register in it: the blocks of a cycle are a chain. No decision waits for it.
#[derive(Module)]
#[module(build: Build)]
pub struct Compose<const ADDR: usize> {
    /// What `tw_step` has decided about the block, in this cycle or the previous one.
    pub decision: Signal<In, Decision<ADDR>>,
    /// What was decided about the block's cycle (`tw_events`).
    pub turn: Signal<In, Turn>,
    /// What messages are made of besides the block: HIST, last address, time, repetition, as the block ahead leaves it.
    pub before: Signal<In, Kept<ADDR>>,
    /// What messages are made of after the block: `before` of the next one.
    pub after: Signal<Out, Kept<ADDR>>,
    /// What the period of synchronisation (`tw_period`) counts of the block.
    pub for_period: Signal<Out, Counted>,
    /// The block's message is counted by RepeatBranch, and nothing is sent.
    #[built(has(build).repeat_branch)]
    pub is_suppressed: Optional<Signal<Out, Bit>>,
    /// The block's entry. Made in `tw_queue`: HIST if the build looks ahead, U-ADDR (N-Trace 8.1) unless it is here.
    pub entry: Signal<Out, Entry<ADDR>>,
    #[built(has(build).repeat_branch)]
    #[new(Again::default())]
    again: Optional<Again<ADDR>>,
    /// I-CNT of the block's message: half-words retired since I-CNT was last sent, without those of the block.
    icnt: Signal<Local, Bits<22>>,
    /// A main message (the one that reports the flow) is sent.
    main: Signal<Local, Bit>,
    /// The block's main message synchronises: it has SYNC and F-ADDR.
    synchronises: Signal<Local, Bit>,
    /// The entry begins with what repeats: ResourceFull with HIST, or in BTM RepeatBranch.
    repeats: Signal<Local, Bit>,
    #[value(((1_u64 << build.encoder.icnt_width) - 1).to_bits())]
    icnt_mask: Constant<Bits<22>>,
    #[value(((1_u64 << build.encoder.hist_width) - 1).to_bits())]
    hist_mask: Constant<Bits<32>>,
    #[new(has(build))]
    _has: Has,
}

#[kernel]
impl<const ADDR: usize> Compose<ADDR> {
    fn update(&mut self) {
        let decision: Decision<ADDR> = self.decision.val();
        let whole = self.turn.val().icnt + bit_cast::<22, 8>(decision.earlier);
        let since = bit_cast::<22, 8>(decision.earlier - decision.origin);
        // I-CNT (N-Trace 8.4, N-Trace 8.4.1): half-words since it was restarted, the jump that led here included.
        self.icnt.next = if decision.restarted { since } else { whole & self.icnt_mask.val() };
        self.suppress_repeats();
        self.main.next = decision.main & !self.again.suppresses.val();
        self.synchronises.next = decision.start | decision.target_sync;
        self.is_suppressed.next = self.again.suppresses.val() & !self.again.full.val();
        self.write_message();
        self.write_beside();
        self.count_for_period();
        self.keep();
    }

    /// Whether the mode (N-Trace ch. 5) is BTM, a message for a taken branch, not HTM, a bit of HIST for any branch.
    fn in_btm(&self) -> Bit {
        if self._has.both {
            self.turn.val().btm
        } else {
            self._has.btm
        }
    }

    /// Counts branch messages that repeat instead of sending them (N-Trace 7.11). The next entry begins with the count.
    fn suppress_repeats(&mut self) {
        let decision: Decision<ADDR> = self.decision.val();
        self.again.enable.next = self.turn.val().counts_branches;
        connect!(again: decision.val().{candidate = can_repeat, sends = complete, btype, addr}, icnt,
            before.val().{reference_addr, before = last}, after = after.next.last);
        self.again.direct.next = decision.goes_direct & !decision.target_sync;
        let counts_messages: Bit = if self._has.history { self.in_btm() } else { true };
        self.repeats.next = decision.repeats.sends;
        self.entry.next.repeat_count = decision.repeats.count;
        if self._has.repeat_branch & counts_messages {
            self.repeats.next = self.again.repeat_count.val().any();
            self.entry.next.repeat_count = self.again.repeat_count.val();
        }
        self.entry.next.repeats = self.repeats.val();
    }

    /// Gives the main message's fields (N-Trace 6.2, 7.2, 7.3, 7.5, 7.6, 7.7, 7.8, 7.9, 7.10) but TCODE, SRC and TSTAMP
    /// (formatter/). `tw_step` decides which. `target`: where the branch (in BTM, `goes_direct`), jump or trap
    /// before this block led, or where SYNC is due, after plain code too (`target_sync`). At a start I-CNT is 0.
    fn write_message(&mut self) {
        let decision: Decision<ADDR> = self.decision.val();
        let before: Kept<ADDR> = self.before.val();
        self.entry.next.count = self.icnt.val();
        self.entry.next.hist = if self._has.htm { before.hist } else { bits::<32>(0) };
        if self._has.makes_hist {
            self.entry.next.hist = decision.branches;
        }
        self.entry.next.held = decision.held;
        self.entry.next.addr = decision.addr;
        self.entry.next.kind = KIND_PROG_TRACE_SYNC.to_bits::<4>();
        self.entry.next.fixed = bit_cast::<6, 4>(decision.sync_code);
        if decision.target_sync {
            self.entry.next.kind = if self._has.htm {
                KIND_INDIRECT_BRANCH_HIST_SYNC.to_bits::<4>()
            } else {
                KIND_INDIRECT_BRANCH_SYNC.to_bits::<4>()
            };
            if self._has.both & self.in_btm() {
                self.entry.next.kind = KIND_INDIRECT_BRANCH_SYNC.to_bits::<4>();
            }
            if decision.goes_direct {
                self.entry.next.kind = KIND_DIRECT_BRANCH_SYNC.to_bits::<4>(); // SYNC alone: B-TYPE is not sent.
            }
            self.entry.next.fixed =
                bit_cast::<6, 4>(decision.sync_code) | (bit_cast::<6, 2>(decision.btype) << bits::<6>(4));
        } else if decision.target {
            self.entry.next.kind = KIND_INDIRECT_BRANCH.to_bits::<4>();
            if decision.has_hist {
                self.entry.next.kind = KIND_INDIRECT_BRANCH_HIST.to_bits::<4>();
            }
            if decision.goes_direct {
                self.entry.next.kind = KIND_DIRECT_BRANCH.to_bits::<4>();
            }
            self.entry.next.fixed = bit_cast::<6, 2>(decision.btype);
            // U-ADDR: XOR with the last address sent (N-Trace 8.1), or in `tw_queue`. `addr` lacks bit 0.
            if self._has.refers {
                self.entry.next.addr = decision.addr ^ before.reference_addr;
            }
        } else if decision.reports_hist {
            self.entry.next.kind = KIND_FULL_HIST.to_bits::<4>();
            self.entry.next.fixed = RCODE_HIST.to_bits::<6>();
        } else if decision.reports_icnt {
            self.entry.next.kind = KIND_FULL_I_CNT.to_bits::<4>();
            self.entry.next.fixed = RCODE_I_CNT.to_bits::<6>();
        }
        if decision.before_interrupt {
            self.entry.next.kind = KIND_DIRECT_BRANCH.to_bits::<4>();
        }
        // An entry without a main message has only a repetition or Ownership.
        if (self._has.context | self._has.repeat) & !self.main.val() {
            self.entry.next.kind = KIND_NONE.to_bits::<4>();
        }
    }

    /// Gives what repeats before the main message, Ownership after it, and the time of all.
    fn write_beside(&mut self) {
        let decision: Decision<ADDR> = self.decision.val();
        // `tw_queue` takes HIST out of the pattern. Bit 31 says that this is a history, not RepeatBranch.
        self.entry.next.repeat_hist = self.before.val().pattern | (bits::<32>(1) << bits::<6>(31));
        self.entry.next.repeat_held = decision.repeats.held;
        self.entry.next.left_out = decision.repeats.left_out;
        if self.in_btm() {
            self.entry.next.repeat_hist = bits::<32>(0);
        }
        connect!(entry.next: decision.val().own, turn.val().{privilege, context});
        // A jump is reported at its target, a later block, but has the time of its own block (N-Trace 8.7), unless the
        // context changes here, as by an interrupt. A full B-CNT by itself has the time of the cycle.
        let has_time_of_pending = decision.reports_pending & self.main.val();
        self.entry.next.time = if has_time_of_pending { self.before.val().time } else { self.turn.val().now };
    }

    /// Counts for the period of synchronisation. A lost entry counts too: the trace after it starts the period anew.
    fn count_for_period(&mut self) {
        let decision: Decision<ADDR> = self.decision.val();
        let mut messages: Bits<3> = bits::<3>(1);
        if self._has.context {
            messages = bit_cast::<3, 1>((self.main.val() | self.repeats.val()).into())
                + bit_cast::<3, 1>(decision.own.get_bit(0).into())
                + bit_cast::<3, 1>(decision.own.get_bit(1).into())
                + bit_cast::<3, 1>(decision.own.get_bit(2).into());
        }
        let half_words = bit_cast::<8, 6>(decision.half_words);
        let by_messages = self.turn.val().periodic.by_messages;
        let by_half_words = self.turn.val().periodic.by_half_words;
        let is_complete = decision.complete & !self.is_suppressed.val();
        self.for_period.next.synchronises = self.synchronises.val();
        self.for_period.next.after_sync = if by_half_words { half_words } else { bits::<8>(0) };
        self.for_period.next.counts = if by_half_words { decision.followed } else { by_messages & is_complete };
        self.for_period.next.amount = if by_half_words { half_words } else { bit_cast::<8, 3>(messages) };
        // Of two messages the second is counted apart: that there are two is known last.
        self.for_period.next.more = by_messages & self.main.val() & self.repeats.val();
    }

    /// Keeps HIST (N-Trace 8.3) and the last address (N-Trace 8.1) unless `tw_queue` makes HIST and U-ADDR, the
    /// time, and the pattern that repeats (N-Trace 9.3; `tw_history`). A message takes HIST, then a branch is added.
    fn keep(&mut self) {
        let decision: Decision<ADDR> = self.decision.val();
        let before: Kept<ADDR> = self.before.val();
        let takes_hist = decision.start | decision.target | decision.reports_hist;
        let hist: Bits<32> = if takes_hist { bits::<32>(1) } else { before.hist };
        self.after.next.hist = hist;
        if decision.branch {
            self.after.next.hist =
                ((hist << bits::<32>(1)) | bit_cast::<32, 1>(decision.taken.into())) & self.hist_mask.val();
        }
        self.after.next.pattern = before.pattern;
        if decision.repeats.captures {
            self.after.next.pattern = (decision.branches << bits::<32>(1)) | bit_cast::<32, 1>(decision.taken.into());
        }
        self.after.next.reference_addr = before.reference_addr;
        // Of the messages to a target, DirectBranch alone has no address: the reference stays (N-Trace 8.1).
        let is_indirect = decision.target & (decision.target_sync | !decision.goes_direct);
        if decision.start | is_indirect {
            self.after.next.reference_addr = decision.addr;
        }
        self.after.next.time = if decision.pends { self.turn.val().now } else { before.time };
    }
}

#[cfg(test)]
mod tests;
