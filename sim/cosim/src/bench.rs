// SPDX-License-Identifier: Apache-2.0
//! Drives the hardware a cycle at a time, and writes down what it does.

use crate::error::BusError;
use crate::observed::{flag, Batch, Cycle, Item, BATCH};
use crate::ports::Bus;
use crate::seams::{Kind, Seams};
use crate::source::Steps;
use std::sync::mpsc::SyncSender;
use tracewright_messages::{Block, Ingress};
use tracewright_model::stimulus::{Pressure, Request};
use verilator_sys::{Input, Model, Output};

/// Cycles in reset.
const RESET_CYCLES: u32 = 4;
/// A stall ends sooner, or not at all.
const LONGEST_STALL: u32 = 100_000;
/// What the time that comes from outside gains in a cycle.
const TIME_STEP: u64 = 3;

/// The hardware with everything around it.
pub(crate) struct Bench<'a> {
    model: Model,
    seams: &'a Seams,
    steps: Steps,
    items: SyncSender<Item>,
    batch: Batch,
    /// Called whenever a batch leaves.
    on_batch: &'a mut dyn FnMut(Counts),
    counts: Counts,
    /// Back-pressure of the stream sink.
    pressure: Option<Pressure>,
    /// Whether the stream sink takes what there is.
    is_ready: bool,
    /// Whether the steps' blocks and triggers flow; else the port is idle.
    flowing: bool,
    /// What the port shows until the hardware takes it.
    at_port: Option<Ingress>,
    /// What the port shows of the hart's state: bits of [`flag`].
    state: u16,
    /// The latest register write asked for by a step.
    request: Option<Request>,
    /// The driver writes a register.
    pub(crate) writing: bool,
    /// The time that comes from outside.
    time: u64,
    stalled_for: u32,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub cycles: u64,
    pub blocks: u64,
    pub stall_cycles: u64,
}

impl<'a> Bench<'a> {
    /// The hardware after reset, its ingress idle. The stream sink, if there is one, is as busy as `pressure` says. The time
    /// from outside, if there is any, begins at `time`.
    pub fn new(
        model: Model,
        seams: &'a Seams,
        steps: Steps,
        items: SyncSender<Item>,
        (pressure, time): (Option<Pressure>, u64),
        on_batch: &'a mut dyn FnMut(Counts),
    ) -> Self {
        let mut bench = Bench {
            model,
            seams,
            steps,
            items,
            batch: Batch::new(),
            on_batch,
            counts: Counts::default(),
            pressure,
            is_ready: true,
            flowing: false,
            at_port: None,
            state: 0,
            request: None,
            writing: false,
            time,
            stalled_for: 0,
        };
        for level in [1, 0] {
            bench.model.set(seams.rst_n, level);
            (0..RESET_CYCLES).for_each(|_| bench.model.cycle());
        }
        bench.model.set(seams.rst_n, 1);
        bench
    }

    /// The register write that the ingress asks for now, if any.
    pub fn take_request(&mut self) -> Option<Request> {
        self.request.take()
    }

    /// Whether every step of the source has been at the port.
    pub fn is_drained(&self) -> bool {
        self.at_port.is_none() && self.steps.has_ended()
    }

    /// Runs a cycle.
    pub fn clock(&mut self) -> Result<(), BusError> {
        if self.flowing && self.at_port.is_none() {
            self.next_step();
        }
        if let Kind::Stream { ready } = self.seams.sink.kind {
            self.is_ready = !self.pressure.as_mut().is_some_and(Pressure::is_busy);
            self.model.set(ready, self.is_ready.into());
        }
        self.time = self.time.wrapping_add(TIME_STEP);
        self.seams.ingress.show_time(&mut self.model, self.time);
        self.model.cycle();
        self.observe()
    }

    /// Hands over what is left.
    pub fn finish(mut self, end: Item) -> Result<Counts, BusError> {
        self.send_batch()?;
        self.items.send(end).map_err(|_| BusError::Ended)?;
        Ok(self.counts)
    }

    /// Shows the hart's state as it will be with the first blocks; a hart can be halted from the start.
    pub fn show_state(&mut self) {
        self.next_step();
        if let Some(port) = self.at_port {
            self.show(&without_blocks(port));
        }
    }

    /// Lets the steps flow, beginning with the one that [`Bench::show_state`] has peeked at.
    pub fn flow(&mut self) {
        self.flowing = true;
        if let Some(port) = self.at_port {
            self.show(&port);
        }
    }

