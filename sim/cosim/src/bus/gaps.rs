// SPDX-License-Identifier: Apache-2.0
//! When a master waits, and what it shows where nothing counts.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Cycles that a master waits at most.
const LONGEST: u32 = 6;

/// Random waiting, or none.
#[derive(Clone, Debug)]
pub(crate) struct Gaps {
    rng: Option<SmallRng>,
    /// Probability that a master waits at all.
    rate: f64,
}

impl Gaps {
    /// Nothing ever waits.
    pub fn none() -> Gaps {
        Gaps { rng: None, rate: 0.0 }
    }

    /// Those of `seed`: seldom, or often.
    pub fn random(seed: u64) -> Gaps {
        let mut rng = SmallRng::seed_from_u64(seed ^ 0xB05);
        let rate = rng.random_range(0.0..0.9);
        Gaps { rng: Some(rng), rate }
    }

    /// Cycles to wait.
    pub fn cycles(&mut self) -> u32 {
        if self.takes() {
            return 0;
        }
        self.rng.as_mut().map_or(0, |rng| rng.random_range(1..=LONGEST))
    }

    /// Whether what has been offered is taken.
    pub fn takes(&mut self) -> bool {
        self.rng.as_mut().is_none_or(|rng| !rng.random_bool(self.rate))
    }

    /// What a signal shows that nobody is to look at.
    pub fn junk(&mut self) -> Option<u64> {
        self.rng.as_mut().map(|rng| rng.random())
    }

    /// A source identifier of so many bits.
    pub fn source(&mut self, bits: u32) -> u32 {
        self.rng.as_mut().map_or(0, |rng| rng.random_range(0..1 << bits))
    }
}
