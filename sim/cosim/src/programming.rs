// SPDX-License-Identifier: Apache-2.0
//! A configuration in the words of the driver.

use tracewright_config::{Build, Run, SinkKind, TimestampSource};
use tracewright_driver::{Capabilities, Settings, Sink, TimestampSettings, TimestampUnit};

/// How `run` is programmed on `build`. A timestamp counter runs at the speed of the clock.
pub(crate) fn settings(build: &Build, run: &Run) -> Settings {
    let run = run.on(build);
    let actions = run.external_triggers.0.iter().enumerate();
    let inputs = actions.map(|(input, action)| action.code() << (4 * input));
    Settings {
        stall: run.stall,
        sync_mode: run.sync_mode.code(),
        sync_max: run.sync_max,
        stop_on_wrap: run.stop_on_wrap,
        mode: run.mode.code(),
        context: run.context,
        triggers: run.triggers,
        external_triggers: inputs.sum(),
        inhibit_src: run.inhibit_src,
        src_id: None,
        implicit_return: if run.implicit_return { build.encoder.implicit_return.code() } else { 0 },
        sequential_jump: run.sequential_jump,
        repeated_history: run.repeated_history,
        all_jumps: run.all_jumps,
        extended_address: run.extended_address,
        timestamp: run.timestamp.then(TimestampSettings::default),
    }
}

/// What the driver must discover of `build`.
pub(crate) fn capabilities(build: &Build) -> Capabilities {
    let encoder = &build.encoder;
    let kind = match build.timestamp.source {
        TimestampSource::None => None,
        TimestampSource::External => Some(1),
        TimestampSource::Core => Some(2),
        TimestampSource::Slave => Some(4),
    };
    Capabilities {
        sink: match build.sink.kind {
            SinkKind::Sram => Sink::Sram { bytes: build.sink.sram_bytes },
            SinkKind::Stream => Sink::Stream,
        },
        stall: encoder.stall,
        htm: encoder.modes.htm(),
        btm: encoder.modes.btm(),
        context: encoder.context,
        triggers: build.ingress.triggers,
        external_triggers: encoder.external_triggers,
        src_bits: encoder.src_bits,
        src_id: encoder.src_id,
        implicit_return: encoder.implicit_return.code(),
        sequential_jump: encoder.sequential_jump,
        repeated_history: encoder.repeated_history || encoder.repeat_branch,
        all_jumps: encoder.all_jumps,
        extended_address: encoder.extended_address,
        timestamp: kind.map(|kind| TimestampUnit { kind, width: build.timestamp.width }),
    }
}
