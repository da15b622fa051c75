// SPDX-License-Identifier: Apache-2.0
//! What was found, as cells of a table.

use super::Table;
use crate::synthesis::comparison::{mhz, signed};
use crate::synthesis::{Area, Error, Synthesis, Target};

/// Titles of the columns after the labels.
pub(super) fn titles(table: &Table) -> Vec<String> {
    let columns = Target::named(&table.target).map_or(&[][..], Target::columns);
    let title = |key: &str| match key {
        "ram" => "of it RAM".to_string(),
        "fmax" | "clocks" => "fmax (MHz)".into(),
        _ => columns.iter().find(|column| column.key == key).map_or(key, |column| column.title).into(),
    };
    let titled = |key: &String| match key.split_once('.') {
        Some((module, key)) => format!("`{module}` {}", title(key)),
        None => title(key),
    };
    table.columns.iter().map(titled).collect()
}

/// Whether each design has the modules of which the table has a column.
pub(super) fn check_modules(table: &Table, found: &[Synthesis]) -> Result<(), Error> {
    for (row, found) in table.row.iter().zip(found) {
        for (module, _) in table.columns.iter().filter_map(|key| key.split_once('.')) {
            if !found.modules.iter().any(|other| other.name == module) {
                let (label, name) = (&row.label, &table.name);
                let what = format!("{label} has no module `{module}`, of which the table `{name}` has a column");
                return Err(Error::Figures(what));
            }
        }
    }
    Ok(())
}

/// The rows: what each begins with, and its cells.
pub(super) fn rows(table: &Table, found: &[Synthesis]) -> Vec<(String, Vec<String>)> {
    if table.modules {
        let module = |module: &crate::synthesis::Module| {
            let times = if module.instances > 1 { format!(", {} of it", module.instances) } else { String::new() };
            let cells = table.columns.iter().map(|key| grouped(number(&module.own, key)));
            (format!("`{}`{times}", module.name), cells.collect())
        };
        return found.iter().flat_map(|found| &found.modules).map(module).collect();
    }
    let row = |(i, found_here): (usize, &Synthesis)| {
        let base = (table.differences && i > 0).then(|| &found[0]);
        let cells = table.columns.iter().map(|key| cell(key, found_here, base));
        (table.row[i].label.clone(), cells.collect())
    };
    found.iter().enumerate().map(row).collect()
}

fn cell(key: &str, found: &Synthesis, base: Option<&Synthesis>) -> String {
    match key {
        "fmax" => with_range(found.fmax_mhz, &found.fmax_by_seed),
        "clocks" if found.clocks.len() == 1 => with_range(found.fmax_mhz, &found.fmax_by_seed),
        "clocks" => {
            let clocks = found.clocks.iter().map(|clock| format!("{} {:.1}", clock.name, clock.fmax_mhz));
            clocks.collect::<Vec<_>>().join(", ")
        }
        _ => {
            let of = |found: &Synthesis| match key.split_once('.') {
                Some((module, key)) => {
                    found.modules.iter().find(|m| m.name == module).map_or(0, |module| number(&module.own, key))
                }
                None => number(&found.area, key),
            };
            base.map_or_else(|| grouped(of(found)), |base| signed(of(found), of(base)))
        }
    }
}

fn number(area: &Area, key: &str) -> u64 {
    if key == "ram" {
        return 4 * area.get("ram16x4");
    }
    area.get(key)
}

/// The median, and where the others are.
fn with_range(fmax: Option<f64>, by_seed: &[f64]) -> String {
    let low = by_seed.iter().copied().fold(f64::INFINITY, f64::min);
    let high = by_seed.iter().copied().fold(0.0, f64::max);
    if low < high {
        return format!("{} ({low:.1} to {high:.1})", mhz(fmax));
    }
    mhz(fmax)
}

/// `count` with commas.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let groups: Vec<String> = (first > 0).then(|| digits[..first].to_string()).into_iter().chain(groups).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    #[test]
    fn digits_are_in_groups_of_three() {
        assert_eq!([0, 999, 1000, 12_345, 1_234_567].map(super::grouped), ["0", "999", "1,000", "12,345", "1,234,567"]);
    }
}
