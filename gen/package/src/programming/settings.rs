// SPDX-License-Identifier: Apache-2.0
//! A configuration in the words of the driver.

use tracewright_config::{Build, Run, SinkKind};
use tracewright_driver::{
    Buffer, FunnelSettings, PibSettings, Settings, SinkSettings, TandemSettings, TimestampSettings,
};

/// How `run` is programmed on the encoder of `build`.
pub fn settings(build: &Build, run: &Run) -> Settings {
    let run = run.on(build);
    let prescale = run.timestamp_prescale.trailing_zeros() / 2;
    let timestamp = TimestampSettings { kind: None, prescale, debug: run.timestamp_debug };
    Settings {
        sink: chosen(build, &run),
        mode: Some(run.mode.code()),
        stall: run.stall,
        sync_mode: run.sync_mode.code(),
        sync_max: run.sync_max,
        stop_on_wrap: run.stop_on_wrap,
        context: run.context,
        triggers: run.triggers,
        inputs: run.external_triggers.0.map(|action| action.code()),
        outputs: run.trigger_outputs.0.map(|event| event.code()),
        inhibit_src: run.inhibit_src,
        src_id: None,
        implicit_return: if run.implicit_return { build.encoder.implicit_return.code() } else { 0 },
        call_stack: false,
        sequential_jump: run.sequential_jump,
        repeated_history: run.repeated_history,
        all_jumps: run.all_jumps,
        extended_address: run.extended_address,
        timestamp: run.timestamp.then_some(timestamp),
    }
}

/// The sink that is used, set up; none if there is nothing to choose or to set up.
fn chosen(build: &Build, run: &Run) -> Option<SinkSettings> {
    let kind = run.sink_of(build);
    let is_only = build.sink.kind.is_only(kind);
    match kind {
        SinkKind::Sram | SinkKind::Stream | SinkKind::Funnel if is_only => None,
        SinkKind::Sram => Some(SinkSettings::Sram(whole_sram(build))),
        SinkKind::Stream => Some(SinkSettings::Stream),
        SinkKind::Funnel => Some(SinkSettings::Funnel),
        SinkKind::Sba => {
            let last = run.sba_base + run.sba_bytes - 4;
            Some(SinkSettings::Memory(Buffer { first: run.sba_base, last }))
        }
        SinkKind::Pib => Some(SinkSettings::Pib(pib_settings(build, run))),
        SinkKind::Atb => Some(SinkSettings::Atb { id: run.atb_id }),
    }
}

/// The pins as `run` uses them.
pub fn pib_settings(build: &Build, run: &Run) -> PibSettings {
    PibSettings { mode: run.pib_mode_of(build).code(), ref_center: run.pib_ref_center, divider: Some(run.pib_divider) }
}

/// All of the SRAM.
pub fn whole_sram(build: &Build) -> Buffer {
    Buffer { first: 0, last: u64::from(build.sink.sram_bytes) - 4 }
}

/// How `run` is programmed on a funnel of `build`.
pub fn funnel_settings(build: &Build, run: &Run, funnel: u32) -> FunnelSettings {
    if build.sink_component() != build.system.harts + funnel {
        return FunnelSettings::default();
    }
    let run = run.on(build);
    FunnelSettings { sink: chosen(build, &run), stop_on_wrap: run.stop_on_wrap, disabled: 0 }
}

/// How `run` is programmed on the encoder of tandem-verification trace of `build`, which traces these classes.
pub fn tandem_settings(build: &Build, run: &Run, classes: u32) -> TandemSettings {
    let run = run.on(build);
    TandemSettings { sink: chosen(build, &run), stop_on_wrap: run.stop_on_wrap, classes: Some(classes) }
}
