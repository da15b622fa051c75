// SPDX-License-Identifier: Apache-2.0
//! The main message of a block: which it is, if a synchronising one is owed. Its B-TYPE is from ingress/lane.rs.

use super::Step;
use crate::codes::*;
use crate::encoder::records::{Due, Pending, State};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Says if a synchronising message is due at the block, with which SYNC (N-Trace 8.5, N-Trace Table 25), and what
    /// is due after it. A block with an address sends it: F-ADDR, the absolute time, and I-CNT and HIST up to the
    /// block. Whatever SYNC is, these restart, and the return stack is emptied: Table 25 does not ask that of 0, 4, 6.
    /// Made due: 4, 6 here; in events/ 0, 1 by next.rs, 2 by period.rs. Of a start: 3, 9, 1, 5 by gate.rs, 7 by mod.rs.
    pub(super) fn find_due(&mut self) {
        let state: State = self.before.val().state;
        let due: Due = state.due;
        // In HTM with `icnt_full = "sync"`, a full I-CNT makes SYNC 4 due while HIST holds a branch (N-Trace 8.4.4): it
        // waits for a block with an address. In all other cases ResourceFull with RCODE 0 reports it (`reports_icnt`).
        self.icnt_syncs.next =
            self._has.icnt_sync & self.icnt_is_full.val() & !self.hist_is_empty.val() & !self.in_btm();
        let periodic = self.periodic_due.val() & !self.before.val().synced;
        self.is_due.next = periodic | self.icnt_syncs.val() | due.external | due.event | due.reset;
        // Order: reset, event, external, periodic, I-CNT. Periodic is the else: where nothing is due, nothing reads it.
        self.due_code.next = if due.reset {
            SYNC_EXIT_FROM_RESET.to_bits::<4>()
        } else if due.event {
            SYNC_TRACE_EVENT.to_bits::<4>()
        } else if due.external {
            SYNC_EXTERNAL_TRIGGER.to_bits::<4>()
        } else if self.icnt_syncs.val() & !periodic {
            SYNC_SEQUENTIAL_INSTRUCTION_COUNTER.to_bits::<4>()
        } else {
            SYNC_PERIODIC.to_bits::<4>()
        };
        // Each of these three waits for those above it. A start clears all. A watchpoint here makes SYNC 6 due.
        let keeps_reset = !self.start.val() & !self.target_sync.val();
        let keeps_event = !self.start.val() & (!self.target_sync.val() | due.reset);
        let keeps_external = !self.start.val() & (!self.target_sync.val() | due.reset | due.event);
        let notify = self.followed.val() & self.block.val().notify;
        self.after.next.state.due.reset = due.reset & keeps_reset;
        self.after.next.state.due.event = notify | (due.event & keeps_event);
        self.after.next.state.due.external = due.external & keeps_external;
    }

    /// Decides what the block reports (N-Trace ch. 10): at most one main message, the first of these. `start`: a
    /// trace's first block, ProgTraceSync. `target`: its address, for what is pending or due; not for an implied return
    /// (N-Trace 9.2). `before_interrupt`: in BTM a pending branch, at an interrupt without an address. Then
    /// ResourceFull. Plain code leaves nothing pending, nor do direct jumps (teInstEnAllJumps makes them branches).
    /// `pending` is how an earlier block ended: told with I-CNT and HIST before this block, which restart; how this one
    /// ends is pending after it. Of jumps back to back (N-Trace 8.6, N-Trace Table 26) the later so has I-CNT 1 or 2,
    /// its own; of exceptions, or one at a start, 0. Correlations: `tw_gate`.
    pub(super) fn choose_message(&mut self) {
        let state: State = self.before.val().state;
        let pending: Pending = state.pending;
        // Where context changes just here (`precise`), the block's address is reported, if it has one.
        let precise: Bit = if self._has.context { self.changes.val().precise & self.shows.val() } else { false };
        self.discontinuity.next = precise & self.changes.val().asynchronous;
        let is_as_predicted: Bit = if self._has.stack { self.foreseen.val().as_predicted } else { true };
        // A return is implied if its call was popped and is told (`predicted`), and it leads here (mode 1: always).
        let is_predicted: Bit = if self._has.returns { pending.predicted } else { false };
        let is_implied_return = is_predicted & !self.is_due.val() & !precise & is_as_predicted;
        // An address is reported for what is pending or due.
        let wants_target = ((self.has_addr() & (pending.valid | self.is_due.val())) | precise) & !is_implied_return;
        // `tw_history` keeps a full HIST back, because a repetition may begin within it.
        let keeps_back: Bit = if self._has.history { self.switches.val().repeated_history } else { false };
        // Full HIST (N-Trace 8.3.1): RCODE 1, without the block's branch, which comes after. Full I-CNT
        // (N-Trace 8.4.4): RCODE 0, a block later if HIST goes. Neither if a target's message has it.
        let wants_hist = self.hist_branch.val() & self.hist_is_full.val() & !keeps_back;
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
            foreseen.val().branches, followed, start, target, target_sync, goes_direct, before_interrupt, reports_hist,
            reports_icnt, main, own, history.repeats);
        self.decision.next.has_hist = !self.hist_is_empty.val() & !self.in_btm();
        self.decision.next.sync_code = if self.traced.val() { self.due_code.val() } else { self.start_code.val() };
        self.decision.next.btype = if state.due.reset {
            bits::<2>(0)
        } else if self.discontinuity.val() {
            self.interrupt_btype.val()
        } else {
            pending.btype
        };
        self.decision.next.held = self.held_here.val();
        self.decision.next.complete = self.main.val() | self.history.repeats.val().sends | self.own.val().any();
        self.decision.next.can_repeat = self.target.val() & !self.is_due.val() & !self.own.val().any();
        self.decision.next.branch = self.followed.val() & self.hist_branch.val();
        self.decision.next.pends = self.followed.val() & (self.jump.val() | self.has_addr());
        self.decision.next.reports_pending =
            (self.target.val() & pending.valid & !self.discontinuity.val()) | self.before_interrupt.val();
    }
}
