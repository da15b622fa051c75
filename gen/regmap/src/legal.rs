// SPDX-License-Identifier: Apache-2.0
//! Legal values of a field.

/// The values of a field that are legal in a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legal {
    /// This one.
    Fixed(u32),
    /// Any combination of these bits; the others read 0 and ignore writes.
    Bits(u32),
    /// Any combination of the first bits; the second ones read 1, the others 0, and both ignore writes.
    BitsAndOnes(u32, u32),
    /// Value n where bit n is set.
    OneOf(u32),
    /// From the first to the second, both included. A field that was not written since reset has its reset value, which
    /// may be another.
    Range(u32, u32),
}

impl Legal {
    /// Whether a field can have `value`.
    pub const fn allows(self, value: u32) -> bool {
        match self {
            Legal::Fixed(only) => value == only,
            Legal::Bits(mask) => value & !mask == 0,
            Legal::BitsAndOnes(mask, ones) => value & !mask == ones,
            Legal::Range(first, last) => first <= value && value <= last,
            Legal::OneOf(set) => value < u32::BITS && set >> value & 1 != 0,
        }
    }

    /// What a field that has the value `old` has after `asked` was written.
    pub const fn written(self, old: u32, asked: u32) -> u32 {
        match self {
            Legal::Fixed(only) => only,
            Legal::Bits(mask) => asked & mask,
            Legal::BitsAndOnes(mask, ones) => asked & mask | ones,
            Legal::OneOf(_) | Legal::Range(..) if self.allows(asked) => asked,
            Legal::OneOf(_) | Legal::Range(..) => old,
        }
    }
}
