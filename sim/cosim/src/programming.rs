// SPDX-License-Identifier: Apache-2.0
//! A configuration in the words of the driver.

use tracewright_config::{Build, Run, SinkKind, TimestampSource};
use tracewright_driver::{
    Buffer, Capabilities, Settings, SinkSettings, Sinks, Source, TimestampSettings, TimestampUnit, Values,
};

/// How `run` is programmed on `build`.
pub(crate) fn settings(build: &Build, run: &Run) -> Settings {
    let run = run.on(build);
    let prescale = run.timestamp_prescale.trailing_zeros() / 2;
    let timestamp = TimestampSettings { kind: None, prescale, debug: run.timestamp_debug };
    Settings {
        sink: None,
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

/// What the driver must discover of `build`.
pub(crate) fn capabilities(build: &Build) -> Capabilities {
    let encoder = &build.encoder;
    let has_sram = build.sink.has(SinkKind::Sram);
    let [htm, btm] = [(encoder.modes.htm(), 6), (encoder.modes.btm(), 3)];
    let actions = |input| if input < encoder.external_triggers as usize { 0b1_1101 } else { 1 };
    let events = |output| if output < encoder.trigger_outputs as usize { 0b11 } else { 0 };
    let implicit_return = encoder.implicit_return.code();
    Capabilities {
        sinks: Sinks { sram: has_sram.then_some(build.sink.sram_bytes.into()), stream: !has_sram, ..Sinks::default() },
        modes: [htm, btm].into_iter().filter_map(|(built, code)| built.then_some(code)).collect(),
        sync_modes: (0..4).collect(),
        sync_max: (0..16).collect(),
        formats: Values(1 << 1),
        stall: encoder.stall,
        stop_on_wrap: has_sram,
        context: encoder.context,
        triggers: build.ingress.triggers,
        inputs: std::array::from_fn(|input| Values(actions(input))),
        outputs: std::array::from_fn(events),
        source: Source { bits: encoder.src_bits, id: encoder.src_id, writable: (1 << encoder.src_bits) - 1 },
        implicit_return: [0, implicit_return].into_iter().collect(),
        call_stack: implicit_return != 0,
        sequential_jump: encoder.sequential_jump,
        repeated_history: encoder.repeated_history || encoder.repeat_branch,
        all_jumps: encoder.all_jumps,
        extended_address: encoder.extended_address,
        timestamp: timestamp_unit(build),
        data: false,
        defaults: defaults(build),
    }
}

fn timestamp_unit(build: &Build) -> Option<TimestampUnit> {
    let kind = match build.timestamp.source {
        TimestampSource::None => return None,
        TimestampSource::External => 1,
        TimestampSource::Core => 2,
        TimestampSource::Slave => 4,
    };
    let counts = build.timestamp.source == TimestampSource::Core;
    Some(TimestampUnit {
        kinds: Values(1 << kind),
        width: build.timestamp.width,
        count: counts,
        debug: counts,
        prescale: if counts { (0..4).collect() } else { Values(1) },
        messages: true,
    })
}

/// The settings after reset.
fn defaults(build: &Build) -> Settings {
    let asked = &build.defaults;
    let possible = Run {
        mode: asked.te_inst_mode,
        context: asked.te_context,
        stall: asked.te_inst_stall_en,
        stop_on_wrap: asked.te_stop_on_wrap,
        inhibit_src: asked.te_inhibit_src,
        ..Run::default()
    };
    let possible = possible.on(build);
    let whole = Buffer { first: 0, last: u64::from(build.sink.sram_bytes) - 4 };
    Settings {
        sink: Some(if build.sink.has(SinkKind::Sram) { SinkSettings::Sram(whole) } else { SinkSettings::Stream }),
        mode: Some(possible.mode.code()),
        stall: possible.stall,
        sync_mode: asked.te_sync_mode.code(),
        sync_max: asked.te_sync_max,
        stop_on_wrap: possible.stop_on_wrap,
        context: possible.context,
        inhibit_src: possible.inhibit_src,
        src_id: Some(build.encoder.src_id),
        ..Settings::default()
    }
}
