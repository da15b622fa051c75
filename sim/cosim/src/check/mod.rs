// SPDX-License-Identifier: Apache-2.0
//! Gives the model what the hardware got, and compares.

mod access;
mod entries;
mod funnel;
mod history;
mod line;
mod queue;
mod signals;
mod stream;

pub(crate) use funnel::{FunnelChecker, FunnelCycle};
pub(crate) use stream::TraceSink;

use crate::entry::QueueEntry;
use crate::mismatch::{Accessed, Difference, Mismatch};
use crate::observed::{flag, Batch, Cycle, Inside, Item, Readout, TimeCycle};
use crate::probes::{compared_at, ComparedAt};
use crate::source::{valid_blocks, TakenSteps};
use crate::summary::Summary;
use access::Sequencer;
use history::{see, History, Taken};
use line::Line;
use queue::Queue;
use signals::Shown;
use std::collections::VecDeque;
use stream::Stream;
use tracewright_config::Build;
use tracewright_messages::{Ingress, Tcode, IDLE};
use tracewright_model::control::{BusAccess, Control, Inputs, SinkInputs};
use tracewright_model::{Encoder, Message, Outcome};

/// Cycles with blocks, and accesses to registers, that a report shows.
pub(crate) const HISTORY: usize = 20;

/// What completes a word: as many of these as leave the packer together.
const IDLE_UNIT: [u8; 8] = [IDLE; 8];

/// The model's side.
pub(crate) struct Checker<'a, 't> {
    build: &'a Build,
    control: Control,
    encoder: Encoder,
    queue: Queue,
    stream: Stream<'t>,
    sequencer: Sequencer,
    shown: Shown,
    cycle: u64,
    /// teActive in the cycle before.
    was_active: bool,
    /// Bytes that leave the packer together.
    unit: usize,
    /// Bytes are compared as they enter the SRAM.
    is_at_sram: bool,
    /// What the encoder sees in this cycle: what has its turn is there from the end of the cycle before.
    seen: tracewright_model::Cycle,
    /// What waits for its turn.
    line: Line,
    counts: [u64; 64],
    /// The last address that a message had.
    reference: u64,
    summary: Summary,
    history: History,
    accesses: VecDeque<Accessed>,
}

/// What there is of a cycle besides what every cycle has.
#[derive(Clone, Copy)]
struct Extras<'b> {
    port: Option<&'b Ingress>,
    entries: &'b [QueueEntry],
    bytes: &'b [u8],
    /// What went to an SRAM among other sinks.
    stored: &'b [u8],
    sinks: Option<&'b SinkInputs>,
    inside: Option<&'b Inside>,
    time_cycles: &'b [TimeCycle],
    broadcast: Option<u64>,
}

impl<'a, 't> Checker<'a, 't> {
    pub fn new(build: &'a Build, trace: Option<TraceSink<'t>>) -> Self {
        let control = Control::new(build);
        let programmed = control.programmed();
        Checker {
            build,
            encoder: Encoder::new(build, &programmed.run),
            queue: Queue::new(build),
            stream: Stream::new(build, programmed.framing, trace),
            control,
            sequencer: Sequencer::new(build.has_records()),
            shown: Shown::of(build),
            cycle: 0,
            was_active: false,
            unit: build.encoder.packer.bytes().map_or(1, |bytes| bytes as usize),
            is_at_sram: compared_at(build) != ComparedAt::Chunks,
            seen: tracewright_model::Cycle::default(),
            line: Line::new(build),
            counts: [0; 64],
            reference: 0,
            summary: Summary::default(),
            history: History::new(),
            accesses: VecDeque::with_capacity(HISTORY),
        }
    }

