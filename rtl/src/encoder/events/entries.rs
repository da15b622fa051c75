// SPDX-License-Identifier: Apache-2.0
//! The entries of a cycle.

use super::{Events, Loss};
use crate::codes::*;
use crate::prim::*;

impl<const ADDR: usize> Events<ADDR> {
    /// Gives the entries. A correlation (N-Trace 7.12) or an Error (N-Trace 7.4) is alone in its cycle.
    #[kernel]
    pub(super) fn write_entries(&mut self) {
        let loss: Loss = self.loss.q.val();
        for b in 0..self.step.len() {
            connect!(step[b]: entry_valid[b], entry[b]);
        }
        if self.error.val() {
            self.entry_valid[0].next = true;
            self.entry[0].next.kind = KIND_ERROR.to_bits::<4>();
            self.entry[0].next.fixed = bits::<6>(0);
            self.entry[0].next.repeat_count = bits::<18>(0);
            self.entry[0].next.count = ECODE_PROGRAM_TRACE_LOST.to_bits::<22>();
            if self._has.context {
                if !loss.program {
                    self.entry[0].next.count = ECODE_OWNERSHIP_LOST.to_bits::<22>();
                } else if loss.ownership {
                    self.entry[0].next.count =
                        ECODE_PROGRAM_TRACE_LOST.to_bits::<22>() | ECODE_OWNERSHIP_LOST.to_bits::<22>();
                }
            }
            self.entry[0].next.time = self.state.q.val().pending.time;
        } else if self.stop.val() {
            // One with nothing to report takes no room from blocks.
            self.entry_valid[0].next = self.ample.val();
            if self.state.q.val().running {
                self.entry_valid[0].next = self.room.val().any();
            }
            self.entry[0].next.kind = KIND_PROG_TRACE_CORRELATION.to_bits::<4>();
            self.entry[0].next.fixed = self.correlation.val() | bit_cast::<6, 4>(self.gate.evcode.val());
            if self.switches.val().btm {
                self.entry[0].next.fixed = bit_cast::<6, 4>(self.gate.evcode.val());
            }
            if self.stops_after_branch.val() {
                self.entry[0].next.kind = KIND_DIRECT_BRANCH_AND_STOP.to_bits::<4>();
            }
        }
        self.control.error_sent.next = self.error.val();
        self.owing.next = loss.is_owed | self.gate.was_on.val();
    }
}
