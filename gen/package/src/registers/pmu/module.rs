// SPDX-License-Identifier: Apache-2.0
//! A Rust module of constants, for `no_std`: a module for each CSR, and in it one for each field.

use super::{legal, Group};
use crate::registers::output::Origin;
use std::fmt::{self, Write};
use tracewright_regmap::csr::pmu::PmuFeatures;

/// The module's text.
pub(super) fn render(groups: &[Group], features: &PmuFeatures, origin: &Origin) -> String {
    let mut text = String::new();
    write(&mut text, groups, features, origin).expect("a string takes any text");
    text
}

fn write(text: &mut String, groups: &[Group], features: &PmuFeatures, origin: &Origin) -> fmt::Result {
    writeln!(text, "// {}", origin.banner)?;
    writeln!(text, "//! CSRs of the performance counters, of mhpmcounters the first: masks in place.\n")?;
    writeln!(text, "/// Hash of the configuration.\npub const CONFIGURATION: &str = \"{}\";", origin.configuration)?;
    writeln!(text, "/// Width of a CSR in bits.\npub const XLEN: u32 = {};", features.xlen)?;
    writeln!(text, "/// How many mhpmcounters there are.\npub const COUNTERS: u32 = {};", features.counters)?;
    writeln!(text, "/// Their bits.\npub const WIDTH: u32 = {};", features.width)?;
    for group in groups {
        writeln!(text, "\n/// `{}`: {}\npub mod {} {{", group.name, group.doc, group.name)?;
        writeln!(text, "    /// Its number.\n    pub const NUMBER: u16 = 0x{:03X};", group.number)?;
        let writable = group.writable;
        writeln!(text, "    /// Bits that a write can change.\n    pub const WRITABLE: u64 = 0x{writable:016X};")?;
        for field in &group.fields {
            let (lsb, mask) = (field.lsb, field.mask());
            writeln!(text, "\n    /// `{}` ({}): {}", field.name, legal(field), field.doc)?;
            writeln!(text, "    pub mod {} {{", field.name.to_lowercase())?;
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
