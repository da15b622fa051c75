// SPDX-License-Identifier: Apache-2.0
//! What a build chooses of several: trace modes, prediction of returns, the timestamp unit.

use crate::{
    TE_INST_IMPLICIT_RETURN_MODE_COUNT, TE_INST_IMPLICIT_RETURN_MODE_FULL, TE_INST_IMPLICIT_RETURN_MODE_PARTIAL,
    TE_INST_MODE_BTM, TE_INST_MODE_HTM, TS_TYPE_EXTERNAL, TS_TYPE_INTERNAL, TS_TYPE_SLAVE,
};

/// The trace modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeFeature {
    /// Branch history.
    Htm,
    /// Branch messages.
    Btm,
    /// Both.
    Both,
}

/// How returns are predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReturnFeature {
    /// They are not.
    None,
    /// Calls are counted.
    Count,
    /// A stack keeps the low bits of return addresses.
    Partial,
    /// A stack keeps return addresses.
    Full,
}

/// The timestamp unit and its width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampFeature {
    /// There is none.
    None,
    /// A counter.
    Internal(u32),
    /// A port.
    External(u32),
    /// The time of another encoder.
    Slave(u32),
}

impl ModeFeature {
    /// The values of teInstMode: bit n is value n.
    pub(crate) const fn codes(self) -> u32 {
        match self {
            ModeFeature::Htm => 1 << TE_INST_MODE_HTM,
            ModeFeature::Btm => 1 << TE_INST_MODE_BTM,
            ModeFeature::Both => 1 << TE_INST_MODE_BTM | 1 << TE_INST_MODE_HTM,
        }
    }
}

impl ReturnFeature {
    /// The values of teInstImplicitReturnMode: bit n is value n.
    pub(crate) const fn codes(self) -> u32 {
        match self {
            ReturnFeature::None => 1,
            ReturnFeature::Count => 1 | 1 << TE_INST_IMPLICIT_RETURN_MODE_COUNT,
            ReturnFeature::Partial => 1 | 1 << TE_INST_IMPLICIT_RETURN_MODE_PARTIAL,
            ReturnFeature::Full => 1 | 1 << TE_INST_IMPLICIT_RETURN_MODE_FULL,
        }
    }
}

impl TimestampFeature {
    /// tsType.
    pub(crate) const fn kind(self) -> u32 {
        match self {
            TimestampFeature::None => 0,
            TimestampFeature::External(_) => TS_TYPE_EXTERNAL as u32,
            TimestampFeature::Internal(_) => TS_TYPE_INTERNAL as u32,
            TimestampFeature::Slave(_) => TS_TYPE_SLAVE as u32,
        }
    }

    /// tsWidth.
    pub(crate) const fn width(self) -> u32 {
        match self {
            TimestampFeature::None => 0,
            TimestampFeature::Internal(width) | TimestampFeature::External(width) | TimestampFeature::Slave(width) => {
                width
            }
        }
    }
}
