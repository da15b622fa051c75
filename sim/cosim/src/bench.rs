// SPDX-License-Identifier: Apache-2.0
//! Drives the hardware a cycle at a time, and writes down what it does.

use crate::error::BusError;
use crate::observed::{flag, Batch, Cycle, Item, Shape, BATCH};
use crate::seams::Seams;
use crate::source::Steps;
use std::sync::mpsc::SyncSender;
use tracewright_driver::Mmio;
use tracewright_messages::Block;
use tracewright_model::stimulus::{Pressure, Request, Step};
use verilator_sys::Model;

/// Cycles in reset.
const RESET_CYCLES: u32 = 4;
/// A register answers sooner, or not at all.
const LONGEST_ACCESS: u32 = 1000;
/// A stall ends sooner, or not at all.
const LONGEST_STALL: u32 = 100_000;

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
    /// Whether blocks flow; else the port is idle.
    pub flowing: bool,
    /// What the port shows until the hardware takes it.
    at_port: Option<Step>,
    /// What the port shows of the hart's state.
    halted: bool,
    /// The latest register write asked for by a step.
    request: Option<Request>,
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
    /// The hardware after reset, its ingress idle. The stream sink, if there is one, is as busy as `pressure` says.
    pub fn new(
        model: Model,
        seams: &'a Seams,
        steps: Steps,
        items: SyncSender<Item>,
        pressure: Option<Pressure>,
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
            flowing: false,
            at_port: None,
            halted: false,
            request: None,
            stalled_for: 0,
        };
        if let Some(ready) = seams.stream_ready {
            bench.model.set(ready, 1);
        }
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
        if let (Some(ready), Some(pressure)) = (self.seams.stream_ready, &mut self.pressure) {
            self.model.set(ready, u64::from(!pressure.is_busy()));
        }
        self.model.cycle();
        self.observe()
    }

    /// Hands over what is left.
    pub fn finish(mut self, end: Item) -> Result<Counts, BusError> {
        self.send_batch()?;
        self.items.send(end).map_err(|_| BusError::Ended)?;
        Ok(self.counts)
    }

    /// Shows what `halted` will be before the first block; a hart can be halted from the start.
    pub fn show_halted(&mut self) {
        self.next_step();
        self.flowing = false;
        self.show(Block::default());
    }

    /// Lets the steps flow, beginning with the one that [`Bench::show_halted`] has peeked at.
    pub fn flow(&mut self) {
        self.flowing = true;
        self.show(self.at_port.map_or(Block::default(), |step| step.block));
    }

    fn next_step(&mut self) {
        self.at_port = self.steps.next();
        let block = match self.at_port {
            Some(step) => {
                self.request = step.request.or(self.request);
                self.halted = step.halted;
                self.model.set(self.seams.halted, step.halted.into());
                step.block
            }
            None => Block::default(),
        };
        self.show(block);
    }

    fn show(&mut self, block: Block) {
        self.model.set(self.seams.itype, block.itype.into());
        self.model.set(self.seams.iaddr, block.iaddr);
        self.model.set(self.seams.iretire, block.iretire.into());
        self.model.set(self.seams.ilastsize, block.ilastsize.into());
    }

    fn observe(&mut self) -> Result<(), BusError> {
        let (model, seams) = (&self.model, self.seams);
        let bit = |signal, flag| if model.get(signal) != 0 { flag } else { 0 };
        let mut cycle = Cycle { room: model.get(seams.room) as u8, byte: model.get(seams.byte_data) as u8, flags: 0 };
        cycle.flags = bit(seams.active, flag::ACTIVE)
            | bit(seams.enable, flag::ENABLE)
            | bit(seams.tracing, flag::TRACING)
            | bit(seams.message_valid, flag::MESSAGE)
            | bit(seams.byte_valid, flag::BYTE) & bit(seams.byte_ready, flag::BYTE)
            | bit(seams.stall, flag::STALL);
        if seams.sink_take.is_some_and(|take| model.get(take) != 0) && model.get(seams.byte_valid) == 0 {
            cycle.flags |= flag::FILL;
        }
        self.counts.cycles += 1;
        if self.halted {
            cycle.flags |= flag::HALTED;
        }
        if cycle.has(flag::MESSAGE) {
            self.batch.messages.push(Shape {
                kind: model.get(seams.message_kind) as u8,
                fixed: model.get(seams.message_fixed) as u8,
                count: model.get(seams.message_count) as u32,
                addr: model.get(seams.message_addr),
                hist: model.get(seams.message_hist) as u32,
            });
        }
        if cycle.has(flag::STALL) {
            self.counts.stall_cycles += 1;
            self.stalled_for += 1;
            if self.stalled_for > LONGEST_STALL {
                return Err(BusError::Stalled { cycles: LONGEST_STALL });
            }
        } else {
            self.stalled_for = 0;
            if self.flowing {
                if let Some(step) = self.at_port.take().filter(|s| s.block.is_valid()) {
                    cycle.flags |= flag::BLOCK;
                    self.batch.blocks.push(step.block);
                    self.counts.blocks += 1;
                }
            }
        }
        self.batch.cycles.push(cycle);
        if self.batch.cycles.len() == BATCH {
            self.send_batch()?;
        }
        Ok(())
    }

    fn send_batch(&mut self) -> Result<(), BusError> {
        let batch = std::mem::replace(&mut self.batch, Batch::new());
        self.items.send(Item::Cycles(batch)).map_err(|_| BusError::Ended)?;
        (self.on_batch)(self.counts);
        Ok(())
    }

    /// An APB4 transfer; returns the data read.
    fn transfer(&mut self, offset: u32, write: Option<u32>) -> Result<u32, BusError> {
        let bus = &self.seams.bus;
        self.model.set(bus.paddr, offset.into());
        self.model.set(bus.psel, 1);
        self.model.set(bus.penable, 0);
        self.model.set(bus.pwrite, write.is_some().into());
        self.model.set(bus.pwdata, write.unwrap_or(0).into());
        self.model.set(bus.pstrb, if write.is_some() { 0xF } else { 0 });
        self.clock()?;
        self.model.set(bus.penable, 1);
        for _ in 0..LONGEST_ACCESS {
            self.clock()?;
            if self.model.get(bus.pready) != 0 {
                let refused = self.model.get(bus.pslverr) != 0;
                let data = self.model.get(bus.prdata) as u32;
                self.model.set(bus.psel, 0);
                self.model.set(bus.penable, 0);
                return if refused { Err(BusError::Refused { offset }) } else { Ok(data) };
            }
        }
        Err(BusError::NotReady { offset, cycles: LONGEST_ACCESS })
    }
}

impl Mmio for Bench<'_> {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.transfer(offset, None)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        self.transfer(offset, Some(value)).map(drop)
    }
}
