// SPDX-License-Identifier: Apache-2.0
//! External trigger inputs.

use crate::encoder::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Makes rising edges of asynchronous levels triggers that the encoder takes in a cycle without stall.
///
/// An input fires in the cycle in which the second stage of its synchroniser is 1 and was 0 in the cycle before. The trigger shows
/// from the next cycle on, until the end of the first one in which `stall` is low.
#[derive(Module)]
pub struct TriggerInputs {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The inputs; asynchronous.
    pub level: Vec<Signal<In, Bit>>,
    /// The encoder takes no trigger in this cycle.
    pub stall: Signal<In, Bit>,
    /// Triggers for the encoder.
    pub trigger: Vec<Signal<Out, Bit>>,
    level_sync: Vec<Synchronizer>,
    before: Vec<Reg<Bit>>,
    waiting: Vec<Reg<Bit>>,
    _inputs: usize,
}

impl TriggerInputs {
    /// How many there are in `build`: one or none.
    pub fn count(build: &Build) -> usize {
        usize::from(build.encoder.external_triggers > 0)
    }

    /// The inputs of `build`.
    pub fn new(build: &Build) -> Self {
        let inputs = build.encoder.external_triggers as usize;
        let registers = || (0..inputs).map(|_| Reg::new(build.reset)).collect();
        TriggerInputs {
            clock: Default::default(),
            rst_n: Default::default(),
            level: many(inputs),
            stall: Default::default(),
            trigger: many(inputs),
            level_sync: (0..inputs).map(|_| Synchronizer::new(build.reset)).collect(),
            before: registers(),
            waiting: registers(),
            _inputs: inputs,
        }
    }
}

impl Logic for TriggerInputs {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..self._inputs {
            self.level_sync[i].clock.next = self.clock.val();
            self.level_sync[i].rst_n.next = self.rst_n.val();
            self.level_sync[i].d.next = self.level[i].val();
            self.before[i].clock.next = self.clock.val();
            self.before[i].rst_n.next = self.rst_n.val();
            self.before[i].d.next = self.level_sync[i].q.val();
            self.waiting[i].clock.next = self.clock.val();
            self.waiting[i].rst_n.next = self.rst_n.val();
            self.waiting[i].d.next =
                (self.level_sync[i].q.val() & !self.before[i].q.val()) | (self.waiting[i].q.val() & self.stall.val());
            self.trigger[i].next = self.waiting[i].q.val();
        }
    }
}
