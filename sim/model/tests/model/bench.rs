// SPDX-License-Identifier: Apache-2.0
//! An encoder on the bench: blocks in, messages out in the words of the specification.

use tracewright_config::{Build, IngressForm, Run, SyncMode};
use tracewright_messages::{Block, Ingress};
use tracewright_model::{Cycle, Encoder};

/// RV32, block form, full widths.
pub fn build() -> Build {
    Build::default()
}

/// As [`build`], an instruction a block.
pub fn single() -> Build {
    let mut build = build();
    build.ingress.form = IngressForm::Single;
    build
}

/// No periodic synchronisation.
pub fn unsynced() -> Run {
    synced(SyncMode::Off, 0)
}

/// Periodic synchronisation every 2^(`sync_max` + 4).
pub fn synced(sync_mode: SyncMode, sync_max: u32) -> Run {
    Run { sync_mode, sync_max, ..Run::default() }
}

/// A block in block form.
pub fn block(iaddr: u64, half_words: u32, itype: u8) -> Block {
    Block { itype, iaddr, iretire: half_words, ..Block::default() }
}

/// An encoder with the inputs that last for many cycles.
pub struct Bench {
    encoder: Encoder,
    inputs: Cycle,
    messages: Vec<String>,
}

impl Bench {
    /// After reset, teActive set.
    pub fn new(build: &Build, run: &Run) -> Self {
        let inputs = Cycle { active: true, ..Cycle::default() };
        Bench { encoder: Encoder::new(build, run), inputs, messages: Vec::new() }
    }

    /// With tracing on, so that the first block starts the trace (SYNC 5).
    pub fn traced(build: &Build, run: &Run) -> Self {
        let mut bench = Self::new(build, run);
        bench.control(true, true);
        bench
    }

    /// A cycle with a block.
    pub fn block(&mut self, block: Block) -> &mut Self {
        self.inputs.ingress.blocks = Ingress::from(block).blocks;
        let outcome = self.encoder.cycle(&self.inputs);
        self.messages.extend(outcome.messages().map(|message| message.to_string()));
        self.messages
            .extend(outcome.lost.iter().flat_map(|lost| &lost.messages).map(|message| format!("(lost) {message}")));
        self
    }

    /// Cycles with blocks of `(iaddr, half-words, itype)`.
    pub fn blocks(&mut self, blocks: &[(u64, u32, u8)]) -> &mut Self {
        for &(iaddr, half_words, itype) in blocks {
            self.block(block(iaddr, half_words, itype));
        }
        self
    }

    /// Cycles without a block.
    pub fn idle(&mut self, cycles: u32) -> &mut Self {
        for _ in 0..cycles {
            self.block(Block::default());
        }
        self
    }

    /// A cycle without a block in which teEnable and teInstTracing change.
    pub fn control(&mut self, enable: bool, tracing: bool) -> &mut Self {
        (self.inputs.enable, self.inputs.tracing) = (enable, tracing);
        self.idle(1)
    }

    /// The cycle in which teInstTracing falls, with a block of `(iaddr, half-words, itype)`.
    pub fn stop_with_block(&mut self, (iaddr, half_words, itype): (u64, u32, u8)) -> &mut Self {
        self.inputs.tracing = false;
        self.block(block(iaddr, half_words, itype))
    }

    /// A cycle without a block in which `halted` changes.
    pub fn halted(&mut self, halted: bool) -> &mut Self {
        self.inputs.ingress.halted = halted;
        self.idle(1)
    }

    /// A cycle without a block in which `halted`, teEnable and teInstTracing change.
    pub fn halted_and_control(&mut self, halted: bool, enable: bool, tracing: bool) -> &mut Self {
        self.inputs.ingress.halted = halted;
        self.control(enable, tracing)
    }

    /// A cycle without a block in which teActive changes.
    pub fn active(&mut self, active: bool) -> &mut Self {
        self.inputs.active = active;
        self.idle(1)
    }

    /// Room in the queue from now on, in entries.
    pub fn room(&mut self, room: u32) -> &mut Self {
        self.inputs.room = room;
        self
    }

    /// The messages since this was last asked, `(lost)` before those that found no room.
    pub fn messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }
}
