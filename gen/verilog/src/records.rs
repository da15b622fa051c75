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
    /// First paragraph of its doc comment, or of that of the field that it is in; may be empty.
    pub doc: String,
    /// Its type.
    pub descriptor: TypeDescriptor,
    /// Whether the build has it.
    pub is_built: bool,
}

/// The fields of a record, the lowest first; nothing if the type is no record. `features` are what a build has or does
/// not have.
pub fn parts(descriptor: &TypeDescriptor, features: &[(&str, bool)]) -> Option<Vec<Part>> {
    let TypeKind::Composite(_) = descriptor.kind else { return None };
    let (name, doc) = (String::new(), String::new());
    let record = Part { name, offset: 0, width: 0, doc, descriptor: descriptor.clone(), is_built: true };
    let mut found = Vec::new();
    collect(record, features, &mut found);
    Some(found)
}

/// A feature that a field of a record names, and that is none of `features`.
pub(crate) fn unknown(descriptor: &TypeDescriptor, features: &[(&str, bool)]) -> Option<String> {
    let TypeKind::Composite(fields) = &descriptor.kind else { return None };
    fields.iter().find_map(|field| {
        let named = field.fieldname.split_once(OF_FEATURE).map(|(_, feature)| feature);
        let is_missing = |feature: &&str| !features.iter().any(|(other, _)| other == feature);
        named.filter(is_missing).map(str::to_owned).or_else(|| unknown(&field.kind, features))
    })
}

/// Adds the fields of a part, or the part itself if it is no record; says how wide it is.
fn collect(part: Part, features: &[(&str, bool)], found: &mut Vec<Part>) -> usize {
    let width = match &part.descriptor.kind {
        TypeKind::Composite(fields) => {
            // The lines after the type's name are the comments on its fields.
            let mut docs = part.descriptor.name.lines().skip(1);
            let mut width = 0;
            for field in fields {
                let (label, feature) = field.fieldname.split_once(OF_FEATURE).unwrap_or((&field.fieldname, ""));
                let is_absent = features.iter().any(|(other, is_built)| *other == feature && !is_built);
                let inner = Part {
                    name: if part.name.is_empty() { label.into() } else { format!("{}${label}", part.name) },
                    offset: part.offset + width,
                    width: 0,
                    doc: docs.next().filter(|doc| !doc.is_empty()).unwrap_or(&part.doc).into(),
                    descriptor: field.kind.clone(),
                    is_built: part.is_built && !is_absent,
                };
                width += collect(inner, features, found);
            }
            return width;
        }
        TypeKind::Bits(width) | TypeKind::Signed(width) => *width,
        TypeKind::Enum(states) => states.len().next_power_of_two().ilog2() as usize,
    };
    found.push(Part { width, ..part });
    width
}
