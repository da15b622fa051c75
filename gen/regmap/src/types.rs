// SPDX-License-Identifier: Apache-2.0
//! What a description of a register is made of.

use crate::features::{Feature, Features, SinkFeature, TRIGGER_ACTIONS};

/// A 32-bit register.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    /// The specification's spelling.
    pub name: &'static str,
    /// Offset in bytes from the start of the encoder's 4 KiB block.
    pub offset: usize,
    /// What it is for.
    pub doc: &'static str,
    /// Chapter of Trace Control 0.9.4.
    pub spec: &'static str,
    /// What a build must have for the register to exist, if anything.
    pub needs: Option<Feature>,
    /// Fields, from bit 0 up. Bits outside them read 0 and ignore writes.
    pub fields: &'static [Field],
}

/// A field of a register.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The specification's spelling.
    pub name: &'static str,
    /// Position of its least significant bit.
    pub lsb: usize,
    /// Width in bits.
    pub width: usize,
    /// What a bus access does.
    pub access: Access,
    /// Value after reset where [`Field::legal`] leaves a choice.
    pub reset: u32,
    /// Which values a build allows.
    pub rule: Rule,
    /// What it means.
    pub doc: &'static str,
}

/// What a bus access does to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read and write.
    ReadWrite,
    /// Read only: the hardware sets it.
    ReadOnly,
    /// Write any, read legal: an illegal value leaves the field as it was.
    Warl,
    /// Writing 1 acts, writing 0 does not; it reads 0.
    WriteOne,
}

impl Access {
    /// The specification's spelling.
    pub const fn name(self) -> &'static str {
        match self {
            Access::ReadWrite => "RW",
            Access::ReadOnly => "R",
            Access::Warl => "WARL",
            Access::WriteOne => "W1",
        }
    }
}

/// Which values of a field are legal, as a function of the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Every value that fits.
    Any,
    /// One value.
    Fixed(u32),
    /// Every value in a build that has this, else 0.
    AnyIf(Feature),
    /// One value for each kind of sink.
    PerSink {
        /// With the SRAM.
        sram: u32,
        /// With the stream port.
        stream: u32,
    },
    /// The number of any word of the SRAM; the bits above it read 0 and ignore writes.
    Word,
    /// The number of the last word of the SRAM.
    LastWord,
    /// The trace modes that are built.
    Mode,
    /// 0, and the way of predicting returns that is built.
    ImplicitReturnMode,
    /// A source ID that fits in the source field.
    SrcId,
    /// As much of the source ID as fits.
    SrcIdLow,
    /// The width of the source field, or the largest value that fits.
    SrcBits,
    /// An action of the external trigger input of this number, if it exists.
    TriggerAction(u32),
    /// The type of the timestamp unit.
    TimestampType,
    /// The width of timestamps.
    TimestampWidth,
}

/// The values of a field that are legal in a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legal {
    /// This one.
    Fixed(u32),
    /// 0 up to and including this one.
    UpTo(u32),
    /// Those of the list, which ascends.
    OneOf(&'static [u32]),
}

impl Legal {
    /// Whether `value` is legal.
    pub fn allows(self, value: u32) -> bool {
        match self {
            Legal::Fixed(only) => value == only,
            Legal::UpTo(max) => value <= max,
            Legal::OneOf(list) => list.contains(&value),
        }
    }
}

impl Register {
    /// Whether a build has the register; else its offset reads 0 and ignores writes (ch. 3.1).
    pub const fn present(&self, features: &Features) -> bool {
        match self.needs {
            Some(feature) => features.has(feature),
            None => true,
        }
    }

    /// Value after reset.
    pub fn reset(&self, features: &Features) -> u32 {
        self.fields.iter().fold(0, |value, field| value | field.reset(features) << field.lsb)
    }

    /// The field with this name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|f| f.name == name)
    }
}

impl Field {
    /// The largest value that fits.
    pub const fn max(&self) -> u32 {
        u32::MAX >> (32 - self.width)
    }

    /// The field's bits in the register, all ones.
    pub const fn mask(&self) -> u32 {
        self.max() << self.lsb
    }

    /// The values that are legal in a build.
    pub const fn legal(&self, features: &Features) -> Legal {
        let any = Legal::UpTo(self.max());
        match (self.rule, features.sink) {
            (Rule::Any, _) => any,
            (Rule::Fixed(value), _) => Legal::Fixed(value),
            (Rule::AnyIf(feature), _) if features.has(feature) => any,
            (Rule::AnyIf(_), _) => Legal::Fixed(0),
            (Rule::PerSink { sram, .. }, SinkFeature::Sram(_)) => Legal::Fixed(sram),
            (Rule::PerSink { stream, .. }, SinkFeature::Stream) => Legal::Fixed(stream),
            (Rule::Word, SinkFeature::Sram(bytes)) => Legal::UpTo(bytes / 4 - 1),
            (Rule::LastWord, SinkFeature::Sram(bytes)) => Legal::Fixed(bytes / 4 - 1),
            (Rule::Word | Rule::LastWord, SinkFeature::Stream) => Legal::Fixed(0),
            (Rule::Mode, _) => features.modes.legal(),
            (Rule::ImplicitReturnMode, _) => features.implicit_return.legal(),
            (Rule::SrcId | Rule::SrcIdLow, _) if features.src_bits == 0 => Legal::Fixed(0),
            (Rule::SrcId | Rule::SrcIdLow, _) => Legal::UpTo(features.src_id_max() & self.max()),
            (Rule::SrcBits, _) if features.src_bits > self.max() => Legal::Fixed(self.max()),
            (Rule::SrcBits, _) => Legal::Fixed(features.src_bits),
            (Rule::TriggerAction(input), _) if input < features.external_triggers => Legal::OneOf(TRIGGER_ACTIONS),
            (Rule::TriggerAction(_), _) => Legal::Fixed(0),
            (Rule::TimestampType, _) => Legal::Fixed(features.timestamp.kind()),
            (Rule::TimestampWidth, _) => Legal::Fixed(features.timestamp.width()),
        }
    }

    /// Value after reset in a build.
    pub const fn reset(&self, features: &Features) -> u32 {
        match (self.legal(features), self.rule) {
            (Legal::Fixed(value), _) => value,
            (_, Rule::SrcId | Rule::SrcIdLow) => features.src_id & self.max(),
            _ => self.reset,
        }
    }

    /// The field's value in a register's `word`.
    pub const fn get(&self, word: u32) -> u32 {
        word >> self.lsb & self.max()
    }

    /// `word` with the field set to `value`, cut to its width.
    pub const fn set(&self, word: u32, value: u32) -> u32 {
        word & !self.mask() | value << self.lsb & self.mask()
    }
}
