// SPDX-License-Identifier: Apache-2.0
//! A critical path, with the names that its registers have in the source.
//!
//! nextpnr names cells as Yosys left them, and most of those names are made up when logic is mapped. Registers,
//! memories and carry chains keep theirs from before that, so they are looked up in the netlist as it was then. Lookup
//! tables have no names.

use crate::synthesis::memory::is_register;
use crate::synthesis::netlist::{Module, Netlist};
use crate::synthesis::{tree, wrapper, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A path from register to register.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Path {
    /// The register or memory where it begins.
    pub from: String,
    /// Its module.
    pub from_module: String,
    /// The register or memory where it ends.
    pub to: String,
    /// Its module.
    pub to_module: String,
    /// How long it takes in ns.
    pub total_ns: f64,
    /// What of that is in cells.
    pub logic_ns: f64,
    /// What of that is in wires.
    pub routing_ns: f64,
    /// What it passes, the two ends included.
    pub hops: Vec<Hop>,
}

/// Cells of one kind in a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hop {
    /// What they are.
    pub name: String,
    /// How many there are.
    pub cells: u64,
    /// Delay in them in ns.
    pub logic_ns: f64,
    /// Delay of the wires to them in ns.
    pub routing_ns: f64,
}

/// A step of a path in nextpnr's report.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Step {
    #[serde(rename = "type")]
    kind: String,
    delay: f64,
    to: End,
}

#[derive(Clone, Debug, Deserialize)]
struct End {
    cell: String,
}

/// Finds the names of cells.
pub(crate) struct Names<'a> {
    target: Target,
    source: &'a Netlist,
    top: &'a str,
    named: &'a Module,
    names: BTreeMap<u64, Vec<String>>,
    placed: &'a Module,
    /// The register after a wire of `placed`.
    after: BTreeMap<u64, &'a str>,
}

impl<'a> Names<'a> {
    /// `source` is the hierarchy below `top`, `named` the design before its logic was mapped, `placed` what was placed.
    pub(crate) fn new(
        target: Target,
        source: &'a Netlist,
        top: &'a str,
        named: &'a Module,
        placed: &'a Module,
    ) -> Self {
        let registers = placed.cells.iter().filter(|(_, cell)| is_register(&cell.kind));
        let after = registers.filter_map(|(name, cell)| Some((cell.wire("D").or(cell.wire("DI"))?, name.as_str())));
        Names { target, source, top, named, names: named.names(), placed, after: after.collect() }
    }

    /// The path of these steps.
    pub(crate) fn path(&self, steps: &[Step]) -> Path {
        let mut hops: Vec<Hop> = vec![];
        let (mut routing, mut last_cell, mut logic_ns, mut routing_ns) = (0.0, "", 0.0, 0.0);
        for step in steps {
            if step.kind == "routing" {
                routing += step.delay;
                routing_ns += step.delay;
                continue;
            }
            logic_ns += step.delay;
            let cell = step.to.cell.as_str();
            let is_end = step.kind == "setup" || step.kind == "clk-to-q";
            let name = self.cell(cell, is_end);
            let same = hops.last_mut().filter(|hop| hop.name == name && !is_end);
            match same {
                Some(hop) => {
                    hop.cells += u64::from(cell != last_cell);
                    hop.logic_ns += step.delay;
                    hop.routing_ns += routing;
                }
                None => hops.push(Hop { name, cells: 1, logic_ns: step.delay, routing_ns: routing }),
            }
            (routing, last_cell) = (0.0, cell);
        }
        let end = |hop: Option<&Hop>| hop.map_or_else(String::new, |hop| hop.name.clone());
        let (from, to) = (end(hops.first()), end(hops.last()));
        let (from_module, to_module) = (self.module(&from), self.module(&to));
        Path { from, from_module, to, to_module, total_ns: logic_ns + routing_ns, logic_ns, routing_ns, hops }
    }

    /// What a cell is called that nextpnr calls `name`; at the end of a path it is the register that counts.
    fn cell(&self, name: &str, is_end: bool) -> String {
        let Some((name, cell)) = self.find(name) else { return "lookup tables".into() };
        if is_register(&cell.kind) {
            return self.register(name);
        }
        if self.target.memory(&cell.kind).is_some() {
            return inside(name).trim_end_matches(|c: char| c == '.' || c.is_ascii_digit()).into();
        }
        if cell.kind == "CCU2C" || cell.kind == "SB_CARRY" {
            return format!("carry of {}", cell.line().unwrap_or_else(|| "an adder".into()));
        }
        // A lookup table that shares its place with the register after it.
        let register = cell.wire("O").or(cell.wire("Z")).filter(|_| is_end).and_then(|wire| self.after.get(&wire));
        register.map_or_else(|| "lookup tables".into(), |name| self.register(name))
    }

