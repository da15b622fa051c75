// SPDX-License-Identifier: Apache-2.0
//! A page for people: the registers of one configuration.

use crate::registers::legal::{legal_text, ranges};
use crate::registers::map::{Field, Map, Register};
use crate::registers::output::Origin;
use crate::registers::system::{Block, TITLE};
use std::fmt::{self, Write};

/// The page.
pub(crate) fn render(map: &Map, origin: &Origin) -> String {
    let mut text = String::new();
    write_map(&mut text, map, origin).expect("a string takes any text");
    text
}

/// The page of a system.
pub(crate) fn render_system(blocks: &[Block], origin: &Origin) -> String {
    let mut text = String::new();
    write_system(&mut text, blocks, origin).expect("a string takes any text");
    text
}

fn write_system(text: &mut String, blocks: &[Block], origin: &Origin) -> fmt::Result {
    write_start(text, TITLE, "blocks", origin)?;
    writeln!(text, "| base | component | what |\n|---|---|---|")?;
    for Block { name, base, map } in blocks {
        writeln!(text, "| 0x{base:04X} | {name} | {} |", map.component.title)?;
    }
    for block in blocks {
        writeln!(text, "\n# 0x{:04X} {}\n", block.base, block.title())?;
        write_registers(text, &block.map)?;
    }
    Ok(())
}

fn write_map(text: &mut String, map: &Map, origin: &Origin) -> fmt::Result {
    write_start(text, map.component.title, "a block", origin)?;
    write_registers(text, map)
}

fn write_start(text: &mut String, title: &str, blocks: &str, origin: &Origin) -> fmt::Result {
    writeln!(text, "<!-- {} -->", origin.banner)?;
    writeln!(text, "# {title}: registers of configuration {}\n", origin.configuration)?;
    writeln!(
        text,
        "Registers are 32 bits wide, in {blocks} of 4 KiB. Offsets that are not listed read 0 and ignore writes.\n"
    )
}

fn write_registers(text: &mut String, map: &Map) -> fmt::Result {
    writeln!(text, "| offset | register | after reset | what |\n|---|---|---|---|")?;
    for Register { name, offset, reset, doc, .. } in &map.registers {
        writeln!(text, "| 0x{offset:03X} | {name} | 0x{reset:08X} | {} |", cell(doc))?;
    }
    map.registers.iter().try_for_each(|register| write_register(text, register))
}

fn write_register(text: &mut String, register: &Register) -> fmt::Result {
    writeln!(text, "\n## 0x{:03X} {}\n", register.offset, register.name)?;
    writeln!(text, "{} {}.\n", register.doc, register.reference())?;
    writeln!(text, "| bits | field | access | reset | legal values | meaning |\n|---|---|---|---|---|---|")?;
    register.fields.iter().try_for_each(|field| write_field(text, field))?;
    match register.reserved() {
        0 => Ok(()),
        reserved => writeln!(text, "| {} | - | - | 0 | 0 | Reserved: reads 0, ignores writes. |", ranges(reserved)),
    }
}

fn write_field(text: &mut String, field: &Field) -> fmt::Result {
    let mut meaning = field.full_doc();
    for value in &field.values {
        let _ = write!(meaning, " {} {}: {}", value.value, value.name, value.doc);
    }
    let (bits, access) = (ranges(field.mask()), field.access.name());
    let legal = legal_text(field.legal, field.width);
    writeln!(text, "| {bits} | {} | {access} | {} | {legal} | {} |", field.name, field.reset, cell(&meaning))
}

/// Text that does not end its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
