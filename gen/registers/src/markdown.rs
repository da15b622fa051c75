// SPDX-License-Identifier: Apache-2.0
//! A page for people: the registers of one configuration.

use crate::legal::{legal_text, ranges};
use crate::map::{Field, Map, Register};
use crate::output::Origin;
use std::fmt::{self, Write};

/// The page.
pub(crate) fn render(map: &Map, origin: &Origin) -> String {
    let mut text = String::new();
    write_map(&mut text, map, origin).expect("a string takes any text");
    text
}

fn write_map(text: &mut String, map: &Map, origin: &Origin) -> fmt::Result {
    writeln!(text, "<!-- {} -->", origin.banner)?;
    writeln!(text, "# {}: registers of configuration {}\n", map.component.title, origin.configuration)?;
    writeln!(
        text,
        "Registers are 32 bits wide, in a block of 4 KiB. Offsets that are not listed read 0 and ignore writes.\n"
    )?;
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
