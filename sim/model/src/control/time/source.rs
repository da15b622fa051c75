// SPDX-License-Identifier: Apache-2.0
//! Where the time comes from: a counter with a prescaler, or a port (Trace Control 7.1).

use tracewright_config::{Build, TimestampSource};

/// The six bits of the prescaler, all set: enough for the largest tsPrescale, 64.
const PRESCALER: u32 = 63;

/// A cycle of the time's clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// The unit is active.
    pub(super) active: bool,
    /// tsReset: the counter and its prescaler return to 0.
    pub(super) reset: bool,
    /// The prescaler counts: tsCount is 1, and the hart runs or tsDebug is 1.
    pub(super) counts: bool,
    /// How many cycles in which the prescaler counts make one count of the time: 1, 4, 16, 64 (tsPrescale).
    pub(super) prescale: u32,
    /// The time from outside.
    pub(super) port: u64,
}

/// A counter, or the register after a port.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    is_counter: bool,
    mask: u64,
    time: u64,
    prescaler: u32,
}

impl Source {
    pub(super) fn new(build: &Build) -> Self {
        let has_time = build.timestamp.source != TimestampSource::None;
        Source {
            is_counter: build.timestamp.source == TimestampSource::Core,
            mask: if has_time { u64::MAX >> (u64::BITS - build.timestamp.width) } else { 0 },
            time: 0,
            prescaler: 0,
        }
    }

    /// The time.
    pub(super) fn time(&self) -> u64 {
        self.time
    }

    pub(super) fn step(&mut self, step: &Step) {
        if !step.active || self.is_counter && step.reset {
            (self.time, self.prescaler) = (0, 0);
        } else if !self.is_counter {
            self.time = step.port & self.mask;
        } else if step.counts {
            let last = step.prescale - 1;
            self.time = (self.time + u64::from(self.prescaler & last == last)) & self.mask;
            self.prescaler = (self.prescaler + 1) & PRESCALER;
        }
    }
}
