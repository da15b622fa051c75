// SPDX-License-Identifier: Apache-2.0
//! The reference page of the registers, and reports of builds.

use super::*;
use std::fmt::Write;
use tracewright_config::{Config, Loader, Modes, SinkKind, PRESETS};
use tracewright_regmap::{Feature, Register, Rule};

fn rule(field: &Field) -> String {
    match field.rule {
        Rule::Any => "any".into(),
        Rule::Fixed(value) => format!("{value}"),
        Rule::AnyIf(feature) => format!("any with {}, else 0", needed(feature)),
        Rule::PerSink { sram, stream } => format!("{sram} with the SRAM, {stream} with the stream"),
        Rule::Word => "any word of the SRAM".into(),
        Rule::LastWord => "the last word of the SRAM".into(),
        Rule::Mode => "those of `build.encoder.modes`".into(),
        Rule::ImplicitReturnMode => "0, and that of `build.encoder.implicit_return`".into(),
        Rule::SrcId => "less than 2^`build.encoder.src_bits`".into(),
        Rule::SrcIdLow => "the lower bits of teInstFeatures.teSrcID".into(),
        Rule::SrcBits => format!("`build.encoder.src_bits`, at most {}", field.max().min(12)),
        Rule::TriggerAction(input) => format!("0, 2, 3, 4 with `build.encoder.external_triggers` over {input}, else 0"),
        Rule::TimestampType => "that of `build.timestamp.source`".into(),
        Rule::TimestampWidth => "`build.timestamp.width`".into(),
    }
}

/// What gives a build the feature.
fn needed(feature: Feature) -> &'static str {
    match feature {
        Feature::Stall => "`build.encoder.stall`",
        Feature::Sram => "the SRAM",
        Feature::Context => "`build.encoder.context`",
        Feature::Triggers => "`build.ingress.triggers`",
        Feature::ExternalTriggers => "`build.encoder.external_triggers`",
        Feature::Src => "`build.encoder.src_bits`",
        Feature::ImplicitReturn => "`build.encoder.implicit_return`",
        Feature::SequentialJump => "`build.encoder.sequential_jump`",
        Feature::Repeats => "`build.encoder.repeated_history` or `build.encoder.repeat_branch`",
        Feature::AllJumps => "`build.encoder.all_jumps`",
        Feature::ExtendedAddress => "`build.encoder.extended_address`",
        Feature::InstFeatures => "an option that has a field here",
        Feature::Timestamp => "timestamps",
        Feature::InternalTimestamp => "timestamps of `core`",
        Feature::WideTimestamp => "timestamps of more than 32 bits",
    }
}

fn section(register: &Register) -> String {
    let mut text = format!(
        "\n## 0x{:03X} {}\n\n{} Trace Control 0.9.4 ch. {}.",
        register.offset, register.name, register.doc, register.spec
    );
    if let Some(feature) = register.needs {
        let _ = write!(text, " Only with {}.", needed(feature));
    }
    text.push_str("\n\n| bits | field | access | reset | legal values | meaning |\n|---|---|---|---|---|---|\n");
    for field in register.fields {
        let bits = match field.width {
            1 => field.lsb.to_string(),
            width => format!("{}-{}", field.lsb + width - 1, field.lsb),
        };
        let reset = match field.rule {
            Rule::Any | Rule::Word | Rule::AnyIf(_) | Rule::ImplicitReturnMode | Rule::TriggerAction(_) => {
                field.reset.to_string()
            }
            Rule::Mode => format!("{}, if legal", field.reset),
            Rule::SrcId => "`build.encoder.src_id`".into(),
            Rule::Fixed(_) | Rule::PerSink { .. } | Rule::LastWord | Rule::SrcIdLow => "as legal".into(),
            Rule::SrcBits | Rule::TimestampType | Rule::TimestampWidth => "as legal".into(),
        };
        let access = field.access.name();
        let _ = writeln!(text, "| {bits} | {} | {access} | {reset} | {} | {} |", field.name, rule(field), field.doc);
    }
    text
}

fn page() -> String {
    let mut text = String::from(
        "# Registers\n\nThe registers of the trace hardware, in a block of 4 KiB on the control bus. They are 32 bits wide. Offsets and bits that\n\
         are not listed read 0 and ignore writes. An illegal value written to a WARL field leaves it as it was.\n\
         `tracewright info` lists the registers of a configuration.\n\n\
         This page is made from the table in `gen/regmap/src/table.rs` by `make docs`.\n",
    );
    REGISTERS.iter().for_each(|register| text.push_str(&section(register)));
    text
}

#[test]
fn docs_registers_is_what_the_table_says() {
    crate::docs::assert_current("registers.md", &page());
}

#[test]
fn docs_configuration_is_what_the_table_says() {
    crate::docs::assert_current("configuration.md", &tracewright_config::reference());
}

#[test]
fn a_stream_build_has_no_ram_registers() {
    let mut config = Config::default();
    config.build.sink.kind = SinkKind::Stream;
    let names: Vec<_> = registers(&config.build).iter().map(|register| register.name).collect();
    assert_eq!(names, ["teControl", "teImpl"]);
}

#[test]
fn legal_values_with_gaps_are_listed() {
    let mut config = Config::default();
    config.build.encoder.modes = Modes::Both;
    let registers = registers(&config.build);
    let mode = registers[0].fields.iter().find(|field| field.name == "teInstMode").unwrap();
    assert_eq!((mode.min, mode.max, mode.legal().as_str()), (3, 6, "3,6"));
    assert_eq!(serde_json::to_value(mode).unwrap()["values"], serde_json::json!([3, 6]));
    let empty = registers[0].fields.iter().find(|field| field.name == "teEmpty").unwrap();
    assert!(serde_json::to_value(empty).unwrap().get("values").is_none());
}

#[test]
fn every_preset_has_its_registers() {
    for preset in PRESETS {
        let build = Loader::preset(*preset).finish().unwrap().build;
        let registers = registers(&build);
        let pointer = registers.iter().flat_map(|register| &register.fields).find(|field| field.name == "teRamWP");
        assert_eq!(pointer.unwrap().max, build.sink.sram_bytes / 4 - 1);
    }
}
