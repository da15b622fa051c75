// SPDX-License-Identifier: Apache-2.0
//! A register file in Verilog, from the description of its registers. [`Layout`] is what the description comes to in a
//! build: what is stored, and where the rest comes from. [`text`] writes it. Ports, and what the registers do in the
//! block simulator, are with the hardware, in `rtl/src/control/registers`.

mod bits;
mod field;
mod layout;
mod part;
mod port;
mod section;

pub use field::{Kind, Part};
pub use layout::{Input, Layout, Word};
pub use port::InputPort;

use crate::RegisterStyle;
use bits::{concat, literal, select};
use part::value;
use section::Section;
use std::fmt::Write;
use tracewright_regmap::{Hardware, Unit};

/// What the text depends on, apart from the registers.
pub struct Form<'a> {
    /// Style of the reset.
    pub reset: RegisterStyle,
    /// Whether there is the port `locked`.
    pub lock: bool,
    /// The ports that show the hardware the value of a register: those of them that there are.
    pub values: &'a [&'a str],
}

/// The bits of the bus that are used.
#[derive(Default)]
struct Used {
    wdata: u32,
    strobe: u32,
    write: bool,
}

/// The text between the ports and `endmodule`.
pub fn text(layout: &Layout, form: &Form<'_>) -> String {
    let mut used = Used::default();
    let mut text = String::new();
    let units = units(layout);
    if !units.is_empty() {
        text += "// Units that are not active.\n";
        units.iter().for_each(|(unit, _)| text += &format!("wire {};\n", inactive(*unit)));
        text += "\n";
    }
    for (index, word) in layout.words.iter().enumerate() {
        text += &Section { layout, index, word, form, used: &mut used }.text();
    }
    for (unit, (word, part)) in &units {
        let active = &layout.words[*word].parts[*part];
        let followed = active.followed.map_or(String::new(), |input| format!(" || !{}", layout.inputs[input].name));
        writeln!(text, "assign {} = !{}_q{followed};", inactive(*unit), active.name).ok();
    }
    text += "\n// What is read.\nreg [31:0] read;\n\nalways @(*) begin\n  case (bus_addr)\n";
    for word in layout.words.iter() {
        let value = read(layout, word);
        if value != literal(0, 32) {
            writeln!(text, "    // {}{}", word.register.name, fixed(word)).ok();
            writeln!(text, "    12'h{:03x}: read = {value};", word.register.offset).ok();
        }
    }
    text += "    default: read = 32'd0;\n  endcase\nend\n\nassign bus_rdata = read;\n";
    text += &unused(&used);
    text.lines().map(broken).collect()
}

/// Longest line that is not broken, in characters.
const LINE: usize = 108;

/// A line, broken where it is too long and there is a place for it.
fn broken(line: &str) -> String {
    let indent = line.len() - line.trim_start().len() + 4;
    let (mut text, mut length) = (String::new(), 0);
    let is_comment = line.trim_start().starts_with("//");
    for piece in line.split_inclusive([',', '|']) {
        let breaks = text.ends_with(',') || text.ends_with("||");
        if length + piece.len() > LINE && breaks && !is_comment {
            text += "\n";
            text += &" ".repeat(indent);
            text += piece.trim_start();
            length = indent + piece.trim_start().len();
        } else {
            text += piece;
            length += piece.len();
        }
    }
    text + "\n"
}

/// The units that have an Active bit, and where it is.
fn units(layout: &Layout) -> Vec<(Unit, (usize, usize))> {
    let mut units: Vec<(Unit, (usize, usize))> = Vec::new();
    for word in &layout.words {
        let unit = word.register.unit;
        let resets = |part: &Part| part.kind == Kind::Stored && resets_with_unit(part);
        if let Some(active) = word.active.filter(|_| word.parts.iter().any(resets)) {
            if units.iter().all(|(other, _)| *other != unit) {
                units.push((unit, active));
            }
        }
    }
    units
}

/// Name of the net that says that a unit is not active.
fn inactive(unit: Unit) -> &'static str {
    match unit {
        Unit::Encoder => "encoder_inactive",
        Unit::Timestamp => "timestamp_inactive",
        Unit::Pib => "pib_inactive",
        Unit::Atb => "atb_inactive",
        Unit::Funnel => "funnel_inactive",
        Unit::Tandem => "tandem_inactive",
        Unit::Records => "records_inactive",
    }
}

