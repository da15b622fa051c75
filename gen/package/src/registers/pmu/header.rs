// SPDX-License-Identifier: Apache-2.0
//! A C99 header: numbers, masks and shifts as macros. A position of a CSR's upper half is that in the CSR.

use super::{legal, Group};
use crate::registers::output::Origin;
use std::fmt::{self, Write};
use tracewright_regmap::csr::pmu::PmuFeatures;

/// The header.
pub(super) fn render(groups: &[Group], features: &PmuFeatures, origin: &Origin) -> String {
    let mut text = String::new();
    write(&mut text, groups, features, origin).expect("a string takes any text");
    text
}

fn write(text: &mut String, groups: &[Group], features: &PmuFeatures, origin: &Origin) -> fmt::Result {
    writeln!(text, "/* {} */", origin.banner)?;
    writeln!(text, "#ifndef TRACEWRIGHT_PMU_H\n#define TRACEWRIGHT_PMU_H\n\n#include <stdint.h>\n")?;
    writeln!(text, "/* CSRs of the performance counters; of mhpmcounters the first. _MASK is in place. */")?;
    writeln!(text, "#define TW_PMU_CONFIGURATION \"{}\"", origin.configuration)?;
    for (name, value) in [("XLEN", features.xlen), ("COUNTERS", features.counters), ("WIDTH", features.width)] {
        writeln!(text, "#define TW_PMU_{name} {value}")?;
    }
    for group in groups {
        let name = format!("TW_PMU_{}", group.name.to_uppercase());
        writeln!(text, "\n/* {}: {} */", group.name, group.doc)?;
        writeln!(text, "#define {name}_NUMBER UINT32_C(0x{:03X})", group.number)?;
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
