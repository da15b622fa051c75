// SPDX-License-Identifier: Apache-2.0
//! Drives the hardware a cycle at a time, and writes down what it does.

mod around;
mod bus;
mod clocks;
mod csrs;
mod cycle;
mod observe;
mod side;

use crate::bus::{Answer, Ledger, Master};
use crate::check::FunnelChecker;
use crate::error::BusError;
use crate::observed::Item;
use crate::outlet::Outlet;
use crate::probes::Probes;
use crate::source::Steps;
pub(crate) use around::{Ended, Surroundings};
use clocks::{Clocks, Other};
use csrs::Csrs;
use side::Side;
use std::collections::VecDeque;
use std::sync::mpsc::SyncSender;
use tracewright_config::{Build, Run};
use tracewright_messages::{Block, Ingress};
use tracewright_model::stimulus::{Pressure, Request};
use verilator_sys::{Input, Model};

/// Cycles in reset.
const RESET_CYCLES: u32 = 4;
/// A stall ends sooner, or not at all.
const LONGEST_STALL: u32 = 100_000;
/// Cycles for which a bus without jitter is looked at after its last transfer.
const BUS_RESTS_AFTER: u32 = 4;
/// What the time that comes from outside gains in a cycle of its clock, if nothing else is asked for.
const TIME_STEP: u64 = 3;

/// The hardware with everything around it.
pub(crate) struct Bench<'a> {
    model: Model,
    probes: &'a Probes,
    harts: Vec<Side<'a>>,
    funnels: Vec<FunnelChecker>,
    /// Called whenever a batch leaves, with the cycles until then.
    on_batch: &'a mut dyn FnMut(u64),
    cycles: u64,
    /// Most cycles of the run.
    limit: u64,
    clocks: Clocks,
    has_bus_clock: bool,
    has_time_clock: bool,
    /// Where the time comes from outside.
    time_port: Option<Input>,
    master: Box<dyn Master>,
    ledger: Ledger,
    answers: Vec<Answer>,
    /// Cycles since the bus was last asked for something; it never rests where there is jitter.
    bus_rest: u32,
    has_jitter: bool,
    answered: VecDeque<Answer>,
    /// Back-pressure of the stream sink.
    pressure: Option<Pressure>,
    /// Whether the stream sink takes what there is.
    is_ready: bool,
    outlet: Outlet,
    /// The time that comes from outside.
    time: u64,
    /// What it gains in a cycle of its clock.
    time_step: u64,
    /// Cycles for which a hart may be stalled.
    longest_stall: u32,
    /// Which components were active, and how often one became inactive, if that is counted.
    watched: Option<(Vec<bool>, u64)>,
    /// There is one encoder, one clock and one SRAM, and nothing else to look at in a cycle.
    is_plain: bool,
}

