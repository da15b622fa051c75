// SPDX-License-Identifier: Apache-2.0
//! The reference page of the registers, and reports of builds.

use super::*;
use std::collections::BTreeSet;
use tracewright_config::{Config, Loader, Modes, SinkKind, PRESETS};

#[test]
fn docs_registers_is_what_the_table_says() {
    crate::docs::assert_current("registers.md", &tracewright_package::registers::reference());
}

#[test]
fn docs_ctr_registers_is_what_the_table_says() {
    crate::docs::assert_current("ctr_registers.md", &tracewright_package::registers::ctr_reference());
}

#[test]
fn docs_pmu_registers_is_what_the_table_says() {
    crate::docs::assert_current("pmu_registers.md", &tracewright_package::registers::pmu_reference());
}

#[test]
fn docs_configuration_is_what_the_table_says() {
    crate::docs::assert_current("configuration.md", &tracewright_config::reference());
}

fn names(build: &Build) -> Vec<&'static str> {
    reports(build).iter().map(|register| register.0.name).collect()
}

#[test]
fn a_stream_build_has_no_ram_registers() {
    let mut config = Config::default();
    config.build.sink.kind = SinkKind::Stream.into();
    assert_eq!(names(&config.build), ["teControl", "teImpl", "teDataControl", "dbgTriggerControl"]);
}

#[test]
fn legal_values_with_gaps_are_listed() {
    let mut config = Config::default();
    config.build.encoder.modes = Modes::Both;
    let registers = reports(&config.build);
    let mode = registers[0].0.fields.iter().find(|field| field.name == "teInstMode").unwrap();
    assert_eq!((mode.min, mode.max, mode.legal.as_str()), (3, 6, "3, 6"));
    assert_eq!(serde_json::to_value(mode).unwrap()["values"], serde_json::json!([3, 6]));
    let empty = registers[0].0.fields.iter().find(|field| field.name == "teEmpty").unwrap();
    assert!(serde_json::to_value(empty).unwrap().get("values").is_none());
}

#[test]
fn trigger_outputs_have_the_bits_of_their_events() {
    let mut config = Config::default();
    config.build.encoder.trigger_outputs = 1;
    let registers = reports(&config.build);
    let report = registers.iter().find(|register| register.0.name == "xTrigOutControl").unwrap();
    let legal = report.0.fields.iter().map(|field| (field.max, field.legal.as_str())).collect::<Vec<_>>();
    assert_eq!((legal[0], legal[1]), ((3, "0-3"), (0, "0")));
    assert!(report.to_string().contains("     3-0 xTrigOutEvent0           WARL  0-3 "), "{report}");
}

#[test]
fn every_preset_has_its_registers() {
    for preset in PRESETS {
        let build = Loader::preset(*preset).finish().unwrap().build;
        let registers = reports(&build);
        let mut fields = registers.iter().flat_map(|register| &register.0.fields);
        if build.sink.has(SinkKind::Sram) {
            let pointer = fields.find(|field| field.name == "teRamWP").unwrap();
            assert_eq!(pointer.max, build.sink.sram_bytes / 4 - 1, "{}", preset.name);
        } else {
            let components: BTreeSet<_> = registers.iter().map(|register| register.0.component.as_deref()).collect();
            assert_eq!(components.len(), build.components().len(), "{}", preset.name);
            assert!(fields.any(|field| field.name == "pibMode"), "{}", preset.name);
        }
    }
}

#[test]
fn every_form_says_where_it_comes_from() {
    let build = Config::default().build;
    for (path, text) in files(&build) {
        let text = String::from_utf8(text).unwrap();
        let first: Vec<&str> = text.lines().take(4).collect();
        assert!(first.iter().any(|line| line.contains(&banner(&build.hash()))), "{}", path.display());
    }
}
