// SPDX-License-Identifier: Apache-2.0
//! One register in Verilog: what it stores and how that changes.

use super::bits::{concat, literal, mask, range, Source};
use super::part::{bus, is_chosen, is_cleared_by_reading, kept, reset, value, written};
use super::{inactive, joined, lanes, possible, resets_with_unit, select};
use super::{Form, Input, Kind, Layout, Part, Used, Word};
use crate::RegisterStyle;
use std::fmt::Write;

/// Statements under their conditions, in order.
type Statements = Vec<(String, Vec<String>)>;

/// Writes the text of a register.
pub(super) struct Section<'a> {
    pub(super) layout: &'a Layout,
    /// Which word of the layout it is.
    pub(super) index: usize,
    pub(super) word: &'a Word,
    pub(super) form: &'a Form<'a>,
    pub(super) used: &'a mut Used,
}

impl<'a> Section<'a> {
    /// The section; nothing for a register that keeps nothing.
    pub(super) fn text(&mut self) -> String {
        let word = self.word;
        let is_value = self.form.values.contains(&word.name.as_str());
        if self.stored().next().is_none() && !is_value {
            return String::new();
        }
        let mut text = format!("// {}, 0x{:03x}: {}\n", word.register.name, word.register.offset, word.register.doc);
        let is_written = |part: &Part| part.is_written() || part.kind == Kind::Acts && is_value;
        if word.parts.iter().any(is_written) {
            self.used.write = true;
            writeln!(text, "wire {}_write = bus_write && bus_addr == 12'h{:03x};", word.name, word.register.offset)
                .ok();
        }
        if self.stored().any(is_cleared_by_reading) {
            writeln!(text, "wire {}_read = bus_read && bus_addr == 12'h{:03x};", word.name, word.register.offset).ok();
        }
        for part in self.stored() {
            let width = part.width();
            writeln!(text, "reg {}{};", range(width), kept(part)).ok();
            if let Some(input) = part.base {
                let base = select(self.layout.inputs[input].name, self.layout.inputs[input].width, 0, width);
                writeln!(text, "wire {}{} = {} ^ {base};", range(width), value(part), kept(part)).ok();
            }
        }
        text += &self.helpers(is_value);
        if self.stored().next().is_some() {
            text += &self.storage();
        }
        if is_value {
            let value = joined(word, |part| match part.kind {
                Kind::Stored => Some((value(part), part.width())),
                Kind::Acts => Some((format!("{}_acts", part.name), part.width())),
                Kind::Fixed | Kind::Input(_) | Kind::Mirror(..) => None,
            });
            let is_driven = word.parts.iter().any(|part| matches!(part.kind, Kind::Input(_)));
            let note = if is_driven { "\n// What the hardware drives itself is 0 here." } else { "" };
            writeln!(text, "{note}\nassign {} = {value};", word.name).ok();
        }
        text + "\n"
    }

