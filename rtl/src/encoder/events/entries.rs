// SPDX-License-Identifier: Apache-2.0
//! The entries of a cycle, and which of them the queue takes.

use super::{Events, Loss};
use crate::codes::*;
use crate::encoder::records::{Changes, Entry, State, Switches, Turn};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Events<ADDR> {
    /// Says what is decided about the cycle. A correlation is alone in its cycle.
    pub(super) fn decide(&mut self) {
        let state: State = self.state.q.val();
        let switches: Switches = self.switches.val();
        let changes: Changes = self.ownership.changes.val();
        connect!(turn.next: stop, stops_after_branch, gate.evcode, period.periodic, control.now);
        self.turn.next.btm = switches.btm;
        self.turn.next.counts_branches = switches.repeated_history & self.in_btm();
        self.turn.next.icnt = state.icnt;
        self.turn.next.privilege = changes.privilege;
        self.turn.next.context = changes.context;
        for b in 0..self.step.len() {
            self.is_made[b].next = self.step[b].decision.val().complete;
        }
        if self.stop.val() {
            // A correlation with nothing to report, as no trace runs, is sent only if the hart need not wait for it.
            self.is_made[0].next = self.ample.val() | state.running;
        }
        self.last_turn.d.next = self.turn.val();
        // What was decided in this cycle, and made messages of in the next.
        for b in 0..self.decided.len() {
            self.decided[b].d.next = self.step[b].decision.val();
            self.is_under_way[b].d.next = self.is_made[b].val() & self.control.active.val();
            if (b == 0) & self.stop.val() {
                // A correlation sends what is kept back. No block is traced in its cycle.
                self.decided[b].d.next.repeats.sends =
                    state.running & (state.repetition.locked | state.repetition.kept_back);
                // Without a trace, `state.held` counts branches of nobody.
                if !state.running {
                    self.decided[b].d.next.held = bits::<5>(0);
                }
            }
        }
    }

    /// Hands what messages are made of from block to block.
    pub(super) fn compose_entries(&mut self) {
        self.made.next = if self._has.late { self.last_turn.q.val() } else { self.turn.val() };
        for b in 0..self.compose.len() {
            self.compose[b].turn.next = self.made.val();
            self.compose[b].decision.next =
                if self._has.late { self.decided[b].q.val() } else { self.step[b].decision.val() };
        }
        connect!(compose[0]: before = kept.q);
        for b in 1..self.compose.len() {
            self.compose[b].before.next = self.compose[b - 1].after.val();
        }
    }

    /// Hands the entries of a cycle to the queue. If the queue has no room, the whole row is lost. One Error
    /// (N-Trace 7.4) says so in the first later cycle in which the queue has room for it and a start (`error`), whether
    /// tracing is on or off: a loss is told even if trace never starts again. The Error is alone in its cycle: no block
    /// is live while it is owed, rows under way are dropped. Then the next traced block with an address starts trace
    /// with SYNC 7 (`loss.restarts`), so nothing comes between. With teInstStallEn the hart waits, and no row is lost.
    pub(super) fn offer_entries(&mut self) {
        let loss: Loss = self.loss.q.val();
        let fits = self.room.val().any();
        let mut comes: Bit = false;
        // What is lost, if the row is: a correlation is program trace, too.
        let mut program: Bit = self.made.val().stop;
        let mut ownership: Bit = false;
        for b in 0..self.entry.len() {
            let entry: Entry<ADDR> = self.compose[b].entry.val();
            let is_sent: Bit = if self._has.late {
                self.is_under_way[b].q.val() & !loss.is_owed & !self.compose[b].is_suppressed.val()
            } else {
                self.is_made[b].val()
            };
            self.entry_valid[b].next = is_sent & fits;
            self.entry[b].next = entry;
            program |= is_sent & (entry.kind.any() | entry.repeats);
            ownership |= is_sent & entry.own.any();
            comes |= is_sent;
        }
        self.refuses_row.next = comes & !fits;
        if self.refuses_row.val() {
            self.loss.d.next.program = program;
            self.loss.d.next.ownership = ownership;
        }
        self.correlate();
        self.coming.next = comes;
        self.owing.next = loss.is_owed | self.gate.was_on.val() | (self._has.late & comes);
        if self.error.val() {
            self.entry_valid[0].next = true;
            self.entry[0].next.kind = KIND_ERROR.to_bits::<4>();
            // ETYPE is 0: queue overrun. ECODE (4: program trace, 8: Ownership) goes where other messages have I-CNT.
            self.entry[0].next.fixed = bits::<6>(0);
            self.entry[0].next.repeats = false;
            // Builds without Ownership lose program trace alone, so they keep no bit for it.
            let was_program = !self._has.context | loss.program;
            let program_lost: Bits<22> =
                if was_program { ECODE_PROGRAM_TRACE_LOST.to_bits::<22>() } else { bits::<22>(0) };
            let ownership_lost: Bits<22> =
                if loss.ownership { ECODE_OWNERSHIP_LOST.to_bits::<22>() } else { bits::<22>(0) };
            self.entry[0].next.count = program_lost | ownership_lost;
            // The time of the Error is that of the loss, which `kept.time` has held since.
            self.entry[0].next.time = self.kept.q.val().time;
        }
        self.control.error_sent.next = self.error.val();
    }

    /// Makes the entry a correlation (N-Trace 7.12) where trace stops (`tw_gate`). `tw_compose` gives I-CNT and HIST.
    fn correlate(&mut self) {
        let turn: Turn = self.made.val();
        if turn.stop {
            self.entry[0].next.kind = KIND_PROG_TRACE_CORRELATION.to_bits::<4>();
            // CDF, in bits 5-4: 1 in HTM (HIST follows, even if empty), 0 in BTM. EVCODE (`tw_gate`) is in bits 3-0.
            let evcode = bit_cast::<6, 4>(turn.evcode);
            let has_hist: Bit = if self._has.both { !turn.btm } else { self._has.htm };
            self.entry[0].next.fixed = if has_hist { self.correlation.val() | evcode } else { evcode };
            if turn.stops_after_branch {
                self.entry[0].next.kind = KIND_DIRECT_BRANCH_AND_STOP.to_bits::<4>();
            }
        }
    }
}
