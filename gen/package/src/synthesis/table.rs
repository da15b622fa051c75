// SPDX-License-Identifier: Apache-2.0
//! What synthesis found, for people.

use crate::synthesis::cells::{Area, Column};
use crate::synthesis::result::Clock;
use crate::synthesis::tree::Instance;
use crate::synthesis::{Synthesis, Target};
use std::fmt;

/// Width of the column of names.
const NAMES: usize = 52;

impl fmt::Display for Synthesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = Target::named(&self.target).map_or(&[][..], Target::columns);
        if let Some(tree) = &self.tree {
            let titles: String = columns.iter().map(|column| title(column.title)).collect();
            writeln!(f, "{:<NAMES$}{titles}{}", "instance: module", title(&format!("own {}", columns[0].title)))?;
            write_tree(f, tree, 0, columns)?;
        }
        let whole = format!("{}, flattened", self.top);
        if self.tree.is_none() {
            let titles: String = columns.iter().map(|column| title(column.title)).collect();
            writeln!(f, "{:<NAMES$}{titles}", "")?;
        }
        writeln!(f, "{whole:<NAMES$}{}", row(&self.area, columns))?;
        if !self.memories.is_empty() {
            writeln!(f, "\n{:<NAMES$}{:>13}  {:<7}became", "memory (module)", "words x bits", "ports")?;
        }
        for memory in &self.memories {
            let name = format!("{} ({})", memory.path, memory.module);
            let size = format!("{} x {}", memory.words, memory.width);
            let ports = format!("{}r {}w", memory.read_ports, memory.write_ports);
            writeln!(f, "{name:<NAMES$}{size:>13}  {ports:<7}{memory}")?;
        }
        for warning in self.warnings() {
            writeln!(f, "warning: {warning}")?;
        }
        writeln!(f)?;
        match self.fmax_mhz {
            None => writeln!(f, "fmax on {}: none, as it is not placed and routed", self.device),
            Some(mhz) => {
                let (low, high) = (least(&self.fmax_by_seed), most(&self.fmax_by_seed));
                let median = match self.fmax_by_seed.len() {
                    1 => "one placement".to_string(),
                    placements => format!("median of {placements} placements{}", range(low, high)),
                };
                writeln!(f, "fmax on {}: {mhz:.1} MHz, {median}", self.device)?;
                self.clocks.iter().try_for_each(|clock| write_clock(f, clock))
            }
        }
    }
}

fn title(text: &str) -> String {
    format!("{text:>width$}", width = width(text))
}

fn width(title: &str) -> usize {
    title.len().max(6) + 2
}

fn row(area: &Area, columns: &[Column]) -> String {
    columns.iter().map(|column| format!("{:>width$}", area.get(column.key), width = width(column.title))).collect()
}

fn write_tree(f: &mut fmt::Formatter<'_>, instance: &Instance, depth: usize, columns: &[Column]) -> fmt::Result {
    let name = match &instance.names[..] {
        [] => instance.module.clone(),
        [one] => format!("{one}: {}", instance.module),
        [first, .., last] => format!("{first} .. {last}: {}, {} of", instance.module, instance.names.len()),
    };
    let name = format!("{}{name}", "  ".repeat(depth));
    let own = format!("{:>width$}", instance.own.get(columns[0].key), width = width(columns[0].title) + 4);
    writeln!(f, "{name:<NAMES$}{}{own}", row(&instance.total, columns))?;
    instance.instances.iter().try_for_each(|child| write_tree(f, child, depth + 1, columns))
}

