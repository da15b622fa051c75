// SPDX-License-Identifier: Apache-2.0
//! What a description of a register is made of.

use crate::features::{Feature, Features, System};
use crate::legal::Legal;
use crate::rule::Rule;
use crate::{TE_RAM_DATA, X_TRIG_IN_ACTION_NOTIFY, X_TRIG_IN_ACTION_START, X_TRIG_IN_ACTION_STOP};

/// A 32-bit register.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    /// The specification's spelling.
    pub name: &'static str,
    /// Offset in bytes from the start of the component's 4 KiB block.
    pub offset: usize,
    /// What it is for.
    pub doc: &'static str,
    /// Chapter of Trace Control 0.9.4.
    pub spec: &'static str,
    /// Whose `Active` bit resets its fields.
    pub unit: Unit,
    /// What a build must have for the register to exist, if anything.
    pub needs: Option<Feature>,
    /// Fields, from bit 0 up. Bits outside them read 0 and ignore writes.
    pub fields: &'static [Field],
}

/// A part of a component that has an `Active` bit. While that reads 0, the fields of the unit's registers have their
/// reset values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The trace encoder: teActive.
    Encoder,
    /// The timestamp unit: tsActive.
    Timestamp,
    /// The pin interface block: pibActive.
    Pib,
    /// The ATB sink: atbActive.
    Atb,
    /// The trace funnel: tfActive.
    Funnel,
    /// The encoder of tandem-verification trace: tvActive.
    Tandem,
    /// Control Transfer Records, which are always active.
    Records,
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
    /// Which values a build allows.
    pub rule: Rule,
    /// What the hardware does to it.
    pub hardware: Hardware,
    /// A field of the same register, or of one before it: this one becomes 0 when that one goes from 0 to another value
    /// by a write.
    pub cleared_by: Option<&'static str>,
    /// A field of the same register, and values of it, bit n for n: under other values this one is 0.
    pub only_with: Option<(&'static str, u32)>,
    /// Value after reset, where neither the rule nor [`Field::system`] says so.
    pub reset: u32,
    /// The value after reset is the build's to choose.
    pub system: Option<System>,
    /// What it means.
    pub doc: &'static str,
    /// Where the field comes from, if not from the register's chapter.
    pub spec: Option<&'static str>,
    /// Values that have names.
    pub values: &'static [Value],
}

/// A value of a field.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// A short name in capitals, without the field's.
    pub name: &'static str,
    /// The value.
    pub value: u32,
    /// What it means.
    pub doc: &'static str,
}

/// What a bus access does to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read and write.
    ReadWrite,
    /// Read only.
    ReadOnly,
    /// Write any, read legal: an illegal value leaves the field as it was.
    Warl,
    /// Writing 1 acts, writing 0 does not; it reads 0.
    WriteOne,
    /// Read only; reading it sets it to 0.
    ClearOnRead,
}

impl Access {
    /// The specification's spelling.
    pub const fn name(self) -> &'static str {
        match self {
            Access::ReadWrite => "RW",
            Access::ReadOnly => "R",
            Access::Warl => "WARL",
            Access::WriteOne => "W1",
            Access::ClearOnRead => "RC",
        }
    }

    /// Whether a write can change it.
    pub const fn is_writable(self) -> bool {
        matches!(self, Access::ReadWrite | Access::Warl | Access::WriteOne)
    }
}

/// What the hardware does to a field, apart from reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardware {
    /// Nothing: it has the value that was written.
    Nothing,
    /// It drives the value.
    Drives,
    /// It keeps the value outside the register file: a write reaches it, and it changes the value by itself, too.
    Keeps,
    /// It sets it to 1.
    Sets,
    /// It clears it.
    Clears,
    /// It sets it to 1 and clears it; clearing wins.
    SetsAndClears,
    /// The unit's primary enable: it reads as written once the hardware has followed. Its own reset does not touch it.
    Follows,
    /// It shows the low bits of this field of another register.
    Mirrors(&'static str, &'static str),
}

impl Register {
    /// Whether a build has the register; else its offset reads 0 and ignores writes (Trace Control 3.1).
    pub const fn present(&self, features: &Features) -> bool {
        match self.needs {
            Some(feature) => features.has(feature),
            None => true,
        }
    }

