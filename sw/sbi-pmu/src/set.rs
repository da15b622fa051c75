// SPDX-License-Identifier: Apache-2.0
//! Sets of counters: `counter_idx_base` and `counter_idx_mask`.

use crate::{Platform, Register};
use sbi_spec::binary::Error;

/// A set of counters, all of which exist.
#[derive(Clone, Copy)]
pub(crate) struct Set {
    /// `counter_idx_base`.
    pub base: u64,
    /// Bit n: the counter with index n.
    pub counters: u64,
}

impl Set {
    /// The set, unless it holds a counter that does not exist. The empty set has none, wherever its base is.
    pub fn new<R: Register>(platform: &Platform, base: R, mask: R) -> Result<Self, Error<R>> {
        let (base, mask) = (base.wide(), mask.wide());
        if mask == 0 {
            return Ok(Self { base, counters: 0 });
        }
        // Beyond bit 63 there is no counter.
        let inside = base <= u64::from(mask.leading_zeros());
        match inside.then(|| mask << base) {
            Some(counters) if counters & !platform.counters() == 0 => Ok(Self { base, counters }),
            _ => Err(Error::InvalidParam),
        }
    }

    /// Places in the snapshot, with the indices of their counters.
    pub fn places(self) -> impl Iterator<Item = (u64, u32)> {
        bits(self.counters).map(move |index| (u64::from(index) - self.base, index))
    }
}

/// Numbers of the bits that are 1, lowest first.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = lowest(mask)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// Number of the lowest bit that is 1.
pub(crate) fn lowest(mask: u64) -> Option<u32> {
    (mask != 0).then(|| mask.trailing_zeros())
}
