// SPDX-License-Identifier: Apache-2.0
//! The FuseSoC core, in CAPI2.

use crate::Package;
use std::fmt::Write;

/// How nextpnr takes a block whose pins are ports of a system: on the largest device, pins where it likes.
const NEXTPNR: &str = "[--85k, --package, CABGA756, --speed, \"6\", --lpf-allow-unconstrained]";

/// Vendor, library and name of the core, with its version.
pub(crate) fn name(package: &Package) -> String {
    format!("tracewright:trace:{}:{}", package.top, package.version)
}

/// The text of `tracewright.core`.
pub(crate) fn core(package: &Package) -> String {
    let Package { banner, top, bench_top, rtl, bench, .. } = package;
    let mut text = format!("CAPI=2:\n# {top} for FuseSoC.\n# {banner}\n\nname: {}\n", name(package));
    text += "description: RISC-V N-Trace encoder with its registers and sinks\n\nfilesets:\n";
    let mut fileset = |name: &str, kind: &str, files: &[String]| {
        let list: String = files.iter().map(|file| format!("      - {file}\n")).collect();
        writeln!(text, "  {name}:\n    files:\n{list}    file_type: {kind}").ok();
    };
    fileset("rtl", "verilogSource-2005", rtl);
    if !bench.is_empty() {
        fileset("bench", "verilogSource-2005", bench);
    }
    for (ending, kind) in [("sdc", "SDC"), ("xdc", "xdc"), ("lpf", "LPF"), ("pcf", "PCF")] {
        fileset(ending, kind, &[format!("constraints/{top}.{ending}")]);
    }
    text += "\ntargets:\n";
    writeln!(
        text,
        "  # What a core that depends on this one gets.\n  default:\n    filesets: [rtl]\n    toplevel: {top}\n"
    )
    .ok();
    text += "  # Verilator, with all warnings.\n  lint:\n    flow: lint\n    filesets: [rtl]\n";
    writeln!(text, "    toplevel: {top}\n    flow_options:\n      tool: verilator\n      verilator_options: [-Wall]\n")
        .ok();
    if !bench.is_empty() {
        for (target, tool, options) in [
            ("sim", "icarus", "iverilog_options: [-g2005, -Wall]"),
            ("sim_verilator", "verilator", "mode: binary\n      verilator_options: [-Wall]"),
        ] {
            writeln!(text, "  # The self-checking test bench.\n  {target}:\n    flow: sim\n    filesets: [rtl, bench]")
                .ok();
            writeln!(text, "    toplevel: {bench_top}\n    flow_options:\n      tool: {tool}\n      {options}\n").ok();
        }
    }
    text += "  # Yosys, for the LUTs and block RAM of ECP5 (a Yosys with Tcl).\n  synth:\n    flow: generic\n    \
        filesets: [rtl]\n";
    writeln!(
        text,
        "    toplevel: {top}\n    flow_options:\n      tool: yosys\n      arch: ecp5\n      output_format: json\n"
    )
    .ok();
    text += "  # Yosys, nextpnr-ecp5 and ecppack, with each port at a pin: for builds with few of them.\n  ecp5:\n   \
         flow: trellis\n";
    writeln!(
        text,
        "    filesets: [rtl, lpf]\n    toplevel: {top}\n    flow_options:\n      nextpnr_options: {NEXTPNR}"
    )
    .ok();
    text
}
