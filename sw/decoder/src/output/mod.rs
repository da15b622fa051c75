// SPDX-License-Identifier: Apache-2.0
//! Items as text.

mod json;
mod listing;
mod names;

use crate::Item;
use disc_v::{Decoder, Isa};
use std::fmt;
use std::io::{self, Write};
use tracewright_image::Image;
use tracewright_messages::isa::Xlen;

/// What a [`Printer`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The address of each instruction, a line each; nothing else.
    Pc,
    /// A line for each instruction with its bits, its text and its place after a symbol; a line for each other item.
    Listing,
    /// A JSON object for each item, a line each.
    Json,
}

/// An address as everything here prints it: upper-case hexadecimal, at least eight digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub u64);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010X}", self.0)
    }
}

/// Writes items of a trace of one program.
#[derive(Debug)]
pub struct Printer<'a, W> {
    program: Program<'a>,
    format: Format,
    out: W,
}

impl<'a, W: Write> Printer<'a, W> {
    /// Writes to `out`, which is best buffered. Symbols and instruction bits come from `image`.
    pub fn new(image: &'a Image, format: Format, out: W) -> Printer<'a, W> {
        let isa = match image.xlen() {
            Xlen::Rv32 => Isa::Rv32,
            Xlen::Rv64 => Isa::Rv64,
        };
        Printer { program: Program { image, disassembler: Decoder::new(isa) }, format, out }
    }

    /// Writes one item.
    ///
    /// # Errors
    /// Those of the underlying writer.
    pub fn item(&mut self, item: &Item) -> io::Result<()> {
        match (self.format, item) {
            (Format::Pc, Item::Instruction { pc }) => writeln!(self.out, "{}", Address(*pc)),
            (Format::Pc, _) => Ok(()),
            (Format::Listing, item) => listing::write(item, &self.program, &mut self.out),
            (Format::Json, item) => json::write(item, &self.program, &mut self.out),
        }
    }

    /// Gives the writer back.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// What instructions look like.
#[derive(Debug)]
struct Program<'a> {
    image: &'a Image,
    disassembler: Decoder,
}

/// An instruction as the listings show it.
struct Shown<'a> {
    /// Its bits, as many digits as it has.
    bits: String,
    text: String,
    symbol: Option<(&'a str, u64)>,
}

impl<'a> Program<'a> {
    fn show(&self, pc: u64) -> Shown<'a> {
        let bits = self.image.fetch(pc).unwrap_or(0);
        let half_words = self.image.instruction(pc).map_or(2, |i| i.half_words);
        let (bits, digits) = if half_words == 1 { (bits & 0xFFFF, 4) } else { (bits, 8) };
        let text = self.disassembler.decode(pc, bits.into()).to_string();
        Shown { bits: format!("{bits:0digits$X}"), text, symbol: self.image.symbol_at(pc) }
    }
}
