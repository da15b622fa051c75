// SPDX-License-Identifier: Apache-2.0
//! What a block sends besides its main message.

use super::Step;
use crate::codes::*;
use crate::encoder::records::{Changes, State};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Follows what repeats in HIST (`tw_history`): older branches than those of HIST, kept back to be sent later.
    pub(super) fn find_repetitions(&mut self) {
        let state: State = self.before.val().state;
        self.history.enable.next = self.switches.val().repeated_history;
        self.history.take.next = self.target.val();
        // A return's call must be in an earlier message (N-Trace 9.2): if only what is kept back has it, that is sent.
        let waits = self.told.val() == TOLD_BUT_IN_REPETITION.to_bits::<2>();
        self.history.tell.next = self.followed.val() & self.has_addr() & self.block.val().returns & waits;
        connect!(history: drop = start, block.val().taken, foreseen.val().{begins, branches}, held, ends_period,
            before.val().{cleared, renewed, since}, after = after.next.state.repetition);
        // Branches count traced or not, so that nothing waits for that: a start drops what those before it leave.
        self.history.branch.next = self.block.val().valid & self.hist_branch.val();
        self.history.follows.next = self.followed.val();
        self.history.before.next = state.repetition;
    }

    /// Decides which Ownership messages end the block's entry (N-Trace 7.1), if teContext is set. `own` has a bit for
    /// each FORMAT: 0 for 00 (V, PRV alone), 1 for 10 (scontext), 2 for 11 (hcontext, first). PROCESS: formatter/.
    pub(super) fn choose_ownership(&mut self) {
        let here: Changes = self.changes.val();
        let changes = self.followed.val() & here.any & self.shows.val();
        // Each message that synchronises has Ownership, with hcontext built FORMAT 11, then FORMAT 10 (N-Trace 7.1: two
        // must follow), its CONTEXT 0 without scontext. `here`: what differs from that seen last (`tw_ownership`).
        let scontext: Bit = if self._has.scontext {
            self.synchronises.val() | (changes & here.scontext)
        } else {
            self.synchronises.val() & self._has.hcontext
        };
        let hcontext = (self.synchronises.val() & self._has.hcontext) | (changes & here.hcontext);
        // The target message of a trap or trap return has Ownership, whatever changed: FORMAT 00 if no other goes.
        let after_trap = self.target.val() & self.before.val().state.pending.trap;
        self.own.next = bits::<3>(0);
        if self.switches.val().context & (self.synchronises.val() | after_trap | changes) {
            self.own.next = bits::<3>(1);
            if scontext | hcontext {
                self.own.next = (bit_cast::<3, 1>(hcontext.into()) << bits::<3>(2))
                    | (bit_cast::<3, 1>(scontext.into()) << bits::<3>(1));
            }
        }
        // Privilege and context hold for a cycle: its first traced block with an address tells a change.
        self.after.next.seen = self.before.val().seen | (self.followed.val() & self.has_addr());
    }
}
