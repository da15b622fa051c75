// SPDX-License-Identifier: Apache-2.0
//! What of a build decides on its registers.

use crate::{
    Legal, TE_INST_IMPLICIT_RETURN_MODE_COUNT, TE_INST_IMPLICIT_RETURN_MODE_FULL, TE_INST_IMPLICIT_RETURN_MODE_PARTIAL,
    TE_INST_MODE_BTM, TE_INST_MODE_HTM, TS_TYPE_EXTERNAL, TS_TYPE_INTERNAL, X_TRIG_IN_ACTION_NOTIFY,
    X_TRIG_IN_ACTION_START, X_TRIG_IN_ACTION_STOP,
};

/// What of a build decides on its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Whether the encoder can stall the hart.
    pub stall: bool,
    /// Where trace goes.
    pub sink: SinkFeature,
    /// The trace modes.
    pub modes: ModeFeature,
    /// Whether there are Ownership messages.
    pub context: bool,
    /// Whether triggers of the debug module reach the encoder.
    pub triggers: bool,
    /// External trigger inputs.
    pub external_triggers: u32,
    /// Width of the source field in bits.
    pub src_bits: u32,
    /// The source ID after reset.
    pub src_id: u32,
    /// How returns are predicted.
    pub implicit_return: ReturnFeature,
    /// Whether sequentially inferable jumps need no message.
    pub sequential_jump: bool,
    /// Whether what repeats is counted.
    pub repeats: bool,
    /// Whether direct jumps can be reported as taken branches.
    pub all_jumps: bool,
    /// Whether equal upper bits of an address can be left out.
    pub extended_address: bool,
    /// The timestamp unit.
    pub timestamp: TimestampFeature,
}

/// Where trace goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SinkFeature {
    /// On-chip SRAM of this many bytes, a power of two.
    Sram(u32),
    /// A stream of bytes out of the trace hardware.
    Stream,
}

/// The trace modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeFeature {
    /// Branch history.
    Htm,
    /// Branch messages.
    Btm,
    /// Both; branch history after reset.
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

/// The timestamp unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampFeature {
    /// There is none.
    None,
    /// A counter of this many bits.
    Internal(u32),
    /// A port of this many bits.
    External(u32),
}

/// Something that a build has or has not got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The encoder can stall the hart.
    Stall,
    /// The SRAM sink.
    Sram,
    /// Ownership messages.
    Context,
    /// Triggers of the debug module.
    Triggers,
    /// External trigger inputs.
    ExternalTriggers,
    /// A source field.
    Src,
    /// Prediction of returns.
    ImplicitReturn,
    /// Sequentially inferable jumps without a message.
    SequentialJump,
    /// Counting of what repeats.
    Repeats,
    /// Direct jumps as taken branches.
    AllJumps,
    /// Addresses without their equal upper bits.
    ExtendedAddress,
    /// Any field of teInstFeatures.
    InstFeatures,
    /// Timestamps.
    Timestamp,
    /// Timestamps of a counter.
    InternalTimestamp,
    /// Timestamps of more than 32 bits.
    WideTimestamp,
}

impl Features {
    /// A build with the encoder's mandatory parts: branch history, without options.
    pub const fn minimal(sink: SinkFeature) -> Features {
        Features {
            stall: false,
            sink,
            modes: ModeFeature::Htm,
            context: false,
            triggers: false,
            external_triggers: 0,
            src_bits: 0,
            src_id: 0,
            implicit_return: ReturnFeature::None,
            sequential_jump: false,
            repeats: false,
            all_jumps: false,
            extended_address: false,
            timestamp: TimestampFeature::None,
        }
    }

    /// Whether the build has it.
    pub const fn has(&self, feature: Feature) -> bool {
        match feature {
            Feature::Stall => self.stall,
            Feature::Sram => matches!(self.sink, SinkFeature::Sram(_)),
            Feature::Context => self.context,
            Feature::Triggers => self.triggers,
            Feature::ExternalTriggers => self.external_triggers > 0,
            Feature::Src => self.src_bits > 0,
            Feature::ImplicitReturn => !matches!(self.implicit_return, ReturnFeature::None),
            Feature::SequentialJump => self.sequential_jump,
            Feature::Repeats => self.repeats,
            Feature::AllJumps => self.all_jumps,
            Feature::ExtendedAddress => self.extended_address,
            Feature::InstFeatures => {
                self.has(Feature::Src)
                    || self.has(Feature::ImplicitReturn)
                    || self.sequential_jump
                    || self.repeats
                    || self.all_jumps
                    || self.extended_address
            }
            Feature::Timestamp => self.timestamp.width() > 0,
            Feature::InternalTimestamp => matches!(self.timestamp, TimestampFeature::Internal(_)),
            Feature::WideTimestamp => self.timestamp.width() > 32,
        }
    }

    /// The largest source ID that fits in the source field.
    pub(crate) const fn src_id_max(&self) -> u32 {
        (1 << self.src_bits) - 1
    }
}

impl ModeFeature {
    /// The legal values of teInstMode.
    pub(crate) const fn legal(self) -> Legal {
        match self {
            ModeFeature::Htm => Legal::Fixed(TE_INST_MODE_HTM as u32),
            ModeFeature::Btm => Legal::Fixed(TE_INST_MODE_BTM as u32),
            ModeFeature::Both => Legal::OneOf(&[TE_INST_MODE_BTM as u32, TE_INST_MODE_HTM as u32]),
        }
    }
}

impl ReturnFeature {
    /// The legal values of teInstImplicitReturnMode.
    pub(crate) const fn legal(self) -> Legal {
        match self {
            ReturnFeature::None => Legal::Fixed(0),
            ReturnFeature::Count => Legal::OneOf(&[0, TE_INST_IMPLICIT_RETURN_MODE_COUNT as u32]),
            ReturnFeature::Partial => Legal::OneOf(&[0, TE_INST_IMPLICIT_RETURN_MODE_PARTIAL as u32]),
            ReturnFeature::Full => Legal::OneOf(&[0, TE_INST_IMPLICIT_RETURN_MODE_FULL as u32]),
        }
    }
}

impl TimestampFeature {
    /// tsType.
    pub(crate) const fn kind(self) -> u32 {
        match self {
            TimestampFeature::None => 0,
            TimestampFeature::Internal(_) => TS_TYPE_INTERNAL as u32,
            TimestampFeature::External(_) => TS_TYPE_EXTERNAL as u32,
        }
    }

    /// tsWidth.
    pub(crate) const fn width(self) -> u32 {
        match self {
            TimestampFeature::None => 0,
            TimestampFeature::Internal(width) | TimestampFeature::External(width) => width,
        }
    }
}

/// The legal values of an xTrigInAction field.
pub(crate) const TRIGGER_ACTIONS: &[u32] =
    &[0, X_TRIG_IN_ACTION_START as u32, X_TRIG_IN_ACTION_STOP as u32, X_TRIG_IN_ACTION_NOTIFY as u32];
