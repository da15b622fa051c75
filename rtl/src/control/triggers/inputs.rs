// SPDX-License-Identifier: Apache-2.0
//! External trigger inputs, at most 8 (Trace Control ch. 8); outputs.rs has the outputs.

use crate::prim::*;

/// Turns rising edges of asynchronous levels into triggers, which the encoder takes in a cycle without stall.
///
/// An input fires in the cycle in which the second stage of its synchroniser is 1 and was 0 in the cycle before. The
/// trigger shows from the next cycle on, until the end of the first with `stall` low: the encoder takes it then.
#[synchronous(build: Build)]
pub struct TriggerInputs {
    /// The inputs; asynchronous. Which signals they are is for the system to choose.
    #[count(build.encoder.external_triggers)]
    pub level: Vec<Signal<In, Bit>>,
    /// The encoder takes neither blocks nor triggers in this cycle.
    pub stall: Signal<In, Bit>,
    /// Triggers for the encoder: `tw_events` does what xTrigInControl says of each: start, stop, notify.
    #[count(build.encoder.external_triggers)]
    pub trigger: Vec<Signal<Out, Bit>>,
    #[count(build.encoder.external_triggers)]
    level_sync: Vec<Synchronizer>,
    #[count(build.encoder.external_triggers)]
    before: Vec<Reg<Bit>>,
    #[count(build.encoder.external_triggers)]
    waiting: Vec<Reg<Bit>>,
}

impl Logic for TriggerInputs {
    #[kernel]
    fn update(&mut self) {
        for i in 0..self.level.len() {
            connect!(level_sync[i]: d = level[i], q = before[i].d);
            self.waiting[i].d.next =
                (self.level_sync[i].q.val() & !self.before[i].q.val()) | (self.waiting[i].q.val() & self.stall.val());
            self.trigger[i].next = self.waiting[i].q.val();
        }
    }
}
