// SPDX-License-Identifier: Apache-2.0
//! The ports of the top, and the clock that each belongs to.

use crate::constraints::netlist::{base, names, Netlist};
use crate::constraints::trace::{Origin, Place};
use std::collections::BTreeSet;

/// Inputs that may change at any time: each ends in a synchroniser.
const ASYNCHRONOUS: [&str; 2] = ["external_trigger", "debug_locked"];

/// Trace pins.
const PINS: [&str; 2] = ["tref", "tdata"];

/// When a port changes, or may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Timing {
    /// It is a clock.
    Clock,
    /// A reset that acts at once.
    Reset,
    /// At any time: it ends in a synchroniser.
    Asynchronous,
    /// With a clock.
    Synchronous {
        /// A port of the top.
        clock: String,
        /// An output that is a register, without logic after it. No input is said to be one.
        registered: bool,
    },
}

/// A port of the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortTiming {
    /// Its name.
    pub name: String,
    /// Whether the module reads it.
    pub input: bool,
    /// When it changes.
    pub timing: Timing,
}

/// The ports of the top, as patterns: `[*]` after those of several bits.
pub(crate) struct Ports {
    /// Clocks, `clk` first.
    pub(crate) clocks: Vec<String>,
    /// Resets that act at once.
    pub(crate) resets: Vec<String>,
    /// Inputs that may change at any time.
    pub(crate) asynchronous: Vec<String>,
    /// Other ports: name, whether it is an input, and its clock.
    pub(crate) others: Vec<(String, bool, String)>,
    /// All of them, in the order of the header.
    pub(crate) all: Vec<PortTiming>,
    /// Trace pins: names and widths.
    pub(crate) pins: Vec<(String, Option<usize>)>,
}

impl Ports {
    pub(crate) fn of(netlist: &Netlist) -> Ports {
        let top = Place::top(netlist);
        let all = &top.module().ports;
        let mut clocks: Vec<String> = all.iter().map(|(name, _)| name.clone()).filter(|name| is_clock(name)).collect();
        clocks.sort_by_key(|name| name != "clk");
        let asynchronous_resets = netlist.modules().any(|module| module.asynchronous);
        let width = |name: &str| top.module().widths.get(name).copied();
        let pattern = |name: &String| width(name).map_or(name.clone(), |_| format!("{name}[*]"));
        let mut ports =
            Ports { clocks, resets: vec![], asynchronous: vec![], others: vec![], all: vec![], pins: vec![] };
        for (name, input) in all {
            let timing = if is_clock(name) {
                Timing::Clock
            } else if asynchronous_resets && (name.ends_with("rst_n") || name == "atresetn") {
                ports.resets.push(name.clone());
                Timing::Reset
            } else if ASYNCHRONOUS.iter().any(|start| name.starts_with(start) || name.contains(&format!("_{start}"))) {
                ports.asynchronous.push(pattern(name));
                Timing::Asynchronous
            } else {
                let clock = match input {
                    true => clock_after(&top, name, &mut BTreeSet::new()),
                    false => clock_before(&top, name, &mut BTreeSet::new()),
                };
                let clock = clock.unwrap_or("clk");
                ports.others.push((pattern(name), *input, clock.into()));
                let registered = !input && matches!(top.origin(name, 0), Origin::Register(..));
                Timing::Synchronous { clock: clock.into(), registered }
            };
            ports.all.push(PortTiming { name: name.clone(), input: *input, timing });
            if PINS.contains(&name.as_str()) {
                ports.pins.push((name.clone(), width(name)));
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

/// The clock of the registers after an input of the module here.
fn clock_after<'a>(place: &Place<'a>, name: &str, seen: &mut BTreeSet<(String, String)>) -> Option<&'a str> {
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
                let after = clock_after(&place.child(instance), port, seen);
                // Through an instance that has no registers.
                let through = || {
                    instance
                        .connections
                        .iter()
                        .flat_map(|(_, value)| names(value))
                        .find_map(|net| clock_after(place, net, seen))
                };
                if let Some(clock) = after.or_else(through) {
                    return Some(clock);
                }
            }
        }
    }
    let after = module.assigned.iter().filter(|(_, value)| names(value).any(|used| used == name)).map(|(wire, _)| wire);
    after.into_iter().find_map(|wire| clock_after(place, wire, seen))
}

/// The clock of the registers that a signal of the module here comes from.
fn clock_before<'a>(place: &Place<'a>, name: &'a str, seen: &mut BTreeSet<(String, String)>) -> Option<&'a str> {
    if !seen.insert((place.path(), name.into())) {
        return None;
    }
    let module = place.module();
    if module.registers.iter().any(|register| register == name) {
        return place.clock();
    }
    if let Some(value) = module.assigned.get(name) {
        return names(value).find_map(|used| clock_before(place, used, seen));
    }
    if module.has_port(name, true) {
        let (parent, value) = place.outside(name)?;
        return names(value).find_map(|used| clock_before(&parent, used, seen));
    }
    for instance in &module.instances {
        let child = place.child(instance);
        let driven = |(port, value): &&(String, String)| base(value) == name && child.module().has_port(port, false);
        if let Some((port, _)) = instance.connections.iter().find(driven) {
            return clock_before(&child, port, seen);
        }
    }
    // What an always block without a clock makes: of registers here, or of what comes in.
    place.clock().or_else(|| module.inputs().find_map(|input| clock_before(place, input, seen)))
}
