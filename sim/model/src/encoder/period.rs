// SPDX-License-Identifier: Apache-2.0
//! Periodic synchronisation (Trace Control ch. 5): 2^(teSyncMax + 4) of what teSyncMode says is the period (SYNC 2).

use crate::Entry;
use tracewright_config::{Run, SyncMode};

/// Progress towards the next periodic synchronisation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period {
    mode: SyncMode,
    length: u64,
    /// What `length` becomes with the next synchronising message, or with teActive 0.
    next_length: u64,
    count: u64,
    /// A synchronising message was sent in this cycle.
    synchronised: bool,
    /// A sink (the ATB, by SYNCREQ) has asked for a synchronising message since the last one.
    requested: bool,
    /// The encoder decides late: `end_of_cycle` returns two cycles later that the period is over, if it still is.
    late: bool,
    /// The period was over at the end of the cycle before, and of the one before that, and has not begun since.
    was_over: [bool; 2],
}

impl Period {
    pub(super) fn new(run: &Run, late: bool) -> Self {
        let (mode, length) = (run.sync_mode, length(run));
        let next_length = length;
        let (synchronised, requested, was_over) = (false, false, [false; 2]);
        Period { mode, length, next_length, count: 0, synchronised, requested, late, was_over }
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, run: &Run) {
        (self.mode, self.next_length) = (run.sync_mode, length(run));
    }

    pub(super) fn reset(&mut self) {
        (self.count, self.length) = (0, self.next_length);
        (self.synchronised, self.requested, self.was_over) = (false, false, [false; 2]);
    }

    /// Counts an entry that a block completes. Any message that synchronises begins the period anew.
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
    /// whether a synchronising message becomes due.
    pub(super) fn end_of_cycle(&mut self, on: bool, request: bool) -> bool {
        self.requested |= on && request;
        let synchronised = std::mem::take(&mut self.synchronised);
        if self.mode == SyncMode::Cycles {
            self.count += u64::from(on && !synchronised);
        }
        let is_over = self.requested || self.mode != SyncMode::Off && self.count >= self.length;
        let [last, earlier] = self.was_over.map(|was_over| was_over && !synchronised);
        self.was_over = [is_over, last];
        if self.late {
            earlier
        } else {
            is_over
        }
    }
}

const fn length(run: &Run) -> u64 {
    1 << (run.sync_max + 4)
}
