// SPDX-License-Identifier: Apache-2.0
//! What the registers tell the encoder.

use super::RegisterFile;
use crate::codec::Framing;
use tracewright_config::{Build, Each, Mode, Run, SyncMode, TriggerAction, TriggerEvent};

/// The settings that the registers hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Programmed {
    /// What the encoder needs of them but teActive, teEnable and teInstTracing; not tsActive, tsCount, nor sinks' own.
    pub run: Run,
    /// What the bytes of messages depend on.
    pub framing: Framing,
}

impl Programmed {
    /// Those of the `file` of a `build`. Fields that the build does not have are off.
    pub(super) fn read(file: &RegisterFile, build: &Build) -> Self {
        let get = |register, field| file.place(register, field).map_or(0, |place| file.get(place));
        let control = |field| get("teControl", field);
        let features = |field| get("teInstFeatures", field);
        let time = |field| get("tsControl", field);
        let inputs = std::array::from_fn(|n| action(get("xTrigInControl", INPUTS[n])));
        let outputs = std::array::from_fn(|n| event(get("xTrigOutControl", OUTPUTS[n])));
        let run = Run {
            stall: control("teInstStallEn") != 0,
            sync_mode: sync_mode(control("teSyncMode")),
            sync_max: control("teSyncMax"),
            stop_on_wrap: control("teStopOnWrap") != 0,
            mode: if control("teInstMode") == Mode::Btm.code() { Mode::Btm } else { Mode::Htm },
            context: control("teContext") != 0,
            inhibit_src: control("teInhibitSrc") != 0,
            triggers: control("teInstTrigEn") != 0,
            external_triggers: Each(inputs),
            trigger_outputs: Each(outputs),
            implicit_return: features("teInstEnCallStack") != 0 || features("teInstImplicitReturnMode") != 0,
            sequential_jump: features("teInstEnSequentialJump") != 0,
            all_jumps: features("teInstEnAllJumps") != 0,
            repeated_history: features("teInstEnRepeatedHistory") != 0,
            extended_address: features("teInstExtendAddrMSB") != 0,
            timestamp: time("tsEnable") != 0,
            timestamp_prescale: 1 << (2 * time("tsPrescale")),
            timestamp_debug: time("tsDebug") != 0,
            ..Run::default()
        };
        let framing = Framing { src: None, ..Framing::new(build, &run) };
        let has_src = build.encoder.src_bits > 0 && !run.inhibit_src;
        let src = has_src.then(|| (features("teSrcID") as u16, build.encoder.src_bits));
        Programmed { framing: Framing { src, ..framing }, run }
    }
}

/// xTrigInControl (Trace Control 8.1): 2 start, 3 stop (of teInstTracing), 4 a message with SYNC 0, else no action.
const INPUTS: [&str; 8] = [
    "xTrigInAction0",
    "xTrigInAction1",
    "xTrigInAction2",
    "xTrigInAction3",
    "xTrigInAction4",
    "xTrigInAction5",
    "xTrigInAction6",
    "xTrigInAction7",
];

/// The fields of xTrigOutControl (Trace Control 8.1): bit 0 fires when trace starts, bit 1 when it stops.
const OUTPUTS: [&str; 8] = [
    "xTrigOutEvent0",
    "xTrigOutEvent1",
    "xTrigOutEvent2",
    "xTrigOutEvent3",
    "xTrigOutEvent4",
    "xTrigOutEvent5",
    "xTrigOutEvent6",
    "xTrigOutEvent7",
];

fn action(code: u32) -> TriggerAction {
    use TriggerAction::*;
    [Start, Stop, Notify].into_iter().find(|action| action.code() == code).unwrap_or(None)
}

fn event(code: u32) -> TriggerEvent {
    use TriggerEvent::*;
    [Start, Stop, Both].into_iter().find(|event| event.code() == code).unwrap_or(None)
}

fn sync_mode(code: u32) -> SyncMode {
    use SyncMode::*;
    [Messages, Cycles, HalfWords].into_iter().find(|mode| mode.code() == code).unwrap_or(Off)
}
