// SPDX-License-Identifier: Apache-2.0
//! The side of a handoff whose word it is.

use crate::*;

/// Offers its value to another clock.
#[derive(Module)]
#[module(reset: impl Resets)]
pub struct HandoffSource<const D: usize> {
    /// The source's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The word.
    pub value: Signal<In, Bits<D>>,
    /// The other side shows this word.
    pub settled: Signal<Out, Bit>,
    /// To the other clock: `word` is to be taken, and stands still.
    pub offered: Signal<Out, Bit>,
    /// To the other clock: the word on offer.
    pub word: Signal<Out, Bits<D>>,
    /// From the other clock: no word has been taken since none was on offer.
    pub waiting: Signal<In, Bit>,
    waiting_sync: Synchronizer,
    offering: Reg<Bit>,
    #[new(Hold::default())]
    kept: Hold<D>,
}

impl<const D: usize> Logic for HandoffSource<D> {
    #[kernel]
    fn update(&mut self) {
        connect!(self: waiting = waiting_sync.d, value = kept.write_data);

        let same = self.kept.read_data.val() == self.value.val();
        let taken = self.offering.q.val() & !self.waiting_sync.q.val();
        self.kept.write.next = !self.offering.q.val() & self.waiting_sync.q.val();
        if taken {
            self.offering.d.next = same;
        } else if self.waiting_sync.q.val() {
            self.offering.d.next = true;
        }

        self.settled.next = taken & same;
        connect!(self: offered = offering.q, word = kept.read_data);
    }
}
