// SPDX-License-Identifier: Apache-2.0
//! What a description of registers comes to in a build: what is stored, and where the rest comes from.

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

/// A field.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its description.
    pub field: &'static Field,
    /// Its name in snake case, with the register's before it where another register has a field of this name.
    pub name: String,
    /// Its values in this build.
    pub legal: Legal,
    /// Its value after reset.
    pub reset: u32,
    /// Where its value comes from.
    pub kind: Kind,
    /// The input that sets it.
    pub set: Option<usize>,
    /// The input that clears it.
    pub clear: Option<usize>,
    /// The input that says that the hardware has followed; without one it follows at once.
    pub followed: Option<usize>,
    /// The input that has its value after reset. Kept is in which bits it differs from that, so that the register file
    /// is the same for every value.
    pub base: Option<usize>,
    /// The part that clears it by rising: which word, which part.
    pub cleared_by: Option<(usize, usize)>,
    /// A part of the same word, and the values of it under which this one can be other than 0.
    pub only_with: Option<(usize, u32)>,
}

/// Where the value of a field comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It has its reset value for ever.
    Fixed,
    /// It is stored here.
    Stored,
    /// It reads 0; writing 1 acts.
    Acts,
    /// It is this input.
    Input(usize),
    /// It is the low bits of this part of this word.
    Mirror(usize, usize),
}

impl Layout {
    /// What `registers` are in a build with these `features`. `inputs` are the ports that there can be; `own` are the
    /// fields that have a port if one is for them: what the hardware follows in its own time, and what is 0 or another
    /// value after reset as the port says.
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
                part
            });
            Word { register, name: snake_case(register.name), parts: parts.collect(), active: unit_active(register) }
        });
        let mut layout = Layout { words: words.collect() };
        layout.mirrors();
        layout.words.iter_mut().for_each(Word::limits);
        layout.clearing();
        layout
    }

    /// Which inputs are used: bit n for the n-th.
    pub fn inputs(&self) -> u64 {
        let parts = self.words.iter().flat_map(|word| &word.parts);
        parts.flat_map(Part::inputs).fold(0, |used, input| used | 1 << input)
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

impl Part {
    fn new(register: &Register, field: &'static Field, name: String, features: &Features, inputs: &[Input]) -> Part {
        let legal = field.legal(features);
        let input = |name: &str| inputs.iter().position(|input| input.name == name);
        let of = |wanted: &[Hardware], suffix: &str| {
            let applies = wanted.contains(&field.hardware) && !is_fixed(legal);
            applies.then(|| input(&(snake_case(field.name) + suffix))).flatten()
        };
        let driven = of(&[Hardware::Drives, Hardware::Keeps], "");
        let kind = match (field.access, field.hardware) {
            _ if is_fixed(legal) => Kind::Fixed,
            (Access::WriteOne, _) => Kind::Acts,
            _ if register.is_elsewhere() => Kind::Fixed,
            (_, Hardware::Drives | Hardware::Keeps) => Kind::Input(driven.unwrap_or_else(|| {
                panic!(
                    "the hardware drives {}, which is not among `inputs` of rtl/src/control/registers/mod.rs",
                    field.name
                )
            })),
            (_, Hardware::Mirrors(..)) | (Access::ReadOnly, Hardware::Nothing) => Kind::Fixed,
            _ => Kind::Stored,
        };
        Part {
            field,
            name,
            legal,
            reset: field.reset(features),
            kind,
            set: of(&[Hardware::Sets, Hardware::SetsAndClears], "_set"),
            clear: of(&[Hardware::Clears, Hardware::SetsAndClears], "_clear"),
            followed: of(&[Hardware::Follows], ""),
            base: input(&(snake_case(field.name) + "_reset")).filter(|_| kind == Kind::Stored),
            cleared_by: None,
            only_with: None,
        }
    }

    /// The inputs that it uses.
    pub fn inputs(&self) -> impl Iterator<Item = usize> {
        let value = match self.kind {
            Kind::Input(input) => Some(input),
            _ => None,
        };
        [value, self.set, self.clear, self.followed, self.base].into_iter().flatten()
    }

    /// Whether a write reaches what is stored.
    pub fn is_written(&self) -> bool {
        self.kind == Kind::Stored && self.field.access.is_writable()
    }

    /// The bits that can be 1.
    pub fn possible(&self) -> u32 {
        match self.legal {
            Legal::Fixed(value) => value,
            Legal::Bits(mask) => mask,
            Legal::BitsAndOnes(mask, ones) => mask | ones,
            Legal::Range(_, last) => u32::MAX >> last.leading_zeros() | self.reset,
            Legal::OneOf(_) => self.values().fold(0, |bits, value| bits | value),
        }
    }

    /// The bits that are always 1.
    pub fn certain(&self) -> u32 {
        match self.legal {
            Legal::Fixed(value) => value,
            Legal::Bits(_) | Legal::Range(..) => 0,
            Legal::BitsAndOnes(_, ones) => ones,
            Legal::OneOf(_) => self.values().fold(u32::MAX, |bits, value| bits & value),
        }
    }

    /// The values that it can have, of a field that has a list of them.
    pub fn values(&self) -> impl Iterator<Item = u32> {
        let set = match self.legal {
            Legal::OneOf(set) => set,
            Legal::Fixed(_) | Legal::Bits(_) | Legal::BitsAndOnes(..) | Legal::Range(..) => 0,
        };
        (0..u32::BITS).filter(move |value| set >> value & 1 != 0)
    }

    /// How many bits are kept of it: those above are always 0.
    pub fn width(&self) -> usize {
        (u32::BITS - self.possible().leading_zeros()).max(1) as usize
    }
}

fn is_fixed(legal: Legal) -> bool {
    matches!(legal, Legal::Fixed(_))
}