impl<'a> Bench<'a> {
    /// The hardware after reset, its ingress and its bus idle; of each hart where its steps come from, and where what
    /// is seen goes.
    pub fn new(
        model: Model,
        (build, probes): (&Build, &'a Probes),
        harts: Vec<(Steps, SyncSender<Item>)>,
        surroundings: Surroundings,
        on_batch: &'a mut dyn FnMut(u64),
    ) -> Self {
        let outside = &probes.outside;
        let Surroundings { master, pressure, outlet, keeps, time, jitter, restless, mut units, limit, funnels } =
            surroundings;
        let clock = |inputs: Option<[_; 2]>| inputs.map(|[clock, _]| clock);
        let sinks = outlet.clocks().map(|(which, [clock, _])| (Other::Sink(which), clock));
        let clocks = Clocks::new(clock(outside.bus_clock), clock(outside.time_clock), sinks, jitter);
        let sides = probes.harts.iter().zip(harts).zip(0..).map(|((probes, (steps, items)), hart)| {
            let csrs = Csrs::new(build, &probes.units, units.of_hart(), hart);
            Side::new(probes, steps, items, keeps, restless.map(|seed| seed ^ hart << 32), csrs)
        });
        let mut bench = Bench {
            model,
            probes,
            harts: sides.collect(),
            funnels,
            on_batch,
            cycles: 0,
            limit: limit.unwrap_or(u64::MAX),
            has_bus_clock: clocks.has(Other::Bus),
            has_time_clock: clocks.has(Other::Time),
            time_port: probes.harts[0].ingress.time(),
            clocks,
            master,
            ledger: Ledger::default(),
            answers: Vec::new(),
            bus_rest: 0,
            has_jitter: jitter.is_some(),
            answered: VecDeque::new(),
            pressure,
            is_ready: true,
            outlet,
            time,
            time_step: TIME_STEP,
            longest_stall: LONGEST_STALL,
            watched: None,
            is_plain: false,
        };
        bench.is_plain = bench.nothing_is_around();
        bench.reset();
        bench
    }

    /// Lets the time that comes from outside gain so much in a cycle of its clock.
    pub fn time_step(mut self, step: u64) -> Self {
        self.time_step = step;
        self
    }

    /// A hart may be stalled for so many cycles.
    pub fn longest_stall(&mut self, cycles: u32) {
        self.longest_stall = cycles;
    }

    /// Counts from now on how often a component becomes inactive, and does not mind what the pins are when they are
    /// switched off.
    pub fn watch(&mut self) {
        self.watched = Some((Vec::new(), 0));
        self.is_plain = false;
        self.outlet.tolerate();
    }

    /// How often a component has become inactive, a sink counted twice: a reader has the beginning of a message from
    /// before, and the end of one from after it.
    pub fn resets(&self) -> u64 {
        self.watched.as_ref().map_or(0, |(_, resets)| *resets)
    }

    /// Resets every clock's part: the reset begins and ends between edges of all of them.
    fn reset(&mut self) {
        let outside = &self.probes.outside;
        let sinks = self.outlet.clocks().map(|(_, inputs)| inputs);
        let others = [outside.bus_clock, outside.time_clock].into_iter().flatten().chain(sinks);
        let (clocks, resets): (Vec<_>, Vec<_>) = others.map(|[clock, reset]| (clock, reset)).unzip();
        for level in [1, 0] {
            resets.iter().chain([&self.probes.rst_n]).for_each(|reset| self.model.set(*reset, level));
            for _ in 0..RESET_CYCLES {
                for edge in [0, 1] {
                    clocks.iter().for_each(|clock| self.model.set(*clock, edge));
                    self.model.settle();
                }
                self.model.cycle();
            }
        }
        resets.iter().chain([&self.probes.rst_n]).for_each(|reset| self.model.set(*reset, 1));
    }

    /// The register write that the ingress of a hart asks for now, if any.
    pub fn take_request(&mut self, hart: usize) -> Option<Request> {
        self.harts[hart].take_request()
    }

    /// The register write that a hart's ingress asked for is done.
    pub fn release(&mut self, hart: usize) {
        self.harts[hart].release();
    }

    /// Whether every step of the sources has been at the ports.
    pub fn is_drained(&self) -> bool {
        self.harts.iter().all(Side::is_drained)
    }

    /// Whether teEnable was 0 and nothing was held when the hardware was last looked at.
    pub fn is_idle(&self) -> bool {
        self.harts.iter().all(|hart| hart.is_idle(&self.model))
    }

    /// Hands over what is left; of each hart, what there is at its end.
    pub fn finish(mut self, ends: Vec<Item>) -> Result<Ended, BusError> {
        let sent = self.harts.into_iter().zip(ends).map(|(hart, end)| hart.finish(end));
        let sent = sent.collect::<Result<_, _>>()?;
        (self.on_batch)(self.cycles);
        Ok(Ended { sent, outlet: self.outlet, wave: self.model.close_wave() })
    }

    /// Shows the harts' state as it will be with the first blocks; a hart can be halted from the start.
    pub fn show_state(&mut self) {
        self.harts.iter_mut().for_each(|hart| hart.show_state(&mut self.model));
    }

    /// The sinks are set up: what is downstream of them begins.
    pub fn listen(&mut self) -> Result<(), BusError> {
        for _ in 0..self.outlet.start() {
            self.clock()?;
        }
        Ok(())
    }

    /// The pins show the calibration pattern of the mode of `run`, or this is an error.
    pub fn recognise_pattern(&mut self, build: &Build, run: &Run) -> Result<(), BusError> {
        for _ in 0..self.outlet.calibrate(build, run) {
            self.clock()?;
        }
        Ok(self.outlet.calibrated()?)
    }

    /// Lets the steps flow, beginning with those that [`Bench::show_state`] has peeked at.
    pub fn flow(&mut self) {
        self.harts.iter_mut().for_each(|hart| hart.flow(&mut self.model));
    }

    fn send_batches(&mut self) -> Result<(), BusError> {
        self.harts.iter_mut().try_for_each(Side::send_batch)?;
        (self.on_batch)(self.cycles);
        Ok(())
    }
}

/// The port with neither blocks nor triggers.
pub(crate) fn without_blocks(port: Ingress) -> Ingress {
    let blocks = port.blocks.map(|_| Block::default());
    Ingress { blocks, trigger_on: false, trigger_off: false, external_triggers: 0, ..port }
}
