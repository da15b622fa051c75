// SPDX-License-Identifier: Apache-2.0
//! What the slave shows.

use super::{AtbIn, AtbSettings};
use crate::buses::pace::Valve;
use rand::rngs::SmallRng;
use rand::Rng;

/// Probability that AFVALID stays after AFREADY.
const AGAIN: f64 = 0.3;
/// Cycles that SYNCREQ stays longer than it needs to, at most.
const LINGER: u32 = 3;

#[derive(Clone, Debug, Default)]
pub struct Stimulus {
    enable: Valve,
    ready: Valve,
    pub wants_flush: bool,
    pub wants_sync: bool,
    sync_left: u32,
    /// Cycles with SYNCREQ that were the first.
    pub syncs: u64,
}

impl Stimulus {
    pub fn reset(&mut self) {
        self.sync_left = 0;
    }

    pub fn clock_enable(&mut self, settings: &AtbSettings, rng: &mut SmallRng) -> bool {
        self.enable.next(rng, settings.clock_enable, true)
    }

    /// What is shown after a cycle with ATCLKEN, in which a flush was answered, or a beat waited.
    pub fn next(
        &mut self,
        settings: &AtbSettings,
        rng: &mut SmallRng,
        shown: AtbIn,
        is_answered: bool,
        waits: bool,
    ) -> AtbIn {
        let atready = self.ready.next(rng, settings.ready.ready, waits);
        let afvalid = self.next_flush(settings, rng, shown.afvalid, is_answered);
        let syncreq = self.next_sync(settings, rng, shown.syncreq);
        AtbIn { atready, afvalid, syncreq, ..shown }
    }

    fn next_flush(&mut self, settings: &AtbSettings, rng: &mut SmallRng, is_shown: bool, is_answered: bool) -> bool {
        if !is_shown {
            return std::mem::take(&mut self.wants_flush) || rng.random_bool(settings.flush);
        }
        // One that stays after an answer asks for another flush.
        let asks_again = settings.ready.freedom && rng.random_bool(AGAIN) || rng.random_bool(settings.flush);
        !is_answered || std::mem::take(&mut self.wants_flush) || asks_again
    }

    fn next_sync(&mut self, settings: &AtbSettings, rng: &mut SmallRng, is_shown: bool) -> bool {
        if is_shown {
            let stays = self.sync_left > 0;
            self.sync_left = self.sync_left.saturating_sub(1);
            return stays;
        }
        let rises = std::mem::take(&mut self.wants_sync) || rng.random_bool(settings.sync);
        if rises {
            self.syncs += 1;
            self.sync_left = linger(settings, rng);
        }
        rises
    }
}

fn linger(settings: &AtbSettings, rng: &mut SmallRng) -> u32 {
    if settings.ready.freedom {
        rng.random_range(0..=LINGER)
    } else {
        0
    }
}
