// SPDX-License-Identifier: Apache-2.0
//! The cells of every instance, and of all that is in it.

use crate::synthesis::cells::{Area, Cells, Column};
use crate::synthesis::netlist::Netlist;
use serde::Serialize;
use std::collections::BTreeMap;

/// Instances of one module side by side, with as many cells each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Instance {
    /// Their names; none for the top.
    pub names: Vec<String>,
    /// Their module.
    pub module: String,
    /// Cells of one of them, without those of its instances.
    pub own: Area,
    /// Cells of one of them in all.
    pub total: Area,
    /// What is in one of them, the largest first.
    pub instances: Vec<Instance>,
}

/// All instances of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// How many instances there are.
    pub instances: u64,
    /// Cells of one of them, without those of its instances.
    pub own: Area,
    /// The same in parts of the size.
    pub parts: Area,
}

/// The hierarchy as it is written, and the cells of every module.
pub(crate) struct Hierarchy<'a> {
    source: &'a Netlist,
    cells: BTreeMap<&'a str, Cells>,
    columns: &'a [Column],
}

impl<'a> Hierarchy<'a> {
    pub(crate) fn new(source: &'a Netlist, mapped: &'a Netlist, columns: &'a [Column]) -> Self {
        let modules = mapped.modules.iter().filter(|(name, _)| source.modules.contains_key(*name));
        let cells =
            modules.map(|(name, module)| (name.as_str(), module.count(|kind| source.modules.contains_key(kind))));
        Hierarchy { source, cells: cells.collect(), columns }
    }

    /// The instance tree below the module `top`.
    pub(crate) fn tree(&self, top: &str) -> Instance {
        self.instance(vec![], top).0
    }

    fn instance(&self, names: Vec<String>, module: &str) -> (Instance, Cells) {
        let own = self.cells.get(module).cloned().unwrap_or_default();
        let mut total = own.clone();
        let mut by_module: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (name, kind) in instances(self.source, module) {
            by_module.entry(kind).or_default().push(name.into());
        }
        let mut children = vec![];
        for (kind, names) in by_module {
            let count = names.len();
            let (child, cells) = self.instance(names, kind);
            (0..count).for_each(|_| total += &cells);
            children.push(child);
        }
        let size = |child: &Instance| child.total.get(self.columns[0].key) * child.names.len() as u64;
        children.sort_by_key(|child| std::cmp::Reverse(size(child)));
        let (module, own) = (module.to_string(), Area::of(&own, self.columns));
        (Instance { names, module, own, total: Area::of(&total, self.columns), instances: children }, total)
    }

    /// Every module below `top`, the one with most in all its instances first.
    pub(crate) fn modules(&self, top: &str, parts: &[Column]) -> Vec<Module> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        count(self.source, top, &mut counts);
        let nothing = Cells::default();
        let module = |(name, instances): (&str, u64)| {
            let cells = self.cells.get(name).unwrap_or(&nothing);
            Module { name: name.into(), instances, own: Area::of(cells, self.columns), parts: Area::of(cells, parts) }
        };
        let mut modules: Vec<Module> = counts.into_iter().map(module).collect();
        let size = |module: &Module| module.own.get(self.columns[0].key) * module.instances;
        modules.sort_by_key(|module| (std::cmp::Reverse(size(module)), std::cmp::Reverse(module.own.get("ff"))));
        modules
    }
}

/// Name and module of every instance in a module.
pub(crate) fn instances<'a>(source: &'a Netlist, module: &str) -> Vec<(&'a str, &'a str)> {
    let cells = source.modules.get(module).map(|module| &module.cells);
    let cells = cells.into_iter().flatten().map(|(name, cell)| (name.as_str(), cell.kind.as_str()));
    cells.filter(|(_, kind)| source.modules.contains_key(*kind)).collect()
}

fn count<'a>(source: &'a Netlist, module: &'a str, counts: &mut BTreeMap<&'a str, u64>) {
    *counts.entry(module).or_default() += 1;
    instances(source, module).into_iter().for_each(|(_, kind)| count(source, kind, counts));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::Target;

    const SOURCE: &str = r#"{"modules": {
        "top": {"cells": {"a": {"type": "leaf"}, "b": {"type": "leaf"}, "c": {"type": "big"}}},
        "leaf": {}, "big": {}}}"#;

    const MAPPED: &str = r#"{"modules": {
        "top": {"cells": {"a": {"type": "leaf"}, "b": {"type": "leaf"}, "c": {"type": "big"}, "x": {"type": "LUT4"}}},
        "leaf": {"cells": {"y": {"type": "TRELLIS_FF"}, "z": {"type": "CCU2C"}}},
        "big": {"cells": {"m": {"type": "TRELLIS_DPR16X4"}, "n": {"type": "TRELLIS_DPR16X4"}}},
        "LUT4": {}}}"#;

    #[test]
    fn an_instance_holds_what_its_instances_hold() {
        let (source, mapped) = (serde_json::from_str(SOURCE).unwrap(), serde_json::from_str(MAPPED).unwrap());
        let hierarchy = Hierarchy::new(&source, &mapped, Target::Ecp5.columns());
        let top = hierarchy.tree("top");
        assert_eq!((top.own.get("lut4"), top.total.get("lut4"), top.total.get("ff")), (1, 1 + 2 * 2 + 8, 2));
        let children: Vec<_> =
            top.instances.iter().map(|child| (child.names.join(" "), child.total.get("lut4"))).collect();
        assert_eq!(children, [("c".to_string(), 8), ("a b".to_string(), 2)]);
        let modules = hierarchy.modules("top", Target::Ecp5.parts());
        let modules: Vec<_> = modules.iter().map(|m| (m.name.as_str(), m.instances, m.parts.get("lut_ram"))).collect();
        assert_eq!(modules, [("big", 1, 8), ("leaf", 2, 0), ("top", 1, 0)]);
    }
}
