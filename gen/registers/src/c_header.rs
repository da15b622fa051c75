// SPDX-License-Identifier: Apache-2.0
//! A C99 header: every offset, mask, shift, value after reset and named value as a macro.

use crate::legal::legal_text;
use crate::map::{Field, Map, Register};
use crate::names::screaming_case;
use crate::output::Origin;
use std::fmt::{self, Write};

/// The header.
pub(crate) fn render(map: &Map, origin: &Origin) -> String {
    let mut text = String::new();
    write_map(&mut text, map, origin).expect("a string takes any text");
    text
}

fn write_map(text: &mut String, map: &Map, origin: &Origin) -> fmt::Result {
    let guard = format!("TRACEWRIGHT_{}_REGISTERS_H", screaming_case(map.component.name));
    writeln!(text, "/* {} */", origin.banner)?;
    writeln!(text, "#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n")?;
    writeln!(text, "/* {}. Offsets are in bytes; _MASK is in place, values are not shifted. */", map.component.title)?;
    writeln!(text, "#define TW_CONFIGURATION \"{}\"", origin.configuration)?;
    map.registers.iter().try_for_each(|register| write_register(text, register))?;
    writeln!(text, "\n#endif")
}

fn write_register(text: &mut String, register: &Register) -> fmt::Result {
    let name = format!("TW_{}", screaming_case(register.name));
    writeln!(text, "\n/* {}: {} {}. */", register.name, comment(register.doc), register.reference())?;
    writeln!(text, "#define {name}_OFFSET UINT32_C(0x{:03X})", register.offset)?;
    writeln!(text, "#define {name}_RESET UINT32_C(0x{:08X})", register.reset)?;
    writeln!(text, "#define {name}_RESERVED UINT32_C(0x{:08X})", register.reserved())?;
    register.fields.iter().try_for_each(|field| write_field(text, &name, field))
}

fn write_field(text: &mut String, register: &str, field: &Field) -> fmt::Result {
    let name = format!("{register}_{}", screaming_case(field.name));
    let (access, legal) = (field.access.name(), legal_text(field.legal, field.width));
    writeln!(text, "/* {} ({access}; legal: {legal}): {} */", field.name, comment(&field.full_doc()))?;
    writeln!(text, "#define {name}_SHIFT {}", field.lsb)?;
    writeln!(text, "#define {name}_WIDTH {}", field.width)?;
    writeln!(text, "#define {name}_MASK UINT32_C(0x{:08X})", field.mask())?;
    writeln!(text, "#define {name}_RESET UINT32_C(0x{:X})", field.reset)?;
    for value in &field.values {
        writeln!(text, "#define {name}_{} UINT32_C({}) /* {} */", value.name, value.value, comment(value.doc))?;
    }
    Ok(())
}

/// Text that does not end the comment it stands in.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}
