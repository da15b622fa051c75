// SPDX-License-Identifier: Apache-2.0
//! A flush under way.

/// From the first cycle with AFVALID, or the one after the flush before, to the one with AFREADY.
#[derive(Clone, Debug)]
pub struct Flush {
    /// Bytes of the beat that was valid in its first cycle.
    pub offered: usize,
    /// Bytes that were taken in and after its first cycle.
    pub sent: Vec<u8>,
    /// There has been a partial beat.
    pub had_partial: bool,
}

impl Flush {
    pub fn new(offered: usize) -> Flush {
        Flush { offered, sent: Vec::new(), had_partial: false }
    }
}
