// SPDX-License-Identifier: Apache-2.0
//! What of a build decides on its registers.

use crate::choices::{ModeFeature, ReturnFeature, TimestampFeature};
use crate::sinks::{PibFeature, SinkFeatures};
use crate::TE_INST_MODE_HTM;

/// What of a build decides on its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Whether the encoder can stall the hart.
    pub stall: bool,
    /// Where trace can go.
    pub sinks: SinkFeatures,
    /// The trace modes.
    pub modes: ModeFeature,
    /// Whether there are Ownership messages.
    pub context: bool,
    /// Whether triggers of the debug module reach the encoder.
    pub triggers: bool,
    /// External trigger inputs, 0 to 8.
    pub external_triggers: u32,
    /// External trigger outputs, 0 to 8.
    pub trigger_outputs: u32,
    /// Width of the source field in bits.
    pub src_bits: u32,
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
    /// Whether Control Transfer Records are beside the encoder.
    pub records: bool,
    /// Inputs of the funnel, at most 16; 0 for an encoder.
    pub inputs: u32,
    /// Classes of tandem-verification trace, bit by class; 0 for what is no encoder of that.
    pub tandem_classes: u32,
    /// Values after reset that are the build's to choose.
    pub defaults: Defaults,
}

/// Values after reset that the specification leaves to the system ("SD").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defaults {
    /// teInstMode; where it is not legal, the legal one that is lowest.
    pub mode: u32,
    /// teContext.
    pub context: bool,
    /// teInstStallEn.
    pub stall: bool,
    /// teStopOnWrap.
    pub stop_on_wrap: bool,
    /// teInhibitSrc.
    pub inhibit_src: bool,
    /// teSyncMode.
    pub sync_mode: u32,
    /// teSyncMax.
    pub sync_max: u32,
    /// teSrcID.
    pub src_id: u32,
    /// pibDivider.
    pub pib_divider: u32,
}

/// Which of the [`Defaults`] is a field's value after reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// teInstMode.
    Mode,
    /// teContext.
    Context,
    /// teInstStallEn.
    Stall,
    /// teStopOnWrap.
    StopOnWrap,
    /// teInhibitSrc.
    InhibitSrc,
    /// teSyncMode.
    SyncMode,
    /// teSyncMax.
    SyncMax,
    /// teSink: the lowest that the build has.
    Sink,
    /// teSrcID.
    SrcId,
    /// pibDivider.
    PibDivider,
    /// teRamLimit: the last word of the SRAM; 0 without one.
    RamLimit,
}

/// Something that a build has or does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The encoder can stall the hart.
    Stall,
    /// The SRAM sink.
    Sram,
    /// The system memory sink.
    Sba,
    /// The system memory sink with addresses of more than 32 bits.
    WideSba,
    /// A sink in memory: SRAM or system memory.
    Ram,
    /// The ATB sink.
    Atb,
    /// The pin interface block.
    Pib,
    /// The calibration pattern of the pin interface block.
    PibCalibrate,
    /// pibRefCenter.
    PibRefCenter,
    /// A funnel downstream of this component.
    Funnel,
    /// The stream port.
    Stream,
    /// Ownership messages.
    Context,
    /// Triggers of the debug module.
    Triggers,
    /// External trigger inputs.
    ExternalTriggers,
    /// External trigger outputs.
    TriggerOutputs,
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
    /// Control Transfer Records.
    Records,
}

impl Features {
    /// A build with the encoder's mandatory parts: branch history, without options.
    pub const fn minimal(sinks: SinkFeatures) -> Features {
        Features {
            stall: false,
            sinks,
            modes: ModeFeature::Htm,
            context: false,
            triggers: false,
            external_triggers: 0,
            trigger_outputs: 0,
            src_bits: 0,
            implicit_return: ReturnFeature::None,
            sequential_jump: false,
            repeats: false,
            all_jumps: false,
            extended_address: false,
            timestamp: TimestampFeature::None,
            records: false,
            inputs: 0,
            tandem_classes: 0,
            defaults: Defaults::ZERO,
        }
    }

    /// Whether the build has it.
    pub const fn has(&self, feature: Feature) -> bool {
        let sinks = &self.sinks;
        match feature {
            Feature::Stall => self.stall,
            Feature::Sram => sinks.sram_bytes > 0,
            Feature::Sba => sinks.sba_bits > 0,
            Feature::WideSba => sinks.sba_bits > 32,
            Feature::Ram => sinks.sram_bytes > 0 || sinks.sba_bits > 0,
            Feature::Atb => sinks.atb,
            Feature::Pib => sinks.pib.is_some(),
            Feature::PibCalibrate => matches!(sinks.pib, Some(PibFeature { calibrate: true, .. })),
            Feature::PibRefCenter => matches!(sinks.pib, Some(PibFeature { ref_center: true, .. })),
            Feature::Funnel => sinks.funnel,
            Feature::Stream => sinks.stream,
            Feature::Context => self.context,
            Feature::Triggers => self.triggers,
            Feature::ExternalTriggers => self.external_triggers > 0,
            Feature::TriggerOutputs => self.trigger_outputs > 0,
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
            Feature::Records => self.records,
        }
    }

    /// The default that `which` names, before it is made legal.
    pub(crate) const fn default(&self, which: System) -> u32 {
        let Defaults { mode, context, stall, stop_on_wrap, inhibit_src, sync_mode, sync_max, src_id, pib_divider } =
            self.defaults;
        match which {
            System::Mode => mode,
            System::Context => context as u32,
            System::Stall => stall as u32,
            System::StopOnWrap => stop_on_wrap as u32,
            System::InhibitSrc => inhibit_src as u32,
            System::SyncMode => sync_mode,
            System::SyncMax => sync_max,
            System::Sink => self.sinks.codes().trailing_zeros(),
            System::SrcId => src_id,
            System::PibDivider => pib_divider,
            System::RamLimit => self.sinks.sram_bits(4),
        }
    }
}

impl Defaults {
    /// Branch history where the build has it, and everything else 0.
    pub const ZERO: Defaults = Defaults {
        mode: TE_INST_MODE_HTM as u32,
        context: false,
        stall: false,
        stop_on_wrap: false,
        inhibit_src: false,
        sync_mode: 0,
        sync_max: 0,
        src_id: 0,
        pib_divider: 0,
    };
}
