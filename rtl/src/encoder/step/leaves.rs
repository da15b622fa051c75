// SPDX-License-Identifier: Apache-2.0
//! The state that a block finds and leaves. A HIST sent (taken) or kept back (renewed) can't fill again in its cycle.

use super::Step;
use crate::encoder::records::{Block, Passed, State};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Whether I-CNT is full before the block (N-Trace 8.4.4): its top bit, the overflow marker, is set, or half-words
    /// of the cycle that are ahead of the block (`earlier`) carry into it; and whether it is not 0. message.rs reports
    /// a full one (RCODE 0 or SYNC 4). Restarted in this cycle, it is `earlier` less `origin`: too few to be full.
    pub(super) fn find_icnt(&mut self) {
        let before: Passed = self.before.val();
        let icnt = before.state.icnt;
        let low = bit_cast::<9, 8>(icnt.get_bits::<8>(0)) + bit_cast::<9, 8>(self.earlier.val());
        let fills = low.get_bit(8) & (icnt | !self.icnt_middle.val()).all();
        self.icnt_is_full.next = !before.restarted & (fills | (icnt & self.icnt_top.val()).any());
        self.icnt_is_some.next =
            if before.restarted { self.earlier.val() != before.origin } else { icnt.any() | self.earlier.val().any() };
    }

    /// What the block leaves of running, I-CNT and synchronisation: what restarts I-CNT (N-Trace 8.4.1, N-Trace 8.4.3).
    pub(super) fn leave(&mut self) {
        let state: State = self.before.val().state;
        self.after.next.state.running = state.running | self.start.val();
        self.restarts_icnt.next =
            self.start.val() | self.target.val() | self.reports_icnt.val() | self.before_interrupt.val();
        self.after.next.restarted = self.before.val().restarted | self.restarts_icnt.val();
        self.after.next.origin = if self.restarts_icnt.val() { self.earlier.val() } else { self.before.val().origin };
        self.after.next.recounted =
            if self.restarts_icnt.val() { self.from_here.val() } else { self.before.val().recounted };
        self.after.next.state.icnt = state.icnt;
        self.after.next.synced = self.before.val().synced | self.synchronises.val();
    }

    /// Whether HIST before the block is empty, or full (N-Trace 8.3.1), by its number of branches or its stop bit.
    pub(super) fn find_hist(&mut self) {
        let before: Passed = self.before.val();
        if self._has.counts_hist {
            self.held_here.next = if before.taken {
                bit_cast::<5, 3>(before.since_taken)
            } else if before.renewed {
                bit_cast::<5, 3>(before.since)
            } else {
                self.held.val()
            };
            self.hist_is_empty.next = !self.held_here.val().any();
            self.hist_is_full.next = !before.taken & !before.renewed & (self.held.val() == self.hist_length.val());
        } else {
            self.hist_is_empty.next = self.hist.val() == bits::<32>(1);
            self.hist_is_full.next = (self.hist.val() & self.hist_top.val()).any();
        }
    }

    /// Branches of the cycle in HIST since it was taken and since it was renewed; untraced, too: a start takes HIST.
    pub(super) fn leave_hist(&mut self) {
        let before: Passed = self.before.val();
        let clears = self.start.val() | self.target.val();
        let takes_hist = clears | self.reports_hist.val();
        let branch = bit_cast::<3, 1>((self.block.val().valid & self.hist_branch.val()).into());
        self.after.next.taken = before.taken | takes_hist;
        self.after.next.since_taken = if takes_hist { branch } else { before.since_taken + branch };
        self.after.next.cleared = before.cleared | clears;
        self.after.next.renewed = before.renewed | self.history.empties.val();
        self.after.next.since = if self.history.empties.val() { bits::<3>(0) } else { before.since + branch };
        self.after.next.state.held = before.state.held;
    }

    /// What is pending after this block. `block.inferable` (N-Trace 9.1): teInstEnSequentialJump is set, and the hart
    /// says (`sijump`) that a lui, c.lui or auipc right before the jump gave its target. A decoder needs both in one
    /// message. If that instruction is in this block, lane.rs has cleared `block.jump`; if it is in an earlier one,
    /// I-CNT is not 0 before this block, and no message here restarts I-CNT: the jump then has no message.
    pub(super) fn leave_pending(&mut self) {
        let block: Block<ADDR> = self.block.val();
        let state: State = self.before.val().state;
        self.jump.next = block.jump & !(block.inferable & !self.restarts_icnt.val() & self.icnt_is_some.val());
        // An address is the target of what is pending. What a stop or loss leaves pending, the next start forgets.
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
        }
    }
}
