// SPDX-License-Identifier: Apache-2.0
//! `decode --retired`: a trace beside what retired.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tracewright(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tracewright")).args(arguments).output().unwrap()
}

fn program(name: &str) -> String {
    format!("{}/../../tests/programs/elf/{name}.elf", env!("CARGO_MANIFEST_DIR"))
}

/// What traces are made and read with: many messages, so that a trace that is cut begins in the middle of the program.
const PLAIN: [&str; 6] =
    ["--preset", "mcu", "--set", "build.encoder.implicit_return=none", "--set", "build.encoder.repeated_history=false"];

/// A trace of a program, and the listing of its instructions.
struct Traced {
    folder: tempfile::TempDir,
    elf: String,
    trace: PathBuf,
    /// An address and the instruction's bits, a line each.
    rows: Vec<String>,
}

impl Traced {
    fn new(name: &str, settings: &[&str]) -> Traced {
        let folder = tempfile::tempdir().unwrap();
        let (elf, trace) = (program(name), folder.path().join("trace"));
        let path = trace.to_str().unwrap();
        let output = tracewright(&[&["encode", "--elf", &elf, "-o", path], &PLAIN[..], settings].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let output = tracewright(&[&["decode", "--elf", &elf, path, "--output", "listing"], &PLAIN[..]].concat());
        let listing = String::from_utf8(output.stdout).unwrap();
        let row = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        let rows = listing.lines().filter(|line| line.starts_with("0x")).map(row).collect();
        Traced { folder, elf, trace, rows }
    }

    /// What `decode` says, the exit code and the report, of a file with these rows.
    fn against(&self, rows: &[String]) -> (i32, serde_json::Value, String) {
        let file = self.folder.path().join("retired");
        std::fs::write(&file, rows.join("\n") + "\n").unwrap();
        self.against_file(&file)
    }

    fn against_file(&self, file: &Path) -> (i32, serde_json::Value, String) {
        let [trace, file] = [&self.trace, file].map(|path: &Path| path.to_str().unwrap());
        let fixed = ["decode", "--elf", &self.elf, trace, "--output", "none", "--retired", file, "--format", "json"];
        let output = tracewright(&[&fixed[..], &PLAIN].concat());
        assert!(output.stdout.is_empty());
        let said = String::from_utf8(output.stderr).unwrap();
        let (report, problem) = said
            .split_once("\n}\n")
            .map_or(("null".into(), said.clone()), |(report, problem)| (format!("{report}\n}}"), problem.to_string()));
        (output.status.code().unwrap(), serde_json::from_str(&report).unwrap(), problem)
    }
}

#[test]
fn a_trace_is_what_retired_and_the_first_other_instruction_is_named() {
    let traced = Traced::new("crc32.rv32", &[]);
    let (code, report, _) = traced.against(&traced.rows);
    assert_eq!((code, &report["retired"]["equal"]), (0, &report["instructions"]));
    assert_eq!(report["retired"]["after"], 0);

    let mut other = traced.rows.clone();
    other[99] = other[3].clone();
    let (code, report, problem) = traced.against(&other);
    assert_eq!((code, &report["retired"]["equal"]), (1, &99.into()));
    let difference = &report["retired"]["difference"];
    assert_eq!((&difference["instruction"], &difference["retired_instruction"]), (&100.into(), &100.into()));
    let first = |row: &String| row.split(' ').next().unwrap().to_string();
    assert_eq!(difference["before"][4], first(&traced.rows[98]));
    assert_eq!(difference["retired"][0], first(&traced.rows[3]));
    assert_eq!(difference["trace"][0], first(&traced.rows[99]));
    assert_eq!(difference["trace"].as_array().unwrap().len(), 5);
    assert!(problem.contains("instruction 100 of the trace"), "{problem}");

    let mut fewer = traced.rows.clone();
    fewer.remove(200);
    assert_eq!(traced.against(&fewer).1["retired"]["difference"]["instruction"], 201);
    let (_, report, problem) = traced.against(&traced.rows[..500]);
    assert_eq!(report["retired"]["difference"]["retired"], serde_json::json!([]));
    assert!(problem.contains("comes after the end of"), "{problem}");
}

#[test]
fn a_trace_may_begin_late_end_early_and_have_gaps() {
    let traced = Traced::new("sha256.rv32", &["--as-read", "--set", "sram_bytes=4096"]);
    let whole = Traced::new("sha256.rv32", &[]);
    let before = whole.rows.len() - traced.rows.len();
    let (code, report, problem) = traced.against(&whole.rows);
    assert_eq!((code, &report["retired"]["before"]), (0, &before.into()), "{problem}");
    let longer: Vec<String> = whole.rows.iter().chain(&whole.rows[..7]).cloned().collect();
    assert_eq!(traced.against(&longer).1["retired"]["after"], 7);

    let mut damaged = std::fs::read(&whole.trace).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle..middle + 40].fill(0);
    let traced = Traced { folder: traced.folder, elf: whole.elf, trace: traced.trace, rows: Vec::new() };
    std::fs::write(&traced.trace, damaged).unwrap();
    let (code, report, _) = traced.against(&whole.rows);
    let retired = &report["retired"];
    assert_eq!((code, retired["difference"].is_null()), (1, true), "{report:#}");
    let [equal, gaps] = ["equal", "in_gaps"].map(|name| retired[name].as_u64().unwrap());
    assert!(gaps > 0);
    assert_eq!(equal + gaps, whole.rows.len() as u64);
}

