// SPDX-License-Identifier: Apache-2.0
//! External trigger inputs (Trace Control ch. 8), which act in encoder/triggers.rs, and outputs (Trace Control 8.1).

use super::synchronizer::Synchronizer;
use tracewright_config::TriggerEvent;

/// External trigger inputs, each a bit, input 0 lowest. A rising edge fires.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TriggerInputs {
    levels: Synchronizer<u8>,
    /// The second stage in the cycle before.
    before: u8,
    /// The inputs that have fired, and that the encoder has not taken.
    held: u8,
}

impl TriggerInputs {
    /// The inputs that have fired, as they are at the encoder's port.
    pub(super) fn at_port(&self) -> u8 {
        self.held
    }

    /// Whether cycles with these levels at the inputs change nothing.
    pub(super) fn rests(&self, levels: u8) -> bool {
        self.held == 0 && self.before == levels && self.levels.rests(levels)
    }

    /// A cycle with these levels at the inputs, in which the encoder takes what is at the port or stalls.
    pub(super) fn step(&mut self, levels: u8, stall: bool) {
        let level = self.levels.level();
        let fires = level & !self.before;
        self.held = fires | if stall { self.held } else { 0 };
        self.before = level;
        self.levels.step(levels);
    }
}

/// External trigger outputs, each a bit, output 0 lowest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TriggerOutputs {
    /// teInstTracing in the cycle before.
    before: bool,
    fired: u8,
}

impl TriggerOutputs {
    /// The outputs that are high: for one cycle each time.
    pub(super) fn levels(&self) -> u8 {
        self.fired
    }

    /// Whether cycles with this teInstTracing change nothing.
    pub(super) fn rests(&self, tracing: bool) -> bool {
        self.fired == 0 && self.before == tracing
    }

    /// A cycle with this teInstTracing. `events`, xTrigOutEvent of each output: bit 0 for its rise, bit 1 for its fall.
    pub(super) fn step(&mut self, tracing: bool, events: &[TriggerEvent]) {
        let event = match (self.before, tracing) {
            (false, true) => TriggerEvent::Start.code(),
            (true, false) => TriggerEvent::Stop.code(),
            _ => 0,
        };
        let fires = |(output, selected): (usize, &TriggerEvent)| u8::from(selected.code() & event != 0) << output;
        self.fired = if event == 0 { 0 } else { events.iter().enumerate().map(fires).sum() };
        self.before = tracing;
    }
}
