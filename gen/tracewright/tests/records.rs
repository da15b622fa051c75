// SPDX-License-Identifier: Apache-2.0
//! `tracewright cosim` with Control Transfer Records: programs whose CSR instructions the hardware answers.

mod scratch;

use std::path::Path;
use std::process::{Command, Output};
use tracewright_hart::{Hart, Options};
use tracewright_image::Image;

const BUILD: [&str; 6] =
    ["--preset", "rv64", "--set", "ctr.version=1.0", "--set", "build.ingress.interrupt_address=true"];
const ALONE: [&str; 2] = ["--set", "build.encoder.built=false"];

fn program(name: &str) -> String {
    format!("{}/../../tests/programs/ctr/elf/{name}.1.0.rv64.elf", env!("CARGO_MANIFEST_DIR"))
}

fn cosim(folder: &Path, arguments: &[&[&str]]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracewright"));
    command.arg("cosim").args(BUILD).args(arguments.concat()).current_dir(folder);
    command.output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn refused(arguments: &[&[&str]]) -> String {
    let folder = scratch::folder();
    let output = cosim(folder.path(), arguments);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    text(&output.stderr)
}

/// What the source of a program expects, a word a line.
fn expected(name: &str) -> String {
    let image = Image::load(Path::new(&program(name))).unwrap();
    let symbol = |edge: &str| image.symbol(&format!("{edge}_expected")).unwrap();
    let memory = Hart::new(&image, &Options::default()).unwrap().memory(symbol("begin")..symbol("end")).unwrap();
    memory.chunks(4).map(|word| format!("{:08x}\n", u32::from_le_bytes(word.try_into().unwrap()))).collect()
}

/// The report and the signature of a program.
fn run(name: &str, arguments: &[&str]) -> (serde_json::Value, String) {
    let folder = scratch::folder();
    let elf = program(name);
    let output = cosim(folder.path(), &[arguments, &["--elf", &elf, "--signature", "signature", "--format", "json"]]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report = serde_json::from_slice(&output.stdout).unwrap();
    (report, std::fs::read_to_string(folder.path().join("signature")).unwrap())
}

#[test]
fn records_by_themselves_answer_a_program() {
    for name in ["filters", "unwind", "profile", "switch"] {
        let (report, signature) = run(name, &ALONE);
        assert_eq!(signature, expected(name), "{name}");
        assert_eq!((&report["model_equal"], &report["note"]), (&true.into(), &serde_json::Value::Null));
        assert!(report["ctr"]["accesses"].as_u64().unwrap() > 100, "{report}");
    }
}

#[test]
fn random_traffic_of_records() {
    let folder = scratch::folder();
    let output = cosim(folder.path(), &[&ALONE, &["--random", "--seed", "5", "--blocks", "20000"]]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).ends_with("agree in every answer and entry\nnote: seed 5\n"));
}

#[test]
fn a_program_of_records_has_no_trace_and_no_log() {
    let elf = program("switch");
    let said = refused(&[&ALONE, &["--elf", &elf, "-o", "trace"]]);
    assert!(said.starts_with("error: -o is of an encoder, and build.encoder.built is false\n"), "{said}");
    let said = refused(&[&ALONE, &["--elf", &elf, "--retired", "log"]]);
    assert!(said.starts_with("error: --retired is of an encoder, and build.encoder.built is false\n"), "{said}");
}
