// SPDX-License-Identifier: Apache-2.0
//! A chart of the area by module, as SVG.

use crate::synthesis::{Column, Module, Synthesis, Target};
use std::fmt::Write;

const WIDTH: u64 = 980;
const NAMES: u64 = 230;
const BARS: u64 = 540;
const TOP: u64 = 96;
const ROW: u64 = 30;

/// Colours of the parts of the size, and of flip-flops.
const COLOURS: [&str; 3] = ["#2f6db5", "#7fb2e5", "#e0a030"];
const REGISTERS: &str = "#5a9e6f";

const STYLE: &str = "\
text { font-family: \"DejaVu Sans\", Verdana, Arial, sans-serif; font-size: 13px; fill: #1d232b; }
.title { font-size: 18px; font-weight: bold; }
.small { font-size: 12px; fill: #555d68; }
.number { text-anchor: end; }
";

/// A row of the chart.
struct Bar {
    name: String,
    parts: Vec<u64>,
    registers: u64,
}

/// The chart of what was found by module; `name` says what it is of.
pub fn area(found: &Synthesis, name: &str) -> String {
    let target = Target::named(&found.target).unwrap_or(Target::Ecp5);
    let (size, parts) = (target.columns()[0], target.parts());
    let registers_are_a_part = parts.iter().any(|part| part.key == "registers");
    let bars = bars(&found.modules, parts);
    let longest = bars.iter().map(|bar| bar.parts.iter().sum::<u64>().max(bar.registers)).max().unwrap_or(1).max(1);
    let sum: u64 = bars.iter().flat_map(|bar| &bar.parts).sum();
    let height = TOP + ROW * bars.len() as u64 + 50;
    let speed = found.fmax_mhz.map_or_else(String::new, |mhz| format!(", {mhz:.1} MHz"));
    let (total, ff) = (found.area.get(size.key), found.area.get("ff"));
    let title = format!("{name} on {}: {total} {}, {ff} FF{speed}", found.device, size.title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         role=\"img\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"20\" y=\"32\" class=\"title\">{0}</text>\n",
        escaped(&title)
    );
    legend(&mut text, parts, size, registers_are_a_part);
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" class=\"small number\">{}</text><text x=\"{}\" y=\"{}\" class=\"small number\">FF</text>",
        WIDTH - 90,
        TOP - 8,
        size.title,
        WIDTH - 24,
        TOP - 8
    );
    for (i, bar) in bars.iter().enumerate() {
        draw(&mut text, bar, TOP + ROW * i as u64, longest, registers_are_a_part);
    }
    let _ = write!(
        text,
        "<text x=\"20\" y=\"{}\" class=\"small\">Each module is mapped for itself, all its instances together: {sum} {} in all. \
         The whole, where they share, takes {total}.</text>\n</svg>\n",
        height - 20,
        size.title
    );
    text
}

/// Modules, those with less than a hundredth of all as one.
fn bars(modules: &[Module], parts: &[Column]) -> Vec<Bar> {
    let bar = |module: &Module| Bar {
        name: match module.instances {
            1 => module.name.clone(),
            times => format!("{} × {times}", module.name),
        },
        parts: parts.iter().map(|part| module.parts.get(part.key) * module.instances).collect(),
        registers: module.own.get("ff") * module.instances,
    };
    let all: Vec<Bar> = modules.iter().map(bar).collect();
    let share = |bar: &Bar| bar.parts.iter().sum::<u64>() + bar.registers;
    let sum: u64 = all.iter().map(share).sum();
    let (mut large, small): (Vec<Bar>, Vec<Bar>) = all.into_iter().partition(|bar| share(bar) * 100 >= sum);
    if !small.is_empty() {
        large.push(Bar {
            name: format!("{} others", small.len()),
            parts: (0..parts.len()).map(|i| small.iter().map(|bar| bar.parts[i]).sum()).collect(),
            registers: small.iter().map(|bar| bar.registers).sum(),
        });
    }
    large
}

fn legend(text: &mut String, parts: &[Column], size: Column, registers_are_a_part: bool) {
    let parts = parts.iter().zip(COLOURS).map(|(part, colour)| (format!("{}, in {}", part.title, size.title), colour));
    let registers = (!registers_are_a_part).then(|| ("flip-flops".to_string(), REGISTERS));
    let mut x = 20;
    for (title, colour) in parts.chain(registers) {
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"50\" width=\"14\" height=\"14\" fill=\"{colour}\"/><text x=\"{}\" y=\"62\">{}</text>",
            x + 20,
            escaped(&title)
        );
        x += 60 + 8 * title.len() as u64;
    }
}

fn draw(text: &mut String, bar: &Bar, y: u64, longest: u64, registers_are_a_part: bool) {
    let width = |count: u64| count as f64 * BARS as f64 / longest as f64;
    let _ = writeln!(text, "<text x=\"20\" y=\"{}\">{}</text>", y + 15, escaped(&bar.name));
    let mut x = NAMES as f64;
    for (count, colour) in bar.parts.iter().zip(COLOURS).filter(|(count, _)| **count > 0) {
        let _ = writeln!(
            text,
            "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{:.1}\" height=\"14\" fill=\"{colour}\"/>",
            width(*count)
        );
        x += width(*count);
    }
    if !registers_are_a_part {
        let _ = writeln!(
            text,
            "<rect x=\"{NAMES}\" y=\"{}\" width=\"{:.1}\" height=\"6\" fill=\"{REGISTERS}\"/>",
            y + 15,
            width(bar.registers)
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" class=\"number\">{}</text><text x=\"{}\" y=\"{}\" class=\"number\">{}</text>",
        WIDTH - 90,
        y + 15,
        bar.parts.iter().sum::<u64>(),
        WIDTH - 24,
        y + 15,
        bar.registers
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::{Area, Cells};

    fn module(name: &str, instances: u64, lut4: u64, ff: u64) -> Module {
        let mut cells = Cells::default();
        cells.count("LUT4", lut4);
        cells.count("TRELLIS_FF", ff);
        let (own, parts) = (Area::of(&cells, Target::Ecp5.columns()), Area::of(&cells, Target::Ecp5.parts()));
        Module { name: name.into(), instances, own, parts }
    }

    #[test]
    fn modules_are_bars_and_small_ones_are_one() {
        let modules = [module("tw_a", 2, 500, 10), module("tw_b", 1, 1, 0), module("tw_c", 1, 2, 1)];
        let bars = bars(&modules, Target::Ecp5.parts());
        let bars: Vec<_> = bars.iter().map(|bar| (bar.name.as_str(), bar.parts.clone(), bar.registers)).collect();
        assert_eq!(bars, [("tw_a × 2", vec![1000, 0, 0], 20), ("2 others", vec![3, 0, 0], 1)]);
    }
}
