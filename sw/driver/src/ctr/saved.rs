// SPDX-License-Identifier: Apache-2.0
//! The records of a context that does not run.

use crate::ctr::record::Entry;

/// The largest depth that there can be.
pub const MAX_DEPTH: usize = 256;

/// The records of a context that does not run, and how they go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The control.
    pub control: u64,
    /// The status.
    pub status: u64,
    /// The depth.
    pub depth: u32,
    /// The entries, newest first; those from `depth` on are empty.
    pub entries: [Entry; MAX_DEPTH],
}

impl Default for Saved {
    fn default() -> Self {
        Saved { control: 0, status: 0, depth: 0, entries: [Entry::default(); MAX_DEPTH] }
    }
}