    /// Compares until the items end.
    pub fn follow(mut self, items: impl Iterator<Item = Item>) -> Result<Summary, Box<Mismatch>> {
        for item in items {
            let compared = match item {
                Item::Cycles(batch) => {
                    let compared = self.batch(&batch);
                    self.history.remember(&batch.taken);
                    compared
                }
                Item::End(readout) => self.end(&readout),
            };
            if let Err(difference) = compared {
                let (ports, accesses) = (self.history.into_seen(), self.accesses.into());
                return Err(Box::new(Mismatch { cycle: self.cycle, difference, ports, accesses }));
            }
        }
        let counted = Tcode::ALL.iter().map(|&tcode| (tcode, self.counts[tcode as usize]));
        self.summary.messages = counted.filter(|&(_, count)| count != 0).collect();
        Ok(self.summary)
    }

    fn batch(&mut self, batch: &Batch) -> Result<(), Difference> {
        let (mut ports, mut accesses) = (batch.taken.iter().flat_map(TakenSteps::ports), batch.accesses.iter());
        let mut broadcasts = batch.broadcasts.iter().copied();
        let (mut stored, mut sinks) = (&batch.stored[..], batch.sinks.iter());
        let (mut entries, mut bytes, mut times) = (&batch.entries[..], &batch.bytes[..], &batch.time_cycles[..]);
        for cycle in &batch.cycles {
            let extras = Extras {
                port: if cycle.has(flag::PORT) { ports.next().and_then(|port| self.taken(port)) } else { None },
                entries: split(&mut entries, cycle.entries.into()),
                bytes: split(&mut bytes, cycle.bytes.into()),
                stored: split(&mut stored, cycle.stored.into()),
                sinks: sinks.next(),
                inside: if cycle.has(flag::ACCESS) { accesses.next() } else { None },
                time_cycles: split(&mut times, cycle.time_cycles.into()),
                broadcast: broadcasts.next(),
            };
            self.cycle(cycle, &extras)?;
            self.cycle += 1;
        }
        self.stream.hand_over();
        Ok(())
    }

