// SPDX-License-Identifier: Apache-2.0
//! Periodic synchronisation (Trace Control ch. 5, teSyncMode and teSyncMax).

use crate::Entry;
use tracewright_config::{Run, SyncMode};

/// Progress towards the next periodic synchronisation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period {
    mode: SyncMode,
    length: u64,
    /// What it is after the next synchronising message.
    next_length: u64,
    count: u64,
    /// A synchronising message was sent in this cycle.
    synchronised: bool,
    /// A sink has asked for one since the last.
    requested: bool,
}

impl Period {
    pub(super) fn new(run: &Run) -> Self {
        let length = length(run);
        Period { mode: run.sync_mode, length, next_length: length, count: 0, synchronised: false, requested: false }
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, run: &Run) {
        (self.mode, self.next_length) = (run.sync_mode, length(run));
    }

    pub(super) fn reset(&mut self) {
        (self.count, self.length) = (0, self.next_length);
        (self.synchronised, self.requested) = (false, false);
    }

    /// Counts an entry that entered the queue.
    pub(super) fn sent(&mut self, entry: &Entry) {
        if entry.is_sync() {
            (self.count, self.length) = (0, self.next_length);
            (self.synchronised, self.requested) = (true, false);
        } else if self.mode == SyncMode::Messages {
            self.count += entry.messages.len() as u64;
        }
    }

    /// Counts the half-words of a traced block, after its entry.
    pub(super) fn retired(&mut self, half_words: u32) {
        if self.mode == SyncMode::HalfWords {
            self.count += u64::from(half_words);
        }
    }

    /// Counts a cycle with tracing `on` or off, in which a sink asks for a synchronising message or does not. Returns
    /// whether the period is over.
    pub(super) fn end_of_cycle(&mut self, on: bool, request: bool) -> bool {
        self.requested |= on && request;
        let synchronised = std::mem::take(&mut self.synchronised);
        if self.mode == SyncMode::Cycles {
            self.count += u64::from(on && !synchronised);
        }
        self.requested || self.mode != SyncMode::Off && self.count >= self.length
    }
}

const fn length(run: &Run) -> u64 {
    1 << (run.sync_max + 4)
}
