// SPDX-License-Identifier: Apache-2.0
//! When the sink is busy.

use super::Knobs;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Busy and free cycles of the sink, in bursts. It goes on while the hart is stalled, so it is drawn apart from the
/// ingress.
#[derive(Clone, Debug)]
pub struct Pressure {
    rng: SmallRng,
    busy: f64,
    longest: u32,
    left: u32,
}

impl Pressure {
    /// The bursts of `seed` with these knobs.
    pub fn new(seed: u64, knobs: &Knobs) -> Self {
        let rng = SmallRng::seed_from_u64(seed.rotate_left(32));
        Pressure { rng, busy: knobs.busy, longest: knobs.busy_cycles, left: 0 }
    }

    /// Whether the sink is busy in the next cycle.
    pub fn is_busy(&mut self) -> bool {
        if self.left == 0 && self.rng.random_bool(self.busy) {
            // One cycle more, in which the burst ends: the sink is never busy for good.
            self.left = self.rng.random_range(1..=self.longest) + 1;
        }
        self.left = self.left.saturating_sub(1);
        self.left != 0
    }
}
