// SPDX-License-Identifier: Apache-2.0
//! What the description of a field comes to in a build.

use super::layout::Input;
use crate::snake_case;
use tracewright_regmap::{Access, Features, Field, Hardware, Legal, Register};

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

impl Part {
    pub(super) fn new(
        register: &Register,
        field: &'static Field,
        name: String,
        features: &Features,
        inputs: &[Input],
    ) -> Part {
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
        [self.value_input(), self.set, self.clear, self.followed].into_iter().flatten()
    }

    /// The input that has its value, now or after reset.
    pub(super) fn value_input(&self) -> Option<usize> {
        match self.kind {
            Kind::Input(input) => Some(input),
            _ => self.base,
        }
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

pub(super) fn is_fixed(legal: Legal) -> bool {
    matches!(legal, Legal::Fixed(_))
}