    /// The fields that are stored.
    fn stored(&self) -> impl Iterator<Item = &'a Part> {
        self.word.parts.iter().filter(|part| part.kind == Kind::Stored)
    }

    /// Whether the whole value that a write gives a field has a net of its own.
    fn has_written(&self, part: &Part) -> bool {
        let several = is_chosen(part) && lanes(part, part.field.width).len() > 1;
        part.is_written() && (several || self.clears(part) || self.limits(part))
    }

    /// Whether the field clears another by rising.
    fn clears(&self, part: &Part) -> bool {
        let place = self.word.parts.iter().position(|other| other.name == part.name);
        place.is_some_and(|place| self.layout.clears(self.index, place))
    }

    /// Whether another field is 0 under some values of the field.
    fn limits(&self, part: &Part) -> bool {
        self.stored().any(|other| other.only_with.is_some_and(|(with, _)| self.word.parts[with].name == part.name))
    }

    /// Nets about what is written.
    fn helpers(&mut self, is_value: bool) -> String {
        let (word, mut text) = (self.word, String::new());
        let write = format!("{}_write", word.name);
        for part in &word.parts {
            let (name, width) = (&part.name, part.width());
            if part.kind == Kind::Acts && is_value {
                let acts = self.by_lane(part, width, |lane, bits, _, count| match count {
                    1 => format!("{write} && bus_strobe[{lane}] && {bits}"),
                    _ => format!("{{{count}{{{write} && bus_strobe[{lane}]}}}} & {bits}"),
                });
                writeln!(text, "wire {}{name}_acts = {acts};", range(width)).ok();
            }
            if self.has_written(part) {
                let whole = if is_chosen(part) { part.field.width } else { width };
                let merged =
                    self.by_lane(part, whole, |lane, bits, old, _| format!("bus_strobe[{lane}] ? {bits} : {old}"));
                writeln!(text, "wire {}{name}_written = {merged};", range(whole)).ok();
                let source = written(part);
                let source = source.source();
                let mut condition = write.clone();
                if is_chosen(part) {
                    writeln!(text, "wire {name}_accepted = {};", source.accepts(part)).ok();
                    write!(condition, " && {name}_accepted").ok();
                }
                if self.clears(part) {
                    let (low, high) = match whole {
                        1 => (format!("!{name}_q"), format!("{name}_written")),
                        _ => (format!("!(|{name}_q)"), format!("(|{name}_written)")),
                    };
                    writeln!(text, "wire {name}_rises = {condition} && {low} && {high};").ok();
                }
                if self.limits(part) {
                    let (value, _) = source.stored(part, 0, width);
                    let next = format!("({condition}) ? {value} : {name}_q");
                    writeln!(text, "wire {}{name}_next = {next};", range(width)).ok();
                }
            } else if self.limits(part) {
                writeln!(text, "wire {}{name}_next = {name}_q;", range(width)).ok();
            }
        }
        for part in self.stored() {
            let Some((with, set)) = part.only_with else { continue };
            let possible = possible(&word.parts[with], "next", set);
            writeln!(text, "wire {}_possible = {possible};", part.name).ok();
        }
        text
    }

    /// A value of the first `width` bits of a field from `one(lane, written, old, count)` for each of its bytes.
    fn by_lane(&mut self, part: &Part, width: usize, one: impl Fn(usize, &str, &str, usize) -> String) -> String {
        let mut parts = Vec::new();
        for (lane, from, to) in lanes(part, width) {
            let bits = match is_chosen(part) {
                true => (bus(part).bits(from, to), mask(to - from) << from),
                false => bus(part).stored(part, from, to),
            };
            self.uses(part, bits.1, lane);
            let kept = part.width().clamp(from, to);
            let mut old = Vec::new();
            if kept < to {
                old.push(literal(0, to - kept));
            }
            if kept > from {
                old.push(Source { net: &value(part), of: part.width(), lsb: 0 }.bits(from, kept));
            }
            parts.push(one(lane, &bits.0, &concat(&old), to - from));
        }
        parts.reverse();
        concat(&parts)
    }

    /// Notes that these bits of a field are read from the bus, in this byte.
    fn uses(&mut self, part: &Part, bits: u32, lane: usize) {
        self.used.wdata |= bits << part.field.lsb;
        self.used.strobe |= 1 << lane;
    }

    /// The registers of the fields.
    fn storage(&mut self) -> String {
        let edge = match self.form.reset {
            RegisterStyle::Async => "posedge clk or negedge rst_n",
            RegisterStyle::Sync => "posedge clk",
        };
        let mut text = format!("\nalways @({edge}) begin\n  if (!rst_n) begin\n");
        for part in self.stored() {
            writeln!(text, "    {}", reset(part)).ok();
        }
        text += "  end else begin\n";
        for (condition, statements) in self.statements() {
            writeln!(text, "    if ({condition}) begin").ok();
            for statement in statements {
                writeln!(text, "      {statement}").ok();
            }
            text += "    end\n";
        }
        text + "  end\nend\n"
    }

    /// What changes the fields; of two that meet the later holds.
    fn statements(&mut self) -> Statements {
        let mut statements = Statements::new();
        let mut add = |condition: String, statement: String| match statements.iter_mut().find(|(c, _)| *c == condition)
        {
            Some((_, list)) => list.push(statement),
            None => statements.push((condition, vec![statement])),
        };
        for part in self.stored().filter(|part| part.is_written()) {
            for (condition, statement) in self.writes(part) {
                add(condition, statement);
            }
        }
        let clear = |part: &Part| format!("{}_q <= {};", part.name, literal(0, part.width()));
        for part in self.stored().filter(|part| part.only_with.is_some()) {
            add(format!("!({}_possible)", part.name), clear(part));
        }
        for part in self.stored().filter(|part| is_cleared_by_reading(part)) {
            add(format!("{}_read", self.word.name), clear(part));
        }
        for part in self.stored() {
            if let Some(input) = part.set {
                add(self.layout.inputs[input].name.into(), format!("{}_q <= {};", part.name, literal(1, part.width())));
            }
        }
        for part in self.stored() {
            let by = part.cleared_by.map(|(word, by)| format!("{}_rises", self.layout.words[word].parts[by].name));
            let input = part.clear.map(|input| self.layout.inputs[input].name.to_string());
            for condition in [by, input].into_iter().flatten() {
                add(condition, clear(part));
            }
        }
        for part in self.stored() {
            let unit = self.word.active.filter(|_| resets_with_unit(part)).map(|_| inactive(self.word.register.unit));
            let lock = self.form.lock.then_some("locked");
            let causes: Vec<&str> = [unit, lock].into_iter().flatten().collect();
            if !causes.is_empty() {
                add(causes.join(" || "), reset(part));
            }
        }
        statements
    }

    /// What a write does to a field.
    fn writes(&mut self, part: &Part) -> Vec<(String, String)> {
        let (name, width) = (&part.name, part.width());
        let write = format!("{}_write", self.word.name);
        if self.has_written(part) {
            let written = written(part);
            let (value, _) = written.source().stored(part, 0, width);
            let condition = if is_chosen(part) { format!("{write} && {name}_accepted") } else { write };
            return vec![(condition, format!("{name}_q <= {value};"))];
        }
        let source = bus(part);
        if is_chosen(part) {
            let lane = part.field.lsb / 8;
            let (value, _) = source.stored(part, 0, width);
            self.uses(part, part.field.max(), lane);
            let condition = format!("{write} && bus_strobe[{lane}] && {}", source.accepts(part));
            return vec![(condition, format!("{name}_q <= {value};"))];
        }
        let mut statements = Vec::new();
        for (lane, from, to) in lanes(part, width) {
            let (value, used) = source.stored(part, from, to);
            self.uses(part, used, lane);
            let target = Source { net: &kept(part), of: width, lsb: 0 }.bits(from, to);
            let base = part.base.map(|input| self.layout.inputs[input]);
            let value = match base {
                Some(Input { name, width }) => format!("{value} ^ {}", select(name, width, from, to - from)),
                None => value,
            };
            statements.push((format!("{write} && bus_strobe[{lane}]"), format!("{target} <= {value};")));
        }
        statements
    }
}
