// SPDX-License-Identifier: Apache-2.0
//! What a memory is, and what was agreed with the master.

use crate::buses::{Faults, Pace};
use std::ops::RangeInclusive;

/// Settings of a memory.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bits of a word of the bus: 32, 64, or 128.
    pub width: u32,
    /// Bits of an address.
    pub address_bits: u32,
    /// The bytes that may be written, first and last.
    pub window: RangeInclusive<u64>,
    /// Words of a burst at most; Wishbone: of a bus cycle.
    pub max_burst: u32,
    /// Transfers (AXI4: bursts) under way at most.
    pub outstanding: u32,
    /// Cycles that the master may wait with what it owes: the data of an address, an answer that is to be taken.
    pub patience: u32,
    /// How fast it is.
    pub pace: Pace,
    /// When it answers with an error.
    pub faults: Faults,
    /// Of all that is random.
    pub seed: u64,
}

impl Settings {
    /// Words of `width` bits at 64-bit addresses within `window`; bursts of up to 256 words, one under way; a patience
    /// of 64 cycles, a random pace, no errors.
    pub fn new(width: u32, window: RangeInclusive<u64>, seed: u64) -> Settings {
        Settings {
            width,
            address_bits: 64,
            window,
            max_burst: 256,
            outstanding: 1,
            patience: 64,
            pace: Pace::random(),
            faults: Faults::default(),
            seed,
        }
    }

    /// Bytes of a word.
    pub fn bytes(&self) -> u64 {
        u64::from(self.width / 8)
    }
}
