// SPDX-License-Identifier: Apache-2.0
//! Records: what travels together is one signal in a kernel, and a net for each field in the Verilog.

use rust_hdl_core::prelude::{TypeDescriptor, TypeKind};

/// What stands between a field's name and the feature that the field belongs to, in a type's description.
pub(crate) const OF_FEATURE: char = '?';

/// A field of a record, or of a record in it.
#[derive(Clone, Debug)]
pub struct Part {
    /// Names of the fields that lead to it, with `$` between them.
    pub name: String,
    /// Where its lowest bit is in the record.
    pub offset: usize,
    /// Width in bits.
    pub width: usize,
    /// Its type.
    pub descriptor: TypeDescriptor,
    /// Whether the build has it.
    pub is_built: bool,
}

/// The fields of a record, the lowest first; nothing if the type is no record. `features` are what a build has or does
/// not have.
pub fn parts(descriptor: &TypeDescriptor, features: &[(&str, bool)]) -> Option<Vec<Part>> {
    let TypeKind::Composite(_) = descriptor.kind else { return None };
    let mut found = Vec::new();
    collect(descriptor, "", true, features, &mut 0, &mut found);
    Some(found)
}

fn collect(
    descriptor: &TypeDescriptor,
    name: &str,
    is_built: bool,
    features: &[(&str, bool)],
    offset: &mut usize,
    found: &mut Vec<Part>,
) {
    let width = match &descriptor.kind {
        TypeKind::Composite(fields) => {
            for field in fields {
                let (label, feature) = field.fieldname.split_once(OF_FEATURE).unwrap_or((&field.fieldname, ""));
                let absent = features.iter().any(|(other, is_built)| *other == feature && !is_built);
                let name = if name.is_empty() { label.to_string() } else { format!("{name}${label}") };
                collect(&field.kind, &name, is_built && !absent, features, offset, found);
            }
            return;
        }
        TypeKind::Bits(width) | TypeKind::Signed(width) => *width,
        TypeKind::Enum(states) => states.len().next_power_of_two().ilog2() as usize,
    };
    found.push(Part { name: name.into(), offset: *offset, width, descriptor: descriptor.clone(), is_built });
    *offset += width;
}
