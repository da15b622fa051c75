// SPDX-License-Identifier: Apache-2.0
//! What the control interface shows in a cycle.

use crate::mismatch::Difference;
use crate::observed::{flag, Cycle, TimeCycle};
use tracewright_config::{Build, TimestampSource};
use tracewright_model::control::Signals;

/// Which signals there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    time: bool,
    clock_request: bool,
    pub broadcast: bool,
}

impl Shown {
    pub fn of(build: &Build) -> Shown {
        Shown {
            time: build.timestamp.source != TimestampSource::None,
            clock_request: build.power.clock_request,
            broadcast: build.timestamp.broadcast,
        }
    }

    /// Compares what the encoder and the outside get to see.
    pub fn compare(self, cycle: &Cycle, signals: &Signals) -> Result<(), Difference> {
        let bit = |name, expected: bool, flag| same(name, expected.into(), cycle.has(flag).into());
        bit("teActive, as the hardware follows it,", signals.active, flag::ACTIVE)?;
        bit("teEnable", signals.enable, flag::ENABLE)?;
        bit("teInstTracing", signals.tracing, flag::TRACING)?;
        same("trigger_out", signals.trigger_outputs.into(), cycle.trigger_outputs.into())?;
        if self.clock_request {
            bit("clock_request", signals.clock_request, flag::CLOCK_REQUEST)?;
        }
        if self.time {
            same("the timestamp", signals.time, cycle.now)?;
        }
        Ok(())
    }

    /// Compares the time that leaves the encoder.
    pub fn compare_broadcast(self, found: u64, signals: &Signals) -> Result<(), Difference> {
        same("time_broadcast", signals.time_broadcast, found)
    }

    /// Compares a cycle of the time's own clock.
    pub fn compare_time(self, cycle: &TimeCycle, signals: &Signals) -> Result<(), Difference> {
        if self.broadcast {
            self.compare_broadcast(cycle.broadcast, signals)
        } else {
            Ok(())
        }
    }
}

fn same(name: &'static str, expected: u64, found: u64) -> Result<(), Difference> {
    if expected == found {
        Ok(())
    } else {
        Err(Difference::Signal { name, expected, found })
    }
}
