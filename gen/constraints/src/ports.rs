// SPDX-License-Identifier: Apache-2.0
//! The ports of the top, and the clock that each belongs to.

use crate::netlist::{names, Netlist};
use crate::trace::Place;
use std::collections::BTreeSet;

/// Inputs that may change at any time: each ends in a synchroniser.
const ASYNCHRONOUS: [&str; 2] = ["external_trigger", "debug_locked"];

/// The ports of the top, as patterns: `[*]` behind those of several bits.
pub(crate) struct Ports {
    /// Clocks, `clk` first.
    pub(crate) clocks: Vec<String>,
    /// Resets that act at once.
    pub(crate) resets: Vec<String>,
    /// Inputs that may change at any time.
    pub(crate) asynchronous: Vec<String>,
    /// Other ports: name, whether it is an input, and its clock.
    pub(crate) others: Vec<(String, bool, String)>,
}

impl Ports {
    pub(crate) fn of(netlist: &Netlist) -> Ports {
        let top = Place::top(netlist);
        let all = &top.module().ports;
        let mut clocks: Vec<String> = all.iter().map(|(name, _)| name.clone()).filter(|name| is_clock(name)).collect();
        clocks.sort_by_key(|name| name != "clk");
        let asynchronous_resets = netlist.modules().any(|module| module.asynchronous);
        let pattern = |name: &String| match top.module().widths.contains_key(name) {
            true => format!("{name}[*]"),
            false => name.clone(),
        };
        let mut ports = Ports { clocks, resets: vec![], asynchronous: vec![], others: vec![] };
        for (name, input) in all.iter().filter(|(name, _)| !is_clock(name)) {
            if asynchronous_resets && (name.ends_with("rst_n") || name == "atresetn") {
                ports.resets.push(name.clone());
            } else if ASYNCHRONOUS.iter().any(|start| name.starts_with(start) || name.contains(&format!("_{start}"))) {
                ports.asynchronous.push(pattern(name));
            } else {
                let clock = clock_of(&top, name, &mut BTreeSet::new()).unwrap_or("clk");
                ports.others.push((pattern(name), *input, clock.into()));
            }
        }
        ports
    }

    /// The ports of a clock in one direction.
    pub(crate) fn of_clock(&self, clock: &str, input: bool) -> Vec<&str> {
        let mine = self.others.iter().filter(|(_, is_input, of)| *is_input == input && of == clock);
        mine.map(|(name, ..)| name.as_str()).collect()
    }
}

/// Whether a port of this name is a clock.
fn is_clock(name: &str) -> bool {
    name == "clk" || name == "atclk" || name.ends_with("_clk")
}

/// The clock of the registers behind an input, or in front of an output, of the module here.
fn clock_of<'a>(place: &Place<'a>, name: &str, seen: &mut BTreeSet<(String, String)>) -> Option<&'a str> {
    if !seen.insert((place.path(), name.into())) {
        return None;
    }
    let module = place.module();
    let mut clocks = module.ports.iter().filter(|(port, _)| is_clock(port));
    if clocks.next().is_some_and(|(port, _)| port == "clk") && clocks.next().is_none() {
        return place.clock();
    }
    for instance in &module.instances {
        for (port, value) in &instance.connections {
            if names(value).any(|used| used == name) {
                let behind = clock_of(&place.child(instance), port, seen);
                // Through an instance that has no registers.
                let through = || {
                    instance
                        .connections
                        .iter()
                        .flat_map(|(_, value)| names(value))
                        .find_map(|net| clock_of(place, net, seen))
                };
                if let Some(clock) = behind.or_else(through) {
                    return Some(clock);
                }
            }
        }
    }
    let behind =
        module.assigned.iter().filter(|(_, value)| names(value).any(|used| used == name)).map(|(wire, _)| wire);
    if let Some(clock) = behind.into_iter().find_map(|wire| clock_of(place, wire, seen)) {
        return Some(clock);
    }
    let before = module.assigned.get(name).filter(|_| module.has_port(name, false))?;
    names(before).find_map(|used| clock_of(place, used, seen))
}
