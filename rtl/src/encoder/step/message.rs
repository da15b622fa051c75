// SPDX-License-Identifier: Apache-2.0
//! The main message of a block: which it is, and whether a synchronising one is owed.

use super::Step;
use crate::codes::*;
use crate::encoder::records::{Due, Pending, State};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Says if a synchronising message is due before the block, with which SYNC (N-Trace 8.5, N-Trace Table 25), and
    /// what is still due after the block. Whatever its SYNC, it has the full address and the absolute time, restarts
    /// I-CNT and HIST, and empties the return stack (returns.rs): with SYNC 0, 4 and 6, too, though Table 25 does not
    /// ask for that. Due by events/next.rs (reset, external), period.rs; SYNC of a start: gate.rs (7: events/mod.rs).
    pub(super) fn find_due(&mut self) {
        let state: State = self.before.val().state;
        let due: Due = state.due;
        // In HTM, with `icnt_full = "sync"`, a synchronising message reports a full I-CNT while HIST holds a branch
        // (N-Trace 8.4.4). It waits for a block with an address. Elsewhere ResourceFull reports it (`reports_icnt`).
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
        // Each of these three waits for those above it. A start clears all.
        let keeps_reset = !self.start.val() & !self.target_sync.val();
        let keeps_event = !self.start.val() & (!self.target_sync.val() | due.reset);
        let keeps_external = !self.start.val() & (!self.target_sync.val() | due.reset | due.event);
        let notify = self.followed.val() & self.block.val().notify;
        self.after.next.state.due.reset = due.reset & keeps_reset;
        self.after.next.state.due.event = notify | (due.event & keeps_event);
        self.after.next.state.due.external = due.external & keeps_external;
    }

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
        // Rules 4 and 5: a full HIST (N-Trace 8.3.1; or `History` keeps it back) and a full I-CNT (N-Trace 8.4.4)
        // go by themselves where no other message has them. I-CNT goes after such a HIST, at the next block.
        let keeps_back: Bit = if self._has.history { self.switches.val().repeated_history } else { false };
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
