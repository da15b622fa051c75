// SPDX-License-Identifier: Apache-2.0
//! What a build makes of a description of registers.

use tracewright_regmap::{
    Access, Features, Hardware, Legal, Unit, Value, FUNNEL_REGISTERS, REGISTERS, TANDEM_REGISTERS,
};

/// Bytes of a component's block of registers (Trace Control 3.1).
pub const BLOCK_BYTES: usize = 0x1000;

/// Which component of a trace system registers are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// A name in snake case, without the generator's.
    pub name: &'static str,
    /// What it is, as a title.
    pub title: &'static str,
}

/// The registers of a component in a build.
#[derive(Clone, Debug)]
pub struct Map {
    /// The component.
    pub component: Component,
    /// Those that the build has, by offset.
    pub registers: Vec<Register>,
}

/// A 32-bit register of a build.
#[derive(Clone, Debug)]
pub struct Register {
    /// The specification's spelling.
    pub name: &'static str,
    /// Offset in bytes from the start of the component's block.
    pub offset: usize,
    /// What it is for.
    pub doc: &'static str,
    /// Chapter of Trace Control 0.9.4.
    pub chapter: &'static str,
    /// Whose `Active` bit resets it.
    pub unit: Unit,
    /// Value after reset.
    pub reset: u32,
    /// Fields, from bit 0 up.
    pub fields: Vec<Field>,
}

/// A field of a register of a build.
#[derive(Clone, Debug)]
pub struct Field {
    /// The specification's spelling.
    pub name: &'static str,
    /// Position of its least significant bit.
    pub lsb: usize,
    /// Width in bits.
    pub width: usize,
    /// What a bus access does, as the specification has it.
    pub access: Access,
    /// What the hardware does.
    pub hardware: Hardware,
    /// The values that it can have.
    pub legal: Legal,
    /// Value after reset.
    pub reset: u32,
    /// What it means.
    pub doc: &'static str,
    /// Where it comes from.
    pub reference: String,
    /// Those of its named values that are legal.
    pub values: Vec<Value>,
    /// A field of the component: this one becomes 0 when that one goes from 0 to another value by a write.
    pub cleared_by: Option<&'static str>,
    /// A field of the register, and values of it, bit n for n: under other values this one is 0.
    pub only_with: Option<(&'static str, u32)>,
}

/// What software sees of a field in a build: the access of the specification, less what the build does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Software {
    /// Read and write.
    ReadWrite,
    /// Read only; writes have no effect.
    ReadOnly,
    /// Read only; reading sets it to 0.
    ClearOnRead,
    /// Writing 1 acts; it reads 0.
    WriteOne,
}

impl Component {
    /// The trace encoder.
    pub const ENCODER: Component = Component { name: "encoder", title: "Trace encoder" };
    /// The trace funnel.
    pub const FUNNEL: Component = Component { name: "funnel", title: "Trace funnel" };
    /// The encoder of tandem-verification trace.
    pub const TANDEM: Component = Component { name: "tandem", title: "Tandem-verification trace encoder" };
}

impl Map {
    /// The trace encoder of a build.
    pub fn encoder(features: &Features) -> Map {
        Map::new(Component::ENCODER, REGISTERS, features)
    }

    /// The trace funnel of a build.
    pub fn funnel(features: &Features) -> Map {
        Map::new(Component::FUNNEL, FUNNEL_REGISTERS, features)
    }

    /// The encoder of tandem-verification trace of a build.
    pub fn tandem(features: &Features) -> Map {
        Map::new(Component::TANDEM, TANDEM_REGISTERS, features)
    }

    /// What a build makes of `registers`: those that it has, with the values that are legal in it.
    pub fn new(component: Component, registers: &[tracewright_regmap::Register], features: &Features) -> Map {
        let present = registers.iter().filter(|register| register.present(features));
        let mut registers: Vec<Register> = present.map(|register| Register::new(register, features)).collect();
        registers.sort_by_key(|register| register.offset);
        Map { component, registers }
    }

    /// The register of this name.
    pub fn register(&self, name: &str) -> Option<&Register> {
        self.registers.iter().find(|register| register.name == name)
    }
}

impl Register {
    fn new(register: &tracewright_regmap::Register, features: &Features) -> Register {
        Register {
            name: register.name,
            offset: register.offset,
            doc: register.doc,
            chapter: register.spec,
            unit: register.unit,
            reset: register.reset(features),
            fields: register.fields.iter().map(|field| Field::new(field, register.spec, features)).collect(),
        }
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Bits that belong to no field: they read 0 and ignore writes.
    pub fn reserved(&self) -> u32 {
        !self.fields.iter().fold(0, |bits, field| bits | field.mask())
    }

    /// Where it comes from.
    pub fn reference(&self) -> String {
        chapter(self.chapter)
    }
}

impl Field {
    fn new(field: &tracewright_regmap::Field, spec: &str, features: &Features) -> Field {
        let legal = field.legal(features);
        Field {
            name: field.name,
            lsb: field.lsb,
            width: field.width,
            access: field.access,
            hardware: field.hardware,
            legal,
            reset: field.reset(features),
            doc: field.doc,
            reference: field.spec.map_or_else(|| chapter(spec), origin),
            values: field.values.iter().filter(|value| legal.allows(value.value)).copied().collect(),
            cleared_by: field.cleared_by,
            only_with: field.only_with,
        }
    }

    /// Its bits in the register, all ones.
    pub fn mask(&self) -> u32 {
        (u32::MAX >> (32 - self.width)) << self.lsb
    }

    /// What software sees of it.
    pub fn software(&self) -> Software {
        let is_fixed = matches!(self.legal, Legal::Fixed(_));
        match self.access {
            Access::ClearOnRead => Software::ClearOnRead,
            Access::ReadOnly => Software::ReadOnly,
            _ if is_fixed => Software::ReadOnly,
            Access::WriteOne => Software::WriteOne,
            Access::ReadWrite | Access::Warl => Software::ReadWrite,
        }
    }

    /// Whether the hardware changes it by itself.
    pub fn is_volatile(&self) -> bool {
        self.hardware != Hardware::Nothing || self.cleared_by.is_some() || self.only_with.is_some()
    }
}

/// Where a field comes from that is not of its register's chapter: a version of the specification and the register's
/// name in it, or other words.
pub(crate) fn origin(spec: &str) -> String {
    match spec.starts_with(|first: char| first.is_ascii_digit()) {
        true => format!("Trace Control {spec}"),
        false => spec.into(),
    }
}

/// The name of a chapter of the specification.
fn chapter(number: &str) -> String {
    match number.starts_with(|first: char| first.is_ascii_digit()) {
        true => format!("Trace Control 0.9.4, chapter {number}"),
        false => number.into(),
    }
}
