// SPDX-License-Identifier: Apache-2.0
//! What goes on.

use crate::fields::*;

/// teControl as it reads now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u32);

impl Status {
    /// teActive.
    pub const fn is_active(self) -> bool {
        TE_ACTIVE.is_set(self.0)
    }

    /// teEnable.
    pub const fn is_enabled(self) -> bool {
        TE_ENABLE.is_set(self.0)
    }

    /// teInstTracing.
    pub const fn is_tracing(self) -> bool {
        TE_INST_TRACING.is_set(self.0)
    }

    /// teEmpty: all generated trace has reached the sink.
    pub const fn is_empty(self) -> bool {
        TE_EMPTY.is_set(self.0)
    }

    /// teInstStallOrOverflow: since teEnable was set, the hart was stalled or messages were lost.
    pub const fn has_stalled_or_lost(self) -> bool {
        TE_INST_STALL_OR_OVERFLOW.is_set(self.0)
    }
}

/// What an encoder does, compared with what it was last asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is not enabled, and should not be.
    Off,
    /// It traces.
    Tracing,
    /// It is enabled, and waits for a trigger or for [`Driver::switch`](crate::Driver::switch) to start it.
    Waiting,
    /// It was tracing, and a trigger has stopped it; another can start it again.
    StoppedByTrigger,
    /// The buffer has filled, and teStopOnWrap has disabled the encoder.
    StoppedOnWrap,
    /// teActive reads 0: somebody else has reset it, or locked its registers.
    Reset,
}
