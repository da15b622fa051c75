// SPDX-License-Identifier: Apache-2.0
//! Configurations beside one another: what options cost, or two configurations module by module.

use crate::synthesis::{Area, Column, Synthesis, Target};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// A configuration and others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Name of the target.
    pub target: String,
    /// The configuration that the others are compared with.
    pub base: Variant,
    /// The others.
    pub options: Vec<Variant>,
    /// Modules that differ, where there is one other.
    pub modules: Vec<Difference>,
    /// The other is a configuration of its own, and no change to the first.
    #[serde(skip)]
    pub is_pair: bool,
}

/// A configuration's size and speed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Variant {
    /// The configuration, or how it differs from the base.
    pub name: String,
    /// Its cells, the hierarchy dissolved.
    pub area: Area,
    /// Its highest clock frequency in MHz.
    pub fmax_mhz: Option<f64>,
    /// The lowest and the highest of its placements.
    pub fmax_range: Option<(f64, f64)>,
}

/// A module in two configurations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Its name.
    pub name: String,
    /// How many instances there are in the first, and cells of one of them.
    pub first: Option<(u64, Area)>,
    /// The same of the second.
    pub second: Option<(u64, Area)>,
}

impl Variant {
    fn new(name: String, found: &Synthesis) -> Variant {
        let low = found.fmax_by_seed.iter().copied().reduce(f64::min);
        let high = found.fmax_by_seed.iter().copied().reduce(f64::max);
        Variant { name, area: found.area.clone(), fmax_mhz: found.fmax_mhz, fmax_range: low.zip(high) }
    }
}

impl Comparison {
    /// Compares with the configuration `name`.
    pub fn new(name: String, found: &Synthesis) -> Self {
        let target = found.target.clone();
        Comparison { target, base: Variant::new(name, found), options: vec![], modules: vec![], is_pair: false }
    }

    /// Adds what was `found` with `option`.
    pub fn add(&mut self, option: &str, found: &Synthesis) {
        self.options.push(Variant::new(option.into(), found));
    }

    /// Compares two configurations, module by module if they were synthesised so.
    pub fn of(names: [String; 2], found: [&Synthesis; 2]) -> Self {
        let [first, second] = names;
        let mut comparison = Comparison::new(first, found[0]);
        comparison.add(&second, found[1]);
        comparison.is_pair = true;
        let names: BTreeSet<&str> = found.iter().flat_map(|s| &s.modules).map(|m| m.name.as_str()).collect();
        let module = |found: &Synthesis, name: &str| {
            let module = found.modules.iter().find(|module| module.name == name)?;
            Some((module.instances, module.own.clone()))
        };
        for name in names {
            let (first, second) = (module(found[0], name), module(found[1], name));
            if first != second {
                comparison.modules.push(Difference { name: name.into(), first, second });
            }
        }
        let key = comparison.columns().first().map_or("", |column| column.key);
        let all = |of: &Option<(u64, Area)>| of.as_ref().map_or(0, |(instances, area)| instances * area.get(key));
        comparison.modules.sort_by_key(|m| std::cmp::Reverse(all(&m.first).abs_diff(all(&m.second))));
        comparison
    }

    fn columns(&self) -> Vec<Column> {
        let columns = Target::named(&self.target).map_or(&[][..], Target::columns);
        // What the size of FPGAs consists of says little about a difference.
        columns
            .iter()
            .filter(|column| !["logic", "carry", "ram16x4", "carry4"].contains(&column.key))
            .copied()
            .collect()
    }
}

/// `with` as what it is more or less than `without`.
pub(crate) fn signed(with: u64, without: u64) -> String {
    match i128::from(with) - i128::from(without) {
        0 => "0".to_string(),
        difference => format!("{difference:+}"),
    }
}

pub(crate) fn mhz(fmax: Option<f64>) -> String {
    fmax.map_or_else(|| "none".into(), |mhz| format!("{mhz:.1}"))
}

