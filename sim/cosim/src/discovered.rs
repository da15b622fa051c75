// SPDX-License-Identifier: Apache-2.0
//! What the driver must discover of a configuration.

use tracewright_config::{Build, Run, SinkKind, TimestampSource};
use tracewright_driver::{
    Buffer, Capabilities, FunnelCapabilities, FunnelSettings, PibSettings, PibUnit, Settings, SinkSettings, Sinks,
    Source, TimestampUnit, Values,
};
use tracewright_package::programming::whole_sram;

/// What the driver must discover of the encoder of a hart of a system.
pub(crate) fn system_capabilities(build: &Build, hart: u32) -> Capabilities {
    capabilities(&build.hart(hart))
}

/// What the driver must discover of a funnel of `build`.
pub(crate) fn funnel_capabilities(build: &Build, funnel: u32) -> FunnelCapabilities {
    let is_last = build.sink_component() == build.system.harts + funnel;
    let inputs = build.funnels()[funnel as usize].len() as u32;
    let (found, first, stop_on_wrap) = match is_last {
        true => (sinks(build), default_sink(build), build.defaults.te_stop_on_wrap && has_buffer(build)),
        false => (Sinks { funnel: true, ..Sinks::default() }, SinkSettings::Funnel, false),
    };
    FunnelCapabilities {
        sinks: found,
        stop_on_wrap: is_last && has_buffer(build),
        inputs,
        defaults: FunnelSettings { sink: Some(first), stop_on_wrap, disabled: 0 },
    }
}

fn has_buffer(build: &Build) -> bool {
    build.sink.kind.iter().any(SinkKind::has_buffer)
}

/// Where trace can go.
fn sinks(build: &Build) -> Sinks {
    let sink = &build.sink;
    let has = |kind| sink.has(kind);
    let modes = sink.pib_modes.iter().map(|mode| mode.code());
    Sinks {
        sram: has(SinkKind::Sram).then_some(sink.sram_bytes.into()),
        memory: has(SinkKind::Sba).then_some(sink.sba_address),
        atb: has(SinkKind::Atb),
        pib: has(SinkKind::Pib).then(|| PibUnit {
            modes: [0].into_iter().chain(modes).collect(),
            ref_center: sink.pib_ref_center && sink.pib_modes.iter().any(|mode| mode.is_parallel()),
            calibrate: sink.pib_calibrate,
            max_divider: (1 << sink.pib_divider_bits) - 1,
            divider: build.defaults.pib_divider,
        }),
        funnel: has(SinkKind::Funnel),
        stream: has(SinkKind::Stream),
    }
}

/// The sink that is used after reset, as it is set up then.
fn default_sink(build: &Build) -> SinkSettings {
    match Run::default().sink_of(build) {
        SinkKind::Sram => SinkSettings::Sram(whole_sram(build)),
        SinkKind::Sba => SinkSettings::Memory(Buffer { first: 0, last: 0 }),
        SinkKind::Pib => {
            SinkSettings::Pib(PibSettings { mode: 0, ref_center: false, divider: Some(build.defaults.pib_divider) })
        }
        SinkKind::Atb => SinkSettings::Atb { id: 0 },
        SinkKind::Funnel => SinkSettings::Funnel,
        SinkKind::Stream => SinkSettings::Stream,
    }
}

/// What the driver must discover of `build`.
pub(crate) fn capabilities(build: &Build) -> Capabilities {
    let encoder = &build.encoder;
    let [htm, btm] = [(encoder.modes.htm(), 6), (encoder.modes.btm(), 3)];
    let actions = |input| if input < encoder.external_triggers as usize { 0b1_1101 } else { 1 };
    let events = |output| if output < encoder.trigger_outputs as usize { 0b11 } else { 0 };
    let implicit_return = encoder.implicit_return.code();
    Capabilities {
        protocol: Some(1),
        sinks: sinks(build),
        modes: [htm, btm].into_iter().filter_map(|(built, code)| built.then_some(code)).collect(),
        sync_modes: (0..4).collect(),
        sync_max: (0..16).collect(),
        formats: Values(1 << 1),
        stall: encoder.stall,
        stop_on_wrap: has_buffer(build),
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
        inhibit_src: asked.te_inhibit_src,
        ..Run::default()
    };
    let possible = possible.on(build);
    Settings {
        sink: Some(default_sink(build)),
        mode: Some(possible.mode.code()),
        stall: possible.stall,
        sync_mode: asked.te_sync_mode.code(),
        sync_max: asked.te_sync_max,
        // One register for all sinks: any memory among them makes the field, whichever sink is selected.
        stop_on_wrap: asked.te_stop_on_wrap && has_buffer(build),
        context: possible.context,
        inhibit_src: possible.inhibit_src,
        src_id: Some(build.encoder.src_id),
        ..Settings::default()
    }
}
