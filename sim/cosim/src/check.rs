// SPDX-License-Identifier: Apache-2.0
//! Gives the model what the hardware got, and compares.

use crate::mismatch::{Difference, Mismatch, Seen};
use crate::observed::{flag, Batch, Cycle, Item, Readout, Shape};
use crate::summary::Summary;
use std::collections::VecDeque;
use tracewright_config::{Build, Run, SinkKind};
use tracewright_messages::{Block, Tcode, IDLE};
use tracewright_model::codec::{self, Bytes};
use tracewright_model::{Encoder, Message, Outcome, Sram};
use tracewright_regmap::*;

/// Blocks that a report shows.
const HISTORY: usize = 20;

/// Takes the trace, as it reaches the sink.
pub(crate) type TraceSink<'a> = &'a mut (dyn FnMut(&[u8]) + Send);

/// The model's side.
pub(crate) struct Checker<'a, 't> {
    build: &'a Build,
    run: &'a Run,
    encoder: Encoder,
    sram: Option<Sram>,
    trace: Option<TraceSink<'t>>,
    cycle: u64,
    /// What the ingress register holds: the block of the cycle before, and `halted`.
    ingress: (Block, bool),
    /// teEnable in the cycle before.
    was_enabled: bool,
    stalled_or_lost: bool,
    /// Messages of which bytes have still to reach the sink.
    in_flight: VecDeque<(Message, Bytes)>,
    /// Bytes of the first of them that have.
    sent: usize,
    bytes: Vec<u8>,
    /// Bytes of the memory's last word, if it is not whole.
    partial: u32,
    counts: [u64; 64],
    summary: Summary,
    history: VecDeque<Seen>,
}

impl<'a, 't> Checker<'a, 't> {
    pub fn new(build: &'a Build, run: &'a Run, trace: Option<TraceSink<'t>>) -> Self {
        Checker {
            build,
            run,
            encoder: Encoder::new(build, run),
            sram: sram(build, run),
            trace,
            cycle: 0,
            ingress: (Block::default(), false),
            was_enabled: false,
            stalled_or_lost: false,
            in_flight: VecDeque::new(),
            sent: 0,
            bytes: Vec::new(),
            partial: 0,
            counts: [0; 64],
            summary: Summary::default(),
            history: VecDeque::with_capacity(HISTORY),
        }
    }

    /// Compares until the items end.
    pub fn follow(mut self, items: impl Iterator<Item = Item>) -> Result<Summary, Box<Mismatch>> {
        for item in items {
            let compared = match item {
                Item::Cycles(batch) => self.batch(&batch),
                Item::End(readout) => self.end(&readout),
            };
            if let Err(difference) = compared {
                let blocks = self.history.into();
                return Err(Box::new(Mismatch { cycle: self.cycle, difference, blocks }));
            }
        }
        let counted = Tcode::ALL.iter().map(|&tcode| (tcode, self.counts[tcode as usize]));
        self.summary.messages = counted.filter(|&(_, count)| count != 0).collect();
        Ok(self.summary)
    }

    fn batch(&mut self, batch: &Batch) -> Result<(), Difference> {
        let mut blocks = batch.blocks.iter();
        let mut messages = batch.messages.iter();
        for cycle in &batch.cycles {
            let block = if cycle.has(flag::BLOCK) { blocks.next() } else { None };
            let message = if cycle.has(flag::MESSAGE) { messages.next() } else { None };
            self.cycle(cycle, block, message)?;
            self.cycle += 1;
        }
        if let Some(trace) = &mut self.trace {
            trace(&self.bytes);
        }
        self.bytes.clear();
        Ok(())
    }

    fn cycle(&mut self, cycle: &Cycle, block: Option<&Block>, found: Option<&Shape>) -> Result<(), Difference> {
        if cycle.has(flag::FILL) {
            self.fill(cycle)?;
        }
        let (processed, halted) = std::mem::take(&mut self.ingress);
        let outcome = self.encoder.cycle(&tracewright_model::Cycle {
            block: processed,
            halted,
            active: cycle.has(flag::ACTIVE),
            enable: cycle.has(flag::ENABLE),
            tracing: cycle.has(flag::TRACING),
            room: cycle.room(),
        });
        self.message(&outcome, found)?;
        if cycle.has(flag::BYTE) {
            self.byte(cycle.byte)?;
        }

        if !cycle.has(flag::ACTIVE) {
            self.in_flight.clear();
            self.sent = 0;
            self.sram = sram(self.build, self.run);
            self.partial = 0;
        }
        self.status(cycle, &outcome);

        self.ingress = (block.copied().unwrap_or_default(), cycle.has(flag::HALTED));
        if let Some(&block) = block {
            self.summary.blocks += 1;
            if self.history.len() == HISTORY {
                self.history.pop_front();
            }
            self.history.push_back(Seen { cycle: self.cycle, block, halted: cycle.has(flag::HALTED) });
        }
        Ok(())
    }

