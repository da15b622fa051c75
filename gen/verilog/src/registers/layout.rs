// SPDX-License-Identifier: Apache-2.0
//! What a description of registers comes to in a build: what is stored, and where the rest comes from.

use super::field::{is_fixed, Kind, Part};
use crate::snake_case;
use tracewright_regmap::{Access, Features, Field, Hardware, Legal, Register};

/// A value that the hardware hands to the register file.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// Name of the port.
    pub name: &'static str,
    /// Its width in bits.
    pub width: usize,
}

/// The registers that a build has.
#[derive(Clone, Debug)]
pub struct Layout {
    /// In the order of the description.
    pub words: Vec<Word>,
    /// The ports that there can be, each as wide as the widest of its fields.
    pub inputs: Vec<Input>,
}

/// A register.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its description.
    pub register: &'static Register,
    /// Its name in snake case.
    pub name: String,
    /// Its fields, from bit 0 up.
    pub parts: Vec<Part>,
    /// Where the Active bit of its unit is: which word, which part. Without one the unit is always active.
    pub active: Option<(usize, usize)>,
}

impl Layout {
    /// What `registers` are in a build with these `features`. `inputs` are the ports that there can be; `own` are the
    /// fields that have a port if one is for them: what the hardware follows in its own time, what is 0 or another
    /// value after reset as the port says, and what it both sets and clears.
    pub fn new(registers: &'static [Register], features: &Features, inputs: &[Input], own: &[&str]) -> Self {
        let present: Vec<&'static Register> = registers.iter().filter(|r| r.present(features)).collect();
        let unit_active = |register: &Register| {
            let of_unit = present.iter().enumerate().filter(|(_, other)| other.unit == register.unit);
            let follows = |f: &Field| f.hardware == Hardware::Follows;
            of_unit.filter_map(|(word, other)| Some((word, other.fields.iter().position(follows)?))).next()
        };
        let words = present.iter().map(|register| {
            let parts = register.fields.iter().map(|field| {
                let shared = present.iter().filter(|other| other.field(field.name).is_some()).count() > 1;
                let prefix = if shared { register.name } else { "" };
                let name = [prefix, field.name].map(snake_case).join("_");
                let mut part = Part::new(register, field, name.trim_start_matches('_').into(), features, inputs);
                part.followed = part.followed.filter(|_| own.contains(&field.name));
                part.base = part.base.filter(|_| own.contains(&field.name));
                let only_clears = field.hardware == Hardware::SetsAndClears && !own.contains(&field.name);
                part.set = part.set.filter(|_| !only_clears);
                part
            });
            Word { register, name: snake_case(register.name), parts: parts.collect(), active: unit_active(register) }
        });
        let mut layout = Layout { words: words.collect(), inputs: inputs.to_vec() };
        layout.mirrors();
        layout.words.iter_mut().for_each(Word::limits);
        layout.clearing();
        layout.fit();
        layout
    }

    /// Gives the ports with the values of fields the widths of these.
    fn fit(&mut self) {
        for (index, input) in self.inputs.iter_mut().enumerate().filter(|(_, input)| input.width > 1) {
            let parts = self.words.iter().flat_map(|word| &word.parts);
            let widths = parts.filter(|part| part.value_input() == Some(index)).map(Part::width);
            input.width = widths.max().unwrap_or(input.width);
        }
    }

    /// Whether a read of a register changes what is stored.
    pub fn is_changed_by_reading(&self) -> bool {
        let mut parts = self.words.iter().flat_map(|word| &word.parts);
        parts.any(|part| part.kind == Kind::Stored && part.field.access == Access::ClearOnRead)
    }

    /// Width of the input with this name, if a field uses it.
    pub fn width(&self, name: &str) -> Option<usize> {
        let place = self.inputs.iter().position(|input| input.name == name)?;
        let mut parts = self.words.iter().flat_map(|word| &word.parts);
        parts.any(|part| part.inputs().any(|input| input == place)).then(|| self.inputs[place].width)
    }

    /// The register with this name in snake case.
    pub fn word(&self, name: &str) -> Option<&Word> {
        self.words.iter().find(|word| word.name == name)
    }

    /// Whether the register with this name in snake case has something that is kept here.
    pub fn has_value(&self, name: &str) -> bool {
        let kept = |part: &Part| matches!(part.kind, Kind::Stored | Kind::Acts);
        self.word(name).is_some_and(|word| word.parts.iter().any(kept))
    }

    /// Whether this part of this word clears another by rising.
    pub fn clears(&self, word: usize, part: usize) -> bool {
        self.words.iter().flat_map(|other| &other.parts).any(|other| other.cleared_by == Some((word, part)))
    }

    /// Finds the fields that clear others by rising.
    fn clearing(&mut self) {
        let find = |word: usize, name: &str| {
            let stored = |part: &Part| part.field.name == name && part.kind == Kind::Stored;
            // The own register first, then those before it.
            (0..=word).rev().find_map(|at| Some((at, self.words[at].parts.iter().position(stored)?)))
        };
        let by = |word: usize, part: &Part| find(word, part.field.cleared_by.filter(|_| part.kind == Kind::Stored)?);
        let found: Vec<Vec<_>> = self
            .words
            .iter()
            .enumerate()
            .map(|(at, word)| word.parts.iter().map(|part| by(at, part)).collect())
            .collect();
        for (part, by) in self.words.iter_mut().flat_map(|word| &mut word.parts).zip(found.into_iter().flatten()) {
            part.cleared_by = by;
        }
    }

    /// Finds what the fields show that show another.
    fn mirrors(&mut self) {
        let find = |register: &str, field: &str| {
            let word = self.words.iter().position(|word| word.register.name == register)?;
            let parts = &self.words[word].parts;
            let part = parts.iter().position(|part| part.field.name == field && part.kind == Kind::Stored)?;
            Some(Kind::Mirror(word, part))
        };
        let mut found = Vec::new();
        for (word, part) in
            self.words.iter().enumerate().flat_map(|(w, word)| (0..word.parts.len()).map(move |p| (w, p)))
        {
            let this = &self.words[word].parts[part];
            if let (Hardware::Mirrors(register, field), false) = (this.field.hardware, is_fixed(this.legal)) {
                found.extend(find(register, field).map(|kind| (word, part, kind)));
            }
        }
        for (word, part, kind) in found {
            self.words[word].parts[part].kind = kind;
        }
    }
}

impl Word {
    /// Finds the fields whose values others need.
    fn limits(&mut self) {
        let find = |name: &str| self.parts.iter().position(|part| part.field.name == name);
        let with = |part: &Part| part.field.only_with.and_then(|(name, set)| Some((find(name)?, set)));
        let found: Vec<_> = self.parts.iter().map(with).collect();
        for (part, only_with) in found.into_iter().enumerate() {
            let is_stored = |other: &usize| self.parts[*other].kind == Kind::Stored;
            // A field that never has a value that this one needs leaves it at 0 for ever.
            let never = only_with.is_some_and(|(other, set)| {
                (0..u32::BITS).all(|value| set >> value & 1 == 0 || !self.parts[other].legal.allows(value))
            });
            let only_with = only_with.filter(|(other, _)| is_stored(other));
            let this = &mut self.parts[part];
            this.only_with = only_with;
            if never {
                (this.kind, this.legal, this.reset) = (Kind::Fixed, Legal::Fixed(0), 0);
            }
        }
    }
}
