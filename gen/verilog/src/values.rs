// SPDX-License-Identifier: Apache-2.0
//! The nets of values that a kernel names, and what they are called.

use crate::expr::NetId;
use crate::language::ROUND;
use crate::nets::{Kind, Net, Nets};
use crate::stmt::Stmt;
use std::collections::BTreeSet;

/// What values are called that the kernel gives no name.
const NAMELESS: [&str; 2] = ["condition", "value"];

impl Nets {
    /// A new net for a value that the kernel names, with the rounds of loops that it is in.
    pub(crate) fn add_value(&mut self, name: &str, width: usize) -> NetId {
        let wanted = name.replace(ROUND, "_");
        let first = self.names.number(&wanted);
        let is_numbered = first != name || NAMELESS.contains(&name);
        self.table.push(Net { wanted, is_numbered, ..Net::new(first, width, Kind::Temporary) });
        self.table.len() - 1
    }

    /// Gives a value that has a number, because its name was taken, another name that is not.
    pub(crate) fn name_value(&mut self, net: NetId, name: &str) {
        let wanted = name.replace(ROUND, "_");
        let Net { name: now, wanted: before, .. } = &self.table[net];
        // A round of a loop is a name of its own.
        let is_second = !before.is_empty() && now != before || NAMELESS.contains(&before.as_str());
        if is_second && self.names.is_free(&wanted) {
            self.names.release(&self.table[net].name);
            self.table[net].name = self.names.number(&wanted);
            self.table[net].wanted = wanted;
        }
    }

    /// Gives the values that are left the names that others have left.
    pub(crate) fn settle(&mut self, statements: &[Stmt]) {
        let mut left = BTreeSet::new();
        for stmt in statements {
            stmt.targets(&mut |net| {
                left.insert(net);
            });
        }
        let values: Vec<NetId> = (0..self.table.len()).filter(|net| !self.table[*net].wanted.is_empty()).collect();
        values.iter().for_each(|net| self.names.release(&self.table[*net].name));
        for net in values.into_iter().filter(|net| left.contains(net)) {
            self.table[net].name = self.names.number(&self.table[net].wanted);
        }
    }
}
