// SPDX-License-Identifier: Apache-2.0
//! The CSRs of performance counters in the forms that software reads: a C header, a Rust module, a page;
//! and the device tree's node of their events.

mod header;
mod module;
mod page;
mod tree;

pub use page::pmu_reference;

use crate::registers::output::Origin;
use tracewright_config::Build;
use tracewright_regmap::csr::pmu::{PmuCsr, PmuFeatures, PmuField, PmuLegal};

/// The C header of a build's CSRs.
pub fn pmu_c_header(features: &PmuFeatures, origin: &Origin) -> String {
    header::render(&groups(features), features, origin)
}

/// The Rust module of a build's CSRs.
pub fn pmu_rust_module(features: &PmuFeatures, origin: &Origin) -> String {
    module::render(&groups(features), features, origin)
}

/// The device tree's node of a build's counters, if it has any.
pub fn pmu_device_tree(build: &Build, origin: &Origin) -> Option<String> {
    Some(tree::render(build, &build.pmu_features()?, origin))
}

/// A CSR, or the first of several that are built, with its constants.
struct Group {
    /// The specification's spelling.
    name: String,
    doc: String,
    number: u16,
    /// The bits that a write can change.
    writable: u64,
    fields: Vec<PmuField>,
}

/// What a build's header and module hold.
fn groups(features: &PmuFeatures) -> Vec<Group> {
    let is_built = |csr: &&PmuCsr| features.is_built(csr.first.into()) || csr.first != 3;
    let group = |csr: &'static PmuCsr| Group {
        name: name(csr, csr.first.into()),
        doc: format!("{} {}.", csr.doc, csr.spec),
        number: csr.number,
        writable: csr.writable(features, csr.first.into()),
        fields: csr.shown(features).filter(|field| features.has(field.needs, csr.state)).collect(),
    };
    features.csrs().filter(is_built).map(group).collect()
}

/// The name of a CSR that is about this counter.
pub(crate) fn name(csr: &PmuCsr, counter: u32) -> String {
    let number = if csr.count > 1 { counter.to_string() } else { String::new() };
    format!("{}{number}{}", csr.name, if csr.high { "h" } else { "" })
}

/// Which bits of a field there are, for people.
fn legal(field: &PmuField) -> &'static str {
    match field.legal {
        PmuLegal::Any => "any",
        PmuLegal::Counter => "any in the bits that are built",
        PmuLegal::Selector => "any in 4 bits, or 5 with a bus",
        PmuLegal::Counters => "any in the bits of counters that are built",
        PmuLegal::Shown => "read-only",
    }
}