    /// The cell in the netlist that nextpnr calls `name`, or `name` and something after it.
    fn find<'n>(&self, name: &'n str) -> Option<(&'n str, &'a crate::synthesis::netlist::Cell)> {
        let cuts = name.char_indices().rev().filter(|(_, c)| *c == '_' || *c == '$').map(|(i, _)| i);
        std::iter::once(name.len()).chain(cuts).find_map(|end| {
            let name = &name[..end];
            self.placed.cells.get(name).map(|cell| (name, cell))
        })
    }

    /// The name of the register that the cell `name` of the placed netlist is.
    fn register(&self, name: &str) -> String {
        if let Some(port) = port(name) {
            return port;
        }
        let name = inside(name);
        let wire = self.named.cells.get(name).and_then(|cell| cell.wire("Q"));
        let names = wire.and_then(|wire| self.names.get(&wire));
        let shortest = names.and_then(|names| names.iter().min_by_key(|name| rank(name)));
        shortest.cloned().unwrap_or_else(|| name.to_string())
    }

    /// The module that a register or memory is in.
    fn module(&self, register: &str) -> String {
        let mut module = self.top;
        for name in register.split('.') {
            match tree::instances(self.source, module).into_iter().find(|(instance, _)| *instance == name) {
                Some((_, kind)) => module = kind,
                None => break,
            }
        }
        module.into()
    }
}

/// The register itself comes before the wires that it drives: it is named `_q`, and it is not below its own module.
fn rank(name: &str) -> (bool, usize, usize) {
    let base = name.split('[').next().unwrap_or(name);
    (!base.ends_with("_q"), name.matches('.').count(), name.len())
}

/// A name without the instance that the wrapper has put around it.
fn inside(name: &str) -> &str {
    let name = name.strip_prefix("$flatten\\").map_or(name, |rest| rest.trim_start_matches('\\'));
    name.strip_prefix(wrapper::INNER).and_then(|rest| rest.strip_prefix('.')).unwrap_or(name)
}

/// `port a[3]` of a register of the wrapper.
fn port(name: &str) -> Option<String> {
    if let Some(name) = name.strip_prefix("port_") {
        return Some(format!("port {}", name.split('.').next().unwrap_or(name)));
    }
    name.strip_prefix("gather_").map(|name| format!("the chain after port {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"{"modules": {"top": {"cells": {"a": {"type": "tw_a"}}}, "tw_a": {}}}"#;

    const NAMED: &str = r#"{"modules": {"top": {
        "cells": {"$auto$1": {"type": "SB_DFF", "connections": {"Q": [2]}}},
        "netnames": {"a.count_q": {"bits": [9, 2]}, "count": {"bits": [9, 2]}, "$x": {"hide_name": 1, "bits": [2]}}}}}"#;

    const PLACED: &str = r#"{"modules": {"w": {"cells": {
        "$flatten\\inner.$auto$1": {"type": "SB_DFF", "connections": {"D": [7], "Q": [8]}},
        "$lut$2": {"type": "SB_LUT4", "connections": {"O": [7]}},
        "$lut$3": {"type": "SB_LUT4", "connections": {"O": [6]}},
        "$alu$4": {"type": "SB_CARRY", "attributes": {"src": "tw_a.v:9.1-9.2|/share/m.v:1.1"}},
        "inner.a.words.0.1": {"type": "SB_RAM40_4K"}}}}}"#;

    fn step(kind: &str, delay: f64, cell: &str) -> Step {
        Step { kind: kind.into(), delay, to: End { cell: cell.into() } }
    }

    #[test]
    fn a_path_is_named_after_its_registers() {
        let [source, named, placed]: [Netlist; 3] =
            [SOURCE, NAMED, PLACED].map(|text| serde_json::from_str(text).unwrap());
        let names = Names::new(Target::Ice40, &source, "top", &named.modules["top"], &placed.modules["w"]);
        let path = names.path(&[
            step("clk-to-q", 1.0, "inner.a.words.0.1_RAM"),
            step("routing", 0.5, "$lut$3_LC"),
            step("logic", 0.25, "$lut$3_LC"),
            step("routing", 0.5, "$lut$9_LC"),
            step("logic", 0.25, "$lut$9_LC"),
            step("logic", 0.125, "$alu$4$CARRY"),
            step("routing", 2.0, "$lut$2_LC"),
            step("setup", 0.5, "$lut$2_LC"),
        ]);
        assert_eq!((path.from.as_str(), path.from_module.as_str()), ("a.words", "tw_a"));
        assert_eq!((path.to.as_str(), path.to_module.as_str()), ("a.count_q[1]", "tw_a"));
        assert_eq!((path.total_ns, path.logic_ns, path.routing_ns), (5.125, 2.125, 3.0));
        let hops: Vec<_> = path.hops.iter().map(|h| (h.name.as_str(), h.cells, h.logic_ns, h.routing_ns)).collect();
        assert_eq!(
            hops,
            [
                ("a.words", 1, 1.0, 0.0),
                ("lookup tables", 2, 0.5, 1.0),
                ("carry of tw_a.v:9", 1, 0.125, 0.0),
                ("a.count_q[1]", 1, 0.5, 2.0),
            ]
        );
    }

    #[test]
    fn registers_of_the_wrapper_are_ports() {
        assert_eq!(port("port_iaddr[3].register").unwrap(), "port iaddr[3]");
        assert_eq!(port("port_iaddr_3").unwrap(), "port iaddr_3");
        assert_eq!(port("inner.a"), None);
    }
}
