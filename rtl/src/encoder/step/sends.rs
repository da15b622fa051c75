// SPDX-License-Identifier: Apache-2.0
//! What a block sends besides its main message.

use super::Step;
use crate::codes::*;
use crate::encoder::records::{Changes, State};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Follows what repeats in HIST.
    pub(super) fn find_repetitions(&mut self) {
        let state: State = self.before.val().state;
        self.history.enable.next = self.switches.val().repeated_history;
        self.history.take.next = self.target.val();
        // A return predicts nothing while its call is told only by what is kept back (N-Trace 9.2): it has that sent.
        let waits = self.told.val() == TOLD_BUT_IN_REPETITION.to_bits::<2>();
        self.history.tell.next = self.followed.val() & self.has_addr() & self.block.val().returns & waits;
        connect!(history: drop = start, block.val().taken, foreseen.val().begins, held,
            before.val().{renewed, since}, after = after.next.state.repetition);
        self.history.branch.next = self.followed.val() & self.hist_branch.val();
        self.history.before.next = state.repetition;
    }

    /// Decides on Ownership (N-Trace 7.1; docs/encoder.md, "Ownership").
    pub(super) fn choose_ownership(&mut self) {
        let here: Changes = self.changes.val();
        let changes = self.followed.val() & here.any & self.shows.val();
        // hcontext never goes alone with a synchronisation: an scontext that the build does not have is 0.
        let scontext: Bit = if self._has.scontext {
            self.synchronises.val() | (changes & here.scontext)
        } else {
            self.synchronises.val() & self._has.hcontext
        };
        let hcontext = (self.synchronises.val() & self._has.hcontext) | (changes & here.hcontext);
        let after_trap = self.target.val() & self.before.val().state.pending.trap;
        self.own.next = bits::<3>(0);
        if self.switches.val().context & (self.synchronises.val() | after_trap | changes) {
            self.own.next = bits::<3>(1);
            if scontext | hcontext {
                self.own.next = (bit_cast::<3, 1>(hcontext.into()) << bits::<3>(2))
                    | (bit_cast::<3, 1>(scontext.into()) << bits::<3>(1));
            }
        }
        self.after.next.seen = self.before.val().seen | (self.followed.val() & self.has_addr());
    }
}
