// SPDX-License-Identifier: Apache-2.0
//! The encoder of tandem-verification trace in hardware, as the command's user meets it.

mod verilator;

use std::path::Path;
use std::process::{Command, Output};

fn tracewright(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tracewright")).args(arguments).current_dir(folder).output().unwrap()
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_hardware_s_trace_of_a_program_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let elf = format!("{}/../../tests/programs/elf/timer.rv32.elf", env!("CARGO_MANIFEST_DIR"));
    let cosim = ["cosim", "--preset", "tandem", "--elf", &elf, "--limit", "5000", "-o", "t"];
    let output = tracewright(folder.path(), &cosim);
    assert!(output.status.success(), "{}", said(&output.stderr));
    let report = said(&output.stdout);
    assert!(report.starts_with("instructions                5 000\n"), "{report}");
    assert!(report.ends_with("hardware and model agree in every byte\n"), "{report}");
    let verified = tracewright(folder.path(), &["tandem", "verify", "--elf", &elf, "t"]);
    let report = said(&verified.stdout);
    assert!(report.contains("instructions            5 000\nmismatches                  0\n"), "{report}");
}

#[test]
fn the_sram_has_the_trace_of_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let elf = format!("{}/../../tests/programs/elf/timer.rv32.elf", env!("CARGO_MANIFEST_DIR"));
    let cosim = |size: &str, limit: &str| {
        let set = ["cosim", "--preset", "tandem", "--set", "run.sink=sram", "--set", size];
        tracewright(folder.path(), &[&set[..], &["--elf", &elf, "--limit", limit, "-o", "t"]].concat())
    };
    let output = cosim("sram_bytes=65536", "3000");
    assert!(output.status.success(), "{}", said(&output.stderr));
    let verified = tracewright(folder.path(), &["tandem", "verify", "--elf", &elf, "t"]);
    let report = said(&verified.stdout);
    assert!(report.contains("instructions            3 000\nmismatches                  0\n"), "{report}");
    // Of more than it holds it has the newest part.
    let output = cosim("sram_bytes=8192", "3000");
    assert!(output.status.success(), "{}", said(&output.stderr));
    assert_eq!(std::fs::metadata(folder.path().join("t")).unwrap().len(), 8192);
}

#[test]
fn the_package_has_registers_and_sinks() {
    let folder = tempfile::tempdir().unwrap();
    let output = tracewright(folder.path(), &["generate", "--preset", "tandem", "-o", "package"]);
    assert!(output.status.success(), "{}", said(&output.stderr));
    let package = folder.path().join("package");
    let list = std::fs::read_to_string(package.join("rtl/tracewright.f")).unwrap();
    assert!(list.contains("\ntw_tandem_top.v\n") && list.contains("\ntw_tandem_sinks.v\n"), "{list}");
    let header = std::fs::read_to_string(package.join("registers/tracewright_registers.h")).unwrap();
    assert!(header.contains("TW_TV_CONTROL_TV_ENABLE"), "{header}");
    let complaints = verilator::complaints(&package);
    assert_eq!(complaints, "");
}

#[test]
fn the_package_has_the_encoder_alone() {
    let folder = tempfile::tempdir().unwrap();
    let alone = ["--set", "tandem.registers=false"];
    let output =
        tracewright(folder.path(), &[&["generate", "--preset", "tandem", "-o", "package"][..], &alone].concat());
    assert!(output.status.success(), "{}", said(&output.stderr));
    let package = folder.path().join("package");
    let list = std::fs::read_to_string(package.join("rtl/tracewright.f")).unwrap();
    assert!(list.contains("\ntw_tandem.v\n") && !list.contains("tw_top"), "{list}");
    assert!(package.join("constraints/tw_tandem.sdc").is_file());
    assert!(!package.join("registers").exists());
}

#[test]
fn what_needs_an_n_trace_encoder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["info", "--preset", "tandem", "--diagram", "d.svg"][..],
        &["encode", "--preset", "tandem", "--elf", "x.elf", "-o", "t"],
    ] {
        let output = tracewright(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let problem = said(&output.stderr);
        assert!(problem.contains("build.encoder.built is false: there is no N-Trace encoder"), "{problem}");
    }
}
