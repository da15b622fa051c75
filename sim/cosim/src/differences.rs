// SPDX-License-Identifier: Apache-2.0
//! Where what the driver has discovered differs from the configuration, field by field.

use std::fmt;
use tracewright_driver::{
    Capabilities, FunnelCapabilities, FunnelSettings, PibSettings, PibUnit, Settings, SinkSettings, Sinks, Source,
    TimestampUnit, Values,
};

/// A field of a register that says something else than the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discrepancy {
    /// The component, where there are several.
    pub component: Option<String>,
    /// The register.
    pub register: &'static str,
    /// The field.
    pub field: String,
    /// What the field was asked: its value after reset, or what it can be.
    pub what: &'static str,
    /// What the configuration says.
    pub expected: String,
    /// What the driver found.
    pub found: String,
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Discrepancy { component, register, field, what, expected, found } = self;
        if let Some(component) = component {
            write!(f, "{component}: ")?;
        }
        write!(f, "{register}.{field}, {what}: the configuration has {expected}, the hardware {found}")
    }
}

/// What was asked of a field.
const CAN: &str = "whether it can be set";
const TAKES: &str = "the values that it takes";
const BITS: &str = "the bits that can be set";
const RESET: &str = "its value after reset";

/// What is known of a field.
struct Known {
    register: &'static str,
    field: String,
    what: &'static str,
    value: String,
}

fn known(register: &'static str, field: &str, what: &'static str, value: impl fmt::Debug) -> Known {
    Known { register, field: field.into(), what, value: format!("{value:?}") }
}

/// What differs in an encoder.
pub(crate) fn of_encoder(expected: &Capabilities, found: &Capabilities) -> Vec<Discrepancy> {
    compare(encoder(expected), encoder(found))
}

/// What differs in a funnel.
pub(crate) fn of_funnel(expected: &FunnelCapabilities, found: &FunnelCapabilities) -> Vec<Discrepancy> {
    compare(funnel(expected), funnel(found))
}

/// Both lists are made by one function, so that they have the same fields in the same order.
fn compare(expected: Vec<Known>, found: Vec<Known>) -> Vec<Discrepancy> {
    let differs = |(expected, found): (Known, Known)| {
        (expected.value != found.value).then_some(Discrepancy {
            component: None,
            register: expected.register,
            field: expected.field,
            what: expected.what,
            expected: expected.value,
            found: found.value,
        })
    };
    expected.into_iter().zip(found).filter_map(differs).collect()
}

fn encoder(of: &Capabilities) -> Vec<Known> {
    let Capabilities {
        protocol,
        sinks: to,
        modes,
        sync_modes,
        sync_max,
        formats,
        stall,
        stop_on_wrap,
        context,
        triggers,
        inputs,
        outputs,
        source: Source { bits, id, writable },
        implicit_return,
        call_stack,
        sequential_jump,
        repeated_history,
        all_jumps,
        extended_address,
        timestamp,
        data,
        defaults,
    } = of;
    let mut list = sinks("teImpl", to);
    list.extend([
        known("teImpl", "teProtocolMajor", RESET, protocol.unwrap_or(0)),
        known("teControl", "teInstMode", TAKES, modes),
        known("teControl", "teSyncMode", TAKES, sync_modes),
        known("teControl", "teSyncMax", TAKES, sync_max),
        known("teControl", "teFormat", TAKES, formats),
        known("teControl", "teInstStallEn", CAN, stall),
        known("teControl", "teStopOnWrap", CAN, stop_on_wrap),
        known("teControl", "teContext", CAN, context),
        known("teControl", "teInstTrigEn", CAN, triggers),
        known("teInstFeatures", "teSrcBits", RESET, bits),
        known("teInstFeatures", "teSrcID", RESET, id),
        known("teInstFeatures", "teSrcID", BITS, writable),
        known("teInstFeatures", "teInstImplicitReturnMode", TAKES, implicit_return),
        known("teInstFeatures", "teInstEnCallStack", CAN, call_stack),
        known("teInstFeatures", "teInstEnSequentialJump", CAN, sequential_jump),
        known("teInstFeatures", "teInstEnRepeatedHistory", CAN, repeated_history),
        known("teInstFeatures", "teInstEnAllJumps", CAN, all_jumps),
        known("teInstFeatures", "teInstExtendAddrMSB", CAN, extended_address),
        known("teDataControl", "teDataImplemented", RESET, data),
    ]);
    list.extend(each("xTrigInControl", "xTrigInAction", TAKES, inputs));
    list.extend(each("xTrigOutControl", "xTrigOutEvent", BITS, outputs));
    let TimestampUnit { kinds, width, count, debug, prescale, messages } = timestamp.unwrap_or(NO_TIMESTAMP);
    list.extend([
        known("tsControl", "tsType", TAKES, kinds),
        known("tsControl", "tsWidth", RESET, width),
        known("tsControl", "tsCount", CAN, count),
        known("tsControl", "tsDebug", CAN, debug),
        known("tsControl", "tsPrescale", TAKES, prescale),
        known("tsControl", "tsEnable", CAN, messages),
    ]);
    list.extend(settings(defaults));
    list
}

