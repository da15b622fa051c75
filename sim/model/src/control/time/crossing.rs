// SPDX-License-Identifier: Apache-2.0
//! Between the encoder's clock and that of the time.

use super::source::Step;
use super::{TimeControl, TimeCycle};
use crate::control::synchronizer::Synchronizer;

/// What the time's clock gets to know.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Levels {
    control: TimeControl,
    halted: bool,
    /// A level that changes with every tsReset.
    reset: bool,
}

/// The registers on both sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Crossing {
    // In the encoder's clock.
    time: u64,
    /// A level that changes with every tsReset.
    reset: bool,
    acknowledges: bool,
    requests: Synchronizer<bool>,
    followed: Synchronizer<bool>,
    // In the time's clock.
    levels: Synchronizer<Levels>,
    /// [`Levels::reset`] in the cycle before.
    was_reset: bool,
    acknowledged: Synchronizer<bool>,
    request: bool,
    holding: u64,
}

impl Crossing {
    /// The time, in the encoder's clock.
    pub(super) fn time(&self) -> u64 {
        self.time
    }

    /// What tsActive reads.
    pub(super) fn followed(&self) -> bool {
        self.followed.level()
    }

    /// An edge of the encoder's clock, all registers as in `before`.
    pub(super) fn clock(&mut self, before: &Crossing, cycle: &TimeCycle) {
        if before.requests.level() != before.acknowledges {
            self.time = before.holding;
            self.acknowledges = !before.acknowledges;
        }
        if !cycle.control.active {
            self.time = 0;
        }
        self.reset = before.reset != cycle.reset;
        self.requests.step(before.request);
        self.followed.step(before.levels.level().control.asked);
    }

    /// An edge of the time's clock, all registers as in `before`; `time` is the source's. What the source does.
    pub(super) fn time_clock(&mut self, before: &Crossing, control: &TimeControl, halted: bool, time: u64) -> Step {
        let Levels { control: seen, halted: seen_halted, reset } = before.levels.level();
        if before.acknowledged.level() == before.request {
            self.holding = time;
            self.request = !before.request;
        }
        self.was_reset = reset;
        self.levels.step(Levels { control: *control, halted, reset: before.reset });
        self.acknowledged.step(before.acknowledges);
        Step {
            active: seen.asked,
            reset: reset != before.was_reset,
            counts: seen.count && (seen.debug || !seen_halted),
            prescale: seen.prescale,
            port: 0,
        }
    }
}