    fn message(&mut self, outcome: &Outcome, found: Option<&Shape>) -> Result<(), Difference> {
        let expected = outcome.sent();
        if expected.is_none() && found.is_none() {
            self.summary.lost_messages += u64::from(matches!(outcome, Outcome::Lost(_)));
            return Ok(());
        }
        let found = found.map(Shape::message);
        if expected != found {
            return Err(Difference::Message { index: self.counts.iter().sum(), expected, found });
        }
        if let Some(message) = expected {
            self.counts[message.tcode() as usize] += 1;
            self.in_flight.push_back((message, codec::encode(&message)));
        }
        Ok(())
    }

    fn byte(&mut self, found: u8) -> Result<(), Difference> {
        let offset = self.summary.trace_bytes;
        let Some((message, bytes)) = self.in_flight.front() else {
            return Err(Difference::Byte { offset, expected: None, found });
        };
        if bytes[self.sent] != found {
            return Err(Difference::Byte { offset, expected: Some((bytes[self.sent], *message, self.sent)), found });
        }
        let is_last = self.sent + 1 == bytes.len();
        self.summary.trace_bytes += 1;
        if self.trace.is_some() {
            self.bytes.push(found);
        }
        self.store(found);
        self.sent += 1;
        if is_last {
            self.in_flight.pop_front();
            self.sent = 0;
        }
        Ok(())
    }

    /// An idle byte in a word: only while teEnable is 0, with nothing still to come, and never as a word's first.
    fn fill(&mut self, cycle: &Cycle) -> Result<(), Difference> {
        if cycle.has(flag::ENABLE) || !self.in_flight.is_empty() || self.partial == 0 {
            return Err(Difference::Fill { offset: self.summary.trace_bytes });
        }
        self.store(IDLE);
        Ok(())
    }

    /// A byte into the memory of the SRAM sink.
    fn store(&mut self, byte: u8) {
        self.partial = (self.partial + 1) % 4;
        if let Some(sram) = &mut self.sram {
            sram.push(&[byte]);
        }
    }

    /// Keeps teInstStallOrOverflow (Trace Control ch. 5).
    fn status(&mut self, cycle: &Cycle, outcome: &Outcome) {
        let enabled = cycle.has(flag::ACTIVE) && cycle.has(flag::ENABLE);
        if enabled && !self.was_enabled || !cycle.has(flag::ACTIVE) {
            self.stalled_or_lost = false;
        }
        self.was_enabled = enabled;
        let reports_loss = outcome.sent().is_some_and(|m| m.tcode() == Tcode::Error);
        self.stalled_or_lost |= reports_loss || cycle.has(flag::STALL);
        self.summary.stall_cycles += u64::from(cycle.has(flag::STALL));
    }

    fn end(&mut self, readout: &Readout) -> Result<(), Difference> {
        if let Some((message, bytes)) = self.in_flight.front() {
            return Err(Difference::Unsent { message: *message, missing: bytes.len() - self.sent });
        }
        if self.sram.is_some() && self.partial != 0 {
            return Err(Difference::Unfilled { bytes: self.partial });
        }
        let bits = [
            ("teActive", TE_CONTROL_TE_ACTIVE, true),
            ("teEnable", TE_CONTROL_TE_ENABLE, false),
            ("teInstTracing", TE_CONTROL_TE_INST_TRACING, false),
            ("teEmpty", TE_CONTROL_TE_EMPTY, true),
            ("teInstStallOrOverflow", TE_CONTROL_TE_INST_STALL_OR_OVERFLOW, self.stalled_or_lost),
        ];
        for (name, position, expected) in bits {
            same_register(name, expected.into(), readout.control >> position & 1)?;
        }
        if let (Some(sram), Some(memory)) = (&self.sram, &readout.memory) {
            same_register("teRamWP", sram.wp(), memory.pointer)?;
            let expected = oldest_first(sram);
            for index in 0..expected.len().max(memory.words.len()) {
                let (expected, found) = (expected.get(index).copied(), memory.words.get(index).copied());
                if expected != found {
                    return Err(Difference::Memory { index, expected, found });
                }
            }
            self.summary.wrapped = memory.pointer >> TE_RAM_WP_TE_WRAP & 1 != 0;
            self.summary.memory = memory.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        }
        self.summary.cycles = self.cycle;
        Ok(())
    }
}

fn sram(build: &Build, run: &Run) -> Option<Sram> {
    (build.sink.kind == SinkKind::Sram).then(|| Sram::new(build, run))
}

fn same_register(name: &'static str, expected: u32, found: u32) -> Result<(), Difference> {
    if expected == found {
        Ok(())
    } else {
        Err(Difference::Register { name, expected, found })
    }
}

fn oldest_first(sram: &Sram) -> Vec<u32> {
    let next = (sram.wp() / 4) as usize;
    let (newer, older) = sram.words().split_at(next);
    if sram.wp() >> TE_RAM_WP_TE_WRAP & 1 != 0 {
        [older, newer].concat()
    } else {
        newer.to_vec()
    }
}