fn settings(of: &Settings) -> Vec<Known> {
    let Settings {
        sink,
        mode,
        stall,
        sync_mode,
        sync_max,
        stop_on_wrap,
        context,
        triggers,
        inputs,
        outputs,
        inhibit_src,
        src_id,
        implicit_return,
        call_stack,
        sequential_jump,
        repeated_history,
        all_jumps,
        extended_address,
        timestamp,
    } = of;
    let mut list = default_sink("teControl", "teSink", sink.as_ref());
    list.extend([
        known("teControl", "teInstMode", RESET, mode),
        known("teControl", "teInstStallEn", RESET, stall),
        known("teControl", "teSyncMode", RESET, sync_mode),
        known("teControl", "teSyncMax", RESET, sync_max),
        known("teControl", "teStopOnWrap", RESET, stop_on_wrap),
        known("teControl", "teContext", RESET, context),
        known("teControl", "teInstTrigEn", RESET, triggers),
        known("teControl", "teInhibitSrc", RESET, inhibit_src),
        known("teInstFeatures", "teSrcID", RESET, src_id),
        known("teInstFeatures", "teInstImplicitReturnMode", RESET, implicit_return),
        known("teInstFeatures", "teInstEnCallStack", RESET, call_stack),
        known("teInstFeatures", "teInstEnSequentialJump", RESET, sequential_jump),
        known("teInstFeatures", "teInstEnRepeatedHistory", RESET, repeated_history),
        known("teInstFeatures", "teInstEnAllJumps", RESET, all_jumps),
        known("teInstFeatures", "teInstExtendAddrMSB", RESET, extended_address),
        known("tsControl", "tsEnable", RESET, timestamp),
    ]);
    list.extend(each("xTrigInControl", "xTrigInAction", RESET, inputs));
    list.extend(each("xTrigOutControl", "xTrigOutEvent", RESET, outputs));
    list
}

fn funnel(of: &FunnelCapabilities) -> Vec<Known> {
    let FunnelCapabilities { sinks: to, stop_on_wrap, inputs, defaults } = of;
    let FunnelSettings { sink, stop_on_wrap: stops, disabled } = defaults;
    let mut list = sinks("tfImpl", to);
    list.extend(default_sink("tfControl", "tfSink", sink.as_ref()));
    list.extend([
        known("tfControl", "tfStopOnWrap", CAN, stop_on_wrap),
        known("tfControl", "tfStopOnWrap", RESET, stops),
        known("tfDisInput", "tfDisInput", "how many bits can be set", inputs),
        known("tfDisInput", "tfDisInput", RESET, disabled),
    ]);
    list
}

/// A field of each of several inputs or outputs.
fn each<T: fmt::Debug>(register: &'static str, field: &str, what: &'static str, values: &[T]) -> Vec<Known> {
    values.iter().enumerate().map(|(n, value)| known(register, &format!("{field}{n}"), what, value)).collect()
}

fn sinks(implementation: &'static str, of: &Sinks) -> Vec<Known> {
    let Sinks { sram, memory, atb, pib, funnel, stream } = of;
    let PibUnit { modes, ref_center, calibrate, max_divider, divider } = pib.unwrap_or(NO_PIB);
    vec![
        known(implementation, "hasSRAMSink", RESET, sram.is_some()),
        known("teRamRP", "teRamRP", "the bytes of the SRAM", sram.unwrap_or(0)),
        known(implementation, "hasSBASink", RESET, memory.is_some()),
        known("teRamBase", "teRamBase", "the bits of an address, with teRamBaseHigh", memory.unwrap_or(0)),
        known(implementation, "hasATBSink", RESET, atb),
        known(implementation, "hasPIBSink", RESET, pib.is_some()),
        known("pibControl", "pibMode", TAKES, modes),
        known("pibControl", "pibRefCenter", CAN, ref_center),
        known("pibControl", "pibCalibrate", CAN, calibrate),
        known("pibControl", "pibDivider", "the largest value", max_divider),
        known("pibControl", "pibDivider", RESET, divider),
        known(implementation, "hasFunnelSink", RESET, funnel),
        known(implementation, "hasStreamSink", RESET, stream),
    ]
}

