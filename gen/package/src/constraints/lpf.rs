// SPDX-License-Identifier: Apache-2.0
//! Constraints for nextpnr-ecp5 and Diamond.

use crate::constraints::crossing::Crossing;
use crate::constraints::ports::Ports;
use crate::constraints::sdc::describe;
use std::fmt::Write;

/// Frequency and period that the file begins with.
const MHZ: &str = "100.0";
const PERIOD: &str = "10.0";

/// The text of `tw_top.lpf`.
pub(crate) fn text(top: &str, ports: &Ports, crossings: &[Crossing], banner: &str) -> String {
    let mut text = format!("# {top}: clocks, crossings and trace pins, for nextpnr-ecp5 and Diamond.\n# {banner}\n#\n");
    text += "# Where it is the top. Within another design: take out what names ports, and put the path of the \
        instance in front of cells.\n";
    text += "# nextpnr reads frequencies, sites and buffers, and passes over the rest without a word; it gives paths \
        between clocks no limit,\n";
    text += "# but its report has their longest delay.\n\n";
    text += "# Frequencies: set them, and the limits below to the shorter period of the two clocks.\n";
    for clock in &ports.clocks {
        writeln!(text, "FREQUENCY PORT \"{clock}\" {MHZ} MHZ;").ok();
    }
    if !ports.resets.is_empty() {
        text += "\n# Resets fall at any time; each rises away from its clock's edge, which is its source's \
            duty.\nBLOCK RESETPATHS;\n";
    }
    if !crossings.is_empty() {
        text += "\n# Crossings. That bits of a count arrive within a period of each other follows from their limits.\n";
    }
    for crossing in crossings {
        writeln!(text, "# {}", describe(crossing)).ok();
        match crossing.source_register() {
            Some(from) => {
                let to = crossing.target();
                writeln!(text, "MAXDELAY FROM CELL \"{from}*\" TO CELL \"{to}*\" {PERIOD} NS;").ok()
            }
            None => writeln!(text, "# An input has no limit by itself.").ok(),
        };
    }
    if !ports.pins.is_empty() {
        text += "\n# Trace pins: sites and levels of the board. That tref and tdata leave together can't be said \
            here: take pins of one bank.\n";
    }
    for pin in pins(ports) {
        writeln!(text, "# LOCATE COMP \"{pin}\" SITE \"\"; IOBUF PORT \"{pin}\" IO_TYPE=LVCMOS33 SLEWRATE=FAST;").ok();
    }
    text
}

/// Each trace pin by itself.
pub(crate) fn pins(ports: &Ports) -> impl Iterator<Item = String> + '_ {
    ports.pins.iter().flat_map(|(name, width)| match width {
        None => vec![name.clone()],
        Some(width) => (0..*width).map(|bit| format!("{name}[{bit}]")).collect(),
    })
}
