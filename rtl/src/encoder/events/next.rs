// SPDX-License-Identifier: Apache-2.0
//! What a cycle leaves for the next. A message with I-CNT has it up to its block; I-CNT begins anew with that block.

use super::Events;
use crate::codes::*;
use crate::encoder::records::{Passed, Turn};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Events<ADDR> {
    /// Keeps what the last block leaves, HIST and stack as messages left them. In BTM and HTM I-CNT adds half-words
    /// (N-Trace 8.4.1, N-Trace 8.4.2); if a start or a message with I-CNT reset it (N-Trace 8.4.3), `recounted` alone.
    pub(super) fn leave(&mut self) {
        let last = self.step.len() - 1;
        let after: Passed = self.step[last].after.val();
        self.runs.next = after.state.running & !self.drops_trace.val() & !self.stop.val();
        self.ownership.seen.next = after.seen;
        self.state.d.next = after.state;
        self.state.d.next.running = self.runs.val();
        if after.restarted {
            self.state.d.next.icnt = bit_cast::<22, 8>(after.recounted);
        } else if self.gate.on.val() & self.state.q.val().running {
            self.state.d.next.icnt =
                (after.state.icnt + bit_cast::<22, 8>(self.cycle_half_words.val())) & self.icnt_mask.val();
        }
        self.state.d.next.held = if after.taken {
            bit_cast::<5, 3>(after.since_taken)
        } else if after.renewed {
            bit_cast::<5, 3>(after.since)
        } else {
            self.held.val()
        };
        if after.synced {
            self.state.d.next.stacked = bit_cast::<6, 3>(after.stacked_anew);
        }
        if after.cleared {
            self.state.d.next.repetition.locked = false;
            self.state.d.next.repetition.kept_back = false;
        }
        if self.trigger_notify.val() & self.runs.val() {
            self.state.d.next.due.external = true;
        }
        if self.cycle.val().pause.reset & self.gate.on.val() & self.runs.val() {
            self.state.d.next.due.reset = true;
        }
    }

    /// Keeps what later messages are made of. Where trace ends or is lost, HIST and the last branch message are lost.
    /// The time: of what is pending, for its message, or of a loss, for the Error (N-Trace 8.7; TSTAMP: formatter/).
    pub(super) fn keep(&mut self) {
        let turn: Turn = self.made.val();
        let last = self.compose.len() - 1;
        connect!(compose[last]: after = kept.d);
        if self.loss.q.val().is_owed {
            self.kept.d.next.time = self.kept.q.val().time;
        }
        if self.drops_trace.val() | turn.stop | !self.control.active.val() {
            self.kept.d.next.hist = bits::<32>(1);
            self.kept.d.next.last.valid = false;
            self.kept.d.next.last.count = bits::<18>(0);
        }
        if !self.control.active.val() {
            self.kept.d.next.reference_addr = bits::<ADDR>(0);
        }
    }

    /// Notes a loss: from the row that the queue has no room for (`refuses_row`) until the Error (N-Trace 7.4), which
    /// entries.rs makes, enters the queue (`error`), and from there until trace starts again with SYNC 7 (`runs`).
    /// Nothing is traced in between, so the start follows the Error. The Error has the time of the loss.
    pub(super) fn lose(&mut self) {
        if self.runs.val() {
            self.loss.d.next.restarts = false;
        }
        if self.error.val() {
            self.loss.d.next.is_owed = false;
            self.loss.d.next.restarts = true;
        }
        if self.refuses_row.val() {
            self.loss.d.next.is_owed = true;
            self.loss.d.next.restarts = false;
            self.kept.d.next.time = self.control.now.val();
        }
    }

    /// Forgets what a trace leaves at its end; at teActive 0 more (Trace Control ch. 14): control/ resets registers.
    pub(super) fn forget(&mut self) {
        let ends = self.drops_trace.val() | self.stop.val() | !self.control.active.val();
        if ends {
            self.state.d.next.icnt = bits::<22>(0);
            self.state.d.next.held = bits::<5>(0);
            self.state.d.next.repetition.locked = false;
            self.state.d.next.repetition.kept_back = false;
        }
        if ends | !self.switches.val().implicit_return {
            self.state.d.next.stacked = bits::<6>(0);
            self.state.d.next.told.before = TOLD_ALL.to_bits::<2>();
            self.state.d.next.told.called = false;
            self.state.d.next.told.branch = false;
            self.state.d.next.told.empties = false;
        }
        if self.drops_trace.val() | !self.control.active.val() {
            self.state.d.next.due.reset = false;
            self.state.d.next.due.event = false;
            self.state.d.next.due.external = false;
        }
        if !self.control.active.val() {
            self.state.d.next.running = false;
            self.loss.d.next.is_owed = false;
            self.loss.d.next.restarts = false;
        }
    }
}
