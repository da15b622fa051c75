// SPDX-License-Identifier: Apache-2.0
//! What a tool can say of a field, and what the description says of it.

use crate::cases::Case;
use tracewright_regmap::{Access, Legal};

/// A field as a tool sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Register and field.
    pub name: String,
    /// Offset of the register in bytes.
    pub offset: u64,
    /// Least significant bit.
    pub lsb: u64,
    /// Width in bits.
    pub width: u64,
    /// `rw`, `r`, `w1` (writing 1 acts) or `rc` (reading clears).
    pub access: String,
    /// Value after reset.
    pub reset: u64,
    /// Named values.
    pub values: Vec<(String, u64)>,
}

/// The fields of a build, from its description.
pub fn described(case: &Case) -> Vec<Row> {
    let present = case.list.iter().filter(|register| register.present(&case.features));
    let fields = present.flat_map(|register| register.fields.iter().map(move |field| (register, field)));
    let row = |(register, field): (&tracewright_regmap::Register, &tracewright_regmap::Field)| {
        let legal = field.legal(&case.features);
        let is_fixed = matches!(legal, Legal::Fixed(_));
        let access = match field.access {
            Access::ClearOnRead => "rc",
            Access::ReadOnly => "r",
            Access::ReadWrite | Access::Warl | Access::WriteOne if is_fixed => "r",
            Access::ReadWrite | Access::Warl => "rw",
            Access::WriteOne => "w1",
        };
        let values = field.values.iter().filter(|value| legal.allows(value.value));
        Row {
            name: format!("{}.{}", register.name, field.name),
            offset: register.offset as u64,
            lsb: field.lsb as u64,
            width: field.width as u64,
            access: access.into(),
            reset: field.reset(&case.features).into(),
            values: values.map(|value| (value.name.to_string(), value.value.into())).collect(),
        }
    };
    fields.map(row).collect()
}

/// Fails with the first field that differs.
pub fn assert_same(case: &Case, found: &[Row]) {
    let described = described(case);
    for (found, described) in found.iter().zip(&described) {
        assert_eq!(found, described, "{}", case.name);
    }
    assert_eq!(found.len(), described.len(), "{}", case.name);
}
