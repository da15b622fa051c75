// SPDX-License-Identifier: Apache-2.0
//! Ports as tables, and as an instance to fill in.

use crate::constraints::Timing;
use crate::Package;
use std::fmt::Write;
use tracewright_verilog::Port;

/// What the descriptions of ports that have a section of their own begin with.
const ELSEWHERE: [&str; 16] = [
    "Ingress:",
    "APB4:",
    "AXI4-Lite:",
    "Wishbone:",
    "TileLink:",
    "System memory",
    "SRAM:",
    "Pins:",
    "ATB:",
    "Stream sink:",
    "External triggers:",
    "Transfers:",
    "Event bus:",
    "Counters:",
    "CSR port:",
    "Debug port:",
];

/// Whether a port is a clock or a reset.
pub(crate) fn is_clock_or_reset(port: &Port) -> bool {
    port.name.ends_with("clk") || port.name.ends_with("rst_n") || port.name == "atresetn"
}

/// A table of the ports whose description begins so, clocks and resets left out; nothing if there are none.
pub(crate) fn table(package: &Package, start: &str) -> String {
    rows(package, |port| port.doc.starts_with(start), start.trim_end_matches(':'))
}

/// Triggers, time, power and the rest.
pub(crate) fn others(package: &Package) -> String {
    let mut text = String::new();
    let triggers = table(package, "External triggers:");
    if !triggers.is_empty() {
        text += "\n## External triggers\n";
        text += &triggers;
        text += "Inputs may change at any time; each edge must be further from the next than a cycle of `clk`. \
            Outputs are pulses of a cycle.\n";
    }
    if package.build.encoder.built && package.build.has_records() {
        text += "\n## Control Transfer Records\n";
        text += &table(package, "Transfers:");
        text +=
            "The newest valid block of a cycle changes the mode and the pc: `next_iaddr` and `next_privilege` say to \
            what. `mispredict` belongs to its block, `breakpoint` and `lcofi` to an exception and an interrupt.";
        text += if package.build.pmu.built {
            " The cycles of the records are those that mcycle counts.\n"
        } else {
            " `cycle` is high in cycles that mcycle counts.\n"
        };
        text += "A debugger reaches the records over the control bus, while the hart runs, too: ctrDebugSelect, \
            ctrDebugLow and ctrDebugHigh.\n";
    }
    if package.build.encoder.built && package.build.pmu.built {
        text += "\n## Performance counters\n";
        text += &table(package, "Event bus:");
        text += &table(package, "Counters:");
        text += "Events are counted in every cycle, also while `stall` is high: of a core whose clock `stall` stops, \
            gate them by it. `lcofi_request` sets LCOFIP, bit 13 of mip. There is no access to the counters in the \
            first 32 cycles after reset. `registers/tracewright_pmu.dtsi` has the events for firmware.\n";
    }
    if package.build.encoder.built && package.build.has_csr_port() {
        text += "\n## CSR port\n";
        text += &table(package, "CSR port:");
        text += &format!(
            "Show each CSR instruction of the hart for one cycle, when all older ones have been shown at the ingress \
            port in an earlier cycle. {} `csr_done` is high: with `csr_ours` take the value or the exception, else the \
            CSR is none of these. The next access comes after that. While `stall` is high no block is taken; an access \
            is taken all the same. The CSRs are in `registers/`.\n",
            match (package.build.has_records(), package.build.pmu.built) {
                (true, true) => "Two cycles later for a CSR of the counters, four cycles later for any other,",
                (true, false) => "Four cycles later",
                _ => "Two cycles later",
            }
        );
    }
    let rest = rows(package, |port| ELSEWHERE.iter().all(|start| !port.doc.starts_with(start)), "");
    if !rest.is_empty() {
        text += "\n## Other ports\n";
        text += &rest;
        if package.ports.iter().any(|port| port.input && port.name.ends_with("_time")) {
            text +=
                "A time from outside counts up and never goes back. It is binary, in the clock that the table says.\n";
        }
    }
    text
}

fn rows(package: &Package, wanted: impl Fn(&Port) -> bool, start: &str) -> String {
    // One hart of a system stands for all.
    let stands = |port: &&Port| {
        let hart = port.name.strip_prefix("hart").and_then(|name| name.split_once('_')).map(|(number, _)| number);
        !hart.is_some_and(|number| number.parse::<u32>().is_ok_and(|number| number > 0))
    };
    let found: Vec<&Port> =
        package.ports.iter().filter(|port| !is_clock_or_reset(port) && wanted(port)).filter(stands).collect();
    if found.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n| port | | width | clock | from | meaning |\n|---|---|---|---|---|---|\n");
    for port in found {
        let (clock, from) = timing(package, port);
        let doc = port.doc.strip_prefix(start).unwrap_or(&port.doc).trim_start_matches([':', ',', ' ']);
        let way = if port.input { "in" } else { "out" };
        writeln!(text, "| `{}` | {way} | {} | {clock} | {from} | {doc} |", port.name, port.width).ok();
    }
    text + "\n"
}

/// The clock of a port, and what drives it.
fn timing(package: &Package, port: &Port) -> (String, &'static str) {
    let of = package.constraints.ports.iter().find(|timing| timing.name == port.name);
    match of.map(|of| &of.timing) {
        Some(Timing::Synchronous { clock, registered: true }) => (format!("`{clock}`"), "register"),
        Some(Timing::Synchronous { clock, .. }) if !port.input => (format!("`{clock}`"), "logic"),
        Some(Timing::Synchronous { clock, .. }) => (format!("`{clock}`"), ""),
        _ => ("any".into(), ""),
    }
}

/// An instance with every port, to fill in.
pub(crate) fn template(package: &Package) -> String {
    let mut text = format!("\n## All ports\n```verilog\n{} u_trace (\n", package.top);
    let longest = package.ports.iter().map(|port| port.name.len()).max().unwrap_or(0);
    for (at, port) in package.ports.iter().enumerate() {
        let comma = if at + 1 < package.ports.len() { "," } else { "" };
        let way = if port.input { "in" } else { "out" };
        writeln!(text, "  .{:<longest$} (){comma:<1} // {way} {}", port.name, port.width).ok();
    }
    text + ");\n```\n"
}
