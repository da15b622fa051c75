// SPDX-License-Identifier: Apache-2.0
//! The SRAM sink and its registers (Trace Control 4.5.1 and ch. 6). control/sinks.rs says what accesses do to it.

use tracewright_config::{Build, Run};
use tracewright_messages::IDLE;

/// Bytes that teRamData shows.
const SHOWN_BYTES: u32 = 4;

/// teWrap, bit 0 of teRamWP: the write pointer has wrapped.
const TE_WRAP: u32 = 1;

/// Twin of the SRAM sink: a circular buffer from address 0 (its teRamBase) to teRamLimit, first byte of trace lowest.
#[derive(Clone, Debug)]
pub struct Sram {
    /// The memory, 32 bits at a time.
    words: Vec<u32>,
    /// Which of `words` were written.
    written: Vec<bool>,
    /// Bytes of a word that trace is written in.
    word_bytes: u32,
    /// Bytes of the word that is not full yet.
    partial: Vec<u8>,
    /// teRamLimit: byte address of the buffer's last 32 bits, which end a word of `word_bytes`.
    limit: u32,
    /// teRamWP: byte address of the next word to write.
    write: u32,
    wrapped: bool,
    /// teRamRP: byte address of what teRamData shows.
    read: u32,
    /// What `read` was in the cycle before.
    prepared: u32,
    stop_on_wrap: bool,
    stopped: bool,
    /// Byte address of the next word that a lock overwrites, while it does.
    scrub: Option<u32>,
}

impl Sram {
    /// The memory after reset: all of it in use, and zero (hardware starts undefined: compare what was written).
    pub fn new(build: &Build, run: &Run) -> Self {
        let words = (build.sink.sram_bytes / SHOWN_BYTES) as usize;
        let word_bytes = build.sink.sram_width / u8::BITS;
        Sram {
            words: vec![0; words],
            written: vec![false; words],
            word_bytes,
            partial: Vec::with_capacity(word_bytes as usize),
            limit: build.sink.sram_bytes - SHOWN_BYTES,
            write: 0,
            wrapped: false,
            read: 0,
            prepared: 0,
            stop_on_wrap: run.stop_on_wrap,
            stopped: false,
            scrub: None,
        }
    }

    /// teActive is 0: pointers, teRamLimit and the word that is not full are as after reset. The memory stays.
    pub fn reset(&mut self) {
        self.partial.clear();
        (self.write, self.wrapped, self.read, self.stopped) = (0, false, 0, false);
        self.limit = self.last();
    }

    /// teStopOnWrap from now on.
    pub fn set_stop_on_wrap(&mut self, stop_on_wrap: bool) {
        self.stop_on_wrap = stop_on_wrap;
    }

    /// teRamLimit from now on: the buffer ends with the word that this address is in. Address bits that the memory does
    /// not have do not count.
    pub fn set_limit(&mut self, limit: u32) {
        self.limit = limit & self.last() | (self.word_bytes - SHOWN_BYTES);
    }

