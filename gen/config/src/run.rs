// SPDX-License-Identifier: Apache-2.0
//! How the registers are programmed.

use crate::{Build, Choice, Each, ImplicitReturn, Modes, PibMode, SinkKind, TimestampSource};
use serde::{Deserialize, Serialize};

/// How the registers are programmed for a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Run {
    /// teInstStallEn: stall the hart instead of losing messages.
    pub stall: bool,
    /// teSyncMode: what counts towards periodic synchronisation.
    pub sync_mode: SyncMode,
    /// teSyncMax: the period is 2^(sync_max + 4).
    pub sync_max: u32,
    /// teStopOnWrap: stop tracing when the buffer has filled.
    pub stop_on_wrap: bool,
    /// teInstMode: the trace mode.
    pub mode: Mode,
    /// teContext: send Ownership messages.
    pub context: bool,
    /// teInhibitSrc: leave SRC out.
    pub inhibit_src: bool,
    /// teInstTrigEn: debug triggers set and clear teInstTracing.
    pub triggers: bool,
    /// xTrigInAction of each external trigger input.
    pub external_triggers: Each<TriggerAction>,
    /// xTrigOutEvent of each external trigger output.
    pub trigger_outputs: Each<TriggerEvent>,
    /// teInstImplicitReturnMode: what the build has, or 0.
    pub implicit_return: bool,
    /// teInstEnSequentialJump.
    pub sequential_jump: bool,
    /// teInstEnAllJumps.
    pub all_jumps: bool,
    /// teInstEnRepeatedHistory: repeated history in HTM, RepeatBranch in BTM.
    pub repeated_history: bool,
    /// teInstExtendAddrMSB.
    pub extended_address: bool,
    /// tsEnable: TSTAMP in messages.
    pub timestamp: bool,
    /// Clock cycles for each count of the timestamp counter: 1, 4, 16, 64 (tsPrescale).
    pub timestamp_prescale: u32,
    /// tsDebug: the timestamp counter runs while the hart is halted, too.
    pub timestamp_debug: bool,
    /// teSink: which sink is used.
    pub sink: RunSink,
    /// Byte address of the buffer in system memory.
    pub sba_base: u64,
    /// Its size in bytes.
    pub sba_bytes: u64,
    /// pibMode.
    pub pib_mode: RunPibMode,
    /// pibDivider.
    pub pib_divider: u32,
    /// pibRefCenter.
    pub pib_ref_center: bool,
    /// atbId.
    pub atb_id: u32,
}

/// Which sink is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunSink {
    /// What teSink is after reset.
    #[default]
    Default,
    /// This one.
    #[serde(untagged)]
    Kind(SinkKind),
}

/// Which mode of the pins is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunPibMode {
    /// The widest.
    #[default]
    Default,
    /// This one.
    #[serde(untagged)]
    Mode(PibMode),
}

/// teInstMode (Trace Control ch. 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Branch history messages (6).
    Htm,
    /// Branch trace messages (3).
    Btm,
}

/// xTrigInAction (Trace Control ch. 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TriggerAction {
    /// No action.
    #[default]
    None,
    /// Start trace.
    Start,
    /// Stop trace.
    Stop,
    /// Record a synchronising message.
    Notify,
}

/// xTrigOutEvent (Trace Control ch. 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TriggerEvent {
    /// No event.
    #[default]
    None,
    /// Tracing starts.
    Start,
    /// Tracing stops.
    Stop,
    /// Tracing starts or stops.
    Both,
}

/// teSyncMode (Trace Control ch. 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SyncMode {
    /// No periodic synchronisation.
    Off,
    /// Messages.
    Messages,
    /// Clock cycles.
    Cycles,
    /// Half-words of instructions.
    HalfWords,
}

impl Mode {
    /// The value of the teInstMode field.
    pub const fn code(self) -> u32 {
        match self {
            Mode::Btm => 3,
            Mode::Htm => 6,
        }
    }
}

impl SinkKind {
    /// Whether it is a circular buffer.
    pub const fn has_buffer(self) -> bool {
        matches!(self, SinkKind::Sram | SinkKind::Sba)
    }
}

impl TriggerAction {
    /// The value of an xTrigInAction field.
    pub const fn code(self) -> u32 {
        match self {
            TriggerAction::None => 0,
            TriggerAction::Start => 2,
            TriggerAction::Stop => 3,
            TriggerAction::Notify => 4,
        }
    }
}

impl TriggerEvent {
    /// The value of an xTrigOutEvent field.
    pub const fn code(self) -> u32 {
        match self {
            TriggerEvent::None => 0,
            TriggerEvent::Start => 1,
            TriggerEvent::Stop => 2,
            TriggerEvent::Both => 3,
        }
    }
}

impl SyncMode {
    /// The value of the teSyncMode field.
    pub const fn code(self) -> u32 {
        match self {
            SyncMode::Off => 0,
            SyncMode::Messages => 1,
            SyncMode::Cycles => 2,
            SyncMode::HalfWords => 3,
        }
    }
}

impl Default for Run {
    fn default() -> Self {
        Run {
            stall: true,
            sync_mode: SyncMode::Off,
            sync_max: 5,
            stop_on_wrap: false,
            mode: Mode::Htm,
            context: true,
            inhibit_src: false,
            triggers: true,
            external_triggers: Each::default(),
            trigger_outputs: Each::default(),
            implicit_return: true,
            sequential_jump: true,
            all_jumps: false,
            repeated_history: true,
            extended_address: true,
            timestamp: true,
            timestamp_prescale: 1,
            timestamp_debug: false,
            sink: RunSink::Default,
            sba_base: 0x8000_0000,
            sba_bytes: 65536,
            pib_mode: RunPibMode::Default,
            pib_divider: 0,
            pib_ref_center: false,
            atb_id: 1,
        }
    }
}

