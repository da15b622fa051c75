// SPDX-License-Identifier: Apache-2.0
//! How fast a model is.

use rand::rngs::SmallRng;
use rand::Rng;
use std::ops::RangeInclusive;

/// Cycles of a phase at most.
const LONGEST_PHASE: u32 = 300;
/// Of one that is never ready.
const LONGEST_STALL: u32 = 100;

/// How often a model is ready.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ready {
    /// In this share of all cycles.
    Share(f64),
    /// In this share of the cycles after one with a valid signal that was not taken: who waits for a ready signal
    /// before it shows a valid one waits for ever.
    AfterValid(f64),
    /// It changes every now and then: never, always, in a share of the cycles, or after a valid signal only.
    Random,
}

/// How fast a model is.
#[derive(Clone, Debug)]
pub struct Pace {
    /// Ready signals.
    pub ready: Ready,
    /// Cycles between a request and its answer, beyond one: a model answers in the next cycle at the earliest.
    /// The least of them is as frequent as all others.
    pub latency: RangeInclusive<u32>,
    /// Also other things that a bus leaves open, where it does: an order of address and data, an answer in the cycle of
    /// the request, a request that stays longer than it needs to.
    pub freedom: bool,
}

impl Pace {
    /// Always ready; an answer in the next cycle.
    pub fn fast() -> Pace {
        Pace { ready: Ready::Share(1.0), latency: 0..=0, freedom: false }
    }

    /// Anything.
    pub fn random() -> Pace {
        Pace { ready: Ready::Random, latency: 0..=200, freedom: true }
    }

    /// Cycles of waiting, drawn.
    pub(crate) fn draw(&self, rng: &mut SmallRng) -> u32 {
        if rng.random() {
            *self.latency.start()
        } else {
            rng.random_range(self.latency.clone())
        }
    }
}

/// A ready signal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Valve {
    left: u32,
    rate: f64,
    /// Ready only where something waits.
    after_valid: bool,
}

impl Valve {
    /// Whether it is ready in the next cycle. `waits`: there is something that was offered and not taken.
    pub fn next(&mut self, rng: &mut SmallRng, ready: Ready, waits: bool) -> bool {
        match ready {
            Ready::Share(rate) => return rng.random_bool(rate),
            Ready::AfterValid(rate) => return waits && rng.random_bool(rate),
            Ready::Random => {}
        }
        if self.left == 0 {
            self.left = rng.random_range(1..=LONGEST_PHASE);
            self.after_valid = rng.random_bool(0.3);
            self.rate = match rng.random_range(0..4) {
                0 => 1.0,
                1 => {
                    self.left = self.left.min(LONGEST_STALL);
                    0.0
                }
                _ => rng.random(),
            };
        }
        self.left -= 1;
        (waits || !self.after_valid) && rng.random_bool(self.rate)
    }
}
