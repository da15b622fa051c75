// SPDX-License-Identifier: Apache-2.0
//! TSTAMP (N-Trace 8.7): the time in messages that synchronise, in others the time since the message before.

use super::settings::Settings;
use crate::Entry;

/// Turns the time of entries, when what they report happened (`Entry::time`), into TSTAMP.
///
/// Where an entry tells where a jump, trap or branch led, step.rs takes the time of that (`Pending::time`) and not of
/// its target, unless the context changes there, as by an interrupt. mod.rs gives Error the time of the loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamps {
    /// Bits of a timestamp; 0 where messages have none, because tsEnable is 0.
    mask: u64,
    /// Time of the last message that entered the queue.
    last: u64,
}

impl Stamps {
    pub(super) fn new(settings: &Settings) -> Self {
        Stamps { mask: mask(settings), last: 0 }
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, settings: &Settings) {
        self.mask = mask(settings);
    }

    pub(super) fn reset(&mut self) {
        self.last = 0;
    }

    /// Gives the messages of an entry that enters the queue their TSTAMP.
    pub(super) fn stamp(&mut self, entry: &mut Entry) {
        if self.mask == 0 {
            return;
        }
        for message in &mut entry.messages {
            let base = if message.is_sync() { 0 } else { self.last };
            *message = message.stamped(Some(entry.time.wrapping_sub(base) & self.mask));
            self.last = entry.time;
        }
    }
}

const fn mask(settings: &Settings) -> u64 {
    if settings.run.timestamp {
        u64::MAX >> (u64::BITS - settings.build.timestamp.width)
    } else {
        0
    }
}
