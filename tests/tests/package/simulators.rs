// SPDX-License-Identifier: Apache-2.0
//! Icarus Verilog elaborates every package and runs its test bench; Verilator has nothing to say to it.

use crate::folder::{generated, said, tool, verilog};
use crate::BUILDS;
use std::process::Command;

#[test]
fn icarus_runs_the_bench() {
    for (name, preset, changes) in BUILDS {
        let package = generated(preset, changes);
        let bench = std::fs::read_dir(package.path().join("bench")).unwrap();
        let bench: Vec<_> = bench.map(|entry| entry.unwrap().path()).collect();
        let mut compile = Command::new("iverilog");
        compile.current_dir(package.path()).args(["-g2005", "-Wall", "-s", "tw_bench", "-o", "bench.vvp"]);
        assert_eq!(said(compile.args(bench).args(verilog(package.path()))), "", "{name}");
        let said = said(Command::new("vvp").current_dir(package.path()).args(["-n", "bench.vvp"]));
        assert!(said.lines().any(|line| line.starts_with("PASS")) && !said.contains("FAIL"), "{name}: {said}");
    }
}

#[test]
fn verilator_has_no_warnings() {
    for (name, preset, changes) in BUILDS {
        let package = generated(preset, changes);
        let mut lint = tool("verilator", package.path());
        lint.args(["--lint-only", "-Wall", "--quiet-stats", "--top-module", "tw_top", "-F", "rtl/tracewright.f"]);
        assert_eq!(said(&mut lint), "", "{name}");
    }
}
