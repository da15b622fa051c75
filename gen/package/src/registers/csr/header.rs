// SPDX-License-Identifier: Apache-2.0
//! A C99 header: numbers, masks and shifts as macros. A position of a CSR's upper half is that in the CSR.

use super::{legal, version, Group};
use crate::registers::output::Origin;
use std::fmt::{self, Write};
use tracewright_regmap::csr::{CtrFeatures, FIRST_ENTRY};

/// The header.
pub(super) fn render(groups: &[Group], features: &CtrFeatures, origin: &Origin) -> String {
    let mut text = String::new();
    write(&mut text, groups, features, origin).expect("a string takes any text");
    text
}

fn write(text: &mut String, groups: &[Group], features: &CtrFeatures, origin: &Origin) -> fmt::Result {
    writeln!(text, "/* {} */", origin.banner)?;
    writeln!(text, "#ifndef TRACEWRIGHT_CTR_H\n#define TRACEWRIGHT_CTR_H\n\n#include <stdint.h>\n")?;
    writeln!(text, "/* CSRs of Control Transfer Records {}. _MASK is in place. */", version(features.version))?;
    writeln!(text, "#define TW_CTR_CONFIGURATION \"{}\"", origin.configuration)?;
    for (name, value) in [("XLEN", features.xlen), ("MIN_DEPTH", features.min_depth), ("MAX_DEPTH", features.max_depth)]
    {
        writeln!(text, "#define TW_CTR_{name} {value}")?;
    }
    writeln!(text, "#define TW_CTR_FIRST_ENTRY UINT32_C(0x{FIRST_ENTRY:03X})")?;
    for group in groups {
        let name = format!("TW_CTR_{}", group.name.to_uppercase());
        writeln!(text, "\n/* {}: {} */", group.name, group.doc)?;
        writeln!(text, "#define {name}_{} UINT32_C(0x{:03X})", group.number.0, group.number.1)?;
        writeln!(text, "#define {name}_WRITABLE UINT64_C(0x{:016X})", group.writable)?;
        for field in &group.fields {
            writeln!(text, "/* {} ({}): {} */", field.name, legal(field), field.doc)?;
            let name = format!("{name}_{}", field.name.to_uppercase());
            writeln!(text, "#define {name}_SHIFT {}", field.lsb)?;
            writeln!(text, "#define {name}_MASK UINT64_C(0x{:016X})", field.mask())?;
        }
    }
    writeln!(text, "\n#endif")
}
