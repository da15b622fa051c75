// SPDX-License-Identifier: Apache-2.0
//! What a register file depends on besides its registers.

use crate::encoder::has;
use tracewright_config::{Build, Reset, SinkKind};

/// What the register file depends on, apart from the registers.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Style of the reset.
    pub reset: Reset,
    /// Whether the registers can be locked, which resets them.
    pub lock: bool,
    /// Whether the hardware follows teActive in its own time (`tw_power`). Else teActive reads as it was written.
    pub te_active_follows: bool,
    /// Whether the hardware follows tsActive in its own time: the time has a clock of its own.
    pub ts_active_follows: bool,
    /// Whether triggers, debug or external, set teInstTracing. Without them a write alone does.
    pub triggers: bool,
    /// Whether a port has the value of teSrcID after reset: one for each of the encoders that funnels join.
    pub source_port: bool,
    /// Whether the hardware follows pibActive and atbActive in its own time: they have clocks of their own.
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

    /// Those of a funnel, which is active as soon as tfActive is written, and has no timestamp unit.
    pub fn of_funnel(build: &Build) -> Self {
        Surroundings { te_active_follows: false, ts_active_follows: false, ..Surroundings::of(build) }
    }
}
