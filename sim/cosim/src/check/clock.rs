// SPDX-License-Identifier: Apache-2.0
//! The timestamp, cycle by cycle, while teEnable is set: the driver has programmed it before.

use crate::mismatch::Difference;
use crate::observed::{flag, Cycle};
use tracewright_config::{Build, Run, TimestampSource};

/// What the timestamp must be.
pub(super) struct Clock {
    /// None where the run has no timestamps.
    source: TimestampSource,
    /// Its bits.
    mask: u64,
    /// The cycle before.
    before: Cycle,
}

impl Clock {
    pub fn new(build: &Build, run: &Run) -> Clock {
        let source = if run.on(build).timestamp { build.timestamp.source } else { TimestampSource::None };
        Clock { source, mask: u64::MAX >> (u64::BITS - build.timestamp.width), before: Cycle::default() }
    }

    /// A timestamp from outside is the port's of the cycle before; a counter counts every cycle but those in debug mode.
    pub fn compare(&mut self, cycle: &Cycle) -> Result<(), Difference> {
        let before = std::mem::replace(&mut self.before, *cycle);
        let expected = match self.source {
            TimestampSource::None => return Ok(()),
            TimestampSource::External | TimestampSource::Slave => before.outside,
            TimestampSource::Core if before.has(flag::HALTED) || cycle.has(flag::HALTED) => return Ok(()),
            TimestampSource::Core => before.now + 1,
        };
        if !before.has(flag::ENABLE) || cycle.now == expected & self.mask {
            Ok(())
        } else {
            Err(Difference::Clock { expected: expected & self.mask, found: cycle.now })
        }
    }
}
