// SPDX-License-Identifier: Apache-2.0
//! The main message of a block: which it is, and its fields.

use super::Step;
use crate::codes::*;
use crate::encoder::records::{Pending, State};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Decides what the block reports: the first of these that applies (N-Trace ch. 10). What N-Trace 8.6 tells of
    /// corner cases follows from the order. A return to where its call came from is not reported (N-Trace 9.2).
    pub(super) fn choose_message(&mut self) {
        let state: State<ADDR> = self.before.val().state;
        let pending: Pending<ADDR> = state.pending;
        let precise = self.changes.val().precise & self.shows.val();
        self.discontinuity.next = precise & self.changes.val().asynchronous;
        // Whether the block's address is reported, as the target of what is pending or because a message is due.
        let is_as_predicted: Bit = if self._has.stack { self.foreseen.val().as_predicted } else { true };
        let implied = pending.predicted & !self.is_due.val() & !precise & is_as_predicted;
        let wants_target = ((self.has_addr() & (pending.valid | self.is_due.val())) | precise) & !implied;
        let wants_hist: Bit =
            if self._has.plain { self.branch.val() & (state.hist & self.hist_top.val()).any() } else { false };
        let wants_icnt = self.icnt_is_full.val() & !self.icnt_syncs.val();
        self.target.next = self.traced.val() & wants_target;
        self.target_sync.next = self.target.val() & self.is_due.val();
        self.synchronises.next = self.start.val() | self.target_sync.val();
        self.hist_full.next = self.traced.val() & !wants_target & wants_hist;
        self.before_interrupt.next = self.traced.val() & !self.has_addr() & pending.valid & pending.direct;
        // A full I-CNT is reported by itself where no other message of the block reports it.
        let sends_repetition = self.history.sends.val() & !self.target.val();
        self.icnt_full.next = self.traced.val()
            & !wants_target
            & !wants_hist
            & wants_icnt
            & !self.before_interrupt.val()
            & !sends_repetition;
        self.main.next = (self.start.val()
            | (self.traced.val() & (wants_target | wants_hist | wants_icnt))
            | self.before_interrupt.val())
            & !sends_repetition
            & !self.again.counted.val();
    }

    /// Gives the fields of the main message (N-Trace 6.2): of DirectBranch (N-Trace 7.2), IndirectBranch (N-Trace 7.3),
    /// ProgTraceSync (N-Trace 7.5), those that synchronise (N-Trace 7.6, 7.7, 7.10), ResourceFull (N-Trace 7.8) and
    /// IndirectBranchHist (N-Trace 7.9).
    pub(super) fn write_message(&mut self) {
        let state: State<ADDR> = self.before.val().state;
        let pending: Pending<ADDR> = state.pending;
        let has_changed = self.discontinuity.val() | state.due.reset;
        self.goes_direct.next = pending.direct & !has_changed;
        let hist: Bits<32> = if self._has.plain { state.hist } else { self.history.hist.val() };
        self.entry.next.count = self.icnt.val();
        self.entry.next.hist = hist;
        self.entry.next.addr = self.block.val().addr;
        self.entry.next.kind = KIND_PROG_TRACE_SYNC.to_bits::<4>();
        let sync_code: Bits<4> = if self.traced.val() { self.due_code.val() } else { self.start_code.val() };
        let btype: Bits<2> = if state.due.reset {
            bits::<2>(0)
        } else if self.discontinuity.val() {
            self.interrupt_btype.val()
        } else {
            pending.btype
        };
        self.entry.next.fixed = bit_cast::<6, 4>(sync_code);
        if self.target_sync.val() {
            self.entry.next.kind = if self._has.htm {
                KIND_INDIRECT_BRANCH_HIST_SYNC.to_bits::<4>()
            } else {
                KIND_INDIRECT_BRANCH_SYNC.to_bits::<4>()
            };
            if self._has.both & self.in_btm() {
                self.entry.next.kind = KIND_INDIRECT_BRANCH_SYNC.to_bits::<4>();
            }
            if self.goes_direct.val() {
                self.entry.next.kind = KIND_DIRECT_BRANCH_SYNC.to_bits::<4>();
            }
            self.entry.next.fixed = bit_cast::<6, 4>(sync_code) | (bit_cast::<6, 2>(btype) << bits::<6>(4));
        } else if self.target.val() {
            self.entry.next.kind = KIND_INDIRECT_BRANCH.to_bits::<4>();
            if self._has.htm & (hist != bits::<32>(1)) {
                self.entry.next.kind = KIND_INDIRECT_BRANCH_HIST.to_bits::<4>();
            }
            if self.goes_direct.val() {
                self.entry.next.kind = KIND_DIRECT_BRANCH.to_bits::<4>();
            }
            self.entry.next.fixed = bit_cast::<6, 2>(btype);
            // U-ADDR is what differs from the address sent last (N-Trace 8.1).
            self.entry.next.addr = self.block.val().addr ^ state.reference_addr;
        } else if self.hist_full.val() {
            self.entry.next.kind = KIND_FULL_HIST.to_bits::<4>();
            self.entry.next.fixed = RCODE_HIST.to_bits::<6>();
        } else if self.icnt_full.val() {
            self.entry.next.kind = KIND_FULL_I_CNT.to_bits::<4>();
            self.entry.next.fixed = RCODE_I_CNT.to_bits::<6>();
        }
        if self.before_interrupt.val() {
            self.entry.next.kind = KIND_DIRECT_BRANCH.to_bits::<4>();
        }
        // Without a main message the entry has something else.
        if (self._has.context | self._has.repeat) & !self.main.val() {
            self.entry.next.kind = KIND_NONE.to_bits::<4>();
        }
        // The message of a target has the time of what was pending, unless the context changes in between.
        self.entry.next.time = self.now.val();
        if (self.target.val() & pending.valid & !self.discontinuity.val()) | self.before_interrupt.val() {
            self.entry.next.time = pending.time;
        }
    }
}
