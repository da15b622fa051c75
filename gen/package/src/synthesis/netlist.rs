// SPDX-License-Identifier: Apache-2.0
//! Netlists that Yosys writes as JSON.

use crate::synthesis::cells::{Cells, MEMORY_BITS};
use crate::synthesis::Error;
use serde::de::DeserializeOwned;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Modules.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Written")]
pub struct Netlist {
    /// By name, with the values of its parameters if it has some.
    pub modules: BTreeMap<String, Module>,
}

/// Modules as Yosys names them: those with parameters by a number.
#[derive(Deserialize)]
struct Written {
    modules: BTreeMap<String, Module>,
}

impl From<Written> for Netlist {
    fn from(mut written: Written) -> Self {
        let name = |(name, module): (&String, &Module)| Some((name.clone(), module.name_of(name)?));
        let names: BTreeMap<String, String> = written.modules.iter().filter_map(name).collect();
        for cell in written.modules.values_mut().flat_map(|module| module.cells.values_mut()) {
            if let Some(name) = names.get(&cell.kind) {
                cell.kind.clone_from(name);
            }
        }
        let renamed = |(name, module): (String, Module)| (names.get(&name).cloned().unwrap_or(name), module);
        Netlist { modules: written.modules.into_iter().map(renamed).collect() }
    }
}

/// A module.
#[derive(Debug, Default, Deserialize)]
pub struct Module {
    /// Its ports by name.
    #[serde(default)]
    pub ports: BTreeMap<String, Port>,
    /// Its cells by name.
    #[serde(default)]
    pub cells: BTreeMap<String, Cell>,
    /// Its nets by name; a net may have several.
    #[serde(default)]
    pub netnames: BTreeMap<String, Net>,
    /// The values of its parameters, in binary.
    #[serde(default)]
    parameter_default_values: BTreeMap<String, String>,
}

/// A port.
#[derive(Debug, Deserialize)]
pub struct Port {
    /// `input` or `output`.
    pub direction: String,
    /// Its bits, the lowest first.
    pub bits: Vec<Bit>,
}

/// A cell, or an instance of a module.
#[derive(Debug, Deserialize)]
pub struct Cell {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its parameters.
    #[serde(default)]
    parameters: BTreeMap<String, serde_json::Value>,
    /// Among them where it comes from.
    #[serde(default)]
    attributes: BTreeMap<String, serde_json::Value>,
    /// What its ports are connected to.
    #[serde(default)]
    pub connections: BTreeMap<String, Vec<Bit>>,
}

/// A name of a net.
#[derive(Debug, Deserialize)]
pub struct Net {
    /// Nobody wrote it: it is of Yosys.
    #[serde(default)]
    hide_name: u8,
    /// Its bits, the lowest first.
    pub bits: Vec<Bit>,
}

/// A bit of a net.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(untagged)]
pub enum Bit {
    /// A wire.
    Wire(u64),
    /// A constant.
    Constant(String),
}

impl Cell {
    /// A parameter that is a number.
    pub fn number(&self, parameter: &str) -> u64 {
        match self.parameters.get(parameter) {
            Some(serde_json::Value::String(bits)) => u64::from_str_radix(bits, 2).unwrap_or(0),
            Some(value) => value.as_u64().unwrap_or(0),
            None => 0,
        }
    }

    /// The line of our source that it comes from, as `file.v:line`.
    pub fn line(&self) -> Option<String> {
        let places = self.attributes.get("src")?.as_str()?;
        let (file, line) = places.split('|').find(|place| !place.starts_with('/'))?.split_once(".v:")?;
        Some(format!("{file}.v:{}", line.split('.').next()?))
    }

    /// The wire at a port of one bit.
    pub fn wire(&self, port: &str) -> Option<u64> {
        match self.connections.get(port)?.first()? {
            Bit::Wire(wire) => Some(*wire),
            Bit::Constant(_) => None,
        }
    }

    /// Whether it is a memory that somebody wrote as one.
    pub fn is_memory(&self, name: &str) -> bool {
        self.kind == "$mem_v2" && !name.starts_with('$')
    }

    /// Its bits, if it is a memory.
    pub fn memory_bits(&self) -> u64 {
        self.number("SIZE") * self.number("WIDTH")
    }
}

