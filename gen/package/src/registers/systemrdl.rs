// SPDX-License-Identifier: Apache-2.0
//! SystemRDL 2.0 (Accellera, January 2018).

use crate::registers::legal::{legal_text, ranges};
use crate::registers::map::{Field, Map, Register, Software};
use crate::registers::output::Origin;
use crate::registers::system::{Block, SYSTEM, TITLE};
use std::fmt::{self, Write};
use tracewright_regmap::Hardware;

/// What SystemRDL has no property for.
const PROPERTIES: &str = "\
property tw_access { type = string; component = field; };    // RW, R, WARL, W1 or RC, as the specification has it
property tw_legal { type = string; component = field; };     // legal values
property tw_reserved { type = string; component = reg; };    // bits that read 0 and ignore writes
property tw_reference { type = string; component = reg | field; };
";

/// The SystemRDL text.
pub(crate) fn render(map: &Map, origin: &Origin) -> String {
    let mut text = String::new();
    write_map(&mut text, map, origin).expect("a string takes any text");
    text
}

fn write_map(text: &mut String, map: &Map, origin: &Origin) -> fmt::Result {
    let name = format!("tracewright_{}", map.component.name);
    writeln!(text, "// {}\n{PROPERTIES}", origin.banner)?;
    writeln!(text, "addrmap {name} {{")?;
    write_component(text, map, map.component.title, origin)?;
    writeln!(text, "}};")
}

/// The SystemRDL text of a system: an address map of one for each component.
pub(crate) fn render_system(blocks: &[Block], origin: &Origin) -> String {
    let mut text = String::new();
    write_system(&mut text, blocks, origin).expect("a string takes any text");
    text
}

fn write_system(text: &mut String, blocks: &[Block], origin: &Origin) -> fmt::Result {
    writeln!(text, "// {}\n{PROPERTIES}", origin.banner)?;
    for block in blocks {
        writeln!(text, "addrmap tracewright_{} {{", block.name)?;
        write_component(text, &block.map, &block.title(), origin)?;
        writeln!(text, "}};\n")?;
    }
    writeln!(text, "addrmap tracewright_{SYSTEM} {{")?;
    writeln!(text, "    name = {};", quoted(TITLE))?;
    writeln!(text, "    desc = {};", quoted(&origin.banner))?;
    for Block { name, base, .. } in blocks {
        writeln!(text, "    tracewright_{name} {name} @ 0x{base:04X};")?;
    }
    writeln!(text, "}};")
}

fn write_component(text: &mut String, map: &Map, title: &str, origin: &Origin) -> fmt::Result {
    writeln!(text, "    name = {};", quoted(title))?;
    writeln!(text, "    desc = {};", quoted(&origin.banner))?;
    writeln!(text, "    littleendian;\n    lsb0;")?;
    writeln!(text, "    default regwidth = 32;\n    default accesswidth = 32;")?;
    map.registers.iter().try_for_each(|register| write_register(text, register))
}

fn write_register(text: &mut String, register: &Register) -> fmt::Result {
    writeln!(text)?;
    for field in register.fields.iter().filter(|field| !field.values.is_empty()) {
        write_values(text, register, field)?;
    }
    writeln!(text, "    reg {{")?;
    writeln!(text, "        name = {};", quoted(register.name))?;
    writeln!(text, "        desc = {};", quoted(register.doc))?;
    writeln!(text, "        tw_reference = {};", quoted(&register.reference()))?;
    if register.reserved() != 0 {
        writeln!(text, "        tw_reserved = {};", quoted(&ranges(register.reserved())))?;
    }
    register.fields.iter().try_for_each(|field| write_field(text, register, field))?;
    writeln!(text, "    }} {} @ 0x{:03X};", register.name, register.offset)
}

fn write_values(text: &mut String, register: &Register, field: &Field) -> fmt::Result {
    writeln!(text, "    enum {} {{", enumeration(register, field))?;
    for value in &field.values {
        writeln!(
            text,
            "        {} = {}'d{} {{ desc = {}; }};",
            value.name,
            field.width,
            value.value,
            quoted(value.doc)
        )?;
    }
    writeln!(text, "    }};")
}

fn write_field(text: &mut String, register: &Register, field: &Field) -> fmt::Result {
    let mut properties = software(field.software()).to_string();
    properties.push_str(hardware(field));
    writeln!(text, "        field {{")?;
    writeln!(text, "            desc = {};", quoted(&field.full_doc()))?;
    writeln!(text, "            {properties}")?;
    if !field.values.is_empty() {
        writeln!(text, "            encode = {};", enumeration(register, field))?;
    }
    writeln!(text, "            tw_access = {};", quoted(field.access.name()))?;
    writeln!(text, "            tw_legal = {};", quoted(&legal_text(field.legal, field.width)))?;
    writeln!(text, "            tw_reference = {};", quoted(&field.reference))?;
    let (high, low, width) = (field.lsb + field.width - 1, field.lsb, field.width);
    writeln!(text, "        }} {}[{high}:{low}] = {width}'h{:X};", field.name, field.reset)
}

fn enumeration(register: &Register, field: &Field) -> String {
    format!("{}_{}_values", register.name, field.name)
}

fn software(software: Software) -> &'static str {
    match software {
        Software::ReadWrite => "sw = rw;",
        Software::ReadOnly => "sw = r;",
        Software::ClearOnRead => "sw = r; onread = rclr;",
        Software::WriteOne => "sw = w; onwrite = woset; singlepulse;",
    }
}

fn hardware(field: &Field) -> &'static str {
    match field.hardware {
        Hardware::Nothing => " hw = r;",
        Hardware::Drives | Hardware::Mirrors(..) => " hw = w;",
        Hardware::Keeps => " hw = rw;",
        Hardware::Sets => " hw = r; hwset;",
        Hardware::Clears => " hw = r; hwclr;",
        Hardware::SetsAndClears => " hw = r; hwset; hwclr;",
        Hardware::Follows => " hw = rw;",
    }
}

/// A string literal.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
