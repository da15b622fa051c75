// SPDX-License-Identifier: Apache-2.0
//! Cycles in which nothing happens to the registers: most of them.

use super::Control;
use crate::control::signals::{Inputs, Signals, SinkInputs};
use crate::control::sinks::Levels;
use crate::control::time::TimeCycle;
use tracewright_regmap::Unit;

impl Control {
    /// Whether every part would be the same after another cycle like this one.
    pub(super) fn is_steady(&self, inputs: &Inputs) -> bool {
        let Signals { active, enable, tracing, .. } = self.signals;
        self.file.is_settled()
            && self.power.rests(self.file.asked(Unit::Encoder))
            && self.lock.rests(inputs.locked)
            && self.inputs.rests(inputs.external_triggers & self.input_mask)
            && self.outputs.rests(tracing)
            && self.sinks.rests(self.is_locked(), Levels { active, enable })
    }

    /// Whether these bytes change nothing but the memory.
    pub(super) fn takes(&self, bytes: &[u8]) -> bool {
        let Signals { active, enable, .. } = self.signals;
        bytes.is_empty() || !self.sinks.acts_on_trace(Levels { active, enable })
    }

    /// A cycle in which time passes, and trace arrives, and nothing else happens.
    pub(super) fn pass(&mut self, inputs: &Inputs) {
        if !inputs.bytes.is_empty() {
            self.sinks.take(&self.file, inputs.bytes, &SinkInputs::default());
        }
        if self.has_time {
            let control = self.time_control();
            let (halted, port) = (inputs.halted, inputs.time);
            self.time.cycle(&TimeCycle { control, reset: false, reads_lower: false, halted, port }, false);
            (self.signals.time, self.signals.time_broadcast) = (self.time.time(), self.time.broadcast());
        }
    }
}

/// Whether nothing is done to the registers in a cycle.
pub(super) fn is_quiet(inputs: &Inputs) -> bool {
    inputs.access.is_none() && inputs.tracing.is_none() && !inputs.stall && !inputs.error
}
