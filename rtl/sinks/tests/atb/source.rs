// SPDX-License-Identifier: Apache-2.0
//! An encoder and the joiner after it, as docs/sinks.md has them.

use rand::rngs::SmallRng;
use rand::Rng;

/// A byte with MSEO 11 outside a message.
pub const IDLE: u8 = 0xFF;
/// MSEO of the last byte of a message.
const LAST: u8 = 0b11;

/// Sends random bytes in units; a joiner is there where a unit has several.
pub struct Source {
    /// Bytes of a unit.
    unit_bytes: usize,
    /// Units of trace in a cycle, about.
    pub rate: f64,
    /// There is trace; else it is drained.
    pub runs: bool,
    /// It is not active: what it still has is the end of a message that was cut.
    pub inactive: bool,
    /// The share of bytes that may end a message: a quarter of those do.
    pub ends: f64,
    held: Vec<u8>,
    unit: Option<Vec<u8>>,
}

impl Source {
    pub fn new(unit_bytes: usize) -> Source {
        Source { unit_bytes, rate: 1.0, runs: false, inactive: false, ends: 0.5, held: Vec::new(), unit: None }
    }

    pub fn unit_bytes(&self) -> usize {
        self.unit_bytes
    }

    /// The unit that is offered.
    pub fn offered(&self) -> Option<&[u8]> {
        self.unit.as_deref()
    }

    /// These bytes are next.
    pub fn push(&mut self, bytes: &[u8]) {
        self.held.extend_from_slice(bytes);
    }

    /// What the joiner holds, first byte first; there is none for units of a byte.
    pub fn in_joiner(&self) -> Vec<u8> {
        if self.unit_bytes == 1 {
            return Vec::new();
        }
        self.unit.iter().flatten().chain(&self.held).copied().collect()
    }

    pub fn joiner_empty(&self) -> bool {
        self.in_joiner().is_empty()
    }

    /// The level for the sink.
    pub fn drained(&self) -> bool {
        !self.runs && self.is_empty()
    }

    /// There is no trace, in the joiner neither.
    pub fn is_empty(&self) -> bool {
        self.unit.is_none() && self.held.is_empty()
    }

    /// A cycle; gives the unit that was taken.
    pub fn cycle(&mut self, ready: bool, flush_joiner: bool, rng: &mut SmallRng) -> Option<Vec<u8>> {
        let taken = if ready { self.unit.take() } else { None };
        let waits = flush_joiner && self.unit_bytes > 1;
        if self.runs && !waits && self.held.len() < self.unit_bytes && rng.random_bool(self.rate) {
            let bytes = rng.random_range(1..=self.unit_bytes);
            self.held
                .extend((0..bytes).map(|_| rng.random::<u8>() & if rng.random_bool(self.ends) { 0xFF } else { !1 }));
        }
        if self.unit.is_none() {
            let ends = (waits || !self.runs) && !self.held.is_empty();
            if ends || self.held.len() >= self.unit_bytes {
                self.unit = Some(self.held.drain(..self.held.len().min(self.unit_bytes)).collect());
            }
        }
        taken
    }
}

/// Messages, as bytes of them leave the source: what the sink makes of these.
#[derive(Clone, Copy, Default)]
pub struct Messages {
    /// The last byte was not the end of a message.
    pub open: bool,
    /// Bytes of the message that is open were dropped: nobody is to have the rest of it.
    pub cut: bool,
}

impl Messages {
    /// The next byte, as the sink sends it.
    pub fn next(&mut self, byte: u8) -> u8 {
        let shown = if self.cut { IDLE } else { byte };
        self.open = byte & LAST != LAST;
        self.cut &= self.open;
        shown
    }
}
