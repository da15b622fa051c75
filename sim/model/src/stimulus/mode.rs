// SPDX-License-Identifier: Apache-2.0
//! What the hart as a whole is in: debug mode, reset, low power, a privilege mode, a context.

use super::{pick, Knobs};
use rand::rngs::SmallRng;
use rand::Rng;
use tracewright_config::Build;
use tracewright_messages::{ctype, privilege, Ingress};

/// Longest stay in debug mode, in reset or in low power, in cycles.
const LONGEST_STAY: u32 = 40;

/// Contexts that a hart switches between.
const CONTEXTS: usize = 4;

/// What is the same for all blocks of a cycle.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    /// Cycles left in debug mode, in reset, in low power.
    stays: [u32; 3],
    privilege: u8,
    contexts: [u64; CONTEXTS],
    context: u64,
    ctype: u8,
    has_reset: bool,
    has_low_power: bool,
    has_privilege: bool,
    /// Bits of scontext, and of scontext and hcontext.
    context_masks: [u64; 2],
}

impl Mode {
    pub(super) fn new(build: &Build, rng: &mut SmallRng, knobs: &Knobs) -> Self {
        let (scontext, hcontext) = (build.encoder.scontext_width, build.encoder.hcontext_width);
        let context_masks =
            [scontext, scontext + hcontext].map(|bits| u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0));
        let halted = if rng.random_bool(knobs.starts_halted) { LONGEST_STAY } else { 0 };
        Mode {
            stays: [halted, 0, 0],
            privilege: privilege::M,
            contexts: std::array::from_fn(|_| rng.random::<u64>() & context_masks[1]),
            context: 0,
            ctype: 0,
            has_reset: build.ingress.reset,
            has_low_power: build.ingress.low_power,
            has_privilege: build.encoder.context,
            context_masks,
        }
    }

    /// Goes on by a cycle. Whether the hart comes out of it somewhere else.
    pub(super) fn step(&mut self, rng: &mut SmallRng, knobs: &Knobs) -> bool {
        let rates = [
            knobs.halts,
            if self.has_reset { knobs.resets } else { 0.0 },
            if self.has_low_power { knobs.low_powers } else { 0.0 },
        ];
        let mut moves = false;
        for (place, (stay, rate)) in self.stays.iter_mut().zip(rates).enumerate() {
            if *stay > 0 {
                *stay -= 1;
            } else if rng.random_bool(rate) {
                *stay = rng.random_range(1..=LONGEST_STAY);
                // A reset always ends elsewhere, a debugger may move the hart, and low power does not.
                moves |= place == 1 || place == 0 && rng.random();
            }
        }
        if moves {
            self.privilege = privilege::M;
        }
        if rng.random_bool(knobs.context_changes) {
            let [scontext, both] = self.context_masks;
            let part = pick(rng, &[scontext, both & !scontext, both]);
            self.context = self.context & !part | self.contexts[rng.random_range(0..CONTEXTS)] & part;
        }
        self.ctype = pick(rng, &knobs.ctypes);
        moves
    }

    /// Whether the hart retires nothing.
    pub(super) fn is_still(&self) -> bool {
        self.stays != [0; 3]
    }

    /// A trap or trap return leads into any mode. Whether that is another one.
    pub(super) fn change_privilege(&mut self, rng: &mut SmallRng, knobs: &Knobs) -> bool {
        let before = self.privilege;
        if self.has_privilege && rng.random_bool(knobs.privilege_changes) {
            use privilege::*;
            self.privilege = pick(rng, &[U, S, M, VU, VS, DEBUG]);
        }
        self.privilege != before
    }

    /// What the port shows of it.
    pub(super) fn show(&self, port: &mut Ingress, rng: &mut SmallRng) {
        [port.halted, port.reset, port.low_power] = self.stays.map(|stay| stay > 0);
        if self.has_privilege {
            port.privilege = self.privilege;
        }
        let both = self.context_masks[1];
        if both != 0 {
            port.ctype = self.ctype;
            // What is not reported is undefined.
            port.context = if self.ctype == ctype::UNREPORTED { rng.random::<u64>() & both } else { self.context };
        }
    }
}
