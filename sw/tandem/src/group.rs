// SPDX-License-Identifier: Apache-2.0
//! Elements, collected into groups.

use crate::{csr, Decoder, Element, Error, Identifier, Item, Register, Widths};
use alloc::vec::Vec;

/// State changes that are one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Its begin, counted from the beginning of the trace.
    pub offset: u64,
    /// Its length, with the begin and the end.
    pub bytes: u64,
    /// What is in it, without begin and end.
    pub elements: Vec<Element>,
}

/// What a trace is made of.
#[derive(Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// A whole group.
    Group(&'a Group),
    /// An element that is in none, and its place.
    Outside(u64, Element),
    /// The trace is broken here; the group that had begun is dropped.
    Error(Error),
    /// Bytes that could not be used: where, and how many.
    Skipped(u64, u64),
}

/// The [`Group`]s of a trace, as a stream.
pub struct Groups {
    decoder: Decoder,
    group: Group,
    open: bool,
    /// The begin of the next group, whose byte has been read with the end of the one before.
    begun: Option<u64>,
}

impl Groups {
    /// Those of a trace from its beginning.
    pub fn new(widths: Widths) -> Groups {
        Groups { decoder: Decoder::new(widths), group: Group::default(), open: false, begun: None }
    }

    /// As [`Decoder::feed`].
    pub fn feed(&mut self, bytes: &[u8]) -> usize {
        self.decoder.feed(bytes)
    }

    /// As [`Decoder::finish`].
    pub fn finish(&mut self) {
        self.decoder.finish();
    }

    /// The next part; none, if more bytes are needed.
    pub fn pop(&mut self) -> Option<Part<'_>> {
        if let Some(offset) = self.begun.take() {
            self.begin(offset);
        }
        loop {
            match self.decoder.pop()? {
                Item::Element { offset, element: Element::BeginGroup } if self.open => {
                    self.begun = Some(offset);
                    return Some(self.end(offset));
                }
                Item::Element { offset, element: Element::BeginGroup } => self.begin(offset),
                Item::Element { offset, element: Element::EndGroup } => return Some(self.end(offset + 1)),
                Item::Element { element, .. } if self.open => self.group.elements.push(element),
                Item::Element { offset, element } => return Some(Part::Outside(offset, element)),
                Item::Error(error) => {
                    self.open = false;
                    return Some(Part::Error(error));
                }
                Item::Skipped { offset, bytes } => return Some(Part::Skipped(offset, bytes)),
            }
        }
    }

    fn begin(&mut self, offset: u64) {
        self.open = true;
        self.group.offset = offset;
        self.group.elements.clear();
    }

    fn end(&mut self, offset: u64) -> Part<'_> {
        self.open = false;
        self.group.bytes = offset - self.group.offset;
        Part::Group(&self.group)
    }
}

impl Group {
    /// The instruction, with its length in bytes.
    pub fn instruction(&self) -> Option<(u32, u64)> {
        self.elements.iter().find_map(|element| match *element {
            Element::Instruction16(bits) => Some((bits.into(), 2)),
            Element::Instruction32(bits) => Some((bits, 4)),
            _ => None,
        })
    }

    /// The value of an additional state.
    pub fn state(&self, identifier: Identifier) -> Option<u64> {
        self.elements.iter().find_map(|element| match *element {
            Element::State(found, value) if found == identifier => Some(value),
            _ => None,
        })
    }

    /// Whether a register changes.
    pub fn writes(&self, register: Register) -> bool {
        self.elements.iter().any(|element| {
            matches!(*element, Element::Full(r, _) | Element::Offset(r, _) | Element::Mask(r, _) if r == register)
        })
    }

    /// Whether it has such an element.
    pub fn has(&self, element: Element) -> bool {
        self.elements.contains(&element)
    }

    /// The register that has the cause of the trap that it is, if it is one: it gives xepc and xcause.
    pub fn trap(&self) -> Option<Register> {
        let traps = [(csr::MEPC, csr::MCAUSE), (csr::SEPC, csr::SCAUSE)];
        let traps = traps.map(|(epc, cause)| (Register::csr(epc), Register::csr(cause)));
        traps.into_iter().find(|&(epc, cause)| self.writes(epc) && self.writes(cause)).map(|(_, cause)| cause)
    }

    /// The value of a register that is given in full.
    pub fn full(&self, register: Register) -> Option<u64> {
        self.elements.iter().find_map(|element| match *element {
            Element::Full(found, value) if found == register => Some(value),
            _ => None,
        })
    }
}
