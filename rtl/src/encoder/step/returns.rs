// SPDX-License-Identifier: Apache-2.0
//! Implicit return (N-Trace 9.2; on: `switches.implicit_return`), as far as it depends on what is traced: how many
//! calls of the return stack are valid, 32 at most, and whether messages have told (reported) them. Mode 1 has only
//! this count. Modes 2 and 3 have addresses (ahead/stack.rs), which ahead/predictor.rs compares (`as_predicted`).
//! leaves.rs makes `pending.predicted` of `has_call` and `all_told`. If the next block then is as predicted (in mode 1
//! it always is), message.rs leaves out the message of the return. If not, the return is reported, as any jump is.

use super::Step;
use crate::codes::*;
use crate::encoder::records::{Block, Passed, Told};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Counts calls to pop (N-Trace 9.2). A message with SYNC empties the stack; a push on a full one loses the oldest.
    pub(super) fn leave_calls(&mut self) {
        let block: Block<ADDR> = self.block.val();
        let before: Passed = self.before.val();
        // Calls count traced or not, so that nothing waits for that: a start empties the stack, and tells all calls.
        let moves = block.valid & self.has_addr();
        self.pushes.next = moves & block.call & self.switches.val().implicit_return;
        let returns = moves & block.returns;
        let here: Bits<6> = if before.synced { bit_cast::<6, 3>(before.stacked_anew) } else { before.state.stacked };
        self.has_call.next = here.any() & !self.synchronises.val();
        // Whether a message synchronises is known last: `stacked` is as if none did, `stacked_anew` is since one did.
        self.after.next.state.stacked = self.count_calls(before.state.stacked, returns);
        let anew = self.count_calls(bit_cast::<6, 3>(before.stacked_anew), returns);
        self.after.next.stacked_anew = anew.get_bits::<3>(0);
        if self.synchronises.val() {
            self.after.next.stacked_anew = bit_cast::<3, 1>(self.pushes.val().into());
        }
    }

    /// Calls that can be popped after the block, if `before` can be before it. A swap pops and pushes: no change.
    fn count_calls(&self, before: Bits<6>, returns: Bit) -> Bits<6> {
        let mut after: Bits<6> = before;
        if returns & before.any() {
            after = if self.pushes.val() { before } else { before - 1 };
        } else if self.pushes.val() & (before != self.stack_depth.val()) {
            after = before + 1;
        }
        after
    }

    /// Says if a message has told the newest calls before the block (N-Trace 9.2; unused with `return_calls = "any"`).
    /// If not, where a branch since the last call is: nowhere, in HIST (`told.branch`), or kept back (`told.empties`).
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
    /// a full HIST with a branch after the call, or what was kept back with such a branch. RCODE 0 tells nothing: it is
    /// only a number. Until then `all_told` is 0, and `leave_pending` predicts nothing (N-Trace 9.2).
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
        self.after.next.state.told.empties = self.history.empties.val() & !self.after.val().cleared;
    }
}
