// SPDX-License-Identifier: Apache-2.0
//! What the hardware has.

use crate::ctr::registers::{CC, CCV, MISP};

/// What the hardware has, as chapter 6 finds it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The smallest depth.
    pub min_depth: u32,
    /// The largest depth.
    pub max_depth: u32,
    /// Bits of the control that can be 1, without the depth and CLR.
    pub control: u64,
    /// Bits of ctrsource, ctrtarget and ctrdata that can be 1.
    pub entry: [u64; 3],
}

impl Capabilities {
    /// Whether entries say what was mispredicted.
    pub const fn has_mispredictions(&self) -> bool {
        self.entry[1] >> MISP & 1 != 0
    }

    /// Whether entries say what a transfer was.
    pub const fn has_types(&self) -> bool {
        self.entry[2] & 0xF == 0xF
    }

    /// Whether entries count cycles, and with how many bits of the exponent.
    pub const fn cycle_exponent(&self) -> Option<u32> {
        if self.entry[2] >> CCV & 1 == 0 {
            return None;
        }
        Some((self.entry[2] >> (CC + 12) & 0xF).count_ones())
    }
}
