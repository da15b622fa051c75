// SPDX-License-Identifier: Apache-2.0
//! `tracewright tandem`, as its user meets it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn tandem(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracewright"));
    command.arg("tandem").args(arguments).current_dir(folder);
    command
}

fn program(name: &str) -> String {
    format!("{}/../../tests/programs/elf/{name}.elf", env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// A folder with the trace `t` of a program.
fn traced(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let output = tandem(folder.path(), &["encode", "--elf", &program(name), "--limit", "5000", "-o", "t"]);
    assert_eq!((text(&output.stderr).as_str(), code(&output)), ("", 0));
    assert!(text(&output.stdout).starts_with("instructions                5 000\n"), "{}", text(&output.stdout));
    folder
}

#[test]
fn tandem_3_1_a_trace_is_encoded_decoded_and_verified() {
    let folder = traced("usermode.rv32");
    let at = folder.path();
    let verified = tandem(at, &["verify", "--elf", &program("usermode.rv32"), "t"]);
    let said = text(&verified.stdout);
    assert!(said.contains("instructions            5 000\nmismatches                  0\n"), "{said}");
    assert_eq!((text(&verified.stderr).as_str(), code(&verified)), ("", 0));
    let decoded = tandem(at, &["decode", "--xlen", "32", "t"]);
    assert_eq!(code(&decoded), 0);
    assert!(text(&decoded.stdout).starts_with("         0  group, 2 bytes\n              hart reset\n"));
    assert!(text(&decoded.stderr).starts_with("instruction category"), "{}", text(&decoded.stderr));
    let report = tandem(at, &["decode", "--xlen", "32", "t", "--output", "json", "-o", "lines", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(report["errors"], 0);
    let groups: u64 = report["categories"].as_array().unwrap().iter().map(|row| row["groups"].as_u64().unwrap()).sum();
    assert_eq!(groups, 5002);
    let lines = std::fs::read_to_string(at.join("lines")).unwrap();
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let outside = report["outside"].as_u64().unwrap() as usize;
    assert_eq!(lines.len(), 5002 + outside);
    assert_eq!(lines[0]["group"][0]["name"], "hart reset");
}

#[test]
fn tandem_3_1_a_difference_is_shown_and_is_exit_code_1() {
    let folder = traced("crc32.rv32");
    let at = folder.path();
    let mut trace = std::fs::read(at.join("t")).unwrap();
    // A full register, after an opcode, its address, and an instruction's group: its lowest byte.
    let place = (20_000..trace.len()).find(|&at| trace[at] == 4 && trace[at + 2] == 0x10 && trace[at - 5] == 17);
    trace[place.unwrap() + 3] ^= 1;
    std::fs::write(at.join("t"), trace).unwrap();
    let verified = tandem(at, &["verify", "--elf", &program("crc32.rv32"), "t", "--show", "1"]);
    assert_eq!(code(&verified), 1);
    let (said, error) = (text(&verified.stdout), text(&verified.stderr));
    assert!(said.starts_with("instruction ") && said.contains("\n  x") && said.contains(": expected 0x"), "{said}");
    assert!(error.starts_with("error: t: ") && error.contains(" instructions differ"), "{error}");
    let json = tandem(at, &["verify", "--elf", &program("crc32.rv32"), "t", "--show", "1", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["shown"][0]["last"].as_array().unwrap().len(), 10);
    assert!(json["shown"][0]["differences"][0]["element"].as_str().unwrap().starts_with('x'));
}

#[test]
fn tandem_ch_2_a_broken_trace_is_exit_code_1_and_what_could_be_decoded_is_kept() {
    let folder = traced("crc32.rv64");
    let at = folder.path();
    let mut trace = std::fs::read(at.join("t")).unwrap();
    trace[30_000..30_040].fill(0xEE);
    std::fs::write(at.join("t"), trace).unwrap();
    let decoded = tandem(at, &["decode", "--xlen", "64", "t", "-o", "d"]);
    assert_eq!(code(&decoded), 1);
    let error = text(&decoded.stderr);
    assert!(error.starts_with("error: t: byte 30") && error.ends_with("is in d.partial\n"), "{error}");
    assert!(at.join("d.partial").is_file() && !at.join("d").exists());
    let verified = tandem(at, &["verify", "--elf", &program("crc32.rv64"), "t"]);
    assert_eq!(code(&verified), 1);
    assert!(text(&verified.stdout).contains("mismatches                  0\n"), "{}", text(&verified.stdout));
}

#[test]
fn tandem_a_trace_comes_from_standard_input() {
    let folder = traced("usermode.rv64");
    let trace = std::fs::read(folder.path().join("t")).unwrap();
    for arguments in [&["verify", "--elf", &program("usermode.rv64"), "-"][..], &["decode", "--xlen", "64", "-"]] {
        let mut child = command(folder.path(), arguments);
        let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let trace = trace.clone();
        let writer = std::thread::spawn(move || input.write_all(&trace).unwrap());
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    }
}

#[test]
fn tandem_3_2_a_partial_trace_needs_to_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let (at, elf) = (folder.path(), program("usermode.rv32"));
    tandem(at, &["encode", "--elf", &elf, "--limit", "3000", "--without", "csr,store", "-o", "t"]);
    assert_eq!(code(&tandem(at, &["verify", "--elf", &elf, "t"])), 1);
    assert_eq!(code(&tandem(at, &["verify", "--elf", &elf, "--absent", "csr,store", "t"])), 0);
}

#[test]
fn tandem_what_is_wrong_with_the_command_line_is_exit_code_2() {
    let folder = traced("crc32.rv32");
    let (at, elf) = (folder.path(), program("crc32.rv32"));
    let refused = |arguments: &[&str], expected: &str| {
        let output = tandem(at, arguments);
        assert_eq!((code(&output), text(&output.stdout).as_str()), (2, ""));
        assert!(text(&output.stderr).starts_with(expected), "{}", text(&output.stderr));
    };
    refused(&["decode", "--xlen", "48", "t"], "error: there is no hart with XLEN 48, FLEN 0 and MLEN 48\nhint: ");
    refused(&["verify", "--elf", &elf, "--absent", "xyz", "t"], "error: --absent: there is no `xyz`; there are ");
    refused(&["decode", "--xlen", "32", "nowhere"], "error: cannot read nowhere: No such file");
    refused(&["decode", "--xlen", "32", "t", "-o", "t"], "error: -o would write t, which TRACE reads");
    refused(&["decode", "--xlen", "32", "/dev/zero"], "error: cannot read /dev/zero: it is a device without an end");
    let nobody = "error: t: it does not say whose it is, and --hart 3 chooses nothing of it\nhint: leave --hart out";
    refused(&["decode", "--xlen", "32", "--hart", "3", "--output", "none", "t"], nobody);
    refused(&["verify", "--elf", &elf, "--hart", "3", "t"], nobody);
    // A device that ends is a trace with nothing in it.
    let empty = tandem(at, &["decode", "--xlen", "32", "/dev/null"]);
    assert_eq!(code(&empty), 0, "{}", text(&empty.stderr));
    refused(&["verify", "--elf", &elf, "--against", "t", "t"], "error: t:1: ");
}
