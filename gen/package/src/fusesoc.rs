// SPDX-License-Identifier: Apache-2.0
//! The FuseSoC core, in CAPI2.

use crate::Package;
use std::fmt::Write;

/// How nextpnr takes a block whose ports are signals of a system: on the largest device, at pins where it likes.
const NEXTPNR: &str = "nextpnr_options: [--85k, --package, CABGA756, --speed, \"6\", --lpf-allow-unconstrained]";

/// Pins of that device.
const PINS: usize = 365;

/// Vendor, library and name of the core, with its version.
pub(crate) fn name(package: &Package) -> String {
    format!("tracewright:trace:{}:{}", package.top, package.version)
}

/// A target: its name, what it does, the flow, the file sets, the top, and options of the flow.
type Target<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str, &'a [&'a str]);

/// The text of `tracewright.core`.
pub(crate) fn core(package: &Package) -> String {
    let Package { banner, top, bench_top, rtl, bench, .. } = package;
    let mut text = format!("CAPI=2:\n# {top} for FuseSoC.\n# {banner}\n\nname: {}\n", name(package));
    let build = package.build;
    let what = match (build.encoder.built, build.tandem.built, build.pmu.built) {
        (true, ..) => "RISC-V N-Trace encoder with its registers and sinks",
        (_, true, _) => "RISC-V tandem-verification trace encoder",
        (.., true) => "RISC-V performance counters",
        _ => "RISC-V Control Transfer Records",
    };
    writeln!(text, "description: {what}\n\nfilesets:").ok();
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
    text += "\ntargets:\n  # What a core that depends on this one gets.\n";
    writeln!(text, "  default:\n    filesets: [rtl]\n    toplevel: {top}").ok();
    let icarus: &[&str] = &["tool: icarus", "iverilog_options: [-g2005, -Wall]"];
    let verilator: &[&str] = &["tool: verilator", "mode: binary", "verilator_options: [-Wall, -CFLAGS, -std=c++20]"];
    let lint: &[&str] = &["tool: verilator", "verilator_options: [-Wall]"];
    let yosys: &[&str] = &["tool: yosys", "arch: ecp5", "output_format: json"];
    let mut targets: Vec<Target> = vec![("lint", "Verilator, with all warnings.", "lint", "rtl", top, lint)];
    if !bench.is_empty() {
        targets.push(("sim", "The self-checking test bench in Icarus.", "sim", "rtl, bench", bench_top, icarus));
        targets.push(("sim_verilator", "The same in Verilator.", "sim", "rtl, bench", bench_top, verilator));
    }
    targets.push(("synth", "For ECP5, in a Yosys with Tcl.", "generic", "rtl", top, yosys));
    if package.ports.iter().map(|port| port.width).sum::<usize>() <= PINS {
        targets.push(("ecp5", "Yosys, nextpnr, ecppack: each port at a pin.", "trellis", "rtl, lpf", top, &[NEXTPNR]));
    }
    for (name, what, flow, filesets, top, options) in targets {
        writeln!(text, "  # {what}\n  {name}:\n    flow: {flow}\n    filesets: [{filesets}]\n    toplevel: {top}").ok();
        let options: String = options.iter().map(|option| format!("      {option}\n")).collect();
        write!(text, "    flow_options:\n{options}").ok();
    }
    text
}