/// A register from its fields, with 0 between them.
fn joined(word: &Word, value: impl Fn(&Part) -> Option<(String, usize)>) -> String {
    let mut parts: Vec<String> = Vec::new();
    // Constant bits that were not written yet, and how many.
    let (mut constant, mut count) = (0, 0);
    let mut next = 0;
    let flush = |parts: &mut Vec<String>, constant: &mut u32, count: &mut usize| {
        if *count > 0 {
            parts.push(literal(*constant, *count));
        }
        (*constant, *count) = (0, 0);
    };
    for part in &word.parts {
        count += part.field.lsb - next;
        next = part.field.lsb + part.field.width;
        match value(part) {
            Some((text, width)) => {
                flush(&mut parts, &mut constant, &mut count);
                parts.push(text);
                count = part.field.width - width;
            }
            None => {
                let fixed = if part.kind == Kind::Fixed { part.reset } else { 0 };
                constant |= fixed << count;
                count += part.field.width;
            }
        }
    }
    count += 32 - next;
    flush(&mut parts, &mut constant, &mut count);
    parts.reverse();
    concat(&parts)
}

/// What the bus reads.
fn read(layout: &Layout, word: &Word) -> String {
    joined(word, |part| match part.kind {
        Kind::Fixed | Kind::Acts => None,
        Kind::Stored => match part.followed {
            Some(input) => Some((layout.inputs[input].name.into(), 1)),
            None => Some((value(part), part.width())),
        },
        Kind::Input(input) => {
            let Input { name, width } = layout.inputs[input];
            let shown = select(name, width, 0, part.width());
            let shown = match part.only_with {
                Some((with, set)) => {
                    let possible = possible(&word.parts[with], "q", set);
                    format!("({possible} ? {shown} : {})", literal(0, part.width()))
                }
                None => shown,
            };
            Some((shown, part.width()))
        }
        Kind::Mirror(word, other) => {
            let other = &layout.words[word].parts[other];
            let width = other.width().min(part.field.width);
            Some((select(&value(other), other.width(), 0, width), width))
        }
    })
}

/// The condition that the net of a field, with this after its name, has a value of a set.
fn possible(with: &Part, suffix: &str, set: u32) -> String {
    let possible = (0..u32::BITS).filter(|value| set >> value & 1 != 0 && value & !with.possible() == 0);
    let equal = |value| format!("{}_{suffix} == {}", with.name, literal(value, with.width()));
    possible.map(equal).collect::<Vec<_>>().join(" || ")
}

/// The fields of a register that are the same for ever and not 0, each with its value.
fn fixed(word: &Word) -> String {
    let fixed = word.parts.iter().filter(|part| part.kind == Kind::Fixed && part.reset != 0);
    let named: Vec<String> = fixed.map(|part| format!("{} {}", part.field.name, part.reset)).collect();
    match named.is_empty() {
        true => String::new(),
        false => format!(": {}", named.join(", ")),
    }
}

/// What lint is to know that is not read on purpose.
fn unused(used: &Used) -> String {
    let mut nets = Vec::new();
    for (name, width, used) in [("bus_wdata", 32, used.wdata), ("bus_strobe", 4, used.strobe)] {
        let mut lsb = 0;
        while lsb < width {
            let is_used = |bit: usize| used >> bit & 1 != 0;
            let end = (lsb..width).find(|bit| is_used(*bit) != is_used(lsb)).unwrap_or(width);
            if !is_used(lsb) {
                nets.push(select(name, width, lsb, end - lsb));
            }
            lsb = end;
        }
    }
    nets.extend((!used.write).then(|| "bus_write".to_string()));
    match nets.is_empty() {
        true => String::new(),
        false => format!("\n// Nothing reads these.\nwire unused = &{{1'b0, {}}};\n", nets.join(", ")),
    }
}

/// Whether a field returns to its reset value with its unit.
fn resets_with_unit(part: &Part) -> bool {
    part.field.hardware != Hardware::Follows
}

/// The bytes that a field has bits in, with the first bit and the one after the last of each, counted from the field's
/// first.
fn lanes(part: &Part, width: usize) -> Vec<(usize, usize, usize)> {
    let (lsb, end) = (part.field.lsb, part.field.lsb + width);
    (lsb / 8..=(end - 1) / 8).map(|lane| (lane, (lane * 8).max(lsb) - lsb, (lane * 8 + 8).min(end) - lsb)).collect()
}
