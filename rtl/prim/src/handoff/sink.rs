// SPDX-License-Identifier: Apache-2.0
//! The side of a handoff that shows the word.

use crate::*;

/// Takes a word that another clock offers.
#[derive(Module)]
#[module(reset: impl Resets)]
pub struct HandoffSink<const D: usize> {
    /// The clock in which the word is seen; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// From the other clock: `word` is to be taken, and stands still.
    pub offered: Signal<In, Bit>,
    /// From a register of the other clock: the word on offer.
    pub word: Signal<In, Bits<D>>,
    /// To the other clock: no word has been taken since none was on offer.
    pub waiting: Signal<Out, Bit>,
    /// The word.
    pub value: Signal<Out, Bits<D>>,
    offered_sync: Synchronizer,
    #[value(true)]
    waits: Reg<Bit>,
    taken: Reg<Bits<D>>,
}

impl<const D: usize> Logic for HandoffSink<D> {
    #[kernel]
    fn update(&mut self) {
        connect!(self: offered = offered_sync.d, value = taken.q, waiting = waits.q);
        self.waits.d.next = !self.offered_sync.q.val();
        if self.waits.q.val() & self.offered_sync.q.val() {
            self.taken.d.next = self.word.val();
        }
    }
}
