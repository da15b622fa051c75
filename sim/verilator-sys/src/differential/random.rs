// SPDX-License-Identifier: Apache-2.0
//! Random stimulus.

use num_bigint::BigUint;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rust_hdl_core::prelude::Bits;

/// Cycles of reset at the start.
const RESET_CYCLES: usize = 2;
/// Resets come once in so many cycles later.
const RESET_PERIOD: u32 = 50;

/// A source of values for the inputs of a block: the same seed gives the same values.
pub struct Random {
    generator: SmallRng,
    pub(crate) cycle: usize,
}

impl Random {
    /// A source in its first cycle.
    pub fn new(seed: u64) -> Random {
        Random { generator: SmallRng::seed_from_u64(seed), cycle: 0 }
    }

    /// 0 or 1.
    pub fn bit(&mut self) -> bool {
        self.generator.random()
    }

    /// A value of whatever type is wanted, by [`Random::bit`] or [`Random::bits`].
    pub fn any<T: Sample>(&mut self) -> T {
        T::sample(self)
    }

    /// True once in `period` on average.
    pub fn rarely(&mut self, period: u32) -> bool {
        self.generator.random_ratio(1, period)
    }

    /// An active low reset: active in the first cycles, and now and then later.
    pub fn reset(&mut self) -> bool {
        self.cycle >= RESET_CYCLES && !self.rarely(RESET_PERIOD)
    }

    /// Any number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.generator.random_range(0..limit)
    }

    /// `N` bits: often evenly distributed, often all ones, none, a single one or a small number, where carries and
    /// comparisons change.
    pub fn bits<const N: usize>(&mut self) -> Bits<N> {
        let ones = (BigUint::from(1u8) << N) - 1u8;
        let value = match self.generator.random_range(0..8) {
            0 => ones,
            1 => BigUint::ZERO,
            2 => BigUint::from(1u8) << self.generator.random_range(0..N),
            3 => ones & BigUint::from(self.generator.random_range(0..8u8)),
            _ => (0..N).fold(BigUint::ZERO, |value, _| (value << 1u8) | BigUint::from(u8::from(self.bit()))),
        };
        value.into()
    }
}

/// What a random value can be made of.
pub trait Sample {
    /// A random value.
    fn sample(random: &mut Random) -> Self;
}

impl Sample for bool {
    fn sample(random: &mut Random) -> bool {
        random.bit()
    }
}

impl<const N: usize> Sample for Bits<N> {
    fn sample(random: &mut Random) -> Bits<N> {
        random.bits()
    }
}
