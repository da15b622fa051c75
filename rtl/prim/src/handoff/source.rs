// SPDX-License-Identifier: Apache-2.0
//! The side of a handoff whose word it is.

use crate::hold::Hold;
use crate::{clock, dff_setup, Module, Reg, Synchronizer};
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;

/// Offers its value to another clock.
#[derive(Module)]
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
    kept: Hold<D>,
    same: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
}

impl<const D: usize> HandoffSource<D> {
    /// One whose registers are reset in this way.
    pub fn new(reset: Reset) -> Self {
        HandoffSource {
            clock: Default::default(),
            rst_n: Default::default(),
            value: Default::default(),
            settled: Default::default(),
            offered: Default::default(),
            word: Default::default(),
            waiting: Default::default(),
            waiting_sync: Synchronizer::new(reset),
            offering: Reg::new(reset),
            kept: Hold::default(),
            same: Default::default(),
            taken: Default::default(),
        }
    }
}

impl<const D: usize> Logic for HandoffSource<D> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, offering);
        clock!(self, clock, waiting_sync);
        self.waiting_sync.d.next = self.waiting.val();
        self.kept.clock.next = self.clock.val();
        self.kept.write_data.next = self.value.val();

        self.same.next = self.kept.read_data.val() == self.value.val();
        self.taken.next = self.offering.q.val() & !self.waiting_sync.q.val();
        self.kept.write.next = !self.offering.q.val() & self.waiting_sync.q.val();
        if self.taken.val() {
            self.offering.d.next = self.same.val();
        } else if self.waiting_sync.q.val() {
            self.offering.d.next = true;
        }

        self.settled.next = self.taken.val() & self.same.val();
        self.offered.next = self.offering.q.val();
        self.word.next = self.kept.read_data.val();
    }
}
