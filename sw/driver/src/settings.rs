// SPDX-License-Identifier: Apache-2.0
//! How trace is to be generated, and where it goes.

use crate::fields::*;
use crate::word::Word;
use tracewright_regmap::{TE_CONTROL, TE_FORMAT_NEXUS, TE_INST_FEATURES, X_TRIG_IN_CONTROL, X_TRIG_OUT_CONTROL};

/// How trace is to be generated. The default is the plainest trace: no option, nothing counted, no timestamps.
///
/// Numbers are values of fields; the names of those that have one are constants of [`registers`](crate::registers).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// teSink, and how that sink is set up. Without it trace goes where it goes already, if that is an SRAM, a stream
    /// or a funnel.
    pub sink: Option<SinkSettings>,
    /// teInstMode, if it is to change.
    pub mode: Option<u32>,
    /// teInstStallEn: stall the hart rather than lose messages.
    pub stall: bool,
    /// teSyncMode: what counts towards periodic synchronisation.
    pub sync_mode: u32,
    /// teSyncMax: the period is 2^(sync_max + 4).
    pub sync_max: u32,
    /// teStopOnWrap: stop when the buffer has filled.
    pub stop_on_wrap: bool,
    /// teContext: send Ownership messages.
    pub context: bool,
    /// teInstTrigEn: triggers of the debug module start and stop tracing.
    pub triggers: bool,
    /// xTrigInAction of each external trigger input.
    pub inputs: [u32; 8],
    /// xTrigOutEvent of each external trigger output.
    pub outputs: [u32; 8],
    /// teInhibitSrc: leave the source field out.
    pub inhibit_src: bool,
    /// teSrcID, if it is to change.
    pub src_id: Option<u32>,
    /// teInstImplicitReturnMode: 0, or how returns are predicted.
    pub implicit_return: u32,
    /// teInstEnCallStack: predict returns, in the way that the encoder has.
    pub call_stack: bool,
    /// teInstEnSequentialJump.
    pub sequential_jump: bool,
    /// teInstEnRepeatedHistory.
    pub repeated_history: bool,
    /// teInstEnAllJumps.
    pub all_jumps: bool,
    /// teInstExtendAddrMSB.
    pub extended_address: bool,
    /// Timestamps in messages, if any.
    pub timestamp: Option<TimestampSettings>,
}

/// Where a funnel's trace goes (Trace Control ch. 11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunnelSettings {
    /// tfSink, as [`Settings::sink`].
    pub sink: Option<SinkSettings>,
    /// tfStopOnWrap: stop when the buffer has filled.
    pub stop_on_wrap: bool,
    /// tfDisInput: bit n where what comes from input n is thrown away.
    pub disabled: u32,
}

/// How timestamps are made: fields of tsControl (Trace Control ch. 7). The last two are of a counter alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimestampSettings {
    /// tsType, if it is to change.
    pub kind: Option<u32>,
    /// tsPrescale: a counter counts every 4^prescale clock cycles.
    pub prescale: u32,
    /// tsDebug: a counter runs while the hart is halted, too.
    pub debug: bool,
}

/// A sink and how it is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SinkSettings {
    /// On-chip SRAM: a circular buffer in it.
    Sram(Buffer),
    /// System memory: a circular buffer in it, which nothing else may use.
    Memory(Buffer),
    /// The Advanced Trace Bus.
    Atb {
        /// atbId, from 0x01 to 0x6F (Trace Control ch. 13).
        id: u32,
    },
    /// The pin interface block.
    Pib(PibSettings),
    /// A funnel, which has sinks of its own.
    Funnel,
    /// The stream port.
    Stream,
}

/// A circular buffer (Trace Control ch. 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Byte address of the first word.
    pub first: u64,
    /// Byte address of the last 32 bits of the last word. Its bits above 31 are those of the first.
    pub last: u64,
}

/// How trace leaves through pins: fields of pibControl (Trace Control ch. 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PibSettings {
    /// pibMode.
    pub mode: u32,
    /// pibRefCenter.
    pub ref_center: bool,
    /// pibDivider, if it is to change: the input clock is divided by this + 1.
    pub divider: Option<u32>,
}

impl Settings {
    /// teControl, without teActive, teEnable, teInstTracing and teSink. The format is the one of N-Trace.
    pub(crate) const fn control(&self) -> Word {
        Word::of(register(TE_CONTROL))
            .maybe(TE_INST_MODE, self.mode)
            .bit(TE_CONTEXT, self.context)
            .bit(TE_INST_TRIG_EN, self.triggers)
            .bit(TE_INST_STALL_EN, self.stall)
            .bit(TE_STOP_ON_WRAP, self.stop_on_wrap)
            .bit(TE_INHIBIT_SRC, self.inhibit_src)
            .with(TE_SYNC_MODE, self.sync_mode)
            .with(TE_SYNC_MAX, self.sync_max)
            .with(TE_FORMAT, TE_FORMAT_NEXUS as u32)
    }

    /// teInstFeatures.
    pub(crate) const fn features(&self) -> Word {
        Word::of(register(TE_INST_FEATURES))
            .bit(SEQUENTIAL_JUMP, self.sequential_jump)
            .bit(CALL_STACK, self.call_stack)
            .with(IMPLICIT_RETURN_MODE, self.implicit_return)
            .bit(REPEATED_HISTORY, self.repeated_history)
            .bit(ALL_JUMPS, self.all_jumps)
            .bit(EXTEND_ADDR_MSB, self.extended_address)
            .maybe(SRC_ID, self.src_id)
    }

    /// xTrigInControl.
    pub(crate) fn inputs(&self) -> Word {
        each(Word::of(register(X_TRIG_IN_CONTROL)), &INPUT_ACTIONS, &self.inputs)
    }

    /// xTrigOutControl.
    pub(crate) fn outputs(&self) -> Word {
        each(Word::of(register(X_TRIG_OUT_CONTROL)), &OUTPUT_EVENTS, &self.outputs)
    }
}

fn each(word: Word, places: &[Place], values: &[u32]) -> Word {
    places.iter().zip(values).fold(word, |word, (place, value)| word.with(*place, *value))
}
