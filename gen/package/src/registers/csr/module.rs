// SPDX-License-Identifier: Apache-2.0
//! A Rust module of constants, for `no_std`: a module for each CSR, and in it one for each field.

use super::{legal, version, Group};
use crate::registers::output::Origin;
use std::fmt::{self, Write};
use tracewright_regmap::csr::{CtrFeatures, FIRST_ENTRY};

/// The module's text.
pub(super) fn render(groups: &[Group], features: &CtrFeatures, origin: &Origin) -> String {
    let mut text = String::new();
    write(&mut text, groups, features, origin).expect("a string takes any text");
    text
}

fn write(text: &mut String, groups: &[Group], features: &CtrFeatures, origin: &Origin) -> fmt::Result {
    writeln!(text, "// {}", origin.banner)?;
    let version = version(features.version);
    writeln!(text, "//! CSRs of Control Transfer Records {version}: masks in place.\n")?;
    writeln!(text, "/// Hash of the configuration.\npub const CONFIGURATION: &str = \"{}\";", origin.configuration)?;
    writeln!(text, "/// Width of a CSR in bits.\npub const XLEN: u32 = {};", features.xlen)?;
    writeln!(text, "/// Smallest depth.\npub const MIN_DEPTH: u32 = {};", features.min_depth)?;
    writeln!(text, "/// Largest depth.\npub const MAX_DEPTH: u32 = {};", features.max_depth)?;
    writeln!(text, "/// What selects entry 0.\npub const FIRST_ENTRY: u32 = 0x{FIRST_ENTRY:03X};")?;
    for group in groups {
        let (constant, number) = group.number;
        let what = if constant == "NUMBER" { "Its number." } else { "The window that shows it." };
        writeln!(text, "\n/// `{}`: {}\npub mod {} {{", group.name, group.doc, group.name)?;
        writeln!(text, "    /// {what}\n    pub const {constant}: u16 = 0x{number:03X};")?;
        let writable = group.writable;
        writeln!(text, "    /// Bits that a write can change.\n    pub const WRITABLE: u64 = 0x{writable:016X};")?;
        for field in &group.fields {
            let (lsb, mask) = (field.lsb, field.mask());
            writeln!(text, "\n    /// `{}` ({}): {}", field.name, legal(field), field.doc)?;
            writeln!(text, "    pub mod {} {{", module_name(field.name))?;
            writeln!(
                text,
                "        /// Position of the least significant bit.\n        pub const SHIFT: u32 = {lsb};"
            )?;
            writeln!(text, "        /// Its bits in the CSR.\n        pub const MASK: u64 = 0x{mask:016X};\n    }}")?;
        }
        writeln!(text, "}}")?;
    }
    Ok(())
}

/// The name of a field's module; one is a word of the language.
fn module_name(field: &str) -> String {
    match field {
        "TYPE" => "r#type".into(),
        name => name.to_lowercase(),
    }
}
