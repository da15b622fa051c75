// SPDX-License-Identifier: Apache-2.0
//! What a description of a register is made of.

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
    /// Whether only builds with the SRAM sink have it.
    pub sram_only: bool,
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
}

impl Access {
    /// The specification's spelling.
    pub const fn name(self) -> &'static str {
        match self {
            Access::ReadWrite => "RW",
            Access::ReadOnly => "R",
            Access::Warl => "WARL",
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
    /// Every value where the encoder can stall the hart, else 0.
    AnyIfStall,
    /// Every value where the sink is the SRAM, else 0.
    AnyIfSram,
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
}

/// What of a build decides on its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Whether the encoder can stall the hart.
    pub stall: bool,
    /// Where trace goes.
    pub sink: SinkFeature,
}

/// Where trace goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SinkFeature {
    /// On-chip SRAM of this many bytes, a power of two.
    Sram(u32),
    /// A stream of bytes out of the trace hardware.
    Stream,
}

/// The values of a field that are legal in a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legal {
    /// This one.
    Fixed(u32),
    /// 0 up to and including this one.
    UpTo(u32),
}

impl Legal {
    /// Whether `value` is legal.
    pub const fn allows(self, value: u32) -> bool {
        match self {
            Legal::Fixed(only) => value == only,
            Legal::UpTo(max) => value <= max,
        }
    }
}

impl Register {
    /// Whether a build has the register; else its offset reads 0 and ignores writes (ch. 3.1).
    pub const fn present(&self, features: &Features) -> bool {
        !self.sram_only || matches!(features.sink, SinkFeature::Sram(_))
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
            (Rule::AnyIfStall, _) if features.stall => any,
            (Rule::AnyIfStall, _) => Legal::Fixed(0),
            (Rule::AnyIfSram, SinkFeature::Sram(_)) => any,
            (Rule::AnyIfSram, SinkFeature::Stream) => Legal::Fixed(0),
            (Rule::PerSink { sram, .. }, SinkFeature::Sram(_)) => Legal::Fixed(sram),
            (Rule::PerSink { stream, .. }, SinkFeature::Stream) => Legal::Fixed(stream),
            (Rule::Word, SinkFeature::Sram(bytes)) => Legal::UpTo(bytes / 4 - 1),
            (Rule::LastWord, SinkFeature::Sram(bytes)) => Legal::Fixed(bytes / 4 - 1),
            (Rule::Word | Rule::LastWord, SinkFeature::Stream) => Legal::Fixed(0),
        }
    }

    /// Value after reset in a build.
    pub const fn reset(&self, features: &Features) -> u32 {
        match self.legal(features) {
            Legal::Fixed(value) => value,
            Legal::UpTo(_) => self.reset,
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
