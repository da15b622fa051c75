// SPDX-License-Identifier: Apache-2.0
//! Random ingress that a hart could produce, the same for the same seed and build.
//!
//! Addresses follow from the flow, except after jumps, traps and taken branches, which go anywhere: what an encoder does
//! depends on no program. What the port leaves undefined is random.

mod blocks;
mod knobs;
mod pressure;

use blocks::Blocks;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::Build;
use tracewright_messages::Block;

pub use knobs::Knobs;
pub use pressure::Pressure;

/// Longest stay in debug mode, in cycles.
const LONGEST_HALT: u32 = 40;

/// Probability, in a cycle, that tracing that is off is switched again.
const SWITCHES_WHILE_OFF: f64 = 0.03;

/// What the port shows in a cycle, and what is to be done from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The block; one that is not [valid](Block::is_valid) where the hart retires nothing.
    pub block: Block,
    /// The hart is in debug mode.
    pub halted: bool,
    /// A register write to begin in this cycle. It may take many.
    pub request: Option<Request>,
}

/// teControl bits to write; all others stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// teEnable.
    pub enable: bool,
    /// teInstTracing.
    pub tracing: bool,
}

impl Request {
    const ON: Request = Request { enable: true, tracing: true };
}

/// The ingress of a seed: an endless iterator, one step for each cycle in which the hart is not stalled.
///
/// It starts with teEnable and teInstTracing set, or about to be set.
#[derive(Clone, Debug)]
pub struct Stimulus {
    rng: SmallRng,
    knobs: Knobs,
    blocks: Blocks,
    /// Cycles of debug mode left.
    halted: u32,
    control: Request,
}

impl Stimulus {
    /// The ingress of `seed` with the knobs that it draws.
    pub fn new(seed: u64, build: &Build) -> Self {
        Self::with_knobs(seed, build, Knobs::draw(seed, build))
    }

    /// The ingress of `seed` with these knobs.
    pub fn with_knobs(seed: u64, build: &Build, knobs: Knobs) -> Self {
        let mut rng = SmallRng::seed_from_u64(seed.rotate_left(16));
        let halted = if rng.random_bool(knobs.starts_halted) { LONGEST_HALT } else { 0 };
        Stimulus { rng, knobs, blocks: Blocks::new(build), halted, control: Request::ON }
    }

    /// What this ingress is like.
    pub fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn step_halted(&mut self) -> bool {
        if self.halted > 0 {
            self.halted -= 1;
        } else if self.rng.random_bool(self.knobs.halts) {
            self.halted = self.rng.random_range(1..=LONGEST_HALT);
            if self.rng.random() {
                self.blocks.move_hart();
            }
        }
        self.halted > 0
    }

    fn request(&mut self) -> Option<Request> {
        let rate = match (self.knobs.switches, self.control) {
            (0.0, _) => 0.0,
            (rate, Request::ON) => rate,
            _ => SWITCHES_WHILE_OFF,
        };
        if !self.rng.random_bool(rate) {
            return None;
        }
        self.control = match self.rng.random_range(0..6) {
            0 => Request { enable: false, tracing: false },
            1 => Request { enable: false, tracing: true },
            2 => Request { enable: true, tracing: false },
            _ => Request::ON,
        };
        Some(self.control)
    }
}

impl Iterator for Stimulus {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let halted = self.step_halted();
        let request = self.request();
        let block = if halted || self.rng.random_bool(self.knobs.idle) {
            self.blocks.idle(&mut self.rng)
        } else {
            self.blocks.block(&mut self.rng, &self.knobs)
        };
        Some(Step { block, halted, request })
    }
}

/// One of `values`, which are not none.
fn pick<T: Copy>(rng: &mut SmallRng, values: &[T]) -> T {
    values[rng.random_range(0..values.len())]
}