impl Run {
    /// What of these settings `build` takes: what it does not have is off, and the mode is the only one where there is
    /// only one.
    pub fn on(&self, build: &Build) -> Run {
        let encoder = &build.encoder;
        let mode = match encoder.modes {
            Modes::Htm => Mode::Htm,
            Modes::Btm => Mode::Btm,
            Modes::Both => self.mode,
        };
        let has_counter = build.timestamp.source == TimestampSource::Core;
        Run {
            stall: self.stall && encoder.stall,
            sync_mode: self.sync_mode,
            sync_max: self.sync_max,
            stop_on_wrap: self.stop_on_wrap && self.sink_of(build).has_buffer(),
            mode,
            context: self.context && encoder.context,
            inhibit_src: self.inhibit_src && encoder.src_bits > 0,
            triggers: self.triggers && build.ingress.triggers,
            external_triggers: self.external_triggers.first(encoder.external_triggers),
            trigger_outputs: self.trigger_outputs.first(encoder.trigger_outputs),
            implicit_return: self.implicit_return && encoder.implicit_return != ImplicitReturn::None,
            sequential_jump: self.sequential_jump && encoder.sequential_jump,
            all_jumps: self.all_jumps && encoder.all_jumps,
            repeated_history: self.repeated_history && (encoder.repeated_history || encoder.repeat_branch),
            extended_address: self.extended_address && encoder.extended_address,
            timestamp: self.timestamp && build.timestamp.source != TimestampSource::None,
            timestamp_prescale: if has_counter { self.timestamp_prescale } else { 1 },
            timestamp_debug: self.timestamp_debug && has_counter,
            sink: RunSink::Kind(self.sink_of(build)),
            sba_base: self.sba_base,
            sba_bytes: self.sba_bytes,
            pib_mode: RunPibMode::Mode(self.pib_mode_of(build)),
            pib_divider: self.pib_divider,
            pib_ref_center: self.pib_ref_center && build.sink.pib_ref_center && self.pib_mode_of(build).is_parallel(),
            atb_id: self.atb_id,
        }
    }

    /// The sink that is used.
    pub fn sink_of(&self, build: &Build) -> SinkKind {
        match self.sink {
            RunSink::Kind(kind) => kind,
            RunSink::Default => build.sink.kind.iter().min_by_key(|kind| kind.code()).unwrap_or(SinkKind::Stream),
        }
    }

    /// Ticks of the divided clock of the pins that a bit takes: two where it has edges in its middle.
    pub fn pib_bit_ticks(&self, build: &Build) -> u32 {
        let run = self.on(build);
        match run.pib_mode_of(build) == PibMode::Manchester || run.pib_ref_center {
            true => 2,
            false => 1,
        }
    }

    /// The mode of the pins that is used.
    pub fn pib_mode_of(&self, build: &Build) -> PibMode {
        match self.pib_mode {
            RunPibMode::Mode(mode) => mode,
            RunPibMode::Default => build.sink.pib_modes.iter().last().unwrap_or(PibMode::ALL[0]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_options_takes_none_of_the_defaults_that_need_one() {
        let run = Run::default().on(&Build::default());
        let off = Run {
            sink: RunSink::Kind(SinkKind::Sram),
            pib_mode: RunPibMode::Mode(PibMode::Parallel16),
            context: false,
            triggers: false,
            implicit_return: false,
            sequential_jump: false,
            repeated_history: false,
            extended_address: false,
            timestamp: false,
            ..Run::default()
        };
        assert_eq!(run, off);
    }

    #[test]
    fn a_build_with_every_option_takes_what_is_asked_for() {
        let mut build = Build::default();
        build.ingress.triggers = true;
        build.timestamp.source = TimestampSource::Core;
        build.encoder.modes = Modes::Both;
        build.encoder.context = true;
        build.encoder.src_bits = 4;
        build.encoder.external_triggers = 1;
        build.encoder.implicit_return = ImplicitReturn::Count;
        build.encoder.sequential_jump = true;
        build.encoder.all_jumps = true;
        build.encoder.repeat_branch = true;
        build.encoder.extended_address = true;
        let asked = Run {
            mode: Mode::Btm,
            inhibit_src: true,
            all_jumps: true,
            external_triggers: Each::first(&TriggerAction::Notify.into(), 1),
            stop_on_wrap: true,
            sink: RunSink::Kind(SinkKind::Sram),
            pib_mode: RunPibMode::Mode(PibMode::Uart),
            ..Run::default()
        };
        assert_eq!(asked.on(&build), asked);
    }

    #[test]
    fn a_build_with_one_mode_runs_in_it() {
        let mut build = Build::default();
        for (modes, mode) in [(Modes::Htm, Mode::Htm), (Modes::Btm, Mode::Btm)] {
            build.encoder.modes = modes;
            for asked in [Mode::Htm, Mode::Btm] {
                assert_eq!(Run { mode: asked, ..Run::default() }.on(&build).mode, mode);
            }
        }
    }

    #[test]
    fn a_bit_takes_two_ticks_in_manchester_and_where_tref_is_centred() {
        let mut build = Build::default();
        build.sink.kind = SinkKind::Pib.into();
        for mode in PibMode::ALL {
            for pib_ref_center in [false, true] {
                let run = Run { pib_mode: RunPibMode::Mode(*mode), pib_ref_center, ..Run::default() };
                let has_middle = *mode == PibMode::Manchester || mode.is_parallel() && pib_ref_center;
                assert_eq!(run.pib_bit_ticks(&build), 1 + u32::from(has_middle), "{mode:?} {pib_ref_center}");
            }
        }
    }
}
