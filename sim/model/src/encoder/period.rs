// SPDX-License-Identifier: Apache-2.0
//! Periodic synchronisation (Trace Control ch. 5, teSyncMode and teSyncMax).

use crate::Outcome;
use tracewright_config::SyncMode;

/// Progress towards the next periodic synchronisation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period {
    mode: SyncMode,
    length: u64,
    count: u64,
}

impl Period {
    pub(super) fn new(mode: SyncMode, sync_max: u32) -> Self {
        Period { mode, length: 1 << (sync_max + 4), count: 0 }
    }

    pub(super) fn reset(&mut self) {
        self.count = 0;
    }

    /// Counts a cycle with tracing `on` or off, the `half_words` that were traced in it and its message. Returns whether
    /// the period is over.
    pub(super) fn step(&mut self, on: bool, half_words: u32, outcome: &Outcome) -> bool {
        let (sent, synchronised) = match outcome {
            Outcome::Sent(message) => (true, message.is_sync()),
            Outcome::Nothing | Outcome::Lost(_) => (false, false),
        };
        if synchronised {
            self.count = 0;
        }
        self.count += match self.mode {
            SyncMode::Off => return false,
            SyncMode::Messages => u64::from(sent && !synchronised),
            SyncMode::Cycles => u64::from(on && !synchronised),
            SyncMode::HalfWords => u64::from(half_words),
        };
        self.count >= self.length
    }
}
