// SPDX-License-Identifier: Apache-2.0
//! Trace pins: what is asked of tdata against tref, which leaves with it (Trace Control 12.5).

use crate::constraints::ports::{Ports, Timing};
use std::fmt::Write;

/// tref, if there is one, and the clock that it is made of.
pub(crate) fn reference(ports: &Ports) -> Option<(&str, &str)> {
    let (name, _) = ports.pins.iter().find(|(name, _)| name == "tref")?;
    Some((name, clock(ports)?))
}

/// The clock of the pins.
fn clock(ports: &Ports) -> Option<&str> {
    let (name, _) = ports.pins.first()?;
    ports.all.iter().find(|port| port.name == *name).and_then(|port| match &port.timing {
        Timing::Synchronous { clock, .. } => Some(clock.as_str()),
        _ => None,
    })
}

/// Output delays of the pins, in the commands that SDC and XDC share; nothing without pins.
pub(crate) fn text(ports: &Ports) -> String {
    let Some(data) = ports.pins.iter().find(|(name, _)| name == "tdata").map(|(name, width)| match width {
        Some(_) => format!("{name}[*]"),
        None => name.clone(),
    }) else {
        return String::new();
    };
    let Some((reference, clock)) = reference(ports) else {
        return format!(
            "\n# The trace pin is sent without a clock (UART, Manchester): the probe finds the bits, whatever the \
                delay.\n\
             set_false_path -to [get_ports {{{data}}}]\n"
        );
    };
    let mut text = format!(
        "\n# Trace pins. A probe reads {data} at both edges of {reference}: half a bit later where they change \
            together, else at\n\
         # them (pibRefCenter); it counts on their leaving together. So {reference} is a clock, as fast as it can be (pibDivider 0), and\n\
         # {data} changes within tw_pins_skew of each of its edges, in ns. With a divider, or in the centre, the paths are the same.\n\
         set tw_pins_skew 1.0\n\
         create_generated_clock -name {reference} -source [get_ports {clock}] -divide_by 2 [get_ports {reference}]\n"
    );
    let late = format!("[expr {{$tw_period({clock}) - $tw_pins_skew}}]");
    for edge in ["", "-clock_fall -add_delay "] {
        for (bound, delay) in [("-max", late.as_str()), ("-min", "$tw_pins_skew")] {
            writeln!(text, "set_output_delay -clock {reference} {edge}{bound} {delay} [get_ports {{{data}}}]").ok();
        }
    }
    text
}
