// SPDX-License-Identifier: Apache-2.0
//! External triggers as they arrive: levels, at any time.

use super::Knobs;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::Build;

/// Longest stay of an input at a level that ends by itself, in cycles.
const LONGEST: u32 = 6;

/// The levels of the external trigger inputs, cycle by cycle. They go on while the hart is stalled, so they are drawn
/// apart from the ingress.
#[derive(Clone, Debug)]
pub struct ExternalTriggers {
    rng: SmallRng,
    rate: f64,
    /// Of each input: cycles for which it stays high.
    left: Vec<u32>,
}

impl ExternalTriggers {
    /// Those of `seed` at the inputs of `build`, with these knobs.
    pub fn new(seed: u64, build: &Build, knobs: &Knobs) -> Self {
        let left = vec![0; build.encoder.external_triggers as usize];
        ExternalTriggers { rng: SmallRng::seed_from_u64(seed.rotate_left(48)), rate: knobs.external_triggers, left }
    }

    /// The levels of the next cycle, input 0 in bit 0.
    pub fn levels(&mut self) -> u8 {
        let mut levels = 0;
        for (input, left) in self.left.iter_mut().enumerate() {
            if *left == 0 && self.rng.random_bool(self.rate) {
                // One cycle more, in which the stay ends.
                *left = self.rng.random_range(1..=LONGEST) + 1;
            }
            *left = left.saturating_sub(1);
            levels |= u8::from(*left != 0) << input;
        }
        levels
    }
}
