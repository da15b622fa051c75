// SPDX-License-Identifier: Apache-2.0
//! What a register file depends on besides its registers.

use crate::encoder::has;
use tracewright_config::{Build, Reset, SinkKind};

/// What the register file depends on, apart from the registers.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Style of the reset.
    pub reset: Reset,
    /// Whether the registers can be locked.
    pub lock: bool,
    /// Whether the hardware follows teActive in its own time.
    pub te_active_follows: bool,
    /// Whether the hardware follows tsActive in its own time.
    pub ts_active_follows: bool,
    /// Whether triggers set teInstTracing.
    pub triggers: bool,
    /// Whether a port has the value of teSrcID after reset.
    pub source_port: bool,
    /// Whether the hardware follows pibActive and atbActive in its own time.
    pub sinks_follow: bool,
}

impl Surroundings {
    /// Those of an encoder.
    pub fn of(build: &Build) -> Self {
        Surroundings {
            reset: build.reset,
            lock: build.bus.lock,
            te_active_follows: build.power.delay > 0,
            ts_active_follows: build.timestamp.own_clock,
            triggers: has(build).any_trigger,
            source_port: build.sink.kind.is_only(SinkKind::Funnel),
            sinks_follow: true,
        }
    }

    /// Those of a funnel, which is active at once.
    pub fn of_funnel(build: &Build) -> Self {
        Surroundings { te_active_follows: false, ts_active_follows: false, ..Surroundings::of(build) }
    }
}
