// SPDX-License-Identifier: Apache-2.0
//! The entries of a cycle, and which of them the queue takes.

use super::{Events, Loss};
use crate::codes::*;
use crate::encoder::records::Entry;
use crate::prim::*;

impl<const ADDR: usize> Events<ADDR> {
    /// Gives the entries. A correlation (N-Trace 7.12) is alone in its cycle.
    #[kernel]
    pub(super) fn write_entries(&mut self) {
        for b in 0..self.step.len() {
            connect!(step[b]: complete = is_made[b], entry = made[b]);
        }
        if self.stop.val() {
            // A correlation with nothing to report takes no room from the entries of blocks.
            self.is_made[0].next = self.ample.val() | self.state.q.val().running;
            self.made[0].next.kind = KIND_PROG_TRACE_CORRELATION.to_bits::<4>();
            self.made[0].next.fixed = self.correlation.val() | bit_cast::<6, 4>(self.gate.evcode.val());
            if self.switches.val().btm {
                self.made[0].next.fixed = bit_cast::<6, 4>(self.gate.evcode.val());
            }
            if self.stops_after_branch.val() {
                self.made[0].next.kind = KIND_DIRECT_BRANCH_AND_STOP.to_bits::<4>();
            }
        }
        for b in 0..self.under_way.len() {
            self.under_way[b].d.next = self.made[b].val();
            self.is_under_way[b].d.next = self.is_made[b].val() & self.control.active.val();
        }
    }

    /// Hands entries to the queue while it has room. Trace is lost if not. Error (N-Trace 7.4) is alone in its cycle.
    #[kernel]
    pub(super) fn offer_entries(&mut self) {
        let loss: Loss = self.loss.q.val();
        self.loses.next = false;
        let mut count: Bits<3> = bits::<3>(0);
        let mut lost: Bit = false;
        for b in 0..self.entry.len() {
            let entry: Entry<ADDR> = if self._has.late { self.under_way[b].q.val() } else { self.made[b].val() };
            let comes: Bit =
                if self._has.late { self.is_under_way[b].q.val() & !loss.is_owed } else { self.is_made[b].val() };
            let fits = self.room.val() > bit_cast::<4, 3>(count);
            self.entry_valid[b].next = comes & fits;
            self.entry[b].next = entry;
            // Which branches are sent is settled after it is known that something is.
            self.entry[b].next.repeat_hist = entry.repeat_hist >> entry.repeat_shift;
            self.entry[b].next.repeat_shift = bits::<5>(0);
            let is_refused = comes & !fits;
            if is_refused {
                self.loses.next = true;
                if !lost {
                    self.loss.d.next.program = entry.kind.any() | entry.repeat_count.any();
                    self.loss.d.next.ownership = entry.own.any();
                }
                lost = true;
            }
            count = count + bit_cast::<3, 1>(comes.into());
        }
        self.coming.next = count;
        self.owing.next = loss.is_owed | self.gate.was_on.val() | (self._has.late & count.any());
        if self.error.val() {
            self.entry_valid[0].next = true;
            self.entry[0].next.kind = KIND_ERROR.to_bits::<4>();
            self.entry[0].next.fixed = bits::<6>(0);
            self.entry[0].next.repeat_count = bits::<18>(0);
            let was_program = !self._has.context | loss.program;
            let program: Bits<22> = if was_program { ECODE_PROGRAM_TRACE_LOST.to_bits::<22>() } else { bits::<22>(0) };
            let owner: Bits<22> = if loss.ownership { ECODE_OWNERSHIP_LOST.to_bits::<22>() } else { bits::<22>(0) };
            self.entry[0].next.count = program | owner;
            self.entry[0].next.time = self.state.q.val().pending.time;
        }
        self.control.error_sent.next = self.error.val();
    }
}