fn write_clock(f: &mut fmt::Formatter<'_>, clock: &Clock) -> fmt::Result {
    let Clock { name, fmax_mhz, min_mhz, max_mhz, seed, critical_path } = clock;
    writeln!(f, "\nclock {name}: {fmax_mhz:.1} MHz{}", range(*min_mhz, *max_mhz))?;
    let Some(path) = critical_path else { return Ok(()) };
    let (total, logic, routing) = (path.total_ns, path.logic_ns, path.routing_ns);
    writeln!(f, "  critical path with seed {seed}: {total:.2} ns, {logic:.2} in logic and {routing:.2} in routing")?;
    writeln!(f, "  {:<70}{:>7}{:>9}", "", "logic", "routing")?;
    let last = path.hops.len().saturating_sub(1);
    for (i, hop) in path.hops.iter().enumerate() {
        let what = match (i, hop.cells) {
            (0, _) => format!("from {} ({})", hop.name, path.from_module),
            (i, _) if i == last => format!("to   {} ({})", hop.name, path.to_module),
            (_, 1) if hop.name == "lookup tables" => "       1 lookup table".into(),
            (_, cells) if hop.name == "lookup tables" => format!("       {cells} lookup tables"),
            _ => format!("       {}", hop.name),
        };
        writeln!(f, "  {what:<70}{:>7.2}{:>9.2}", hop.logic_ns, hop.routing_ns)?;
    }
    Ok(())
}

/// Where several are.
fn range(low: f64, high: f64) -> String {
    match low < high {
        true => format!(" ({low:.1} to {high:.1})"),
        false => String::new(),
    }
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::path::{Hop, Path};

    struct Shown(Clock);

    impl fmt::Display for Shown {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_clock(f, &self.0)
        }
    }

    /// The path in docs/synthesis.md, with its numbers, is printed as it stands there.
    #[test]
    fn a_path_has_the_form_of_the_page() {
        let page = include_str!("../../../../docs/synthesis.md");
        let block = page.split("```\n").find(|block| block.starts_with("fmax on ECP5")).unwrap();
        let (title, block) = block.split_once('\n').unwrap();
        let words = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
        let lines: Vec<Vec<String>> = block.lines().filter(|line| !line.is_empty()).map(words).collect();
        let number = |word: &String| word.parse::<f64>().unwrap();
        let module = |word: &String| word.trim_matches(['(', ')']).to_string();
        let [clock, path, _, from, between @ .., to] = &lines[..] else { panic!("{lines:?}") };
        let hop = |name: &str, cells: u64, line: &[String]| Hop {
            name: name.into(),
            cells,
            logic_ns: number(&line[line.len() - 2]),
            routing_ns: number(&line[line.len() - 1]),
        };
        let inner = between.iter().map(|line| match line[0].parse() {
            Ok(cells) => hop("lookup tables", cells, line),
            Err(_) => hop(&line[0], 1, line),
        });
        let hops = [vec![hop(&from[1], 1, from)], inner.collect(), vec![hop(&to[1], 1, to)]].concat();
        let fmax = number(&clock[2]);
        assert!(title.ends_with(&format!(": {fmax:.1} MHz, one placement")), "{title}");
        let sum = |ns: fn(&Hop) -> f64| hops.iter().map(ns).sum::<f64>();
        let (logic, routing) = (sum(|hop| hop.logic_ns), sum(|hop| hop.routing_ns));
        let critical_path = Path {
            from: from[1].clone(),
            from_module: module(&from[2]),
            to: to[1].clone(),
            to_module: module(&to[2]),
            total_ns: number(&path[5]),
            logic_ns: number(&path[7]),
            routing_ns: number(&path[11]),
            hops,
        };
        // Each number is rounded by itself.
        let about = |one: f64, other: f64| (one - other).abs() < 0.03;
        assert!(about(logic, critical_path.logic_ns) && about(routing, critical_path.routing_ns), "{logic} {routing}");
        assert!(about(logic + routing, critical_path.total_ns) && (1000.0 / critical_path.total_ns - fmax).abs() < 0.1);
        let (min_mhz, max_mhz) = (fmax, fmax);
        let name = clock[1].trim_end_matches(':').to_string();
        let clock = Clock { name, fmax_mhz: fmax, min_mhz, max_mhz, seed: 1, critical_path: Some(critical_path) };
        assert_eq!(Shown(clock).to_string(), block);
    }
}
