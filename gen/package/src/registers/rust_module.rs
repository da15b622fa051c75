// SPDX-License-Identifier: Apache-2.0
//! A Rust module of constants, for `no_std`: a module for each register, and in it one for each field.

use crate::registers::legal::legal_text;
use crate::registers::map::{Field, Map, Register};
use crate::registers::names::snake_case;
use crate::registers::output::Origin;
use crate::registers::system::{Block, TITLE};
use std::fmt::{self, Write};

/// The module's text.
pub(crate) fn render(map: &Map, origin: &Origin) -> String {
    let mut text = String::new();
    write_map(&mut text, map, origin).expect("a string takes any text");
    text
}

/// The module's text for a system: a module for each component.
pub(crate) fn render_system(blocks: &[Block], origin: &Origin) -> String {
    let mut text = String::new();
    write_system(&mut text, blocks, origin).expect("a string takes any text");
    text
}

fn write_map(text: &mut String, map: &Map, origin: &Origin) -> fmt::Result {
    write_start(text, map.component.title, origin)?;
    map.registers.iter().try_for_each(|register| write_register(text, register))
}

fn write_system(text: &mut String, blocks: &[Block], origin: &Origin) -> fmt::Result {
    write_start(text, TITLE, origin)?;
    for block in blocks {
        writeln!(text, "\n/// {}.\npub mod {} {{", block.title(), block.name)?;
        let base = format!("BASE: usize = 0x{:04X}", block.base);
        constant(text, 1, "Byte address, from that of the first component.", &base)?;
        let mut inner = String::new();
        block.map.registers.iter().try_for_each(|register| write_register(&mut inner, register))?;
        for line in inner.lines() {
            let indent = if line.is_empty() { "" } else { "    " };
            writeln!(text, "{indent}{line}")?;
        }
        writeln!(text, "}}")?;
    }
    Ok(())
}

fn write_start(text: &mut String, title: &str, origin: &Origin) -> fmt::Result {
    writeln!(text, "// {}", origin.banner)?;
    writeln!(text, "//! {title} registers: offsets in bytes, masks in place, values not shifted.\n")?;
    writeln!(text, "/// Hash of the configuration.")?;
    writeln!(text, "pub const CONFIGURATION: &str = \"{}\";", origin.configuration)
}

fn write_register(text: &mut String, register: &Register) -> fmt::Result {
    writeln!(text, "\n/// `{}`: {} {}.", register.name, register.doc, register.reference())?;
    writeln!(text, "pub mod {} {{", snake_case(register.name))?;
    constant(text, 1, "Offset in bytes.", &format!("OFFSET: usize = 0x{:03X}", register.offset))?;
    constant(text, 1, "Value after reset.", &format!("RESET: u32 = 0x{:08X}", register.reset))?;
    let reserved = format!("RESERVED: u32 = 0x{:08X}", register.reserved());
    constant(text, 1, "Bits that read 0 and ignore writes.", &reserved)?;
    register.fields.iter().try_for_each(|field| write_field(text, field))?;
    writeln!(text, "}}")
}

fn write_field(text: &mut String, field: &Field) -> fmt::Result {
    let (access, legal) = (field.access.name(), legal_text(field.legal, field.width));
    writeln!(text, "\n    /// `{}` ({access}; legal: {legal}): {}", field.name, field.full_doc())?;
    writeln!(text, "    pub mod {} {{", snake_case(field.name))?;
    constant(text, 2, "Position of the least significant bit.", &format!("SHIFT: u32 = {}", field.lsb))?;
    constant(text, 2, "Width in bits.", &format!("WIDTH: u32 = {}", field.width))?;
    constant(text, 2, "Its bits in the register.", &format!("MASK: u32 = 0x{:08X}", field.mask()))?;
    constant(text, 2, "Value after reset.", &format!("RESET: u32 = {}", field.reset))?;
    for value in &field.values {
        constant(text, 2, value.doc, &format!("{}: u32 = {}", value.name, value.value))?;
    }
    writeln!(text, "    }}")
}

fn constant(text: &mut String, depth: usize, doc: &str, definition: &str) -> fmt::Result {
    let indent = "    ".repeat(depth);
    writeln!(text, "{indent}/// {doc}\n{indent}pub const {definition};")
}
