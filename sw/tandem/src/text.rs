// SPDX-License-Identifier: Apache-2.0
//! Parts of a trace as text, and as JSON.

use crate::{Element, Group, Part};
use core::fmt::{Display, Formatter, Result};

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let name = self.opcode().name();
        match self {
            Element::Full(register, value) => write!(f, "{register} = {value:#x}"),
            Element::Offset(register, offset) => write!(f, "{register} += {offset}"),
            Element::Mask(register, mask) => write!(f, "{register} |= {mask:#x}"),
            Element::State(identifier, value) => write!(f, "{} = {value:#x}", identifier.name()),
            Element::Request { address, operation, size, data } => {
                write!(f, "{name}: {}, {} at {address:#x}", operation.name(), size.name())?;
                data.map_or(Ok(()), |data| write!(f, ", {data:#x}"))
            }
            Element::Response { size, outcome, data } => {
                write!(f, "{name}: {}, {}", outcome.name(), size.name())?;
                data.map_or(Ok(()), |data| write!(f, ", {data:#x}"))
            }
            Element::Instruction16(bits) => write!(f, "{name} {bits:04x}"),
            Element::Instruction32(bits) => write!(f, "{name} {bits:08x}"),
            _ => f.write_str(name),
        }
    }
}

/// An element a line, groups with their place; what is in them is indented.
impl Display for Part<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Part::Group(group) => {
                write!(f, "{:>10}  group, {} bytes", group.offset, group.bytes)?;
                group.elements.iter().try_for_each(|element| write!(f, "\n{:12}  {element}", ""))
            }
            Part::Outside(offset, element) => write!(f, "{offset:>10}  {element}"),
            Part::Error(error) => write!(f, "{:>10}  error: {}", error.offset, error.problem),
            Part::Skipped(offset, bytes) => write!(f, "{offset:>10}  {bytes} bytes skipped"),
        }
    }
}

/// Shown as one JSON object, on one line. Values are strings of hexadecimal digits: JSON's numbers have 53 bits.
pub struct Json<T>(pub T);

impl Display for Json<&Part<'_>> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            Part::Group(group) => write!(f, "{}", Json(*group)),
            Part::Outside(offset, element) => write!(f, r#"{{"offset":{offset},"element":{}}}"#, Json(element)),
            Part::Error(error) => write!(f, r#"{{"offset":{},"error":"{}"}}"#, error.offset, error.problem),
            Part::Skipped(offset, bytes) => write!(f, r#"{{"offset":{offset},"skipped":{bytes}}}"#),
        }
    }
}

impl Display for Json<&Group> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let group = self.0;
        write!(f, r#"{{"offset":{},"bytes":{},"group":["#, group.offset, group.bytes)?;
        for (number, element) in group.elements.iter().enumerate() {
            write!(f, "{}{}", if number == 0 { "" } else { "," }, Json(element))?;
        }
        f.write_str("]}")
    }
}

impl Display for Json<&Element> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let element = self.0;
        write!(f, r#"{{"opcode":{}"#, element.opcode().code())?;
        let data = |f: &mut Formatter<'_>, data: &Option<u64>| match data {
            Some(data) => write!(f, r#","data":"{data:#x}""#),
            None => Ok(()),
        };
        match element {
            Element::Full(register, value) => write!(f, r#","register":"{register}","value":"{value:#x}""#)?,
            Element::Offset(register, offset) => write!(f, r#","register":"{register}","offset":{offset}"#)?,
            Element::Mask(register, mask) => write!(f, r#","register":"{register}","mask":"{mask:#x}""#)?,
            Element::State(identifier, value) => {
                write!(f, r#","state":"{}","value":"{value:#x}""#, identifier.name())?;
            }
            Element::Request { address, operation, size, data: written } => {
                let (operation, size) = (operation.name(), size.bytes());
                write!(f, r#","request":"{operation}","address":"{address:#x}","bytes":{size}"#)?;
                data(f, written)?;
            }
            Element::Response { size, outcome, data: read } => {
                write!(f, r#","response":"{}","bytes":{}"#, outcome.name(), size.bytes())?;
                data(f, read)?;
            }
            Element::Instruction16(bits) => write!(f, r#","instruction":"{bits:04x}""#)?,
            Element::Instruction32(bits) => write!(f, r#","instruction":"{bits:08x}""#)?,
            _ => write!(f, r#","name":"{}""#, element.opcode().name())?,
        }
        f.write_str("}")
    }
}
