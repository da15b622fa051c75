// SPDX-License-Identifier: Apache-2.0
//! The program as a whole.

use crate::code::Code;
use crate::elf;
use crate::symbols::{Symbol, Symbols};
use crate::{Error, ErrorKind, Segment};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use tracewright_messages::isa::{Instruction, Xlen};

/// A RISC-V program.
#[derive(Debug)]
pub struct Image {
    xlen: Xlen,
    entry: u64,
    segments: Vec<Segment>,
    code: Code,
    symbols: Symbols,
}

/// What an ELF file begins with.
const MAGIC: [u8; 4] = *b"\x7FELF";

impl Image {
    /// Reads a linked RISC-V ELF file.
    ///
    /// # Errors
    /// The file can't be read, or it is no little-endian RISC-V program with executable code.
    pub fn load(path: &Path) -> Result<Image, Error> {
        let failed = |error| Error::new(path, ErrorKind::Read(error));
        let mut file = File::open(path).map_err(failed)?;
        let mut bytes = vec![];
        // What begins otherwise is not read to its end, which it need not have.
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes).map_err(failed)?;
        if bytes == MAGIC {
            file.read_to_end(&mut bytes).map_err(failed)?;
        }
        Image::parse(&bytes).map_err(|kind| Error::new(path, kind))
    }

    /// Reads a linked RISC-V ELF file from memory.
    ///
    /// # Errors
    /// As for [`Image::load`].
    pub fn parse(bytes: &[u8]) -> Result<Image, ErrorKind> {
        let program = elf::parse(bytes)?;
        Image::build(program.xlen, program.entry, program.segments, program.symbols)
    }

    /// A program of these segments, without symbols.
    ///
    /// # Errors
    /// Segments are out of the address space of `xlen`, code overlaps, or there is none.
    pub fn from_segments(xlen: Xlen, entry: u64, segments: Vec<Segment>) -> Result<Image, ErrorKind> {
        Image::build(xlen, entry, segments, Vec::new())
    }

    fn build(xlen: Xlen, entry: u64, segments: Vec<Segment>, mut symbols: Vec<Symbol>) -> Result<Image, ErrorKind> {
        let last = xlen.wrap(u64::MAX);
        for segment in &segments {
            let size = segment.size.max(segment.data.len() as u64);
            for address in [segment.address, segment.load_address] {
                if address > last || size.saturating_sub(1) > last - address {
                    return Err(ErrorKind::Misplaced { address, size });
                }
            }
        }
        let code = Code::new(xlen, &segments)?;
        for symbol in &mut symbols {
            symbol.code = code.contains(symbol.address);
        }
        Ok(Image { xlen, entry, segments, code, symbols: Symbols::new(symbols) })
    }

    /// Checks that the program is for harts with `configured` bits; `path` is the file that the error names.
    ///
    /// # Errors
    /// It is for another width.
    pub fn expect_xlen(&self, path: &Path, configured: u32) -> Result<(), Error> {
        let elf = self.xlen.bits();
        if elf == configured {
            Ok(())
        } else {
            Err(Error::new(path, ErrorKind::WrongXlen { elf, configured }))
        }
    }

    /// Register width.
    pub fn xlen(&self) -> Xlen {
        self.xlen
    }

    /// Address of the first instruction.
    pub fn entry(&self) -> u64 {
        self.entry
    }

    /// What a loader puts into memory: code, data and zero-fill, in the order of the file.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The instruction bits at `address`: 32 of them, or the last 16 of the code with zeros above. None outside code
    /// and at odd addresses.
    pub fn fetch(&self, address: u64) -> Option<u32> {
        self.code.fetch(address)
    }

    /// The instruction at `address`. None outside code, at odd addresses, and where the code ends in the middle of the
    /// instruction.
    pub fn instruction(&self, address: u64) -> Option<Instruction> {
        self.code.instruction(address)
    }

    /// A stretch of code around `address`, for those who follow it: where it starts, and what [`Image::instruction`]
    /// gives at each half-word from there on. None where there is no code, and at odd addresses.
    pub fn instructions_around(&self, address: u64) -> Option<(u64, &[Option<Instruction>])> {
        self.code.around(address)
    }

    /// The address that `name` stands for; of several, that of the first in the file.
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.symbols.address(name)
    }

    /// The last symbol in code at or before `address`, and how many bytes `address` is after it. None outside code.
    pub fn symbol_at(&self, address: u64) -> Option<(&str, u64)> {
        if self.code.contains(address) {
            self.symbols.around(address)
        } else {
            None
        }
    }
}
