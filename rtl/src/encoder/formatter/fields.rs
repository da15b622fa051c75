// SPDX-License-Identifier: Apache-2.0
//! The fields of each kind of message. What is in them: step/; of correlations, events/; HREPEAT: history/.

use super::Formatter;
use crate::codes::*;
use crate::encoder::records::Entry;
use crate::prim::*;

#[kernel]
impl<const ADDR: usize, const FIRST: usize> Formatter<ADDR, FIRST> {
    /// The main message. `fixed_size`: bits of its fixed-length fields, halved. If not said, it is 2 and TCODE Error's.
    pub(super) fn lay_out_main(&mut self) {
        let entry: Entry<ADDR> = self.entry.val();
        self.message.next.tcode = TCODE_ERROR.to_bits::<6>();
        self.fixed.next = entry.fixed;
        self.fixed_size.next = bits::<2>(2);
        self.value.next = bit_cast::<FIRST, 22>(entry.count);
        self.message.next.has_addr = false;
        self.message.next.addr = entry.addr;
        self.message.next.has_hist = false;
        self.message.next.hist = entry.hist;
        match entry.kind.index() {
            KIND_PROG_TRACE_SYNC => {
                self.message.next.tcode = TCODE_PROG_TRACE_SYNC.to_bits::<6>();
                self.message.next.has_addr = true;
            }
            KIND_INDIRECT_BRANCH => {
                self.message.next.tcode = TCODE_INDIRECT_BRANCH.to_bits::<6>();
                self.fixed_size.next = bits::<2>(1);
                self.message.next.has_addr = true;
            }
            KIND_FULL_I_CNT => self.message.next.tcode = TCODE_RESOURCE_FULL.to_bits::<6>(),
            KIND_PROG_TRACE_CORRELATION => {
                self.message.next.tcode = TCODE_PROG_TRACE_CORRELATION.to_bits::<6>();
                self.fixed_size.next = bits::<2>(3);
                // Bit 0 of CDF, which is above EVCODE: 1 in HTM, where HIST follows (`tw_events`), 0 in BTM.
                self.message.next.has_hist = entry.fixed.get_bit(4);
            }
            _ => {}
        }
        if self._has.htm {
            self.lay_out_history();
        }
        if self._has.btm {
            self.lay_out_branch();
        }
        self.synchronises.next = (entry.kind == KIND_PROG_TRACE_SYNC.to_bits::<4>())
            | (entry.kind == KIND_INDIRECT_BRANCH_HIST_SYNC.to_bits::<4>())
            | (entry.kind == KIND_DIRECT_BRANCH_SYNC.to_bits::<4>())
            | (entry.kind == KIND_INDIRECT_BRANCH_SYNC.to_bits::<4>());
    }

    /// A main message that only HTM has.
    fn lay_out_history(&mut self) {
        match self.entry.val().kind.index() {
            KIND_INDIRECT_BRANCH_HIST => {
                self.message.next.tcode = TCODE_INDIRECT_BRANCH_HIST.to_bits::<6>();
                self.fixed_size.next = bits::<2>(1);
                self.message.next.has_addr = true;
                self.message.next.has_hist = true;
            }
            KIND_INDIRECT_BRANCH_HIST_SYNC => {
                self.message.next.tcode = TCODE_INDIRECT_BRANCH_HIST_SYNC.to_bits::<6>();
                self.fixed_size.next = bits::<2>(3);
                self.message.next.has_addr = true;
                self.message.next.has_hist = true;
            }
            KIND_FULL_HIST => {
                self.message.next.tcode = TCODE_RESOURCE_FULL.to_bits::<6>();
                self.value.next = bit_cast::<FIRST, 32>(self.entry.val().hist);
            }
            _ => {}
        }
    }

    /// A main message that only BTM has.
    fn lay_out_branch(&mut self) {
        match self.entry.val().kind.index() {
            KIND_DIRECT_BRANCH | KIND_DIRECT_BRANCH_AND_STOP => {
                self.message.next.tcode = TCODE_DIRECT_BRANCH.to_bits::<6>();
                self.fixed_size.next = bits::<2>(0);
            }
            KIND_DIRECT_BRANCH_SYNC => {
                self.message.next.tcode = TCODE_DIRECT_BRANCH_SYNC.to_bits::<6>();
                self.message.next.has_addr = true;
            }
            KIND_INDIRECT_BRANCH_SYNC => {
                self.message.next.tcode = TCODE_INDIRECT_BRANCH_SYNC.to_bits::<6>();
                self.fixed_size.next = bits::<2>(3);
                self.message.next.has_addr = true;
            }
            _ => {}
        }
    }