impl fmt::Display for Comparison {
    /// Tables in Markdown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns();
        let head = |f: &mut fmt::Formatter<'_>, first: &str, last: &str| {
            let titles: Vec<&str> = columns.iter().map(|column| column.title).chain([last]).collect();
            writeln!(f, "| {first} | {} |\n|---|{}", titles.join(" | "), "--:|".repeat(titles.len()))
        };
        let row = |f: &mut fmt::Formatter<'_>, name: &str, cells: Vec<String>| {
            writeln!(f, "| {name} | {} |", cells.join(" | "))
        };
        head(f, "configuration", "fmax (MHz)")?;
        let range = |variant: &Variant| match variant.fmax_range {
            Some((low, high)) if low < high => format!("{} ({low:.1} to {high:.1})", mhz(variant.fmax_mhz)),
            _ => mhz(variant.fmax_mhz),
        };
        let sums = columns.iter().map(|column| self.base.area.get(column.key).to_string());
        row(f, &self.base.name, sums.chain([range(&self.base)]).collect())?;
        for variant in &self.options {
            let sums =
                columns.iter().map(|column| signed(variant.area.get(column.key), self.base.area.get(column.key)));
            let name = if self.is_pair { variant.name.clone() } else { format!("+ `{}`", variant.name) };
            row(f, &name, sums.chain([range(variant)]).collect())?;
        }
        if self.modules.is_empty() {
            return Ok(());
        }
        writeln!(f)?;
        head(f, "module, one of it", "instances")?;
        for Difference { name, first, second } in &self.modules {
            let count = |of: &Option<(u64, Area)>| of.as_ref().map_or(0, |(instances, _)| *instances);
            let get = |of: &Option<(u64, Area)>, key| of.as_ref().map_or(0, |(_, area)| area.get(key));
            let change = |before: u64, after: u64| match before == after {
                true => before.to_string(),
                false => format!("{before} to {after}"),
            };
            let cells = columns.iter().map(|column| change(get(first, column.key), get(second, column.key)));
            row(f, &format!("`{name}`"), cells.chain([change(count(first), count(second))]).collect())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::{Cells, Module};

    fn found(lut4: u64, ff: u64, fmax_mhz: f64) -> Synthesis {
        let mut cells = Cells::default();
        cells.count("LUT4", lut4);
        cells.count("TRELLIS_FF", ff);
        let area = Area::of(&cells, Target::Ecp5.columns());
        let module = |name: &str| Module { name: name.into(), instances: 1, own: area.clone(), parts: Area::default() };
        Synthesis {
            target: "ecp5".into(),
            device: "ECP5".into(),
            top: "t".into(),
            fmax_mhz: Some(fmax_mhz),
            fmax_by_seed: vec![fmax_mhz],
            clocks: vec![],
            tree: None,
            modules: vec![module("tw_a")],
            memories: vec![],
            area,
        }
    }

    #[test]
    fn an_option_is_shown_by_what_it_adds_and_the_frequency_it_leaves() {
        let mut comparison = Comparison::new("preset micro".into(), &found(1000, 300, 120.0));
        comparison.add("stall=true", &found(990, 300, 121.25));
        comparison.add("modes=both", &found(1100, 310, 99.0));
        let text = comparison.to_string();
        let rows: Vec<_> = text.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| preset micro | 1000 | 300 | 0 | 120.0 |",
                "| + `stall=true` | -10 | 0 | 0 | 121.2 |",
                "| + `modes=both` | +100 | +10 | 0 | 99.0 |",
            ]
        );
    }

    #[test]
    fn two_configurations_are_compared_by_module() {
        let (first, mut second) = (found(1000, 300, 120.0), found(900, 300, 121.0));
        second.modules[0].name = "tw_b".into();
        let comparison = Comparison::of(["A".into(), "B".into()], [&first, &second]);
        let text = comparison.to_string();
        let rows: Vec<_> = text.lines().filter(|line| line.contains("tw_") || line.starts_with("| B")).collect();
        assert_eq!(
            rows,
            [
                "| B | -100 | 0 | 0 | 121.0 |",
                "| `tw_a` | 1000 to 0 | 300 to 0 | 0 | 1 to 0 |",
                "| `tw_b` | 0 to 900 | 0 to 300 | 0 | 0 to 1 |"
            ]
        );
    }
}