    pub(crate) fn bus(&self) -> &'a Bus {
        &self.seams.bus
    }

    pub(crate) fn set(&mut self, input: Input, value: u64) {
        self.model.set(input, value);
    }

    pub(crate) fn get(&self, output: Output) -> u64 {
        self.model.get(output)
    }

    fn next_step(&mut self) {
        let step = self.steps.next();
        self.at_port = step.map(|step| step.ingress);
        match step {
            Some(step) => {
                self.request = step.request.or(self.request);
                self.show(&step.ingress);
            }
            None => self.show(&Ingress::default()),
        }
    }

    fn show(&mut self, port: &Ingress) {
        let bit = |level, flag| if level { flag } else { 0 };
        self.state =
            bit(port.halted, flag::HALTED) | bit(port.reset, flag::RESET) | bit(port.low_power, flag::LOW_POWER);
        self.seams.ingress.show(&mut self.model, port);
    }

    fn observe(&mut self) -> Result<(), BusError> {
        let (model, seams) = (&self.model, self.seams);
        let bit = |signal, flag| if model.get(signal) != 0 { flag } else { 0 };
        let mut cycle = Cycle {
            room: model.get(seams.room) as u8,
            now: seams.now.map_or(0, |now| model.get(now)),
            outside: self.time,
            flags: self.state
                | bit(seams.active, flag::ACTIVE)
                | bit(seams.enable, flag::ENABLE)
                | bit(seams.tracing, flag::TRACING)
                | bit(seams.stall, flag::STALL)
                | if self.writing { flag::WRITE } else { 0 },
            ..Cycle::default()
        };
        for entry in &seams.entries {
            if let Some(shape) = entry.read(model) {
                self.batch.entries.push(shape);
                cycle.entries += 1;
            }
        }
        self.observe_sink(&mut cycle);
        self.counts.cycles += 1;
        if cycle.has(flag::STALL) {
            self.counts.stall_cycles += 1;
            self.stalled_for += 1;
            if self.stalled_for > LONGEST_STALL {
                return Err(BusError::Stalled { cycles: LONGEST_STALL });
            }
        } else {
            self.stalled_for = 0;
            if self.flowing {
                self.take_port(&mut cycle);
            }
        }
        self.batch.cycles.push(cycle);
        if self.batch.cycles.len() == BATCH {
            self.send_batch()?;
        }
        Ok(())
    }

    /// Writes down what goes to the sink.
    fn observe_sink(&mut self, cycle: &mut Cycle) {
        let (model, sink) = (&self.model, &self.seams.sink);
        let valid = model.get(sink.valid) != 0;
        let taken = match &sink.kind {
            Kind::Stream { .. } => self.is_ready,
            Kind::Sram { ready, take } => {
                let is_ready = model.get(*ready) != 0;
                if is_ready && !valid && model.get(*take) != 0 {
                    cycle.flags |= flag::FILL;
                }
                is_ready
            }
        };
        if valid && taken {
            let bytes = sink.bytes.map_or(sink.width, |bytes| model.get(bytes) as usize);
            let words = model.get_wide(sink.data);
            self.batch.bytes.extend((0..bytes.min(sink.width)).map(|n| (words[n / 8] >> (n % 8 * 8)) as u8));
            cycle.bytes = bytes.min(sink.width) as u8;
        }
    }

    /// The port took what it showed.
    fn take_port(&mut self, cycle: &mut Cycle) {
        let Some(port) = self.at_port.take() else { return };
        let blocks = port.blocks.iter().filter(|block| block.is_valid()).count() as u64;
        if blocks > 0 || port.trigger_on || port.trigger_off || port.external_triggers != 0 {
            cycle.flags |= flag::PORT;
            self.batch.ports.push(port);
            self.counts.blocks += blocks;
        }
    }

    fn send_batch(&mut self) -> Result<(), BusError> {
        let batch = std::mem::replace(&mut self.batch, Batch::new());
        self.items.send(Item::Cycles(batch)).map_err(|_| BusError::Ended)?;
        (self.on_batch)(self.counts);
        Ok(())
    }
}

/// The port with neither blocks nor triggers.
pub(crate) fn without_blocks(port: Ingress) -> Ingress {
    let blocks = port.blocks.map(|_| Block::default());
    Ingress { blocks, trigger_on: false, trigger_off: false, external_triggers: 0, ..port }
}
