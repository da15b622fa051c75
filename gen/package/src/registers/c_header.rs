// SPDX-License-Identifier: Apache-2.0
//! A C99 header: every offset, mask, shift, value after reset and named value as a macro.

use crate::registers::legal::legal_text;
use crate::registers::map::{Field, Map, Register};
use crate::registers::names::screaming_case;
use crate::registers::output::Origin;
use crate::registers::system::{Block, SYSTEM, TITLE};
use std::fmt::{self, Write};

/// The header.
pub(crate) fn render(map: &Map, origin: &Origin) -> String {
    let mut text = String::new();
    write_map(&mut text, map, origin).expect("a string takes any text");
    text
}

/// The header of a system: the names of each component begin with its own, in which it is `_BASE`.
pub(crate) fn render_system(blocks: &[Block], origin: &Origin) -> String {
    let mut text = String::new();
    write_system(&mut text, blocks, origin).expect("a string takes any text");
    text
}

fn write_map(text: &mut String, map: &Map, origin: &Origin) -> fmt::Result {
    write_start(text, map.component.name, map.component.title, origin)?;
    map.registers.iter().try_for_each(|register| write_register(text, "TW", register))?;
    writeln!(text, "\n#endif")
}

fn write_system(text: &mut String, blocks: &[Block], origin: &Origin) -> fmt::Result {
    write_start(text, SYSTEM, TITLE, origin)?;
    for block in blocks {
        let prefix = format!("TW_{}", screaming_case(&block.name));
        writeln!(text, "\n/* {}: byte address from the first component's. */", block.title())?;
        writeln!(text, "#define {prefix}_BASE UINT32_C(0x{:04X})", block.base)?;
        block.map.registers.iter().try_for_each(|register| write_register(text, &prefix, register))?;
    }
    writeln!(text, "\n#endif")
}

fn write_start(text: &mut String, name: &str, title: &str, origin: &Origin) -> fmt::Result {
    let guard = format!("TRACEWRIGHT_{}_REGISTERS_H", screaming_case(name));
    writeln!(text, "/* {} */", origin.banner)?;
    writeln!(text, "#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n")?;
    writeln!(text, "/* {title}. Offsets are in bytes; _MASK is in place, values are not shifted. */")?;
    writeln!(text, "#define TW_CONFIGURATION \"{}\"", origin.configuration)
}

fn write_register(text: &mut String, prefix: &str, register: &Register) -> fmt::Result {
    let name = format!("{prefix}_{}", screaming_case(register.name));
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
