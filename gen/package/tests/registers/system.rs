// SPDX-License-Identifier: Apache-2.0
//! A system of several components in every form: each component at its address, with its own registers.

use crate::cases::{origin, Case};
use crate::row::{described, Row};
use crate::{c_header, python, rust_module, svd};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use tracewright_config::{Build, SinkKind, System, TimestampSource};
use tracewright_package::registers::{screaming_case, snake_case, Block, Component, Output};
use tracewright_regmap::{FUNNEL_REGISTERS, REGISTERS};

/// Three harts and two funnels, the last one with every sink.
fn build() -> Build {
    let mut build = Build { system: System { harts: 3, funnel_inputs: 2 }, ..Build::default() };
    build.sink.kind = [SinkKind::Sram, SinkKind::Sba, SinkKind::Pib, SinkKind::Atb].into_iter().collect();
    build.encoder.src_bits = 4;
    build.timestamp.source = TimestampSource::Core;
    build
}

/// The components of the build: name, base address, and the fields that its description gives it.
fn expected() -> Vec<(String, usize, Vec<Row>)> {
    let build = build();
    let encoder = |hart| {
        let features = build.hart(hart).features();
        Case { name: "encoder", component: Component::ENCODER, list: REGISTERS.to_vec(), features }
    };
    let funnel = |funnel| {
        let features = build.funnel_features(funnel);
        Case { name: "funnel", component: Component::FUNNEL, list: FUNNEL_REGISTERS.to_vec(), features }
    };
    let cases = [encoder(0), encoder(1), encoder(2), funnel(0), funnel(1)];
    let names = ["hart0", "hart1", "hart2", "funnel0", "funnel1"];
    let components = names.into_iter().zip(&cases).enumerate();
    components.map(|(n, (name, case))| (name.to_string(), n * 0x1000, described(case))).collect()
}

/// All fields, with offsets from the first component's address.
fn absolute() -> Vec<Row> {
    let rows = |(_, base, rows): (String, usize, Vec<Row>)| {
        rows.into_iter().map(move |row| Row { offset: row.offset + base as u64, ..row })
    };
    expected().into_iter().flat_map(rows).collect()
}

fn text(output: Output) -> String {
    output.render_blocks(&Block::of(&build()), &origin())
}

/// Names of constants and what they must be, with `join` between the parts of a name.
fn constants(join: &str, case: impl Fn(&str) -> String) -> Vec<(String, u64)> {
    let mut all = Vec::new();
    for (name, base, rows) in expected() {
        let name = case(&name);
        all.push(([&name, "BASE"].join(join), base as u64));
        for row in rows {
            let (register, field) = row.name.split_once('.').unwrap();
            let (register, field) = (case(register), case(field));
            all.push(([&name, &register, "OFFSET"].join(join), row.offset));
            all.push(([&name, &register, &field, "SHIFT"].join(join), row.lsb));
            all.push(([&name, &register, &field, "RESET"].join(join), row.reset));
        }
    }
    all
}

#[test]
fn the_components_of_a_system_are_at_their_addresses() {
    let blocks: Vec<_> = Block::of(&build()).into_iter().map(|block| (block.name, block.base)).collect();
    let expected: Vec<_> = expected().into_iter().map(|(name, base, _)| (name, base)).collect();
    assert_eq!(blocks, expected);
    let one = Block::of(&Build::default());
    assert_eq!((one.len(), one[0].base, one[0].name.as_str()), (1, 0, "hart0"));
    for output in Output::ALL {
        assert_eq!(output.render_blocks(&one, &origin()), output.render(&one[0].map, &origin()), "{output:?}");
    }
}

#[test]
fn forms_that_python_reads_are_valid_and_are_the_system() {
    let folder = tempfile::tempdir().unwrap();
    for (output, script) in [(Output::IpXact, "read_ipxact.py"), (Output::SystemRdl, "read_systemrdl.py")] {
        let path = folder.path().join("system");
        std::fs::write(&path, text(output)).unwrap();
        let found = python::run(script, &[path]).unwrap_or_else(|error| panic!("{error}"));
        let found: Vec<Value> = serde_json::from_str(&found).unwrap();
        let found: Vec<Row> = found.iter().map(python::row).collect();
        assert_eq!(found, absolute(), "{output:?}");
    }
}

#[test]
fn the_parsed_svd_is_the_system() {
    let device = svd_parser::parse_with_config(&text(Output::Svd), &svd::config()).unwrap();
    for (peripheral, (name, base, rows)) in device.peripherals.iter().zip(expected()) {
        assert_eq!((&peripheral.name, peripheral.base_address), (&screaming_case(&name), base as u64));
        let found: Vec<Row> = peripheral.registers().flat_map(|r| r.fields().map(|field| svd::row(r, field))).collect();
        assert_eq!(found, rows, "{name}");
    }
    assert_eq!(device.peripherals.len(), expected().len());
}

#[test]
fn the_compiled_c_header_is_the_system() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("registers.h"), text(Output::CHeader)).unwrap();
    let constants = constants("_", screaming_case);
    let mut source = String::from("#include \"registers.h\"\n#include <stdio.h>\nint main(void) {\n");
    for (name, _) in &constants {
        let _ = writeln!(source, "    printf(\"{name} %lu\\n\", (unsigned long) TW_{name});");
    }
    source.push_str("    return 0;\n}\n");
    let found = c_header::compiled(folder.path(), &source).unwrap_or_else(|error| panic!("{error}"));
    let expected: String = constants.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
    assert_eq!(found, expected);
}

#[test]
fn names_of_the_c_header_are_one_each_and_short() {
    let text = text(Output::CHeader);
    let names: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("#define ")?.split_whitespace().next()).collect();
    assert!(names.iter().all(|name| name.len() <= 63), "C99 5.2.4.1");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[test]
fn the_compiled_rust_module_is_the_system() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("registers.rs"), text(Output::RustModule)).unwrap();
    let constants = constants("::", |name| if name == "BASE" { name.into() } else { snake_case(name) });
    rust_module::compiled(folder.path(), &rust_module::library(&constants)).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_json_and_the_page_have_every_component() {
    let map: Value = serde_json::from_str(&text(Output::Json)).unwrap();
    assert_eq!((&map["component"], &map["bytes"]), (&"system".into(), &0x8000.into()));
    let page = text(Output::Markdown);
    for (component, (name, base, rows)) in map["components"].as_array().unwrap().iter().zip(expected()) {
        assert_eq!((&component["name"], &component["base"]), (&name.as_str().into(), &base.into()));
        let registers = component["registers"].as_array().unwrap().iter();
        let fields = registers.flat_map(|register| {
            let fields = register["fields"].as_array().unwrap().iter();
            fields.map(|field| format!("{}.{}", register["name"].as_str().unwrap(), field["name"].as_str().unwrap()))
        });
        assert_eq!(fields.collect::<Vec<_>>(), rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>());
        assert!(page.lines().any(|line| line.starts_with(&format!("# 0x{base:04X} ")) && line.ends_with(&name)));
    }
}
