// SPDX-License-Identifier: Apache-2.0
//! A map as JSON, and what reports show of it.

use crate::registers::legal::{legal_text, legal_values};
use crate::registers::map::{Field, Map, Register, BLOCK_BYTES};
use crate::registers::output::Origin;
use crate::registers::system::{bytes, Block, SYSTEM};
use serde::Serialize;
use tracewright_regmap::Legal;

#[derive(Serialize)]
struct MapJson<'a> {
    generator: &'a str,
    version: &'a str,
    configuration: &'a str,
    component: &'static str,
    bytes: usize,
    registers: Vec<RegisterJson>,
}

#[derive(Serialize)]
struct SystemJson<'a> {
    generator: &'a str,
    version: &'a str,
    configuration: &'a str,
    component: &'static str,
    bytes: usize,
    components: Vec<BlockJson<'a>>,
}

#[derive(Serialize)]
struct BlockJson<'a> {
    name: &'a str,
    component: &'static str,
    base: usize,
    bytes: usize,
    registers: Vec<RegisterJson>,
}

/// A register, as it stands in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct RegisterJson {
    /// The component that has it, where that is not said around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// Its name.
    pub name: &'static str,
    /// Offset in bytes.
    pub offset: usize,
    /// Value after reset.
    pub reset: u32,
    /// Bits that read 0 and ignore writes, as a mask.
    pub reserved: u32,
    /// What it is for.
    pub description: &'static str,
    /// Chapter of Trace Control 0.9.4.
    pub chapter: &'static str,
    /// Its fields, from bit 0 up.
    pub fields: Vec<FieldJson>,
}

/// A field, as it stands in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct FieldJson {
    /// Its name.
    pub name: &'static str,
    /// Least significant bit.
    pub lsb: usize,
    /// Width in bits.
    pub width: usize,
    /// `RW`, `R`, `WARL`, `W1` or `RC`.
    pub access: &'static str,
    /// What the hardware does to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardware: Option<&'static str>,
    /// Value after reset.
    pub reset: u32,
    /// Smallest legal value.
    pub min: u32,
    /// Largest legal value.
    pub max: u32,
    /// The legal values, where they are neither all from the smallest to the largest nor combinations of bits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<u32>,
    /// The bits that a legal value can have, where some below the highest are missing, or always 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<u32>,
    /// The bits that a legal value always has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ones: Option<u32>,
    /// The legal values, for people.
    pub legal: String,
    /// Legal values that have names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<ValueJson>,
    /// A field of the component that clears this one by going from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cleared_by: Option<&'static str>,
    /// What it means.
    pub description: String,
    /// Where it comes from.
    pub reference: String,
}

/// A named value, as it stands in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct ValueJson {
    /// Its name.
    pub name: &'static str,
    /// The value.
    pub value: u32,
    /// What it means.
    pub description: &'static str,
}

/// The JSON map.
pub(crate) fn render(map: &Map, origin: &Origin) -> String {
    let whole = MapJson {
        generator: &origin.banner,
        version: &origin.version,
        configuration: &origin.configuration,
        component: map.component.name,
        bytes: BLOCK_BYTES,
        registers: map.registers.iter().map(RegisterJson::from).collect(),
    };
    serde_json::to_string_pretty(&whole).expect("plain data with names for keys") + "\n"
}

/// The JSON map of a system.
pub(crate) fn render_system(blocks: &[Block], origin: &Origin) -> String {
    let whole = SystemJson {
        generator: &origin.banner,
        version: &origin.version,
        configuration: &origin.configuration,
        component: SYSTEM,
        bytes: bytes(blocks),
        components: blocks.iter().map(BlockJson::from).collect(),
    };
    serde_json::to_string_pretty(&whole).expect("plain data with names for keys") + "\n"
}

impl<'a> From<&'a Block> for BlockJson<'a> {
    fn from(block: &'a Block) -> BlockJson<'a> {
        BlockJson {
            name: &block.name,
            component: block.map.component.name,
            base: block.base,
            bytes: BLOCK_BYTES,
            registers: block.map.registers.iter().map(RegisterJson::from).collect(),
        }
    }
}

impl From<&Register> for RegisterJson {
    fn from(register: &Register) -> RegisterJson {
        RegisterJson {
            component: None,
            name: register.name,
            offset: register.offset,
            reset: register.reset,
            reserved: register.reserved(),
            description: register.doc,
            chapter: register.chapter,
            fields: register.fields.iter().map(FieldJson::from).collect(),
        }
    }
}

impl From<&Field> for FieldJson {
    fn from(field: &Field) -> FieldJson {
        let values = legal_values(field.legal);
        let (min, max, bits) = match field.legal {
            Legal::Fixed(value) => (value, value, None),
            Legal::Bits(mask) => (0, mask, Some(mask).filter(|mask| mask & mask.wrapping_add(1) != 0)),
            Legal::BitsAndOnes(mask, ones) => (ones, mask | ones, Some(mask | ones)),
            Legal::Range(first, last) => (first, last, None),
            Legal::OneOf(set) => (set.trailing_zeros(), u32::BITS - 1 - set.leading_zeros(), None),
        };
        let ones = match field.legal {
            Legal::BitsAndOnes(_, ones) => Some(ones),
            Legal::Fixed(_) | Legal::Bits(_) | Legal::OneOf(_) | Legal::Range(..) => None,
        };
        let names = field.values.iter();
        FieldJson {
            name: field.name,
            lsb: field.lsb,
            width: field.width,
            access: field.access.name(),
            hardware: field.hardware_words(),
            reset: field.reset,
            min,
            max,
            values,
            bits,
            ones,
            legal: legal_text(field.legal, field.width),
            names: names.map(|v| ValueJson { name: v.name, value: v.value, description: v.doc }).collect(),
            cleared_by: field.cleared_by,
            description: field.full_doc(),
            reference: field.reference.clone(),
        }
    }
}
