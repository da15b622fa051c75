// SPDX-License-Identifier: Apache-2.0
//! Random ingress that a hart could produce, the same for the same seed and build.
//!
//! Addresses follow from the flow, except after jumps, traps and taken branches, which go anywhere: what an encoder
//! does depends on no program. What the port leaves undefined is random.

mod blocks;
mod code;
mod external;
mod knobs;
mod mode;
mod pressure;

use blocks::Blocks;
use mode::Mode;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::Build;
use tracewright_messages::{itype, Ingress};

pub use external::ExternalTriggers;
pub use knobs::Knobs;
pub use pressure::Pressure;

/// Probability, in a cycle, that tracing that is off is switched again.
const SWITCHES_WHILE_OFF: f64 = 0.03;

/// What the port shows in a cycle, and what is to be done from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The port; signals that the build does not have are 0. External triggers are those that reach the encoder in this
    /// cycle: for the levels before their synchronisers see [`ExternalTriggers`].
    pub ingress: Ingress,
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
    /// Nothing comes to the port before it is done.
    pub hold: bool,
}

impl Request {
    const ON: Request = Request { enable: true, tracing: true, hold: false };
}

/// The ingress of a seed: an endless iterator, one step for each cycle in which the hart is not stalled.
///
/// It starts with teEnable and teInstTracing set, or about to be set.
#[derive(Clone, Debug)]
pub struct Stimulus {
    rng: SmallRng,
    knobs: Knobs,
    blocks: Blocks,
    mode: Mode,
    control: Request,
    blocks_a_cycle: usize,
    has_triggers: bool,
    external_triggers: u32,
}

impl Stimulus {
    /// The ingress of `seed` with the knobs that it draws.
    pub fn new(seed: u64, build: &Build) -> Self {
        Self::with_knobs(seed, build, Knobs::draw(seed, build))
    }

    /// The ingress of `seed` with these knobs.
    pub fn with_knobs(seed: u64, build: &Build, knobs: Knobs) -> Self {
        let mut rng = SmallRng::seed_from_u64(seed.rotate_left(16));
        Stimulus {
            mode: Mode::new(build, &mut rng, &knobs),
            blocks: Blocks::new(build),
            rng,
            knobs,
            control: Request::ON,
            blocks_a_cycle: build.ingress.blocks as usize,
            has_triggers: build.ingress.triggers,
            external_triggers: build.encoder.external_triggers,
        }
    }

    /// What this ingress is like.
    pub fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    /// Lets the hart retire what it can in a cycle.
    fn retire(&mut self, port: &mut Ingress) {
        let mut place = 0;
        while place < self.blocks_a_cycle && (place == 0 || self.rng.random_bool(self.knobs.fill)) {
            if self.blocks_a_cycle > 1 && self.rng.random_bool(self.knobs.holes) {
                place += 1;
                continue;
            }
            let block = self.blocks.block(&mut self.rng, &self.knobs);
            port.blocks[place] = block;
            place += 1;
            let is_trap = matches!(block.itype, itype::EXCEPTION | itype::INTERRUPT);
            let may_change = is_trap || block.itype == itype::TRAP_RETURN;
            // The modes of a cycle are one; so is its trap.
            if may_change && self.mode.change_privilege(&mut self.rng, &self.knobs) || is_trap {
                break;
            }
        }
    }

    fn trigger(&mut self, port: &mut Ingress) {
        if self.has_triggers {
            port.trigger_on = self.rng.random_bool(self.knobs.trigger_on);
            port.trigger_off = self.rng.random_bool(self.knobs.trigger_off);
            for block in &mut port.blocks[..self.blocks_a_cycle] {
                block.notify = self.rng.random_bool(self.knobs.notifies);
            }
        }
        for input in 0..self.external_triggers {
            port.external_triggers |= u8::from(self.rng.random_bool(self.knobs.external_triggers)) << input;
        }
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
            0 => Request { enable: false, tracing: false, hold: false },
            1 => Request { enable: false, tracing: true, hold: false },
            2 => Request { enable: true, tracing: false, hold: false },
            _ => Request::ON,
        };
        Some(self.control)
    }
}

impl Iterator for Stimulus {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.mode.step(&mut self.rng, &self.knobs) {
            self.blocks.move_hart();
        }
        let request = self.request();
        let mut ingress = Ingress::default();
        self.mode.show(&mut ingress, &mut self.rng);
        for block in &mut ingress.blocks[..self.blocks_a_cycle] {
            *block = self.blocks.idle(&mut self.rng);
        }
        if !self.mode.is_still() && !self.rng.random_bool(self.knobs.idle) {
            self.retire(&mut ingress);
        }
        self.trigger(&mut ingress);
        Some(Step { ingress, request })
    }
}

/// One of `values`, which are not none.
fn pick<T: Copy>(rng: &mut SmallRng, values: &[T]) -> T {
    values[rng.random_range(0..values.len())]
}