/// The sink that is selected after reset, and how it is set up then.
fn default_sink(register: &'static str, field: &'static str, sink: Option<&SinkSettings>) -> Vec<Known> {
    let (name, buffer, pins, id) = match sink {
        None => ("none", None, None, None),
        Some(SinkSettings::Sram(buffer)) => ("SRAM", Some(buffer), None, None),
        Some(SinkSettings::Memory(buffer)) => ("SBA", Some(buffer), None, None),
        Some(SinkSettings::Atb { id }) => ("ATB", None, None, Some(id)),
        Some(SinkSettings::Pib(pins)) => ("PIB", None, Some(pins), None),
        Some(SinkSettings::Funnel) => ("FUNNEL", None, None, None),
        Some(SinkSettings::Stream) => ("STREAM", None, None, None),
    };
    let pins = pins.map(|PibSettings { mode, ref_center, divider }| (mode, ref_center, divider));
    let hex = |address: u64| format!("{address:#x}");
    let address = |register, value: Option<u64>| Known {
        register,
        field: register.into(),
        what: RESET,
        value: value.map_or("none".into(), hex),
    };
    vec![
        Known { register, field: field.into(), what: RESET, value: name.into() },
        address("teRamBase", buffer.map(|buffer| buffer.first)),
        address("teRamLimit", buffer.map(|buffer| buffer.last)),
        known("pibControl", "pibMode", RESET, pins.map(|pins| pins.0)),
        known("pibControl", "pibRefCenter", RESET, pins.map(|pins| pins.1)),
        known("pibControl", "pibDivider", RESET, pins.map(|pins| pins.2)),
        known("atbControl", "atbId", RESET, id),
    ]
}

/// What the fields of a timestamp unit are where there is none.
const NO_TIMESTAMP: TimestampUnit =
    TimestampUnit { kinds: Values(0), width: 0, count: false, debug: false, prescale: Values(0), messages: false };

/// What the fields of a pin interface block are where there is none.
const NO_PIB: PibUnit = PibUnit { modes: Values(0), ref_center: false, calibrate: false, max_divider: 0, divider: 0 };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discovered::{capabilities, funnel_capabilities};
    use tracewright_config::{Build, SinkKind};

    fn system() -> Build {
        let mut build = Build::default();
        build.sink.kind = [SinkKind::Sba, SinkKind::Pib].into_iter().collect();
        build.system.harts = 2;
        build
    }

    #[test]
    fn what_differs_is_named_by_register_and_field_with_both_values() {
        let build = Build::default();
        let expected = capabilities(&build);
        assert_eq!(of_encoder(&expected, &expected), []);
        let mut found = expected;
        found.defaults.stop_on_wrap = true;
        found.sync_max = (0..8).collect();
        let lines: Vec<String> = of_encoder(&expected, &found).iter().map(ToString::to_string).collect();
        let all = "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}";
        let sync_max = "teControl.teSyncMax, the values that it takes: the configuration has ".to_string()
            + all
            + ", the hardware {0, 1, 2, 3, 4, 5, 6, 7}";
        let stops = "teControl.teStopOnWrap, its value after reset: the configuration has false, the hardware true";
        assert_eq!(lines, [&sync_max, stops]);
    }

    #[test]
    fn every_part_of_what_is_discovered_is_compared() {
        let expected = funnel_capabilities(&system(), 0);
        let mut found = expected;
        found.sinks.pib = None;
        found.inputs = 3;
        let fields: Vec<String> =
            of_funnel(&expected, &found).iter().map(|d| format!("{}.{}", d.register, d.field)).collect();
        let pib = ["tfImpl.hasPIBSink", "pibControl.pibMode", "pibControl.pibDivider"];
        assert!(pib.iter().all(|name| fields.iter().any(|field| field == name)), "{fields:?}");
        assert_eq!(fields.last().map(String::as_str), Some("tfDisInput.tfDisInput"));
    }
}
