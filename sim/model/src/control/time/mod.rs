// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit (Trace Control ch. 7), of the one type that is built: tsType is fixed.

mod crossing;
mod source;

use crossing::Crossing;
use source::{Source, Step};
use tracewright_config::Build;

/// What the registers say of the time (Trace Control 7.1). tsEnable, TSTAMP in messages, is in encoder/stamps.rs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeControl {
    /// What is asked of tsActive.
    pub(super) asked: bool,
    /// The unit is active: tsActive is asked for, and the hardware has followed.
    pub(super) active: bool,
    /// tsCount.
    pub(super) count: bool,
    /// tsDebug: the counter runs while the hart is halted, too.
    pub(super) debug: bool,
    /// Cycles for each count of the time: 1, 4, 16, 64 (tsPrescale).
    pub(super) prescale: u32,
}

/// A cycle of the encoder's clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeCycle {
    pub(super) control: TimeControl,
    /// tsReset is written with 1.
    pub(super) reset: bool,
    /// tsLower is read.
    pub(super) reads_lower: bool,
    /// The hart is halted.
    pub(super) halted: bool,
    /// The time from outside, of the types External and Slave.
    pub(super) port: u64,
}

/// The timestamp unit.
#[derive(Clone, Debug)]
pub(super) struct Timestamp {
    source: Source,
    /// The source's time in the cycle before, in the source's clock.
    broadcast: u64,
    /// What comes between the two clocks, if the time has one of its own.
    crossing: Option<Crossing>,
    upper: u32,
}

impl Timestamp {
    /// That of `build`, after reset.
    pub(super) fn new(build: &Build) -> Self {
        let crossing = build.timestamp.own_clock.then(Crossing::default);
        Timestamp { source: Source::new(build), broadcast: 0, crossing, upper: 0 }
    }

    /// The time as messages, and tsLower (its bits 31-0), see it: tsWidth bits (`mask` of source.rs).
    pub(super) fn time(&self) -> u64 {
        self.crossing.as_ref().map_or(self.source.time(), Crossing::time)
    }

    /// The upper bits of the time as they were when tsLower was last read.
    pub(super) fn upper(&self) -> u32 {
        self.upper
    }

    /// The time that leaves the encoder.
    pub(super) fn broadcast(&self) -> u64 {
        self.broadcast
    }

    /// What tsActive reads, if the hardware does not follow at once.
    pub(super) fn followed(&self) -> Option<bool> {
        self.crossing.as_ref().map(Crossing::followed)
    }

    /// A cycle of the encoder's clock; `with_time_clock` tells that a clock of the time's own has its edge at the same
    /// moment.
    pub(super) fn cycle(&mut self, cycle: &TimeCycle, with_time_clock: bool) {
        self.upper = match (cycle.control.active, cycle.reads_lower) {
            (false, _) => 0,
            (true, true) => (self.time() >> u32::BITS) as u32,
            (true, false) => self.upper,
        };
        let Some(crossing) = &mut self.crossing else {
            let TimeControl { active, count, debug, prescale, .. } = cycle.control;
            let counts = count && (debug || !cycle.halted);
            self.broadcast = self.source.time();
            self.source.step(&Step { active, reset: cycle.reset, counts, prescale, port: cycle.port });
            return;
        };
        let before = crossing.clone();
        crossing.clock(&before, cycle);
        if with_time_clock {
            self.time_side(&before, &cycle.control, cycle.halted, cycle.port);
        }
    }

    /// A cycle of the time's own clock between two of the encoder's.
    pub(super) fn time_cycle(&mut self, control: &TimeControl, halted: bool, port: u64) {
        if let Some(before) = self.crossing.clone() {
            self.time_side(&before, control, halted, port);
        }
    }

    fn time_side(&mut self, before: &Crossing, control: &TimeControl, halted: bool, port: u64) {
        let Some(crossing) = &mut self.crossing else { return };
        self.broadcast = self.source.time();
        let step = crossing.time_clock(before, control, halted, self.source.time());
        self.source.step(&Step { port, ..step });
    }
}