    /// Takes bytes of trace.
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.partial.push(byte);
            if self.partial.len() == self.word_bytes as usize {
                self.write_word();
            }
        }
    }

    /// Fills a partial word with idle bytes and writes it, as clearing teEnable does.
    pub fn flush(&mut self) {
        if !self.partial.is_empty() {
            self.partial.resize(self.word_bytes as usize, IDLE);
            self.write_word();
        }
    }

    /// The whole memory, 32 bits at a time.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Whether the buffer has filled with teStopOnWrap set; the registers then clear teEnable and teInstTracing
    /// (control/sinks.rs). What comes later is not stored: it would overwrite the trace that stopping is to keep.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// teRamLimit: the last 32 bits of the buffer.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// teRamWP with teWrap.
    pub fn wp(&self) -> u32 {
        self.write | if self.wrapped { TE_WRAP } else { 0 }
    }

    /// Writes teRamWP with teWrap. Address bits that the memory does not have stay 0: ones read back as its last word.
    pub fn set_wp(&mut self, value: u32) {
        self.write = value & self.last() & !(self.word_bytes - 1);
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
        self.read = value & self.last();
    }

    /// Reads teRamData at once, which moves teRamRP on. The register model reads by `prepared` and `move_on` instead.
    pub fn data(&mut self) -> u32 {
        let word = self.words[(self.read / SHOWN_BYTES) as usize];
        self.move_on();
        word
    }

    /// Writes teRamData, all of it, which moves teRamRP on. While a lock overwrites the memory nothing is stored.
    pub fn set_data(&mut self, word: u32) {
        let at = (self.read / SHOWN_BYTES) as usize;
        if self.scrub.is_none() {
            (self.words[at], self.written[at]) = (word, true);
        }
        self.move_on();
    }

    /// Whether a lock overwrites the memory in this cycle.
    pub fn is_scrubbed(&self) -> bool {
        self.scrub.is_some()
    }

    /// A cycle in which a lock overwrites the memory: the next word becomes 0.
    pub(crate) fn scrub_word(&mut self) {
        let Some(at) = self.scrub else { return };
        let first = (at / SHOWN_BYTES) as usize;
        for lane in first..first + (self.word_bytes / SHOWN_BYTES) as usize {
            (self.words[lane], self.written[lane]) = (0, true);
        }
        let next = at + self.word_bytes;
        self.scrub = ((next / SHOWN_BYTES) as usize != self.words.len()).then_some(next);
    }

    /// The registers have been locked in this cycle: from the next one on the memory is overwritten; where it is
    /// already, that goes on.
    pub(crate) fn start_scrub(&mut self) {
        self.scrub = self.scrub.or(Some(0));
    }

    /// What an access to teRamData does to teRamRP: it goes 4 bytes on, and from the end of the buffer to 0.
    pub(crate) fn move_on(&mut self) {
        self.read = self.after(self.read, SHOWN_BYTES);
    }

    /// Keeps where teRamData would read: a read answers, a cycle later, what was here when the bus had the port.
    pub(crate) fn prepare(&mut self) {
        self.prepared = self.read;
    }

    /// Whether teRamRP is what it was in the cycle before.
    pub(crate) fn is_prepared(&self) -> bool {
        self.prepared == self.read
    }

    /// What was at teRamRP in the cycle before, if trace was written there.
    pub(crate) fn prepared(&self) -> Option<u32> {
        let at = (self.prepared / SHOWN_BYTES) as usize;
        self.written[at].then_some(self.words[at])
    }

    /// Address of the last 32 bits of the memory. Its bits are those that an address has.
    fn last(&self) -> u32 {
        (self.words.len() as u32 - 1) * SHOWN_BYTES
    }

    /// The address `bytes` after `address`, or 0 if the buffer, or the memory, ends with these bytes.
    fn after(&self, address: u32, bytes: u32) -> u32 {
        match address + (bytes - SHOWN_BYTES) == self.limit {
            true => 0,
            false => (address + bytes) & self.last(),
        }
    }

    fn write_word(&mut self) {
        let bytes = std::mem::take(&mut self.partial);
        if self.stopped {
            return;
        }
        let first = (self.write / SHOWN_BYTES) as usize;
        for (at, lane) in (first..).zip(bytes.chunks(SHOWN_BYTES as usize)) {
            let word = lane.iter().rev().fold(0, |word, &byte| word << u8::BITS | u32::from(byte));
            (self.words[at], self.written[at]) = (word, true);
        }
        self.write = self.after(self.write, self.word_bytes);
        // At 0 teRamWP has wrapped: teWrap is 1, and with teStopOnWrap no trace is stored until teEnable is set again.
        if self.write == 0 {
            self.stopped = self.stop_on_wrap;
            self.wrapped = true;
        }
    }
}
