// SPDX-License-Identifier: Apache-2.0
//! The command on systems of several harts.

mod scratch;

use std::path::Path;
use std::process::{Command, Output};

fn tracewright(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tracewright")).args(arguments).output().unwrap()
}

fn program(name: &str) -> String {
    format!("{}/../../tests/programs/elf/{name}.elf", env!("CARGO_MANIFEST_DIR"))
}

fn said(arguments: &[&str]) -> String {
    let output = tracewright(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = tracewright(arguments);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn info_lists_components_and_draws_them() {
    let info: serde_json::Value =
        serde_json::from_str(&said(&["info", "--preset", "soc", "--format", "json"])).unwrap();
    let components = info["components"].as_array().unwrap();
    assert_eq!(components.len(), 5);
    assert_eq!((&components[2]["base"], &components[2]["src_id"]), (&0x2000.into(), &2.into()));
    assert_eq!(components[4]["inputs"], serde_json::json!(["hart0", "hart1", "hart2", "hart3"]));
    assert_eq!(components[4]["outputs"], serde_json::json!(["sba", "pib", "atb"]));
    let text = said(&["info", "--preset", "soc"]);
    assert!(text.contains("0x04000 funnel0   hart0, hart1, hart2, hart3 => sba, pib, atb\n"), "{text}");

    let folder = scratch::folder();
    let path = folder.path().join("soc.svg");
    assert_eq!(said(&["info", "--preset", "soc", "--diagram", path.to_str().unwrap()]), "");
    let drawn = said(&["info", "--preset", "soc", "--diagram", "-"]);
    assert!(drawn.starts_with("<svg ") && drawn.contains("<title>preset soc ("), "{drawn}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), drawn);
}

#[test]
fn the_trace_of_a_hart_has_its_source() {
    let folder = scratch::folder();
    let elf = program("crc32.rv64");
    let mut traces = Vec::new();
    for hart in ["0", "2"] {
        let trace = folder.path().join(hart);
        let trace = trace.to_str().unwrap();
        said(&["encode", "--preset", "soc", "--hart", hart, "--elf", &elf, "--limit", "5000", "-o", trace]);
        let decode = |source| tracewright(&["decode", "--preset", "soc", "--src", source, "--elf", &elf, trace]);
        assert_eq!(decode("1").status.code(), Some(1), "nothing is of hart 1");
        traces.push(String::from_utf8(decode(hart).stdout).unwrap());
    }
    assert_eq!(traces[0].lines().count(), 5000);
    assert_eq!(traces[0], traces[1]);
}

#[test]
fn what_a_system_or_a_single_hart_cannot_do_is_said() {
    let elf = program("crc32.rv64");
    let out = scratch::folder();
    let out = out.path().join("out");
    let out = out.to_str().unwrap();
    assert_eq!(
        refused(&["encode", "--preset", "soc", "--hart", "4", "--elf", &elf, "-o", out]),
        "error: there is no hart 4: build.system.harts is 4\nhint: --hart may be 0 to 3\n"
    );
    assert!(refused(&["demo", "--preset", "soc", "--elf", &elf, "-o", out]).starts_with("error: demo traces one hart"));
    let twice = ["--elf", &elf, "--elf", &elf];
    let cosim = |preset, more: &[&str]| refused(&[&["cosim", "--preset", preset], &twice[..], more].concat());
    assert!(cosim("rv64", &[]).starts_with("error: several programs, but build.system.harts is 1\n"));
    assert!(cosim("soc", &[]).starts_with("error: 2 programs for 4 harts\n"));
    assert!(!Path::new(out).exists());
}

#[test]
fn every_hart_of_a_system_is_co_simulated() {
    let text =
        said(&["cosim", "--preset", "soc", "--elf", &program("crc32.rv64"), "--limit", "2000", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    let harts = report["harts"].as_array().unwrap();
    assert_eq!((harts.len(), &report["instructions"]), (4, &8000.into()));
    assert!(harts.iter().all(|hart| hart["instructions"] == 2000 && hart["trace_bytes"].as_u64() > Some(0)));
}
