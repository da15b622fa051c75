// SPDX-License-Identifier: Apache-2.0
//! What the memories of a design became.

use crate::synthesis::netlist::{Module, Netlist};
use crate::synthesis::{tree, Target};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Instances from the top down to it, and its name, with dots between them.
    pub path: String,
    /// The module that it is in.
    pub module: String,
    /// Words.
    pub words: u64,
    /// Bits of a word.
    pub width: u64,
    /// Ports that read.
    pub read_ports: u64,
    /// Ports that write.
    pub write_ports: u64,
    /// What it became.
    pub became: Vec<Kind>,
}

/// Cells that hold a memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// In a word: block RAM, LUT RAM, flip-flops.
    pub kind: &'static str,
    /// The type of cell.
    pub cell: String,
    /// How many there are.
    pub count: u64,
}

/// What a memory of flip-flops is called.
const FLIP_FLOPS: &str = "flip-flops";

impl Memory {
    /// Whether it takes a flip-flop a bit.
    pub fn is_flip_flops(&self) -> bool {
        self.became.iter().any(|kind| kind.kind == FLIP_FLOPS)
    }
}

impl fmt::Display for Memory {
    /// What it became.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.became.is_empty() {
            return f.write_str("nothing: it is not used");
        }
        for (i, Kind { kind, cell, count }) in self.became.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            match *kind {
                FLIP_FLOPS => write!(f, "{comma}{count} flip-flops")?,
                "memory" => write!(f, "{comma}a memory, as it is")?,
                kind => write!(f, "{comma}{kind}: {count} {cell}")?,
            }
        }
        Ok(())
    }
}

/// The memories below `top`. `named` is the design with the names that it was given, `whole` when it was mapped;
/// neither has a hierarchy.
pub(crate) fn find(source: &Netlist, top: &str, named: &Module, whole: &Module, target: Target) -> Vec<Memory> {
    let mut memories = vec![];
    walk(source, top, "", &mut memories);
    let names = named.names();
    for memory in &mut memories {
        let mut became: BTreeMap<(&'static str, String), u64> = BTreeMap::new();
        let bit_of = format!("{}[", memory.path);
        let registers = named.cells.values().filter(|cell| is_register(&cell.kind)).filter_map(|cell| cell.wire("Q"));
        let bits = registers
            .filter(|wire| names.get(wire).is_some_and(|names| names.iter().any(|name| name.starts_with(&bit_of))));
        let bits = bits.count() as u64;
        if bits > 0 {
            became.insert((FLIP_FLOPS, "flip-flop".into()), bits);
        }
        for (name, cell) in &whole.cells {
            let rest = name.strip_prefix(&memory.path);
            let is_part = rest.is_some_and(|rest| rest.chars().all(|c| c == '.' || c.is_ascii_digit()));
            if let (true, Some(kind)) = (is_part, target.memory(&cell.kind)) {
                *became.entry((kind, cell.kind.clone())).or_default() += 1;
            }
        }
        memory.became = became.into_iter().map(|((kind, cell), count)| Kind { kind, cell, count }).collect();
    }
    memories
}

/// Whether a cell of this type is a flip-flop, of any target.
pub(crate) fn is_register(kind: &str) -> bool {
    ["TRELLIS_FF", "SB_DFF", "FD", "$_DFF"].iter().any(|start| kind.starts_with(start))
}

fn walk(source: &Netlist, module: &str, path: &str, memories: &mut Vec<Memory>) {
    let join = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    let cells = source.modules.get(module).map(|module| &module.cells).into_iter().flatten();
    for (name, cell) in cells.filter(|(name, cell)| cell.is_memory(name)) {
        memories.push(Memory {
            path: join(name),
            module: module.into(),
            words: cell.number("SIZE"),
            width: cell.number("WIDTH"),
            read_ports: cell.number("RD_PORTS"),
            write_ports: cell.number("WR_PORTS"),
            became: vec![],
        });
    }
    for (name, kind) in tree::instances(source, module) {
        walk(source, kind, &join(name), memories);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"{"modules": {
        "top": {"cells": {"ram": {"type": "tw_ram"}, "few": {"type": "tw_few"}, "gone": {"type": "tw_few"}}},
        "tw_ram": {"cells": {"words": {"type": "$mem_v2", "parameters": {
            "SIZE": "100000000", "WIDTH": "100000", "RD_PORTS": "1", "WR_PORTS": "1"}}}},
        "tw_few": {"cells": {"words": {"type": "$mem_v2", "parameters": {"SIZE": "10", "WIDTH": "1"}}, "$auto$rom": {"type": "$mem_v2"}}}}}"#;

    const NAMED: &str = r#"{"modules": {"top": {
        "cells": {"$auto$1": {"type": "TRELLIS_FF", "connections": {"Q": [2]}}, "$auto$2": {"type": "TRELLIS_FF", "connections": {"Q": [3]}},
            "$auto$3": {"type": "TRELLIS_FF", "connections": {"Q": [4]}}},
        "netnames": {"few.words[0]": {"bits": [2]}, "few.words[1]": {"bits": [3]}, "few.other": {"bits": [4]}}}}}"#;

    const WHOLE: &str = r#"{"modules": {"top": {"cells": {
        "ram.words.0.0": {"type": "DP16KD"}, "ram.words.0.1": {"type": "DP16KD"}, "ram.words_too.0.0": {"type": "DP16KD"}}}}}"#;

    #[test]
    fn a_memory_is_block_ram_or_flip_flops_or_nothing() {
        let [source, named, whole]: [Netlist; 3] =
            [SOURCE, NAMED, WHOLE].map(|text| serde_json::from_str(text).unwrap());
        let found = find(&source, "top", &named.modules["top"], &whole.modules["top"], Target::Ecp5);
        let found: Vec<_> = found.iter().map(|m| (m.path.as_str(), m.words * m.width, m.to_string())).collect();
        let expected = [
            ("few.words", 2, "2 flip-flops"),
            ("gone.words", 2, "nothing: it is not used"),
            ("ram.words", 8192, "block RAM: 2 DP16KD"),
        ];
        assert_eq!(found, expected.map(|(path, bits, text)| (path, bits, text.to_string())));
    }
}
