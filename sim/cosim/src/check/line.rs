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
    stalls: bool,
    has_reset: bool,
}

impl Line {
    pub fn new(build: &Build) -> Line {
        Line {
            ingress: Ingress::default(),
            cycles: vec![Ingress::default(); build.cycles_ahead() as usize].into(),
            stalls: build.encoder.stall,
            has_reset: build.ingress.reset,
        }
    }

    /// What has its turn in this cycle.
    pub fn turn(&self) -> Ingress {
        self.cycles.front().copied().unwrap_or(self.ingress)
    }

    /// The cycle is over, and the ingress register takes this.
    pub fn push(&mut self, seen: Ingress) {
        self.cycles.push_back(std::mem::replace(&mut self.ingress, seen));
        self.cycles.pop_front();
    }

    /// Entries that can come of what waits for its turn, where the hart can be stalled: one for a block, and one for a
    /// correlation in the first cycle without a block. A hart in reset has no blocks.
    pub fn waiting(&self) -> u32 {
        let (mut count, mut had_blocks) = (0, true);
        for ingress in self.cycles.iter().filter(|_| self.stalls) {
            let is_reset = ingress.reset && self.has_reset;
            let blocks = ingress.blocks.iter().filter(|block| Block::is_valid(block) && !is_reset).count() as u32;
            count += if blocks == 0 { u32::from(had_blocks) } else { blocks };
            had_blocks = blocks > 0;
        }
        count
    }
}
