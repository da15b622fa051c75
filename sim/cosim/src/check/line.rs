// SPDX-License-Identifier: Apache-2.0
//! The line in which cycles wait for their turn (docs/encoder.md, "Cycles, blocks, entries").

use std::collections::VecDeque;
use tracewright_config::Build;
use tracewright_messages::{Block, Ingress};

/// What the ingress register holds, and what waits for its turn.
pub(super) struct Line {
    ingress: Ingress,
    /// What waits, the oldest first.
    cycles: VecDeque<Ingress>,
    /// teEnable and teInstTracing of the cycle before, where these act a cycle later.
    asked: Option<(bool, bool)>,
    stalls: bool,
    has_reset: bool,
}

impl Line {
    pub fn new(build: &Build) -> Line {
        Line {
            ingress: Ingress::default(),
            cycles: vec![Ingress::default(); build.cycles_ahead() as usize].into(),
            asked: (build.cycles_ahead() > 0).then_some((false, false)),
            stalls: build.encoder.stall,
            has_reset: build.ingress.reset,
        }
    }

    /// What has its turn in this cycle.
    pub fn turn(&self) -> &Ingress {
        self.cycles.front().unwrap_or(&self.ingress)
    }

    /// teEnable and teInstTracing as they act in this cycle, in which the registers have these.
    pub fn acts(&self, registers: (bool, bool)) -> (bool, bool) {
        self.asked.unwrap_or(registers)
    }

    /// The cycle is over: the registers had these of teEnable and teInstTracing, as triggers have left them. Gives the
    /// ingress register, for what it takes.
    pub fn push(&mut self, registers: (bool, bool)) -> &mut Ingress {
        if !self.cycles.is_empty() {
            self.asked = self.asked.map(|_| registers);
            self.cycles.push_back(self.ingress);
            self.cycles.pop_front();
        }
        &mut self.ingress
    }

    /// Rows that can come of what waits for its turn, where the hart can be stalled: one for a cycle with blocks, and
    /// one for a correlation in the first cycle without a block. A hart in reset has no blocks.
    pub fn waiting(&self) -> u32 {
        let (mut count, mut had_blocks) = (0, true);
        for ingress in self.cycles.iter().filter(|_| self.stalls) {
            let is_reset = ingress.reset && self.has_reset;
            let has_blocks = ingress.blocks.iter().any(Block::is_valid) && !is_reset;
            count += u32::from(has_blocks || had_blocks);
            had_blocks = has_blocks;
        }
        count
    }
}
