// SPDX-License-Identifier: Apache-2.0
//! The circular buffer in system memory, as registers say where it is (docs/sinks.md, "System memory").

use super::file::{Place, RegisterFile, Written};
use std::ops::RangeInclusive;
use tracewright_regmap::{SinkFeatures, TE_RAM_BASE, TE_RAM_LIMIT};

/// Bytes that the low bits of teRamLimit, which do not exist, stand for.
const LAST_BYTES: u64 = 3;

/// Where a component's system memory sink may write.
#[derive(Clone, Copy, Debug)]
pub struct SystemBuffer {
    base: Option<Place>,
    base_high: Option<Place>,
    limit: Option<Place>,
    /// Bytes of a word of the bus; 0 without such a sink.
    word: u64,
    /// teRamBase and teRamLimit were written since the component became active.
    written: [bool; 2],
}

impl SystemBuffer {
    /// That of a component that feeds such `sinks`, with these registers, after reset.
    pub fn new(sinks: &SinkFeatures, file: &RegisterFile) -> Self {
        SystemBuffer {
            base: file.place("teRamBase", "teRamBase"),
            base_high: file.place("teRamBaseHigh", "teRamBaseHigh"),
            limit: file.place("teRamLimit", "teRamLimit"),
            word: if sinks.sba_bits > 0 { sinks.sba_word_bytes.into() } else { 0 },
            written: [false; 2],
        }
    }

    /// What a cycle's write did, and whether the component was active in it.
    pub fn step(&mut self, written: Option<Written>, active: bool) {
        let offset = written.map(|written| written.offset as usize);
        self.written[0] |= offset == Some(TE_RAM_BASE);
        self.written[1] |= offset == Some(TE_RAM_LIMIT);
        if !active {
            self.written = [false; 2];
        }
    }

    /// The first and the last byte of its whole words, if it has one: what may be written.
    pub fn range(&self, file: &RegisterFile) -> Option<RangeInclusive<u64>> {
        if self.word == 0 || self.written != [true; 2] {
            return None;
        }
        let get = |place: Option<Place>| place.map_or(0, |place| u64::from(file.get(place)));
        let first = (get(self.base) << 2).next_multiple_of(self.word);
        let end = ((get(self.limit) << 2) + LAST_BYTES + 1) / self.word * self.word;
        let high = get(self.base_high) << u32::BITS;
        (first < end).then(|| high | first..=high | (end - 1))
    }
}
