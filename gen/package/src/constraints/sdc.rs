// SPDX-License-Identifier: Apache-2.0
//! Constraints for tools that read Synopsys Design Constraints.

use crate::constraints::crossing::{Crossing, Kind, Source};
use crate::constraints::netlist::base;
use crate::constraints::pins;
use crate::constraints::ports::Ports;
use std::fmt::Write;

/// How cells are found by their path: the registers of `path` in Quartus, else cells, whose names may end in `_reg` or
/// an index.
const CELLS: &str = "\
proc tw_cells {path} {
  global tw_prefix
  if {[info commands get_registers] ne \"\"} {
    return [get_registers [string map {/ |*} \"*$tw_prefix$path*\"]]
  }
  return [get_cells \"$tw_prefix$path*\"]
}
proc tw_shorter {a b} {
  global tw_period
  return [expr {min($tw_period($a), $tw_period($b))}]
}
proc tw_cross {from to delay} {
  set_max_delay -from [tw_cells $from] -to [tw_cells $to] $delay
  set_false_path -hold -from [tw_cells $from] -to [tw_cells $to]
}
";

/// The text of `tw_top.sdc`.
pub(crate) fn text(top: &str, ports: &Ports, crossings: &[Crossing], banner: &str) -> String {
    let mut text = format!("# {top}: clocks, ports and crossings, for tools that read SDC.\n# {banner}\n#\n");
    text += "# Set the periods, in ns, and the share of a period that paths outside take.\n";
    for clock in &ports.clocks {
        writeln!(text, "set tw_period({clock}) 10.0").ok();
    }
    text += "set tw_share 0.3\n# Where the instance is: empty for the top, else its path with a slash after it.\nset tw_prefix \"\"\n";
    text += "# 1: the delay of each crossing is limited. 0: the clocks are asynchronous to one another, and nothing is said of delays.\nset tw_limit 1\n\n";
    text += CELLS;
    text += "\n# Clocks.\n";
    for clock in &ports.clocks {
        writeln!(text, "create_clock -name {clock} -period $tw_period({clock}) [get_ports {clock}]").ok();
    }
    text += &inputs_and_outputs(ports);
    if !ports.resets.is_empty() {
        text += "\n# Resets fall at any time; each rises away from its clock's edge, which is its source's duty.\n";
        writeln!(text, "set_false_path -from [get_ports {{{}}}]", ports.resets.join(" ")).ok();
    }
    if crossings.is_empty() {
        return text;
    }
    text += "\nif {$tw_limit} {\n";
    for crossing in crossings.iter().filter(|crossing| crossing.source_register().is_some()) {
        writeln!(text, "  # {}", describe(crossing)).ok();
        if let (Source::Register { clock, .. }, Some(from)) = (&crossing.source, crossing.source_register()) {
            let delay = format!("[tw_shorter {clock} {}]", crossing.clock);
            writeln!(text, "  tw_cross {{{from}}} {{{}}} {delay}", crossing.target()).ok();
            if crossing.kind == Kind::Gray {
                let skew = format!(
                    "set_max_skew -from [tw_cells {{{from}}}] -to [tw_cells {{{}}}] {delay}",
                    crossing.target()
                );
                writeln!(text, "  if {{[info commands set_max_skew] ne \"\"}} {{ {skew} }}").ok();
            }
        }
    }
    if ports.clocks.len() > 1 {
        let group = |clock: &String| match pins::reference(ports) {
            Some((reference, of)) if of == clock => format!(" -group {{{clock} {reference}}}"),
            _ => format!(" -group {clock}"),
        };
        let groups: String = ports.clocks.iter().map(group).collect();
        writeln!(text, "}} else {{\n  set_clock_groups -asynchronous{groups}\n}}").ok();
    } else {
        text += "}\n";
    }
    text += "\n# Inputs that change at any time, each to its synchroniser.\n";
    for crossing in crossings {
        if let Source::Port(port) = &crossing.source {
            writeln!(text, "set_false_path -from [get_ports {{{port}}}] -to [tw_cells {{{}}}]", crossing.target()).ok();
        }
    }
    text
}

/// Delays at the ports, which belong to a clock each.
pub(crate) fn inputs_and_outputs(ports: &Ports) -> String {
    let mut text = String::from("\n# Ports, by the clock of the registers they feed.\n");
    let share = |clock: &str| format!("[expr {{$tw_share * $tw_period({clock})}}]");
    for clock in &ports.clocks {
        for (input, command) in [(true, "set_input_delay"), (false, "set_output_delay")] {
            let pins = |port: &&str| ports.pins.iter().any(|(pin, _)| base(port) == pin);
            let (_, rest): (Vec<&str>, Vec<&str>) = ports.of_clock(clock, input).into_iter().partition(pins);
            if !rest.is_empty() {
                let delay = share(clock);
                writeln!(text, "{command} -clock {clock} {delay} [get_ports {{{}}}]", rest.join(" ")).ok();
            }
        }
    }
    text + &pins::text(ports)
}

/// What crosses, in words.
pub(crate) fn describe(crossing: &Crossing) -> String {
    let what = match crossing.kind {
        Kind::Bit => "A bit",
        Kind::Gray => "A bit of a count in Gray code",
        Kind::Word => "A word that stands still",
    };
    let from = match &crossing.source {
        Source::Port(port) => format!("the port {port}"),
        Source::Register { clock, .. } => clock.clone(),
    };
    format!("{what}, from {from} to {}: {}.", crossing.clock, crossing.path)
}
