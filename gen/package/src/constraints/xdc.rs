// SPDX-License-Identifier: Apache-2.0
//! Constraints for Vivado.

use crate::constraints::crossing::{join, Crossing, Kind, Source};
use crate::constraints::ports::Ports;
use crate::constraints::sdc::describe;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The text of `tw_top.xdc`.
pub(crate) fn text(top: &str, ports: &Ports, crossings: &[Crossing], banner: &str) -> String {
    let mut text = format!("# {top}: clocks, ports and crossings, for Vivado.\n# {banner}\n#\n");
    text += "# Where it is the top: read_xdc. Within another design: take the lines with ports out, and read_xdc -ref ";
    writeln!(text, "{top},\n# which looks for cells in the instance, after the clocks were made.\n#").ok();
    text += "# Say nothing of clock groups: they would beat the limits of the crossings below.\n\n";
    text += "# Periods in ns, and the share of a period that paths outside take.\n";
    for clock in &ports.clocks {
        writeln!(text, "set tw_period_{clock} 10.0").ok();
    }
    text += "set tw_share 0.3\n\n# Clocks.\n";
    for clock in &ports.clocks {
        writeln!(text, "create_clock -name {clock} -period $tw_period_{clock} [get_ports {clock}]").ok();
    }
    // XDC has no arrays.
    text += &ports.clocks.iter().fold(crate::constraints::sdc::inputs_and_outputs(ports), |text, clock| {
        text.replace(&format!("$tw_period({clock})"), &format!("$tw_period_{clock}"))
    });
    if !ports.resets.is_empty() {
        text += "\n# Resets fall at any time; each rises away from its clock's edge, which is its source's duty.\n";
        writeln!(text, "set_false_path -from [get_ports {{{}}}]", ports.resets.join(" ")).ok();
    }
    if crossings.is_empty() {
        return text;
    }
    text += "\n# Both registers of each synchroniser are placed together.\n";
    for crossing in crossings.iter().filter(|crossing| crossing.kind != Kind::Word) {
        let path = &crossing.path;
        let both = format!("{path}/first_q_reg* {path}/second_q_reg*");
        writeln!(text, "set_property ASYNC_REG TRUE [get_cells {{{both}}}]").ok();
    }
    text += "\n# Crossings: the shorter period of the two clocks, without their skew.\n";
    for crossing in crossings {
        writeln!(text, "# {}", describe(crossing)).ok();
        let to = cells(&crossing.target());
        match &crossing.source {
            Source::Port(port) => writeln!(text, "set_false_path -from [get_ports {{{port}}}] -to {to}").ok(),
            Source::Register { path, name, clock } => {
                let (from, delay) = (cells(&join(path, name)), shorter(clock, &crossing.clock));
                writeln!(text, "set_max_delay -datapath_only -from {from} -to {to} {delay}").ok()
            }
        };
    }
    // Counts by the instances that they leave and come to.
    let mut counts: BTreeMap<_, Vec<&Crossing>> = BTreeMap::new();
    for crossing in crossings.iter().filter(|crossing| crossing.kind == Kind::Gray) {
        if let Source::Register { path, clock, .. } = &crossing.source {
            counts.entry((path, clock, crossing.parent(), &crossing.clock)).or_default().push(crossing);
        }
    }
    if !counts.is_empty() {
        text += "\n# Bits of a count arrive within a period of each other, so that one that changed later is not seen earlier by two.\n";
    }
    for ((_, from_clock, _, to_clock), bits) in counts {
        let list = |mut paths: Vec<String>| {
            paths.dedup();
            paths.iter().map(|path| format!("{path}_reg*")).collect::<Vec<_>>().join(" ")
        };
        let from = list(bits.iter().filter_map(|bit| bit.source_register()).collect());
        let to = list(bits.iter().map(|bit| bit.target()).collect());
        let delay = shorter(from_clock, to_clock);
        writeln!(text, "set_bus_skew -from [get_cells {{{from}}}] -to [get_cells {{{to}}}] {delay}").ok();
    }
    text
}

/// The cells of a register or memory, whose names Vivado ends in `_reg` and an index.
fn cells(path: &str) -> String {
    format!("[get_cells {{{path}_reg*}}]")
}

/// The shorter period of two clocks.
fn shorter(a: &str, b: &str) -> String {
    format!("[expr {{min($tw_period_{a}, $tw_period_{b})}}]")
}
