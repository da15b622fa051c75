// SPDX-License-Identifier: Apache-2.0
//! What a cycle leaves for the next.

use super::Events;
use crate::codes::*;
use crate::encoder::records::Passed;
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Events<ADDR> {
    /// Keeps the state that the last block leaves.
    pub(super) fn leave(&mut self) {
        let last = self.step.len() - 1;
        let after: Passed<ADDR> = self.step[last].after.val();
        self.runs.next = after.state.running & !self.lost.val() & !self.stop.val();
        self.ownership.seen.next = after.seen;
        self.state.d.next = after.state;
        self.state.d.next.running = self.runs.val();
        if after.restarted {
            self.state.d.next.icnt = bit_cast::<22, 8>(after.sum - after.origin);
        } else if self.gate.on.val() & self.state.q.val().running {
            self.state.d.next.icnt = (after.state.icnt + bit_cast::<22, 8>(after.sum)) & self.icnt_mask.val();
        }
        if self.trigger_notify.val() & self.runs.val() {
            self.state.d.next.due.external = true;
        }
        if self.cycle.val().rest.reset & self.gate.on.val() & self.runs.val() {
            self.state.d.next.due.reset = true;
        }
    }

    /// Notes what is lost, until an Error (N-Trace 7.4) has said so and trace has started again.
    pub(super) fn lose(&mut self) {
        if self.runs.val() {
            self.loss.d.next.restarts = false;
        }
        if self.error.val() {
            self.loss.d.next.is_owed = false;
            self.loss.d.next.restarts = true;
        }
        if self.loses.val() {
            self.loss.d.next.is_owed = true;
            self.loss.d.next.restarts = false;
            // The Error has the time of the loss.
            self.state.d.next.pending.time = self.control.now.val();
        }
    }

    /// Forgets what a trace has left at its end, and everything where the encoder is not active (Trace Control ch. 14).
    pub(super) fn forget(&mut self) {
        let ends = self.lost.val() | self.stop.val() | !self.control.active.val();
        if ends {
            self.state.d.next.icnt = bits::<22>(0);
            self.state.d.next.hist = bits::<32>(1);
            self.state.d.next.last.valid = false;
            self.state.d.next.last.count = bits::<18>(0);
            self.state.d.next.repetition.held = bits::<32>(0);
            self.state.d.next.repetition.locked = false;
        }
        if ends | !self.switches.val().implicit_return {
            self.state.d.next.calls = bits::<6>(0);
            self.state.d.next.told = TOLD_ALL.to_bits::<2>();
        }
        if self.lost.val() | !self.control.active.val() {
            self.state.d.next.due.reset = false;
            self.state.d.next.due.event = false;
            self.state.d.next.due.external = false;
        }
        if !self.control.active.val() {
            self.state.d.next.running = false;
            self.state.d.next.reference_addr = bits::<ADDR>(0);
            self.loss.d.next.is_owed = false;
            self.loss.d.next.restarts = false;
        }
    }
}