    /// What the ingress register keeps of a step that the port took: blocks and triggers.
    fn taken<'b>(&mut self, port: &'b Ingress) -> Option<&'b Ingress> {
        let blocks = valid_blocks(port, self.build.ingress.blocks as usize);
        self.summary.blocks += blocks;
        (blocks > 0 || port.trigger_on || port.trigger_off).then_some(port)
    }

    fn cycle(&mut self, cycle: &Cycle, extras: &Extras) -> Result<(), Difference> {
        for time in extras.time_cycles {
            self.shown.compare_time(time, &self.control.signals())?;
            self.control.time_cycle(cycle.has(flag::HALTED), time.outside);
        }
        let mut signals = self.control.signals();
        // What an encoder has left to say keeps its clock.
        signals.clock_request |= self.stream.is_outlived() && (cycle.bytes > 0 || cycle.has(flag::WAITS));
        self.shown.compare(cycle, &signals)?;
        if let Some(broadcast) = extras.broadcast {
            self.shown.compare_broadcast(broadcast, &signals)?;
        }
        let waiting = self.line.waiting();
        let may_stall = signals.active && self.control.programmed().run.stall;
        self.queue.compare(cycle, may_stall, waiting + self.encoder.under_way())?;
        self.stream.empty(cycle)?;
        self.stream.fill(cycle)?;
        let (enable, tracing) = self.line.acts((signals.enable, signals.tracing));
        let seen = &mut self.seen;
        (seen.waiting, seen.room) = (waiting, self.queue.room());
        (seen.active, seen.enable, seen.tracing) = (signals.active, enable, tracing);
        (seen.time, seen.sync_request) = (signals.time, cycle.has(flag::SYNC_REQUEST));
        let outcome = self.encoder.cycle(seen);
        // Where tracing is on, a message may come from what happens next.
        if cycle.has(flag::EMPTY) && !cycle.has(flag::ENABLE) && outcome.messages().next().is_some() {
            return Err(Difference::Signal { name: "teEmpty, before the last message,", expected: 0, found: 1 });
        }
        if signals.active || !self.was_active {
            self.entries(&outcome, extras.entries)?;
            self.stream.take(cycle, extras.bytes)?;
        } else {
            // The first cycle that is not: what is under way does not arrive any more, but may still be seen.
            self.stream.stop(cycle, extras.bytes)?;
        }
        if signals.active {
            self.queue.follow(cycle, &outcome, self.stream.messages)?;
        } else {
            self.queue.forget(self.stream.messages);
        }
        self.was_active = signals.active;
        self.registers(cycle, extras, &outcome)?;
        self.summary.stall_cycles += u64::from(cycle.has(flag::STALL));
        let triggers = if cycle.has(flag::STALL) { 0 } else { signals.external_triggers };
        if cycle.has(flag::PORT) {
            let is_told = extras.port.is_some();
            self.history.taken.push(Taken { cycle: self.cycle, flags: cycle.flags, triggers, is_told });
        }
        let registers = (signals.enable, outcome.tracing.unwrap_or(signals.tracing));
        let register = self.line.push(&mut self.seen.ingress, registers);
        see(register, extras.port, cycle.flags, triggers);
        Ok(())
    }

    /// Carries out what the cycle does to the registers.
    #[inline(always)]
    fn registers(&mut self, cycle: &Cycle, extras: &Extras, outcome: &Outcome) -> Result<(), Difference> {
        let access = match extras.inside {
            None if self.sequencer.is_idle() => None,
            inside => self.access(inside)?,
        };
        let bytes = if self.is_at_sram { extras.bytes } else { extras.stored };
        let inputs = Inputs {
            access,
            locked: cycle.has(flag::LOCKED),
            external_triggers: cycle.triggers,
            halted: cycle.has(flag::HALTED),
            time: cycle.outside,
            with_time_clock: false,
            stall: cycle.has(flag::STALL),
            // A trigger changes teInstTracing only while teEnable is set, whenever that acts.
            tracing: outcome.tracing.filter(|_| self.control.signals().enable),
            error: outcome.messages().any(Message::is_error),
            empty: cycle.has(flag::EMPTY),
            bytes: if cycle.has(flag::FILL) { &IDLE_UNIT[..self.unit] } else { bytes },
        };
        let done = match extras.sinks {
            Some(sinks) => self.control.cycle_with(&inputs, sinks),
            None => self.control.cycle(&inputs),
        };
        self.sequencer.expect(done.read);
        if done.reprogrammed {
            let programmed = self.control.programmed();
            self.encoder.program(&programmed.run);
            self.stream.frame(programmed.framing);
        }
        Ok(())
    }

    /// What an access does to the registers in this cycle; an error if one has vanished. Cycles with neither don't come
    /// here, and this is `#[cold]`, hence a function of its own: its result is not copied through memory in each cycle.
    #[cold]
    fn access(&mut self, inside: Option<&Inside>) -> Result<Option<BusAccess>, Difference> {
        let access = self.sequencer.cycle(inside, self.control.is_locked())?;
        if let Some(access) = access {
            keep(&mut self.accesses, Accessed { cycle: self.cycle, access });
        }
        Ok(access)
    }

    fn expect(&mut self, message: &Message) {
        self.counts[message.tcode() as usize] += 1;
        self.stream.expect(message);
    }

    fn end(&mut self, readout: &Readout) -> Result<(), Difference> {
        self.stream.end()?;
        if let Some(memory) = &readout.memory {
            self.summary.is_read = true;
            self.summary.wrapped = memory.wrapped;
            self.summary.memory = memory.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        }
        self.summary.pointer = readout.pointer;
        (self.summary.trace_bytes, self.summary.cycles) = (self.stream.count, self.cycle);
        Ok(())
    }
}

/// Remembers `item`, and forgets the oldest if there are too many.
fn keep<T>(history: &mut VecDeque<T>, item: T) {
    if history.len() == HISTORY {
        history.pop_front();
    }
    history.push_back(item);
}

/// Takes the first `count` elements, or what is left.
fn split<'s, T>(rest: &mut &'s [T], count: usize) -> &'s [T] {
    let (first, others) = rest.split_at(count.min(rest.len()));
    *rest = others;
    first
}
