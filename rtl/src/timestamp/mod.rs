// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit (Trace Control ch. 7).
//!
//! [`Timestamp`] is what registers and messages see. In it is the [`TimeSource`], or, where the time has a clock of its own, a
//! [`TimeReceiver`]; the source is then in a [`TimeSender`], which is all there is in that clock. Each side may be reset without
//! the other: both agree again on whose turn it is before tsActive reads 1.

mod receiver;
mod sender;
mod source;
#[cfg(test)]
mod tests;
mod unit;

pub use receiver::TimeReceiver;
pub use sender::TimeSender;
pub use source::TimeSource;
pub use unit::Timestamp;

use tracewright_config::{Build, TimestampSource};

/// What the timestamp unit of a build is made of, as the counts that kernels loop over: 0 or 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    /// There is one.
    pub(crate) time: usize,
    /// Its source is a counter.
    pub(crate) counter: usize,
    /// Its source is a port.
    pub(crate) external: usize,
    /// The time has a clock of its own.
    pub(crate) own_clock: usize,
    /// The time leaves the encoder.
    pub(crate) broadcast: usize,
}

impl Kind {
    /// What `build` has.
    pub(crate) fn of(build: &Build) -> Kind {
        let (counter, external) = match build.timestamp.source {
            TimestampSource::None => (0, 0),
            TimestampSource::Core => (1, 0),
            TimestampSource::External | TimestampSource::Slave => (0, 1),
        };
        let time = counter + external;
        Kind {
            time,
            counter,
            external,
            own_clock: time * usize::from(build.timestamp.own_clock),
            broadcast: time * usize::from(build.timestamp.broadcast),
        }
    }
}