    /// Whether an access is answered by another block than the register file: teRamData by the SRAM, the window to
    /// Control Transfer Records by these.
    pub const fn is_elsewhere(&self) -> bool {
        self.offset == TE_RAM_DATA || matches!(self.unit, Unit::Records)
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
        let max = self.max();
        let sinks = &features.sinks;
        match self.rule {
            Rule::Any => Legal::Bits(max),
            Rule::Fixed(value) => Legal::Fixed(value),
            Rule::AnyIf(feature) if features.has(feature) => Legal::Bits(max),
            Rule::AnyIf(_) => Legal::Fixed(0),
            Rule::Has(feature) => Legal::Fixed(features.has(feature) as u32),
            Rule::Address => bits(sinks.address_bits()),
            Rule::AddressHigh => bits(sinks.high_address_bits()),
            Rule::SramAddress => bits(sinks.sram_bits(4)),
            Rule::Base => bits(sinks.sba_bits(4)),
            Rule::Limit => match (sinks.sba_bits(4), sinks.sram_bits(sinks.sram_word_bytes)) {
                (0, 0) => Legal::Fixed(sinks.ones_of_limit()),
                (0, mask) if sinks.ones_of_limit() == 0 => Legal::Bits(mask),
                (0, mask) => Legal::BitsAndOnes(mask, sinks.ones_of_limit()),
                (mask, _) => Legal::Bits(mask | sinks.sram_bits(4)),
            },
            Rule::Mode => one_of(features.modes.codes()),
            Rule::Sink => one_of(sinks.codes()),
            Rule::ImplicitReturnMode => one_of(features.implicit_return.codes()),
            Rule::SrcId => bits(((1 << features.src_bits) - 1) & max),
            Rule::SrcBits if features.src_bits > max => Legal::Fixed(max),
            Rule::SrcBits => Legal::Fixed(features.src_bits),
            Rule::TriggerAction(input) if input < features.external_triggers => Legal::OneOf(TRIGGER_ACTIONS),
            Rule::TriggerAction(_) => Legal::Fixed(0),
            Rule::TriggerEvent(output) if output < features.trigger_outputs => Legal::Bits(TRIGGER_EVENTS),
            Rule::TriggerEvent(_) => Legal::Fixed(0),
            Rule::TimestampType => Legal::Fixed(features.timestamp.kind()),
            Rule::TimestampWidth => Legal::Fixed(features.timestamp.width()),
            Rule::PibMode => match sinks.pib {
                Some(pib) => one_of(pib.modes),
                None => Legal::Fixed(0),
            },
            Rule::PibDivider => match sinks.pib {
                Some(pib) => bits((1 << pib.divider_bits) - 1),
                None => Legal::Fixed(0),
            },
            Rule::AtbId => Legal::Range(ATB_ID_FIRST, ATB_ID_LAST),
            Rule::FunnelInputs => bits(((1 << features.inputs) - 1) & max),
            Rule::TandemClasses => bits(features.tandem_classes & max),
        }
    }

    /// Value after reset in a build; it is legal, but for that of a [`Legal::Range`], which may be none of it.
    pub const fn reset(&self, features: &Features) -> u32 {
        let wished = match self.system {
            Some(system) => features.default(system),
            None => self.reset,
        };
        match self.legal(features) {
            Legal::Fixed(value) => value,
            Legal::Bits(mask) => wished & mask,
            Legal::BitsAndOnes(mask, ones) => wished & mask | ones,
            Legal::Range(..) => wished,
            legal @ Legal::OneOf(set) => legal.written(set.trailing_zeros(), wished),
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

/// Any combination of bits; the one value if there is none.
const fn bits(mask: u32) -> Legal {
    match mask {
        0 => Legal::Fixed(0),
        mask => Legal::Bits(mask),
    }
}

/// The values of a set; the one value if there is only one.
const fn one_of(set: u32) -> Legal {
    match set.count_ones() {
        1 => Legal::Fixed(set.trailing_zeros()),
        _ => Legal::OneOf(set),
    }
}

/// The values of an xTrigInAction field.
const TRIGGER_ACTIONS: u32 =
    1 | 1 << X_TRIG_IN_ACTION_START | 1 << X_TRIG_IN_ACTION_STOP | 1 << X_TRIG_IN_ACTION_NOTIFY;
/// The first ID that the ATB specification does not reserve.
const ATB_ID_FIRST: u32 = 1;
/// The last one.
const ATB_ID_LAST: u32 = 0x6F;
/// The bits of an xTrigOutEvent field: starting trace, stopping trace.
const TRIGGER_EVENTS: u32 = 0b0011;
