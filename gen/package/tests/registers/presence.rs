// SPDX-License-Identifier: Apache-2.0
//! What a build does not have is in none of its forms.

use crate::cases::{cases, origin, EVERYTHING};
use tracewright_package::registers::{screaming_case, snake_case, Map, Output};
use tracewright_regmap::{Features, SinkFeatures, TimestampFeature, REGISTERS};

/// How a form spells a register's name, where it begins.
fn spelling(output: Output, name: &str) -> String {
    match output {
        Output::SystemRdl => format!("\n    }} {name} @ 0x"),
        Output::IpXact => format!("<ipxact:register>\n          <ipxact:name>{name}<"),
        Output::Svd => format!("<register>\n          <name>{name}<"),
        Output::CHeader => format!("#define TW_{}_OFFSET ", screaming_case(name)),
        Output::RustModule => format!("\npub mod {} {{", snake_case(name)),
        Output::Json => format!("\n      \"name\": \"{name}\""),
        Output::Markdown => format!(" {name}\n"),
    }
}

#[test]
fn each_form_has_the_registers_of_the_build_and_no_other() {
    for case in cases() {
        for output in Output::ALL {
            let text = output.render(&case.map(), &origin());
            for register in &case.list {
                let is_there = text.contains(&spelling(output, register.name));
                assert_eq!(is_there, register.present(&case.features), "{} {output:?} {}", case.name, register.name);
            }
        }
    }
}

#[test]
fn each_option_brings_the_registers_that_need_it() {
    let base = Features::minimal(SinkFeatures::stream());
    let names = |features: &Features| Map::encoder(features).registers.iter().map(|r| r.name).collect::<Vec<_>>();
    let always = names(&base);
    let brings = |features: Features| {
        let mut new = names(&features);
        new.retain(|name| !always.contains(name));
        new
    };
    assert_eq!(always, ["teControl", "teImpl", "teDataControl", "dbgTriggerControl"]);
    assert_eq!(brings(Features { all_jumps: true, ..base }), ["teInstFeatures"]);
    assert_eq!(brings(Features { src_bits: 1, ..base }), ["teInstFeatures"]);
    assert_eq!(brings(Features { external_triggers: 1, ..base }), ["xTrigInControl"]);
    assert_eq!(brings(Features { trigger_outputs: 1, ..base }), ["xTrigOutControl"]);
    let timestamp = |width| Features { timestamp: TimestampFeature::Slave(width), ..base };
    assert_eq!(brings(timestamp(32)), ["tsControl", "tsLower"]);
    assert_eq!(brings(timestamp(33)), ["tsControl", "tsLower", "tsUpper"]);
    let sram = Features { sinks: SinkFeatures::sram(64), ..base };
    assert_eq!(brings(sram), ["teRamBase", "teRamLimit", "teRamWP", "teRamRP", "teRamData"]);
    assert_eq!(names(&EVERYTHING).len(), REGISTERS.len());
}

#[test]
fn named_values_are_those_that_are_legal() {
    let sinks = |map: &Map| {
        let control = map.register("teControl").unwrap();
        control.field("teSink").unwrap().values.iter().map(|value| value.name).collect::<Vec<_>>()
    };
    assert_eq!(sinks(&Map::encoder(&Features::minimal(SinkFeatures::stream()))), ["STREAM"]);
    assert_eq!(sinks(&Map::encoder(&EVERYTHING)), ["SRAM", "ATB", "PIB", "SBA", "FUNNEL", "STREAM"]);
}

#[test]
fn the_same_build_gives_the_same_text() {
    for case in cases() {
        for output in Output::ALL {
            let text = output.render(&case.map(), &origin());
            assert_eq!(text, output.render(&case.map(), &origin()));
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{output:?}");
            assert!(text.lines().take(4).any(|line| line.contains(&origin().banner)), "{output:?}");
            assert!(text.lines().all(|line| line.trim_end() == line), "{output:?}");
        }
    }
}
