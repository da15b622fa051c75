// SPDX-License-Identifier: Apache-2.0
//! The SRAM sink and its registers (Trace Control 4.5.1 and ch. 6).

use tracewright_config::{Build, Run};
use tracewright_messages::IDLE;

/// Bytes of a word of the memory.
const WORD_BYTES: u32 = 4;

/// teRamWP: the pointer has wrapped.
const TE_WRAP: u32 = 1;

/// Twin of the SRAM sink: a circular buffer of 32-bit words at address 0, first byte of trace lowest.
#[derive(Clone, Debug)]
pub struct Sram {
    words: Vec<u32>,
    /// Words that trace was written to.
    written: Vec<bool>,
    /// Bytes of the word that is not full yet.
    partial: Vec<u8>,
    /// Byte address of the next word to write.
    write: u32,
    wrapped: bool,
    /// Byte address of the next word to read.
    read: u32,
    /// What `read` was in the cycle before.
    prepared: u32,
    stop_on_wrap: bool,
    stopped: bool,
}

impl Sram {
    /// The memory after reset: all of it in use, and zero (hardware starts undefined: compare what was written).
    pub fn new(build: &Build, run: &Run) -> Self {
        let words = (build.sink.sram_bytes / WORD_BYTES) as usize;
        Sram {
            words: vec![0; words],
            written: vec![false; words],
            partial: Vec::with_capacity(WORD_BYTES as usize),
            write: 0,
            wrapped: false,
            read: 0,
            prepared: 0,
            stop_on_wrap: run.stop_on_wrap,
            stopped: false,
        }
    }

    /// teActive is 0: everything but the memory returns to its state after reset.
    pub fn reset(&mut self) {
        self.partial.clear();
        (self.write, self.wrapped, self.read, self.stopped) = (0, false, 0, false);
    }

    /// teStopOnWrap from now on.
    pub fn set_stop_on_wrap(&mut self, stop_on_wrap: bool) {
        self.stop_on_wrap = stop_on_wrap;
    }

    /// Takes bytes of trace.
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.partial.push(byte);
            if self.partial.len() == WORD_BYTES as usize {
                self.write_word();
            }
        }
    }

    /// Fills a partial word with idle bytes and writes it, as clearing teEnable does.
    pub fn flush(&mut self) {
        if !self.partial.is_empty() {
            self.partial.resize(WORD_BYTES as usize, IDLE);
            self.write_word();
        }
    }

    /// The whole memory.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Whether the buffer has filled with teStopOnWrap set. What comes later is not stored: it would overwrite the trace
    /// that stopping is to keep.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// teRamLimit, which is fixed: the last word of the memory.
    pub fn limit(&self) -> u32 {
        (self.words.len() as u32 - 1) * WORD_BYTES
    }

    /// teRamWP with teWrap.
    pub fn wp(&self) -> u32 {
        self.write | if self.wrapped { TE_WRAP } else { 0 }
    }

    /// Writes teRamWP with teWrap.
    pub fn set_wp(&mut self, value: u32) {
        self.write = self.word_address(value);
        self.wrapped = value & TE_WRAP != 0;
    }

    /// teEnable goes from 0 to 1: a buffer that stopped takes trace again.
    pub fn enable(&mut self) {
        self.stopped = false;
    }

    /// teRamRP.
    pub fn rp(&self) -> u32 {
        self.read
    }

    /// Writes teRamRP.
    pub fn set_rp(&mut self, value: u32) {
        self.read = self.word_address(value);
    }

    /// Reads teRamData, which moves teRamRP on.
    pub fn data(&mut self) -> u32 {
        let word = self.words[(self.read / WORD_BYTES) as usize];
        self.move_on();
        word
    }

    /// What reading teRamData does to teRamRP.
    pub(crate) fn move_on(&mut self) {
        self.read = self.word_address(self.read + WORD_BYTES);
    }

    /// The bus has the port of the memory in this cycle.
    pub(crate) fn prepare(&mut self) {
        self.prepared = self.read;
    }

    /// What was at teRamRP in the cycle before, if trace was written there.
    pub(crate) fn prepared(&self) -> Option<u32> {
        let at = (self.prepared / WORD_BYTES) as usize;
        self.written[at].then_some(self.words[at])
    }

    /// `value` as the address of a word: the memory has no more address bits, and counting past its end wraps.
    fn word_address(&self, value: u32) -> u32 {
        value & self.limit()
    }

    fn write_word(&mut self) {
        let word = self.partial.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        self.partial.clear();
        if self.stopped {
            return;
        }
        let at = (self.write / WORD_BYTES) as usize;
        (self.words[at], self.written[at]) = (word, true);
        let wraps = self.write == self.limit();
        self.write = self.word_address(self.write + WORD_BYTES);
        if wraps {
            self.stopped = self.stop_on_wrap && !self.wrapped;
            self.wrapped = true;
        }
    }
}
