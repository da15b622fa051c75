// SPDX-License-Identifier: Apache-2.0
//! The line in which cycles wait for their turn (docs/encoder.md, "Cycles, blocks, entries").

use std::collections::VecDeque;
use tracewright_config::Build;
use tracewright_messages::{Block, Ingress};

/// What waits for its turn, in the ingress register and after it; nothing does where the register has its turn itself.
pub(super) struct Line {
    /// The ingress register, where something goes before it.
    ingress: Ingress,
    /// What goes before it, the oldest first, which has its turn.
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

    /// teEnable and teInstTracing as they act in this cycle, in which the registers have these.
    pub fn acts(&self, registers: (bool, bool)) -> (bool, bool) {
        self.asked.unwrap_or(registers)
    }

    /// The cycle is over, in which this had its `turn`, for what has it next; the registers had these of teEnable and
    /// teInstTracing, as triggers have left them. Gives the ingress register, for what it takes.
    pub fn push<'r>(&'r mut self, turn: &'r mut Ingress, registers: (bool, bool)) -> &'r mut Ingress {
        if self.cycles.is_empty() {
            return turn;
        }
        self.asked = self.asked.map(|_| registers);
        self.cycles.push_back(self.ingress);
        self.cycles.pop_front();
        *turn = self.cycles[0];
        &mut self.ingress
    }

    /// Rows that can come of what waits for its turn, where the hart can be stalled: one for a cycle with blocks, and
    /// one for a correlation in the first cycle without a block. A hart in reset has no blocks.
    pub fn waiting(&self) -> u32 {
        let (mut count, mut had_blocks) = (0, true);
        if !self.stalls || self.cycles.is_empty() {
            return count;
        }
        for ingress in &self.cycles {
            let is_reset = ingress.reset && self.has_reset;
            let has_blocks = ingress.blocks.iter().any(Block::is_valid) && !is_reset;
            count += u32::from(has_blocks || had_blocks);
            had_blocks = has_blocks;
        }
        count
    }
}
