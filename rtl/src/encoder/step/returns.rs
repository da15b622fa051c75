// SPDX-License-Identifier: Apache-2.0
//! Implicit return (N-Trace 9.2), as far as it depends on what is traced: how many calls of the return stack are valid,
//! and which of them messages have told (docs/encoder.md, "Implicit return").
//!
//! Addresses are in ahead/stack.rs; ahead/predictor.rs compares them (`as_predicted`). leaves.rs makes
//! `pending.predicted` of `has_call` and `all_told`; message.rs then leaves the message out. Mode 1 has only the count.

use super::Step;
use crate::codes::*;
use crate::encoder::records::{Block, Passed, Told};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Counts calls that can be popped (N-Trace 9.2). SYNC empties the stack; a push onto a full one loses the oldest.
    pub(super) fn leave_calls(&mut self) {
        let block: Block<ADDR> = self.block.val();
        let before: Passed = self.before.val();
        let moves = self.followed.val() & self.has_addr();
        self.pushes.next = moves & block.call & self.switches.val().implicit_return;
        let returns = moves & block.returns;
        let valid = before.state.stacked;
        let fewer = valid - 1;
        let more: Bits<6> = if valid == self.stack_depth.val() { valid } else { valid + 1 };
        self.has_call.next = valid.any() & !self.synchronises.val();
        self.after.next.state.stacked = valid;
        if self.synchronises.val() {
            self.after.next.state.stacked = bit_cast::<6, 1>(self.pushes.val().into());
        } else if returns & valid.any() {
            self.after.next.state.stacked = if self.pushes.val() { valid } else { fewer };
        } else if self.pushes.val() {
            self.after.next.state.stacked = more;
        }
    }

    /// Says whether a message has told the newest calls before the block (N-Trace 9.2). If not, a branch since the last
    /// call is in HIST (`told.branch`) or, where HIST was emptied (`told.empties`), in what is kept back or repeats.
    pub(super) fn find_told(&mut self) {
        let told: Told = self.before.val().state.told;
        self.told.next = told.before;
        if told.called {
            self.told.next = TOLD_BUT_NEW.to_bits::<2>();
        }
        if told.branch & (told.called | (told.before == TOLD_BUT_NEW.to_bits::<2>())) {
            self.told.next = TOLD_BUT_IN_HIST.to_bits::<2>();
        }
        if told.empties & (told.called | (told.before != TOLD_ALL.to_bits::<2>())) {
            self.told.next = TOLD_BUT_IN_REPETITION.to_bits::<2>();
        }
    }

    /// Follows the newest calls until a message tells them, and so carries the instructions up to them: one with I-CNT,
    /// a full HIST with a branch after the call, or a flushed repetition with one. RCODE 0 tells nothing: it is only a
    /// number. Until then `all_told` is 0, and `leave_pending` predicts nothing (N-Trace 9.2).
    pub(super) fn tell_calls(&mut self) {
        let told: Bits<2> = self.told.val();
        let is_told = (self.main.val() & !self.reports_hist.val() & !self.reports_icnt.val())
            | (self.reports_hist.val() & (told == TOLD_BUT_IN_HIST.to_bits::<2>()))
            | (self.history.flushes.val() & (told == TOLD_BUT_IN_REPETITION.to_bits::<2>()));
        let known: Bits<2> = if is_told { TOLD_ALL.to_bits::<2>() } else { told };
        self.all_told.next = known == TOLD_ALL.to_bits::<2>();
        self.after.next.state.told.before = known;
        self.after.next.state.told.called = self.pushes.val();
        self.after.next.state.told.branch = self.followed.val() & self.hist_branch.val();
        self.after.next.state.told.empties = self.history.empties.val();
    }
}
