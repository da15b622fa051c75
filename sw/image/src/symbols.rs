// SPDX-License-Identifier: Apache-2.0
//! Names of addresses.

use std::collections::HashMap;

/// A symbol of the program.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    pub(crate) name: String,
    pub(crate) address: u64,
    /// Whether it is marked as a function.
    pub(crate) function: bool,
    /// Whether it lies in code.
    pub(crate) code: bool,
}

/// Symbols by name and by address.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    by_name: HashMap<String, u64>,
    /// Those in code, one an address, in the order of their addresses.
    code: Vec<Symbol>,
}

impl Symbols {
    pub(crate) fn new(symbols: Vec<Symbol>) -> Symbols {
        let by_name = symbols.iter().rev().map(|s| (s.name.clone(), s.address)).collect();
        let mut code: Vec<Symbol> = symbols.into_iter().filter(|s| s.code).collect();
        code.sort_by(|a, b| (a.address, !a.function, &a.name).cmp(&(b.address, !b.function, &b.name)));
        code.dedup_by_key(|s| s.address);
        Symbols { by_name, code }
    }

    pub(crate) fn address(&self, name: &str) -> Option<u64> {
        self.by_name.get(name).copied()
    }

    /// The last symbol in code at or before `address`, and how far after it `address` is.
    pub(crate) fn around(&self, address: u64) -> Option<(&str, u64)> {
        let after = self.code.partition_point(|s| s.address <= address);
        let symbol = &self.code[after.checked_sub(1)?];
        Some((&symbol.name, address - symbol.address))
    }
}