    /// What has been repeated precedes the main message: ResourceFull (N-Trace 7.8, 9.3), RCODE 2, HIST and, in place
    /// of an address, HREPEAT, or if that is 1 RCODE 1 and HIST; if `repeat_hist` is 0, RepeatBranch (N-Trace 7.11).
    pub(super) fn lay_out_repeat(&mut self) {
        let entry: Entry<ADDR> = self.entry.val();
        if self.part.val() == PART_REPEAT.to_bits::<2>() {
            self.message.next.has_addr = false;
            self.message.next.has_hist = false;
            self.message.next.extends = false;
            self.synchronises.next = false;
            if self._has.repeat_branch {
                self.message.next.tcode = TCODE_REPEAT_BRANCH.to_bits::<6>();
                self.fixed_size.next = bits::<2>(0);
                self.value.next = entry.repeat_count.get_bits::<FIRST>(0);
            }
            if !self._has.repeat_branch | entry.repeat_hist.any() {
                self.message.next.tcode = TCODE_RESOURCE_FULL.to_bits::<6>();
                self.fixed.next = RCODE_HIST_REPEAT.to_bits::<6>();
                self.fixed_size.next = bits::<2>(2);
                self.value.next = entry.repeat_hist.get_bits::<FIRST>(0);
                self.message.next.has_addr = true;
                self.message.next.addr = entry.repeat_count.get_bits::<ADDR>(0);
                if entry.repeat_count == bits::<18>(1) {
                    self.fixed.next = RCODE_HIST.to_bits::<6>();
                    self.message.next.has_addr = false;
                }
            }
        }
    }

    /// Ownership (N-Trace 7.1; when: `tw_step`): PROCESS is {CONTEXT, V, PRV, FORMAT}; part 2 has hcontext in it.
    pub(super) fn lay_out_ownership(&mut self) {
        let entry: Entry<ADDR> = self.entry.val();
        self.format.next = FORMAT_PRIVILEGE.to_bits::<2>();
        if self.part.val() == PART_HCONTEXT.to_bits::<2>() {
            self.format.next = FORMAT_HCONTEXT.to_bits::<2>();
        } else if entry.own.get_bit(1) {
            self.format.next = FORMAT_SCONTEXT.to_bits::<2>();
        }
        self.context.next = bits::<64>(0);
        if self.format.val() == FORMAT_HCONTEXT.to_bits::<2>() {
            self.context.next = entry.context >> self.scontext_bits.val();
        } else if self.format.val() == FORMAT_SCONTEXT.to_bits::<2>() {
            self.context.next = entry.context & self.scontext_mask.val();
        }
        if self.part.val().get_bit(1) {
            self.message.next.tcode = TCODE_OWNERSHIP.to_bits::<6>();
            self.fixed_size.next = bits::<2>(0);
            self.value.next = (self.context.val().get_bits::<FIRST>(0) << bits::<7>(5))
                | (entry.privilege.get_bits::<FIRST>(0) << bits::<7>(2))
                | self.format.val().get_bits::<FIRST>(0);
            self.message.next.has_addr = false;
            self.message.next.has_hist = false;
            self.synchronises.next = false;
        }
    }

    /// ProgTraceCorrelation (N-Trace 7.12) after a taken branch (BTM) is part 3 of the branch's entry, else a main
    /// message. Here I-CNT is 0: nothing has retired since the branch. `fixed`: EVCODE and, above it, CDF 0 (no HIST).
    pub(super) fn lay_out_stop(&mut self) {
        if (self.entry.val().kind == KIND_DIRECT_BRANCH_AND_STOP.to_bits::<4>()) & self.part.val().get_bit(1) {
            self.message.next.tcode = TCODE_PROG_TRACE_CORRELATION.to_bits::<6>();
            self.fixed_size.next = bits::<2>(3);
            self.value.next = bits::<FIRST>(0);
        }
    }
}
