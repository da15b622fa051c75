// SPDX-License-Identifier: Apache-2.0
//! IP-XACT, IEEE 1685-2014: a component with one memory map.

use crate::registers::legal::{legal_text, ranges};
use crate::registers::map::{Field, Map, Register, Software, BLOCK_BYTES};
use crate::registers::output::Origin;
use crate::registers::system::{Block, SYSTEM, TITLE};
use quick_xml::escape::partial_escape;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::Writer;
use std::io;
use tracewright_regmap::{Legal, Value};

const NAMESPACE: &str = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014";
const SCHEMA: &str = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014/index.xsd";

/// The IP-XACT text.
pub(crate) fn render(map: &Map, origin: &Origin) -> String {
    text((map.component.name, map.component.title), &[(map.component.name, 0, map)], origin)
}

/// The IP-XACT text of a system: an address block for each component.
pub(crate) fn render_system(blocks: &[Block], origin: &Origin) -> String {
    let blocks: Vec<_> = blocks.iter().map(|block| (block.name.as_str(), block.base, &block.map)).collect();
    text((SYSTEM, TITLE), &blocks, origin)
}

/// Name and base address of a component, and its registers.
type AddressBlock<'a> = (&'a str, usize, &'a Map);

fn text(named: (&str, &str), blocks: &[AddressBlock<'_>], origin: &Origin) -> String {
    let mut xml = Xml(Writer::new_with_indent(Vec::new(), b' ', 2));
    xml.document(named, blocks, origin).expect("a vector takes any bytes");
    String::from_utf8_lossy(&xml.0.into_inner()).into_owned() + "\n"
}

struct Xml(Writer<Vec<u8>>);

impl Xml {
    fn document(&mut self, named: (&str, &str), blocks: &[AddressBlock<'_>], origin: &Origin) -> io::Result<()> {
        let (name, title) = named;
        self.0.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        self.0.write_event(Event::Comment(BytesText::new(&format!(" {} ", origin.banner))))?;
        let location = format!("{NAMESPACE} {SCHEMA}");
        let attributes = [
            ("xmlns:ipxact", NAMESPACE),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
            ("xsi:schemaLocation", &location),
        ];
        self.0.write_event(Event::Start(BytesStart::new("ipxact:component").with_attributes(attributes)))?;
        self.text("vendor", "tracewright")?;
        self.text("library", "tracewright")?;
        self.text("name", &format!("tracewright_{name}"))?;
        self.text("version", &origin.version)?;
        self.group("memoryMaps", |xml| xml.memory_map(blocks))?;
        self.text("description", &format!("{title}. {}", origin.banner))?;
        self.0.write_event(Event::End(BytesEnd::new("ipxact:component")))
    }

    fn memory_map(&mut self, blocks: &[AddressBlock<'_>]) -> io::Result<()> {
        self.group("memoryMap", |xml| {
            xml.text("name", "control")?;
            blocks.iter().try_for_each(|block| xml.address_block(block))?;
            xml.text("addressUnitBits", "8")
        })
    }

    fn address_block(&mut self, (name, base, map): &AddressBlock<'_>) -> io::Result<()> {
        self.group("addressBlock", |xml| {
            xml.text("name", name)?;
            xml.text("baseAddress", &format!("'h{base:X}"))?;
            xml.text("range", &format!("'h{BLOCK_BYTES:X}"))?;
            xml.text("width", "32")?;
            xml.text("usage", "register")?;
            map.registers.iter().try_for_each(|register| xml.register(register))
        })
    }

    fn register(&mut self, register: &Register) -> io::Result<()> {
        self.group("register", |xml| {
            xml.text("name", register.name)?;
            xml.text("description", &format!("{} {}.", register.doc, register.reference()))?;
            xml.text("addressOffset", &format!("'h{:X}", register.offset))?;
            xml.text("size", "32")?;
            for part in parts(register) {
                match part {
                    Part::Field(field) => xml.field(field)?,
                    Part::Reserved { lsb, width } => xml.reserved(lsb, width)?,
                }
            }
            Ok(())
        })
    }

    fn field(&mut self, field: &Field) -> io::Result<()> {
        let software = field.software();
        let legal = legal_text(field.legal, field.width);
        let details = format!("{} {}; legal: {legal}. {}.", field.full_doc(), field.access.name(), field.reference);
        self.group("field", |xml| {
            xml.text("name", field.name)?;
            xml.text("description", &details)?;
            xml.text("bitOffset", &field.lsb.to_string())?;
            xml.group("resets", |xml| xml.group("reset", |xml| xml.text("value", &format!("'h{:X}", field.reset))))?;
            xml.text("bitWidth", &field.width.to_string())?;
            xml.text("volatile", &field.is_volatile().to_string())?;
            xml.text("access", access(software))?;
            if !field.values.is_empty() {
                xml.group("enumeratedValues", |xml| field.values.iter().try_for_each(|value| xml.value(value)))?;
            }
            if software == Software::WriteOne {
                xml.text("modifiedWriteValue", "oneToSet")?;
            }
            xml.constraint(field)?;
            if software == Software::ClearOnRead {
                xml.text("readAction", "clear")?;
            }
            Ok(())
        })
    }

    fn value(&mut self, value: &Value) -> io::Result<()> {
        self.group("enumeratedValue", |xml| {
            xml.text("name", value.name)?;
            xml.text("description", value.doc)?;
            xml.text("value", &format!("'h{:X}", value.value))
        })
    }

    /// What may be written, where IP-XACT has words for it.
    fn constraint(&mut self, field: &Field) -> io::Result<()> {
        match (field.software(), field.legal) {
            (Software::ReadWrite, Legal::OneOf(set)) if field.values.len() == set.count_ones() as usize => {
                self.group("writeValueConstraint", |xml| xml.text("useEnumeratedValues", "true"))
            }
            (Software::ReadWrite, Legal::Bits(mask)) if mask & mask.wrapping_add(1) == 0 => {
                self.group("writeValueConstraint", |xml| {
                    xml.text("minimum", "'h0")?;
                    xml.text("maximum", &format!("'h{mask:X}"))
                })
            }
            (Software::ReadWrite, Legal::Range(first, last)) => self.group("writeValueConstraint", |xml| {
                xml.text("minimum", &format!("'h{first:X}"))?;
                xml.text("maximum", &format!("'h{last:X}"))
            }),
            _ => Ok(()),
        }
    }

    fn reserved(&mut self, lsb: usize, width: usize) -> io::Result<()> {
        let mask = (u32::MAX >> (32 - width)) << lsb;
        self.group("field", |xml| {
            xml.text("name", &format!("reserved{lsb}"))?;
            xml.text("description", &format!("Bits {} read 0 and ignore writes.", ranges(mask)))?;
            xml.text("bitOffset", &lsb.to_string())?;
            xml.group("resets", |xml| xml.group("reset", |xml| xml.text("value", "'h0")))?;
            xml.text("bitWidth", &width.to_string())?;
            xml.text("access", "read-only")?;
            xml.text("reserved", "true")
        })
    }

    fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        let content = BytesText::from_escaped(partial_escape(text));
        self.0.create_element(format!("ipxact:{name}")).write_text_content(content).map(drop)
    }

    fn group(&mut self, name: &str, content: impl FnOnce(&mut Xml) -> io::Result<()>) -> io::Result<()> {
        let tag = format!("ipxact:{name}");
        self.0.write_event(Event::Start(BytesStart::new(tag.as_str())))?;
        content(self)?;
        self.0.write_event(Event::End(BytesEnd::new(tag.as_str())))
    }
}

/// What the bits of a register are.
enum Part<'a> {
    Field(&'a Field),
    Reserved { lsb: usize, width: usize },
}

/// The fields of a register and what is between them, from bit 0 up.
fn parts(register: &Register) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut next = 0;
    for field in &register.fields {
        if field.lsb > next {
            parts.push(Part::Reserved { lsb: next, width: field.lsb - next });
        }
        parts.push(Part::Field(field));
        next = field.lsb + field.width;
    }
    if next < 32 {
        parts.push(Part::Reserved { lsb: next, width: 32 - next });
    }
    parts
}

fn access(software: Software) -> &'static str {
    match software {
        Software::ReadWrite => "read-write",
        Software::ReadOnly | Software::ClearOnRead => "read-only",
        Software::WriteOne => "write-only",
    }
}
