// SPDX-License-Identifier: Apache-2.0
//! `tracewright ctr`.

mod broken;
mod shown;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tracewright_driver::ctr::dump::{entry_bytes, write_json, Header};
use tracewright_driver::ctr::{Entry, Version};

/// Runs the command with a dump as its standard input.
fn ctr(dump: &[u8], arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracewright"));
    command.args(["ctr", "-", "--elf"]).arg(elf()).args(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
    // What is no dump may not be read to its end.
    let _ = child.stdin.take().expect("a pipe").write_all(dump);
    child.wait_with_output().expect("the command ends")
}

/// What the command writes.
fn written(dump: &[u8], arguments: &[&str]) -> String {
    let output = ctr(dump, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The program: lines.S says how it is made.
fn elf() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ctr/lines.elf")
}

/// The program of a pipe is read once, with its lines.
#[test]
fn the_program_may_come_out_of_a_fifo() {
    let dump = binary(&header(), &entries());
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo.elf");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo").success());
    let mut child = Command::new("timeout")
        .args(["10", env!("CARGO_BIN_EXE_tracewright"), "ctr", "-", "--elf"])
        .arg(&fifo)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    child.stdin.take().expect("a pipe").write_all(&dump).expect("the dump is read");
    std::fs::copy(elf(), &fifo).expect("the program is read");
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success(), "it waits for a second reading");
    assert_eq!(text(&output.stdout), written(&dump, &[]));
}

/// The records of `_start` to the second call of `outer`, newest first.
fn entries() -> Vec<Entry> {
    let records = [
        (0x8000_0000, 0x8000_0008, 9, 1 << 15 | 2 << 16),      // jal ra, outer
        (0x8000_0004, 0x8000_0000, 11, 1 << 15 | 2 << 16),     // j _start
        (0x8000_0010, 0x8000_0004, 10, 1 << 15 | 3 << 16),     // jr s1
        (0x8000_001C, 0x8000_0010, 13, 1 << 15 | 4 << 16),     // ret
        (0x8000_0014, 0x8000_001D, 5, 1 << 15 | 0x3001 << 16), // beq, mispredicted
        (0x8000_000C, 0x8000_0014, 9, 1 << 15 | 1 << 16),      // jal ra, inner
        (0x8000_0000, 0x8000_0008, 9, 5 << 16),                // jal ra, outer, without a count
    ];
    let mut entries: Vec<Entry> =
        records.map(|(source, target, kind, count)| Entry { source: source | 1, target, data: kind | count }).into();
    entries.resize(16, Entry { source: 0x8000_0000, target: 0x8000_0008, data: 9 });
    entries
}

fn header() -> Header {
    Header { version: Version::V1_0, xlen: 64, depth: 16, control: 4, status: 7 | 1 << 31 }
}

fn binary(header: &Header, entries: &[Entry]) -> Vec<u8> {
    entries.iter().fold(header.to_bytes().to_vec(), |mut bytes, entry| {
        bytes.extend(entry_bytes(entry));
        bytes
    })
}

fn json(header: &Header, entries: &[Entry]) -> Vec<u8> {
    let mut text = String::new();
    write_json(&mut text, header, entries.iter().copied()).expect("a string takes all");
    text.into_bytes()
}
