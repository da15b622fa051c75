// SPDX-License-Identifier: Apache-2.0
//! The main message of a block: which it is.

use super::Step;
use crate::encoder::records::{Pending, State};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Decides what the block reports (N-Trace ch. 10): the first of rules 1 to 5 of docs/encoder.md that applies,
    /// `start`, `target`, `before_interrupt`, `reports_hist`, `reports_icnt`. Plain code and direct jumps leave nothing
    /// pending (ingress/lane.rs; but teInstEnAllJumps): no message. An implied return has none either (N-Trace 9.2).
    ///
    /// A message tells how an earlier block ended (`pending`), with this block's address, and restarts I-CNT; how this
    /// block ends is pending after it (leaves.rs). Of jumps back to back (N-Trace 8.6, N-Trace Table 26) the later has
    /// I-CNT 1 or 2, its own; of exceptions with nothing retired in between each has its B-TYPE, the later I-CNT 0.
    pub(super) fn choose_message(&mut self) {
        let state: State = self.before.val().state;
        let pending: Pending = state.pending;
        let precise = self.changes.val().precise & self.shows.val();
        self.discontinuity.next = precise & self.changes.val().asynchronous;
        // Rule 2: the address is reported, as a target or because a message is due. Where `precise` is set
        // there is an address: `shows` requires one.
        let is_as_predicted: Bit = if self._has.stack { self.foreseen.val().as_predicted } else { true };
        let is_implied_return = pending.predicted & !self.is_due.val() & !precise & is_as_predicted;
        let wants_target = ((self.has_addr() & (pending.valid | self.is_due.val())) | precise) & !is_implied_return;
        // Rules 4 and 5: a full HIST (N-Trace 8.3.1; `History` sends it if it is on) and a full I-CNT (N-Trace 8.4.4)
        // go by themselves where no other message has them. I-CNT goes after such a HIST, at the next block.
        let keeps_hist: Bit = if self._has.history { self.switches.val().repeated_history } else { false };
        let wants_hist = self.hist_branch.val() & self.hist_is_full.val() & !keeps_hist;
        let wants_icnt = self.icnt_is_full.val() & !self.icnt_syncs.val();
        self.target.next = self.traced.val() & wants_target;
        self.target_sync.next = self.target.val() & self.is_due.val();
        self.synchronises.next = self.start.val() | self.target_sync.val();
        self.reports_hist.next = self.traced.val() & !wants_target & wants_hist;
        self.before_interrupt.next = self.traced.val() & !self.has_addr() & pending.valid & pending.direct;
        self.reports_icnt.next =
            self.traced.val() & !wants_target & !wants_hist & wants_icnt & !self.before_interrupt.val();
        self.main.next = self.start.val()
            | (self.traced.val() & (wants_target | wants_hist | wants_icnt))
            | self.before_interrupt.val();
    }

    /// Says what is decided.
    pub(super) fn decide(&mut self) {
        let state: State = self.before.val().state;
        let pending: Pending = state.pending;
        // After a reset or an asynchronous discontinuity the address is not the target of what was pending.
        let is_elsewhere = self.discontinuity.val() | state.due.reset;
        self.goes_direct.next = pending.direct & !is_elsewhere;
        connect!(decision.next: block.val().{addr, half_words, taken}, earlier, before.val().{restarted, origin},
            followed, start, target, target_sync, goes_direct, before_interrupt, reports_hist, reports_icnt, main, own,
            history.repeats);
        self.decision.next.has_hist = !self.hist_is_empty.val() & !self.in_btm();
        self.decision.next.sync_code = if self.traced.val() { self.due_code.val() } else { self.start_code.val() };
        self.decision.next.btype = if state.due.reset {
            bits::<2>(0)
        } else if self.discontinuity.val() {
            self.interrupt_btype.val()
        } else {
            pending.btype
        };
        self.decision.next.complete = self.main.val() | self.history.repeats.val().sends | self.own.val().any();
        self.decision.next.can_repeat = self.target.val() & !self.is_due.val() & !self.own.val().any();
        self.decision.next.branch = self.followed.val() & self.hist_branch.val();
        self.decision.next.pends = self.followed.val() & (self.jump.val() | self.has_addr());
        self.decision.next.reports_pending =
            (self.target.val() & pending.valid & !self.discontinuity.val()) | self.before_interrupt.val();
    }
}