#[test]
fn what_trapped_may_be_in_a_list_or_not() {
    let traced = Traced::new("usermode.rv32", &[]);
    assert_eq!(traced.against(&traced.rows).0, 0);
    let is_ecall = |row: &String| row.ends_with(" 00000073");
    let without: Vec<String> = traced.rows.iter().filter(|row| !is_ecall(row)).cloned().collect();
    assert!(without.len() < traced.rows.len());
    assert_eq!(traced.against(&without).0, 0);
    // A stretch may begin with one that the list has left out.
    let begins = Traced::new("supervisor.rv32", &["--as-read", "--set", "sram_bytes=2048", "--set", "sync_max=1"]);
    let whole = Traced::new("supervisor.rv32", &[]);
    let without: Vec<String> = whole.rows.iter().filter(|row| !is_ecall(row)).cloned().collect();
    assert!(is_ecall(&begins.rows[0]));
    assert_eq!((begins.against(&whole.rows).0, begins.against(&without).0), (0, 0));
    let lost: Vec<String> = traced.rows.iter().enumerate().filter(|(n, _)| *n != 50).map(|(_, r)| r.clone()).collect();
    assert_eq!(traced.against(&lost).0, 1);
}

/// A place before the right one fits, but for an ecall: the list has it, and not there.
#[test]
fn a_trace_that_begins_between_ecalls_of_the_list_has_its_place() {
    let whole = Traced::new("preempt.rv32", &["--limit", "7500"]);
    let list = whole.folder.path().join("list");
    std::fs::write(&list, whole.rows.join("\n") + "\n").unwrap();
    let [trace, list] = [&whole.trace, &list].map(|path| path.to_str().unwrap());
    let build = [&PLAIN[..], &["--elf", &whole.elf, "--set", "modes=btm", "--set", "run.mode=btm"]].concat();
    let small = ["--limit", "7500", "--as-read", "--set", "sram_bytes=512", "--set", "sync_max=0", "-o", trace];
    let output = tracewright(&[&["encode"], &build[..], &small[..]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = tracewright(&[&["decode"], &build[..], &[trace, "--output", "none", "--retired", list]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_file_that_tells_nothing_is_refused_in_one_line() {
    let traced = Traced::new("crc32.rv32", &[]);
    for (text, complaint) in [
        ("", "the log is empty"),
        ("# nothing\n", "nothing retired"),
        ("pc=80000000\n", ":1: not a line of a Spike or QEMU log, nor an address in hexadecimal: `pc=80000000`"),
        ("80000000\n80000004 13 14\n", ":2: not a line of a Spike or QEMU log, nor an address"),
        ("80000000 00000013\n", ":1: the log has 0x13 at 0x80000000, the ELF file "),
    ] {
        let file = traced.folder.path().join("bad");
        std::fs::write(&file, text).unwrap();
        let (code, _, problem) = traced.against_file(&file);
        assert_eq!((code, problem.trim_end().lines().count()), (2, 1), "{problem}");
        assert!(problem.contains(complaint), "{problem}");
    }
}
