// SPDX-License-Identifier: Apache-2.0
//! The signature of a program: its memory between two symbols, as the RISC-V architecture tests have it.

use crate::failure::Failure;
use crate::files;
use crate::program::Execution;
use std::ops::Range;
use std::path::Path;
use tracewright_image::Image;

/// The symbols that it lies between.
const SYMBOLS: [&str; 2] = ["begin_signature", "end_signature"];

/// Bytes of a line.
const WORD: usize = 4;

/// Where a program has its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature(Range<u64>);

impl Signature {
    /// That of `image`, which was read from `elf`.
    pub fn of(image: &Image, elf: &Path) -> Result<Signature, Failure> {
        let address = |name: &str| {
            let problem = || format!("{}: there is no symbol {name}, which --signature needs", elf.display());
            image.symbol(name).ok_or_else(|| Failure::usage(problem()).hint("is the program linked without symbols?"))
        };
        let [begin, end] = SYMBOLS;
        let (start, end) = (address(begin)?, address(end)?);
        if start >= end {
            let problem =
                format!("{}: begin_signature is {start:#x}, end_signature {end:#x}: nothing is between", elf.display());
            return Err(Failure::usage(problem));
        }
        Ok(Signature(start..end))
    }

    /// What the memory has when the program has ended: a word of 32 bits a line, its highest digit first. Bytes that
    /// are missing in the last word are 0.
    pub fn read(&self, execution: &Execution<'_>) -> Result<Vec<u8>, Failure> {
        let Execution::Hart(hart) = execution else {
            return Err(Failure::usage("--signature needs a program that runs, and a log has no memory"));
        };
        if hart.exit().is_none() {
            let problem = "the program has not ended, so it has no signature";
            return Err(Failure::usage(problem).hint("--limit N lets it run for N instructions"));
        }
        let Range { start, end } = self.0;
        let bytes = hart.memory(start..end).ok_or_else(|| {
            Failure::usage(format!("there is no memory for all of the signature, {start:#x} to {end:#x}"))
        })?;
        let words = bytes.chunks(WORD).map(|bytes| {
            let mut word = [0; WORD];
            word[..bytes.len()].copy_from_slice(bytes);
            format!("{:08x}\n", u32::from_le_bytes(word))
        });
        Ok(words.collect::<String>().into_bytes())
    }
}

/// Writes a signature to its file, if there are both.
pub fn write(path: Option<&Path>, signature: Option<Vec<u8>>) -> Result<(), Failure> {
    path.zip(signature).map_or(Ok(()), |(path, text)| files::write(path, &text))
}
