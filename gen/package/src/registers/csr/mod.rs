// SPDX-License-Identifier: Apache-2.0
//! The CSRs of Control Transfer Records in the forms that software reads: a C header, a Rust module, a page.

mod header;
mod module;
mod page;

pub use page::ctr_reference;

use crate::registers::output::Origin;
use tracewright_regmap::csr::{Csr, CsrField, CsrLegal, CtrFeatures, CtrVersion, ENTRY_REGISTERS};

/// The C header of a build's CSRs.
pub fn ctr_c_header(features: &CtrFeatures, origin: &Origin) -> String {
    header::render(&constants(features), features, origin)
}

/// The Rust module of a build's CSRs.
pub fn ctr_rust_module(features: &CtrFeatures, origin: &Origin) -> String {
    module::render(&constants(features), features, origin)
}

/// A CSR, or a register of an entry, with its constants.
struct Group {
    /// The specification's spelling.
    name: &'static str,
    doc: String,
    /// The constant that names it: `NUMBER` of a CSR, `WINDOW` of a register of an entry.
    number: (&'static str, u16),
    /// The bits that a write can change.
    writable: u64,
    fields: Vec<CsrField>,
}

/// What a build's header and module hold.
fn constants(features: &CtrFeatures) -> Vec<Group> {
    let csr = |csr: &'static Csr| Group {
        name: csr.name,
        doc: format!("{} {}.", csr.doc, source(csr.spec)),
        number: ("NUMBER", csr.number),
        writable: if csr.high { csr.writable(features) >> 32 } else { csr.writable(features) },
        fields: csr.shown(features).filter(|field| features.has(field.needs)).collect(),
    };
    let entries = ENTRY_REGISTERS.iter().map(|register| Group {
        name: register.name,
        doc: format!("{} {}.", register.doc, source(register.spec)),
        number: ("WINDOW", register.window.into()),
        writable: register.kept(features),
        fields: register.shown(features).filter(|field| features.has(field.needs)).collect(),
    });
    features.csrs().map(csr).chain(entries).collect()
}

/// Where a CSR is described.
fn source(spec: &str) -> String {
    match spec {
        "1.0" => "Control Transfer Records 1.0".into(),
        chapter => format!("Control Transfer Records 0.1.4, {chapter}"),
    }
}

/// The version as the specification writes it.
fn version(version: CtrVersion) -> &'static str {
    match version {
        CtrVersion::V0_1_4 => "0.1.4",
        CtrVersion::V1_0 => "1.0",
    }
}

/// The legal values of a field, for people.
fn legal(field: &CsrField) -> &'static str {
    match field.legal {
        CsrLegal::Any => "any",
        CsrLegal::WriteOne => "reads 0; writing 1 acts",
        CsrLegal::DepthOnes => "0, 1, 3, 7, 15, from the smallest depth to the largest",
        CsrLegal::DepthCount => "0 to 4, from the smallest depth to the largest",
        CsrLegal::DepthShown => "read-only",
        CsrLegal::Pointer => "less than the depth",
        CsrLegal::CycleCount => "any in the bits that are built",
    }
}
