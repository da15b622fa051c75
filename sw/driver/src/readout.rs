// SPDX-License-Identifier: Apache-2.0
//! Reading trace out of memory (Trace Control ch. 6).

use crate::fields::*;
use crate::mmio::Registers;
use crate::settings::Buffer;
use crate::word::Word;
use crate::{Driver, Error, Mmio};
use tracewright_regmap::{TE_RAM_DATA, TE_RAM_WP};

/// Bytes of a word of trace memory.
const WORD_BYTES: u64 = 4;

/// What was in the SRAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readout {
    /// Words handed out.
    pub words: u32,
    /// The buffer had wrapped: the oldest word may begin inside a message.
    pub wrapped: bool,
}

/// Where in a circular buffer trace is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The buffer.
    pub buffer: Buffer,
    /// Byte address of the word that is written next.
    pub next: u64,
    /// The buffer has wrapped: the oldest trace is at `next`, and may begin inside a message. Else it is at the
    /// buffer's first word.
    pub wrapped: bool,
}

impl Extent {
    /// The pieces of memory that hold trace, oldest first: byte address of the first word, and number of words.
    pub const fn pieces(&self) -> [(u64, u32); 2] {
        let Extent { buffer: Buffer { first, last }, next, wrapped } = *self;
        let before_next = (first, (next.saturating_sub(first) / WORD_BYTES) as u32);
        match wrapped {
            false => [before_next, (next, 0)],
            true => [(next, (last.saturating_sub(next) / WORD_BYTES + 1) as u32), before_next],
        }
    }
}

impl<M: Mmio> Driver<M> {
    /// Where in the circular buffer of an SRAM or of system memory trace is. The latter is read as any other memory.
    ///
    /// # Errors
    /// [`Error::Bus`]; [`Error::Silent`].
    pub fn extent(&mut self) -> Result<Extent, Error<M::Error>> {
        self.registers.extent()
    }

    /// Hands the words of the SRAM to `sink`, oldest first. The lowest byte of a word is the first; idle bytes (0xFF)
    /// fill the last one. Without an SRAM there are none.
    ///
    /// # Errors
    /// [`Error::Bus`]; [`Error::Silent`] if the registers are locked.
    pub fn read_trace(&mut self, sink: impl FnMut(u32)) -> Result<Readout, Error<M::Error>> {
        self.registers.read_trace(sink)
    }
}

impl<M: Mmio> Driver<M> {
    /// Writes words into the SRAM through teRamData, from byte address `first` on, at most up to the end of the buffer:
    /// to test it, or to mark what holds no trace. Nothing must be traced meanwhile.
    ///
    /// # Errors
    /// [`Error::Bus`]; [`Error::Refused`] if there is no such address, or no SRAM.
    pub fn write_memory(&mut self, first: u32, words: &[u32]) -> Result<(), Error<M::Error>> {
        self.registers.write_memory(first, words)
    }
}

impl<M: Mmio> Registers<M> {
    pub(crate) fn write_memory(&mut self, first: u32, words: &[u32]) -> Result<(), Error<M::Error>> {
        self.set(Word::field(RAM_RP, RAM_RP.get(first)))?;
        words.iter().try_for_each(|word| self.write(TE_RAM_DATA, *word))
    }

    pub(crate) fn extent(&mut self) -> Result<Extent, Error<M::Error>> {
        self.implementation()?;
        let buffer = self.buffer()?;
        let pointer = self.read(TE_RAM_WP)?;
        let low = RAM_WP.field.set(0, RAM_WP.get(pointer));
        let next = buffer.first & !u64::from(u32::MAX) | u64::from(low);
        Ok(Extent { buffer, next, wrapped: RAM_WRAP.is_set(pointer) })
    }

    pub(crate) fn read_trace(&mut self, mut sink: impl FnMut(u32)) -> Result<Readout, Error<M::Error>> {
        if !HAS_SRAM_SINK.is_set(self.implementation()?) {
            return Ok(Readout { words: 0, wrapped: false });
        }
        let extent = self.extent()?;
        let mut readout = Readout { words: 0, wrapped: extent.wrapped };
        for (first, words) in extent.pieces() {
            if words > 0 {
                self.put(Word::field(RAM_RP, RAM_RP.get(first as u32)))?;
            }
            for _ in 0..words {
                sink(self.read(TE_RAM_DATA)?);
            }
            readout.words += words;
        }
        Ok(readout)
    }
}
