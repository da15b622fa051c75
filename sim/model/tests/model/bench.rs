// SPDX-License-Identifier: Apache-2.0
//! An encoder on the bench: blocks in, messages out in the words of the specification.

use tracewright_config::{Build, IngressForm, Modes, Run, SyncMode};
use tracewright_messages::{Block, Ingress};
use tracewright_model::{Cycle, Encoder, Message};

/// RV32, block form, full widths, a queue half of which is two entries.
pub fn build() -> Build {
    let mut build = Build::default();
    build.encoder.queue_depth = 4;
    build
}

/// As [`build`], an instruction a block.
pub fn single() -> Build {
    let mut build = build();
    build.ingress.form = IngressForm::Single;
    build
}

/// As [`build`], with branch trace messages.
pub fn btm() -> Build {
    let mut build = build();
    build.encoder.modes = Modes::Btm;
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
    entries: Vec<Vec<String>>,
    /// Cycles until the queue has decided on what a cycle completes.
    late: u32,
}

impl Bench {
    /// After reset, teActive set.
    pub fn new(build: &Build, run: &Run) -> Self {
        let inputs = Cycle { active: true, ..Cycle::default() };
        Bench { encoder: Encoder::new(build, run), inputs, entries: Vec::new(), late: build.cycles_late() }
    }

    /// A trace that has started (SYNC 5) with a half-word at 0x100.
    pub fn started(build: &Build, run: &Run) -> Self {
        let mut bench = Self::traced(build, run);
        bench.blocks(&[(0x100, 1, 0)]).messages();
        bench
    }

    /// With tracing on, so that the first block starts the trace (SYNC 5).
    pub fn traced(build: &Build, run: &Run) -> Self {
        let mut bench = Self::new(build, run);
        bench.control(true, true);
        bench
    }

    /// A cycle with a block.
    pub fn block(&mut self, block: Block) -> &mut Self {
        self.pulse(|port| port.blocks[0] = block)
    }

    /// A cycle with several blocks of `(iaddr, half-words, itype)`, oldest first.
    pub fn at_once(&mut self, blocks: &[(u64, u32, u8)]) -> &mut Self {
        self.pulse(|port| {
            for (place, &(iaddr, half_words, itype)) in port.blocks.iter_mut().zip(blocks) {
                *place = block(iaddr, half_words, itype);
            }
        })
    }

    /// A cycle in which the port shows something more.
    pub fn pulse(&mut self, change: impl FnOnce(&mut Ingress)) -> &mut Self {
        let before = self.inputs.ingress;
        change(&mut self.inputs.ingress);
        let outcome = self.encoder.cycle(&self.inputs);
        self.inputs.ingress = before;
        self.inputs.time += 1;
        self.inputs.tracing = outcome.tracing.unwrap_or(self.inputs.tracing);
        let text = |mark: &'static str| move |message: &Message| format!("{mark}{message}");
        self.entries.extend(outcome.sent.iter().map(|entry| entry.messages.iter().map(text("")).collect()));
        self.entries.extend(outcome.lost.iter().map(|entry| entry.messages.iter().map(text("(lost) ")).collect()));
        self
    }

    /// A cycle in which the port shows something more, and goes on showing it.
    pub fn port(&mut self, change: impl Fn(&mut Ingress)) -> &mut Self {
        change(&mut self.inputs.ingress);
        self.idle(1)
    }

    /// The timestamp of the next cycle; it counts cycles from there.
    pub fn time(&mut self, time: u64) -> &mut Self {
        self.inputs.time = time;
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
            self.pulse(|_| ());
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
        self.idle(self.late).inputs.room = room;
        self
    }

    /// The messages since this was last asked, once the queue has decided on them, `(lost)` before those that found no
    /// room.
    pub fn messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.idle(self.late).entries).concat()
    }

    /// The entries since this was last asked, the messages of one joined by a plus.
    pub fn entries(&mut self) -> Vec<String> {
        std::mem::take(&mut self.idle(self.late).entries).iter().map(|messages| messages.join(" + ")).collect()
    }
}
