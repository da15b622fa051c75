// SPDX-License-Identifier: Apache-2.0
//! Yosys and nextpnr take every package without a warning that is ours.

use crate::folder::{generated, said, tool, verilog, warnings};
use crate::BUILDS;
use std::path::Path;

fn yosys(folder: &Path, script: &str) -> String {
    let files = verilog(folder).join(" ");
    said(tool("yosys", folder).args(["-p", &format!("read_verilog {files}; {script}")]))
}

#[test]
fn yosys_reads_it_without_a_warning() {
    for (name, preset, changes) in BUILDS {
        let package = generated(preset, changes);
        let said = yosys(package.path(), "hierarchy -check -top tw_top; proc; check -assert");
        assert_eq!(warnings(&said), [""; 0], "{name}");
    }
}

/// What tools have said that is neither their own files' nor the user's choice of pins.
fn ours(said: &str) -> Vec<&str> {
    // Yosys reads a cell library of its own with the keyword `bit`; a count of warnings is none.
    let other =
        |line: &&str| !line.contains("/share/") && !line.contains("is unconstrained") && !line.ends_with(" 0 errors");
    warnings(said).into_iter().filter(other).collect()
}

#[test]
fn nextpnr_reads_the_constraints() {
    // Two clocks, so that something crosses, and pins.
    let changes = ["sink.kind=pib", "pib_modes=uart,parallel-1", "queue_depth=4"];
    let package = generated("micro", &changes);
    let place = |name: &str, arguments: &[&str]| said(tool(name, package.path()).args(arguments));
    let synthesised = yosys(package.path(), "synth_ecp5 -top tw_top -json ecp5.json");
    assert_eq!(ours(&synthesised), [""; 0]);
    let ecp5 =
        "--85k --package CABGA756 --pack-only --json ecp5.json --lpf constraints/tw_top.lpf --lpf-allow-unconstrained";
    let packed = place("nextpnr-ecp5", &ecp5.split(' ').collect::<Vec<_>>());
    assert_eq!(ours(&packed), [""; 0]);
    for clock in ["clk", "pib_clk"] {
        assert!(packed.contains(&format!("constraining clock net '{clock}' to 100.00 MHz")), "{packed}");
    }
    let synthesised = yosys(package.path(), "synth_ice40 -top tw_top -json ice40.json");
    assert_eq!(ours(&synthesised), [""; 0]);
    let ice40 =
        "--hx8k --package ct256 --pack-only --json ice40.json --pcf constraints/tw_top.pcf --pcf-allow-unconstrained";
    let packed = place("nextpnr-ice40", &ice40.split(' ').collect::<Vec<_>>());
    assert_eq!(ours(&packed), [""; 0]);
    for clock in ["clk", "pib_clk"] {
        assert!(packed.contains(&format!("constraining clock net '{clock}' to 48.00 MHz")), "{packed}");
    }
}