impl Module {
    /// The name of a module that has parameters, which Yosys calls `$paramod..\name`: with their values.
    fn name_of(&self, written: &str) -> Option<String> {
        let (_, name) = written.strip_prefix("$paramod")?.rsplit_once('\\')?;
        let value = |bits: &String| u64::from_str_radix(bits, 2).map_or(bits.clone(), |value| value.to_string());
        let values = self.parameter_default_values.iter().map(|(name, bits)| format!(" {name}={}", value(bits)));
        Some(format!("{name}{}", values.collect::<String>()))
    }

    /// Its cells by type.
    pub fn count(&self, is_module: impl Fn(&str) -> bool) -> Cells {
        let mut cells = Cells::default();
        for cell in self.cells.values().filter(|cell| cell.kind != "$scopeinfo" && !is_module(&cell.kind)) {
            if cell.kind == "$mem_v2" {
                cells.count(MEMORY_BITS, cell.memory_bits());
            } else {
                cells.count(&cell.kind, 1);
            }
        }
        cells
    }

    /// Names that somebody wrote, of each wire: with the bit in brackets where there are several.
    pub fn names(&self) -> BTreeMap<u64, Vec<String>> {
        let mut names: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for (name, net) in self.netnames.iter().filter(|(name, net)| net.hide_name == 0 && !name.contains('$')) {
            for (i, bit) in net.bits.iter().enumerate() {
                if let Bit::Wire(wire) = bit {
                    let bit = if net.bits.len() > 1 { format!("[{i}]") } else { String::new() };
                    names.entry(*wire).or_default().push(format!("{name}{bit}"));
                }
            }
        }
        names
    }
}

impl Netlist {
    /// The module `name`.
    pub fn module(&self, name: &str) -> Result<&Module, Error> {
        self.modules.get(name).ok_or_else(|| Error::UnknownModule(name.into()))
    }
}

/// Reads a JSON file that a tool wrote.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let text = std::fs::read(path).map_err(|e| Error::io("read", path, &e))?;
    serde_json::from_slice(&text).map_err(|e| Error::tool(format!("{} is not as expected: {e}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"modules": {"m": {
        "ports": {"q": {"direction": "output", "bits": [2, "0"]}},
        "cells": {
            "a": {"type": "LUT4", "attributes": {"src": "tw_m.v:12.3-14.6|/share/x.v:1.1"}, "connections": {"Z": [2]}},
            "words": {"type": "$mem_v2", "parameters": {"SIZE": "1000", "WIDTH": "101"}},
            "i": {"type": "n"}, "s": {"type": "$scopeinfo"}},
        "netnames": {
            "q": {"bits": [2, "0"]}, "one": {"bits": [2]}, "$auto$1": {"hide_name": 1, "bits": [2]}}}}}"#;

    #[test]
    fn a_module_with_parameters_is_called_by_their_values() {
        let text = r#"{"modules": {
            "$paramod$5a1c\\ram": {"parameter_default_values": {"ADDRESS": "0100", "WIDTH": "11111"}},
            "top": {"cells": {"banks": {"type": "$paramod$5a1c\\ram"}}}}}"#;
        let netlist: Netlist = serde_json::from_str(text).unwrap();
        assert_eq!(netlist.modules.keys().collect::<Vec<_>>(), ["ram ADDRESS=4 WIDTH=31", "top"]);
        assert_eq!(netlist.modules["top"].cells["banks"].kind, "ram ADDRESS=4 WIDTH=31");
    }

    #[test]
    fn cells_nets_and_memories_are_read() {
        let netlist: Netlist = serde_json::from_str(TEXT).unwrap();
        let module = netlist.module("m").unwrap();
        let mut expected = Cells::default();
        expected.count("LUT4", 1);
        expected.count(MEMORY_BITS, 40);
        assert_eq!(module.count(|kind| kind == "n"), expected);
        assert_eq!(module.names()[&2], ["one", "q[0]"]);
        assert_eq!(module.cells["a"].line().as_deref(), Some("tw_m.v:12"));
        assert_eq!(module.cells["a"].wire("Z"), Some(2));
        assert!(module.cells["words"].is_memory("words") && !module.cells["words"].is_memory("$rom"));
        assert_eq!(netlist.module("x").unwrap_err().to_string(), "the design has no module `x`");
    }
}
