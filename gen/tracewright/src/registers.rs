// SPDX-License-Identifier: Apache-2.0
//! The registers of a build, as a report.

use serde::Serialize;
use std::fmt;
use tracewright_config::Build;
use tracewright_regmap::{Features, Field, Legal, REGISTERS};

/// A register of a build.
#[derive(Clone, Debug, Serialize)]
pub struct RegisterReport {
    /// Its name.
    pub name: &'static str,
    /// Offset in bytes.
    pub offset: usize,
    /// Value after reset.
    pub reset: u32,
    /// What it is for.
    pub description: &'static str,
    /// Chapter of Trace Control 0.9.4.
    pub chapter: &'static str,
    /// Its fields, from bit 0 up.
    pub fields: Vec<FieldReport>,
}

/// A field of a register of a build.
#[derive(Clone, Debug, Serialize)]
pub struct FieldReport {
    /// Its name.
    pub name: &'static str,
    /// Least significant bit.
    pub lsb: usize,
    /// Width in bits.
    pub width: usize,
    /// `RW`, `R`, `WARL` or `W1`.
    pub access: &'static str,
    /// Value after reset.
    pub reset: u32,
    /// Smallest legal value.
    pub min: u32,
    /// Largest legal value.
    pub max: u32,
    /// The legal values, where not all from the smallest to the largest are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u32>>,
    /// What it means.
    pub description: &'static str,
}

/// The registers that `build` has.
pub fn registers(build: &Build) -> Vec<RegisterReport> {
    let features = build.features();
    let present = REGISTERS.iter().filter(|register| register.present(&features));
    let report = present.map(|register| RegisterReport {
        name: register.name,
        offset: register.offset,
        reset: register.reset(&features),
        description: register.doc,
        chapter: register.spec,
        fields: register.fields.iter().map(|field| field_report(field, &features)).collect(),
    });
    report.collect()
}

fn field_report(field: &Field, features: &Features) -> FieldReport {
    let (min, max, values) = match field.legal(features) {
        Legal::Fixed(value) => (value, value, None),
        Legal::Bits(mask) => (0, mask, None),
        Legal::OneOf(set) => {
            let values: Vec<u32> = (0..u32::BITS).filter(|value| set >> value & 1 != 0).collect();
            (values[0], values[values.len() - 1], Some(values))
        }
    };
    FieldReport {
        name: field.name,
        lsb: field.lsb,
        width: field.width,
        access: field.access.name(),
        reset: field.reset(features),
        min,
        max,
        values,
        description: field.doc,
    }
}

impl FieldReport {
    /// Its bits, such as `6-4`.
    pub fn bits(&self) -> String {
        match self.width {
            1 => self.lsb.to_string(),
            width => format!("{}-{}", self.lsb + width - 1, self.lsb),
        }
    }

    /// Its legal values, such as `0-3` or `3,6`.
    pub fn legal(&self) -> String {
        if let Some(values) = &self.values {
            return values.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        }
        match (self.min, self.max) {
            (min, max) if min == max => min.to_string(),
            (_, u32::MAX) => "any".into(),
            (min, max) => format!("{min}-{max}"),
        }
    }
}

impl fmt::Display for RegisterReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "0x{:03X} {:<14} reset 0x{:08X}  {}", self.offset, self.name, self.reset, self.description)?;
        for field in &self.fields {
            writeln!(
                f,
                "  {:>6} {:<24} {:<5} {:<7} {}",
                field.bits(),
                field.name,
                field.access,
                field.legal(),
                field.description
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
