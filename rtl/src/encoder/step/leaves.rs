// SPDX-License-Identifier: Apache-2.0
//! The state that a block leaves.

use super::Step;
use crate::encoder::records::{Block, Passed, State};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// I-CNT before the block. Whether it is full is known before it is known what of the cycle has restarted it: it
    /// does not become full again in the same cycle.
    pub(super) fn find_icnt(&mut self) {
        let before: Passed<ADDR> = self.before.val();
        let whole = before.state.icnt + bit_cast::<22, 8>(before.sum);
        let since = bit_cast::<22, 8>(before.sum - before.origin);
        self.icnt.next = if before.restarted { since } else { whole & self.icnt_mask.val() };
        self.icnt_is_full.next = !before.restarted & (whole & self.icnt_top.val()).any();
    }

    /// What the messages after this block start from: I-CNT (N-Trace 8.4.1 to 8.4.3), HIST (N-Trace 8.3), and the
    /// reference address (N-Trace 8.1).
    pub(super) fn leave(&mut self) {
        let block: Block<ADDR> = self.block.val();
        let state: State<ADDR> = self.before.val().state;
        self.after.next.state.running = state.running | self.start.val();
        self.restarts_icnt.next =
            self.start.val() | self.target.val() | self.icnt_full.val() | self.before_interrupt.val();
        let half_words: Bits<8> = if block.valid { bit_cast::<8, 6>(block.half_words) } else { bits::<8>(0) };
        self.after.next.sum = self.before.val().sum + half_words;
        self.after.next.restarted = self.before.val().restarted | self.restarts_icnt.val();
        self.after.next.origin =
            if self.restarts_icnt.val() { self.before.val().sum } else { self.before.val().origin };
        self.after.next.state.icnt = state.icnt;
        let takes_hist = self.start.val() | self.target.val() | self.hist_full.val();
        let hist: Bits<32> = if takes_hist { bits::<32>(1) } else { state.hist };
        self.after.next.state.hist = hist;
        if self.followed.val() & self.branch.val() {
            self.after.next.state.hist =
                ((hist << bits::<32>(1)) | bit_cast::<32, 1>(block.taken.into())) & self.hist_mask.val();
        }
        let keeps_reference = self.traced.val() & self.goes_direct.val() & !self.target_sync.val();
        self.after.next.state.reference_addr = state.reference_addr;
        if (self.start.val() | self.target.val()) & !keeps_reference {
            self.after.next.state.reference_addr = block.addr;
        }
    }

    /// What is pending after this block.
    pub(super) fn leave_pending(&mut self) {
        let block: Block<ADDR> = self.block.val();
        let state: State<ADDR> = self.before.val().state;
        self.jump.next = block.jump & !(block.inferable & !self.restarts_icnt.val() & self.icnt.val().any());
        // What was pending when trace stopped or was lost is forgotten where it starts again: nothing looks at it
        // before.
        self.settles.next = self.has_addr() | !state.running;
        let branch_pends = block.branch & block.taken & self.in_btm();
        self.after.next.state.pending = state.pending;
        if self.followed.val() {
            if self.jump.val() {
                self.after.next.state.pending.valid = true;
                self.after.next.state.pending.btype = block.btype;
            } else if self.settles.val() {
                self.after.next.state.pending.valid = false;
                self.after.next.state.pending.btype = bits::<2>(0);
            }
            if branch_pends {
                self.after.next.state.pending.valid = true;
            }
            if branch_pends | self.jump.val() | self.settles.val() {
                self.after.next.state.pending.direct = branch_pends;
            }
            if self.jump.val() | self.settles.val() {
                self.after.next.state.pending.trap = block.trap;
                self.after.next.state.pending.predicted =
                    self.jump.val() & block.returns & self.has_call.val() & self.all_told.val();
            }
            if self.jump.val() | self.has_addr() {
                self.after.next.state.pending.time = self.now.val();
            }
        }
    }
}
