// SPDX-License-Identifier: Apache-2.0
//! What a block sends besides its main message.

use super::Step;
use crate::codes::*;
use crate::encoder::records::{Block, Changes, Periodic, State};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    /// Follows what repeats: branches of HIST, or branch messages.
    pub(super) fn find_repetitions(&mut self) {
        let state: State<ADDR> = self.before.val().state;
        let enable = self.switches.val().repeated_history;
        self.history.enable.next = enable;
        self.history.take.next = self.target.val() | self.close.val();
        // A return is predicted once its call is told (N-Trace 9.2).
        let waits = state.told == TOLD_BUT_IN_REPETITION.to_bits::<2>();
        self.history.tell.next = self.followed.val() & self.has_addr() & self.block.val().returns & waits;
        connect!(history: drop = start, block.val().taken, foreseen.val().begins, after = after.next.state.repetition);
        self.history.branch.next = self.followed.val() & self.branch.val();
        connect!(history: branches = branches_before);
        self.history.before.next = state.repetition;
        self.history.renewed.next = self.before.val().renewed;
        self.after.next.renewed = self.before.val().renewed | self.history.renews.val();

        self.again.enable.next = enable & self.in_btm();
        self.again.candidate.next = self.target.val() & !self.is_due.val() & !self.own.val().any();
        connect!(again: sends = complete, block.val().addr, after = after.next.state.last);
        self.again.direct.next = self.goes_direct.val() & !self.target_sync.val();
        self.again.icnt.next = self.icnt.val();
        self.again.btype.next = state.pending.btype;
        self.again.reference_addr.next = state.reference_addr;
        self.again.before.next = state.last;

        let counts_messages: Bit = if self._has.history { self.in_btm() } else { true };
        self.repeat_count.next = self.history.repeat_count.val();
        if self._has.repeat_branch & counts_messages {
            self.repeat_count.next = self.again.repeat_count.val();
        }
        connect!(entry.next: repeat_count, history.{repeat_hist, repeat_shift});
        if self.in_btm() {
            self.entry.next.repeat_hist = bits::<32>(0);
        }
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
        self.entry.next.own = self.own.val();
        self.entry.next.privilege = here.privilege;
        self.entry.next.context = here.context;
        self.after.next.seen = self.before.val().seen | (self.followed.val() & self.has_addr());
    }

    /// Says whether there is an entry.
    pub(super) fn send(&mut self) {
        let repetition = self.history.sends.val() & self.followed.val();
        self.complete.next = self.main.val() | repetition | self.again.full.val() | self.own.val().any();
    }

    /// Counts for the period of synchronisation. An entry that is lost counts too: the trace that starts after it
    /// starts the period.
    pub(super) fn count(&mut self) {
        let block: Block<ADDR> = self.block.val();
        let counts_branches: Bit =
            if self._has.repeat_branch { self.again.repeat_count.val().any() & self.in_btm() } else { false };
        let sends_repetition = self.history.sends.val() | counts_branches;
        let mut messages: Bits<3> = bits::<3>(1);
        if self._has.context {
            messages = bit_cast::<3, 1>((self.main.val() | sends_repetition).into())
                + bit_cast::<3, 1>(self.own.val().get_bit(0).into())
                + bit_cast::<3, 1>(self.own.val().get_bit(1).into())
                + bit_cast::<3, 1>(self.own.val().get_bit(2).into());
        }
        let periodic: Periodic = self.periodic.val();
        let half_words = bit_cast::<8, 6>(block.half_words);
        self.counted.next.synchronises = self.synchronises.val();
        self.counted.next.at_sync = if periodic.by_half_words { half_words } else { bits::<8>(0) };
        self.counted.next.counts =
            if periodic.by_half_words { self.followed.val() } else { periodic.by_messages & self.complete.val() };
        self.counted.next.amount = if periodic.by_half_words { half_words } else { bit_cast::<8, 3>(messages) };
        // Of two messages the second is counted apart: that there are two is known last.
        self.counted.next.more = periodic.by_messages & self.main.val() & sends_repetition;
        self.after.next.synced = self.before.val().synced | self.synchronises.val();
    }
}
