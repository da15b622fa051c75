// SPDX-License-Identifier: Apache-2.0
//! Constraints for nextpnr-ice40.

use crate::constraints::crossing::Crossing;
use crate::constraints::lpf::pins;
use crate::constraints::ports::Ports;
use crate::constraints::sdc::describe;
use std::fmt::Write;

/// Frequency that the file begins with, in MHz.
const MHZ: &str = "48.0";

/// The text of `tw_top.pcf`.
pub(crate) fn text(top: &str, ports: &Ports, crossings: &[Crossing], banner: &str) -> String {
    let mut text = format!("# {top}: clocks, crossings and trace pins, for nextpnr-ice40.\n# {banner}\n#\n");
    text += "# Where it is the top; within another design say the same of the nets that its clocks are there.\n\n# \
        Frequencies, in MHz.\n";
    for clock in &ports.clocks {
        writeln!(text, "set_frequency {clock} {MHZ}").ok();
    }
    if !crossings.is_empty() {
        text += "\n# Crossings. The format has no limits for them, and nextpnr gives paths between clocks none: see \
            that the longest delays\n";
        text += "# between clocks that it reports are below the shorter period of the two. What crosses:\n";
    }
    for crossing in crossings {
        writeln!(text, "# {}", describe(crossing)).ok();
    }
    if !ports.pins.is_empty() {
        text += "\n# Trace pins: the board's. That they leave together can't be said here: take neighbours.\n";
    }
    for pin in pins(ports) {
        writeln!(text, "# set_io {pin} PIN").ok();
    }
    text
}
