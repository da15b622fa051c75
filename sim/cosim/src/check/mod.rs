// SPDX-License-Identifier: Apache-2.0
//! Gives the model what the hardware got, and compares.

mod clock;
mod control;
mod stream;

pub(crate) use stream::TraceSink;

use crate::entry::Shape;
use crate::mismatch::{Difference, Mismatch, Seen};
use crate::observed::{flag, Batch, Cycle, Item, Readout};
use crate::summary::Summary;
use clock::Clock;
use control::Control;
use std::collections::VecDeque;
use stream::Stream;
use tracewright_config::{Build, Run};
use tracewright_messages::{Block, Ingress, Tcode};
use tracewright_model::{Encoder, Entry, Message, Outcome, Sram};
use tracewright_regmap::*;

/// Cycles with blocks that a report shows.
const HISTORY: usize = 20;

/// The model's side.
pub(crate) struct Checker<'a, 't> {
    build: &'a Build,
    encoder: Encoder,
    stream: Stream<'a, 't>,
    control: Control,
    clock: Clock,
    cycle: u64,
    /// What the ingress register holds.
    ingress: Ingress,
    /// Bits of the timestamp; none if messages have no TSTAMP.
    time_mask: u64,
    counts: [u64; 64],
    summary: Summary,
    history: VecDeque<Seen>,
}

impl<'a, 't> Checker<'a, 't> {
    pub fn new(build: &'a Build, run: &'a Run, trace: Option<TraceSink<'t>>) -> Self {
        let time_bits = if run.on(build).timestamp { build.timestamp.width } else { 0 };
        Checker {
            build,
            encoder: Encoder::new(build, run),
            stream: Stream::new(build, run, trace),
            control: Control::default(),
            clock: Clock::new(build, run),
            cycle: 0,
            ingress: Ingress::default(),
            time_mask: u64::MAX.checked_shr(u64::BITS - time_bits).unwrap_or(0),
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
                let ports = self.history.into();
                return Err(Box::new(Mismatch { cycle: self.cycle, difference, ports }));
            }
        }
        let counted = Tcode::ALL.iter().map(|&tcode| (tcode, self.counts[tcode as usize]));
        self.summary.messages = counted.filter(|&(_, count)| count != 0).collect();
        Ok(self.summary)
    }

    fn batch(&mut self, batch: &Batch) -> Result<(), Difference> {
        let mut ports = batch.ports.iter();
        let (mut entries, mut bytes) = (&batch.entries[..], &batch.bytes[..]);
        for cycle in &batch.cycles {
            let port = if cycle.has(flag::PORT) { ports.next() } else { None };
            self.cycle(cycle, port, split(&mut entries, cycle.entries.into()), split(&mut bytes, cycle.bytes.into()))?;
            self.cycle += 1;
        }
        self.stream.hand_over();
        Ok(())
    }

    fn cycle(
        &mut self,
        cycle: &Cycle,
        port: Option<&Ingress>,
        entries: &[Shape],
        bytes: &[u8],
    ) -> Result<(), Difference> {
        self.control.compare(cycle)?;
        self.clock.compare(cycle)?;
        self.stream.fill(cycle)?;
        let outcome = self.encoder.cycle(&tracewright_model::Cycle {
            ingress: self.ingress,
            active: cycle.has(flag::ACTIVE),
            enable: cycle.has(flag::ENABLE),
            tracing: cycle.has(flag::TRACING),
            room: cycle.room.into(),
            time: cycle.now,
        });
        self.entries(&outcome, entries)?;
        self.stream.take(cycle, bytes)?;
        if !cycle.has(flag::ACTIVE) {
            self.stream.forget();
        }
        self.control.keep(cycle, &outcome);
        self.summary.stall_cycles += u64::from(cycle.has(flag::STALL));
        self.ingress = self.seen(cycle, port);
        Ok(())
    }

    /// What the ingress register takes in this cycle.
    fn seen(&mut self, cycle: &Cycle, port: Option<&Ingress>) -> Ingress {
        let ingress = Ingress {
            halted: cycle.has(flag::HALTED),
            reset: cycle.has(flag::RESET),
            low_power: cycle.has(flag::LOW_POWER),
            ..port.copied().unwrap_or_default()
        };
        if port.is_some() {
            self.summary.blocks += ingress.blocks.iter().filter(|block| Block::is_valid(block)).count() as u64;
            if self.history.len() == HISTORY {
                self.history.pop_front();
            }
            self.history.push_back(Seen { cycle: self.cycle, ingress });
        }
        ingress
    }

    fn entries(&mut self, outcome: &Outcome, found: &[Shape]) -> Result<(), Difference> {
        for index in 0..outcome.sent.len().max(found.len()) {
            self.entry(outcome.sent.get(index), found.get(index))?;
        }
        if let Some(lost) = &outcome.lost {
            self.summary.lost_messages += lost.messages.len() as u64;
        }
        Ok(())
    }

    fn entry(&mut self, expected: Option<&Entry>, found: Option<&Shape>) -> Result<(), Difference> {
        let found_messages = found.map(|shape| shape.messages(self.build)).unwrap_or_default();
        let expected_messages = expected.map_or(&[][..], |entry| &entry.messages);
        for index in 0..expected_messages.len().max(found_messages.len()) {
            // TSTAMP is made when the message leaves the queue: it is compared in bytes.
            let expected = expected_messages.get(index).map(|message| message.stamped(None));
            let found = found_messages.get(index).copied();
            if expected != found {
                let (expected, found) = (expected.map(Box::new), found.map(Box::new));
                return Err(Difference::Message { index: self.counts.iter().sum(), expected, found });
            }
            self.expect(&expected_messages[index]);
        }
        if let (Some(expected), Some(found)) = (expected, found) {
            let [expected, found] = [expected.time, found.time].map(|time| time & self.time_mask);
            if expected != found {
                let message = found_messages.first().copied();
                return Err(Difference::Time { message, expected, found });
            }
        }
        Ok(())
    }

    fn expect(&mut self, message: &Message) {
        self.counts[message.tcode() as usize] += 1;
        self.stream.expect(message);
    }

    fn end(&mut self, readout: &Readout) -> Result<(), Difference> {
        self.stream.end()?;
        let bits = [
            ("teActive", TE_CONTROL_TE_ACTIVE, true),
            ("teEnable", TE_CONTROL_TE_ENABLE, false),
            ("teInstTracing", TE_CONTROL_TE_INST_TRACING, false),
            ("teEmpty", TE_CONTROL_TE_EMPTY, true),
            ("teInstStallOrOverflow", TE_CONTROL_TE_INST_STALL_OR_OVERFLOW, self.control.stalled_or_lost),
        ];
        for (name, position, expected) in bits {
            same_register(name, expected.into(), readout.control >> position & 1)?;
        }
        if let (Some(sram), Some(memory)) = (&self.stream.sram, &readout.memory) {
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
        self.summary.trace_bytes = self.stream.count;
        self.summary.cycles = self.cycle;
        Ok(())
    }
}

/// Takes the first `count` elements, or what is left.
fn split<'s, T>(rest: &mut &'s [T], count: usize) -> &'s [T] {
    let (first, others) = rest.split_at(count.min(rest.len()));
    *rest = others;
    first
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
