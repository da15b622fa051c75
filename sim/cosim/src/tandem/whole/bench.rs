// SPDX-License-Identifier: Apache-2.0
//! The hardware under way: its clocks, its bus, and what is downstream of its sinks.

use super::Whole;
use crate::bus::{master, Answer, Gaps, Master, Transfer};
use crate::error::BusError;
use crate::outlet::Outlet;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::Run;
use tracewright_driver::Mmio;
use tracewright_model::stimulus::{Knobs, Pressure};
use verilator_sys::{Error, Model};

/// Cycles of reset before and after its edge.
const RESET_CYCLES: u32 = 2;

/// The hardware, as software and a hart have it.
pub(super) struct Bench<'a> {
    design: &'a Whole,
    pub(super) model: Model,
    master: Box<dyn Master>,
    answers: Vec<Answer>,
    /// Draws how many cycles a clock of the bus has in one of the encoder's; without it that is one.
    bus_pace: Option<SmallRng>,
    pub(super) outlet: Outlet,
    /// Cycles so far.
    pub(super) cycles: u64,
}

impl<'a> Bench<'a> {
    /// After reset. `seed` draws how fast bus and sinks are; without it nothing waits.
    pub(super) fn new(design: &'a Whole, run: &Run, seed: Option<u64>) -> Result<Bench<'a>, Error> {
        let (library, build) = (&design.library, &design.build);
        let gaps = seed.map_or_else(Gaps::none, Gaps::random);
        let pressure = seed.map(|seed| Pressure::new(seed, &Knobs::draw(seed, build)));
        let mut bench = Bench {
            design,
            model: library.model(),
            master: master(library, build, gaps)?,
            answers: vec![],
            bus_pace: seed.map(|seed| SmallRng::seed_from_u64(seed ^ 0xB05)),
            outlet: Outlet::new(library, build, run, seed, pressure, false)?,
            cycles: 0,
        };
        bench.reset();
        Ok(bench)
    }

    /// Waits until reset has overwritten the SRAM, where it does: trace would wait for it.
    pub(super) fn scrub(&mut self) -> Result<(), BusError> {
        for _ in 0..self.design.build.scrubbed_words() {
            self.clock()?;
        }
        Ok(())
    }

    /// What is under way.
    pub(super) fn design(&self) -> &'a Whole {
        self.design
    }

    fn reset(&mut self) {
        let sinks = self.outlet.clocks().map(|(_, inputs)| inputs);
        let others = self.design.bus_clock.into_iter().chain(sinks);
        let (clocks, resets): (Vec<_>, Vec<_>) = others.map(|[clock, reset]| (clock, reset)).unzip();
        for level in [1, 0, 1] {
            resets.iter().chain([&self.design.rst_n]).for_each(|reset| self.model.set(*reset, level));
            for _ in 0..RESET_CYCLES {
                for edge in [0, 1] {
                    clocks.iter().for_each(|clock| self.model.set(*clock, edge));
                    self.model.settle();
                }
                self.model.cycle();
            }
        }
    }

    /// A cycle of the encoder's clock, and before it those of the bus and of each sink that has its own.
    pub(super) fn clock(&mut self) -> Result<(), BusError> {
        if let Some([clock, _]) = self.design.bus_clock {
            let cycles = self.bus_pace.as_mut().map_or(1, |rng| rng.random_range(0..=2));
            for _ in 0..cycles {
                self.master.drive(&mut self.model);
                self.model.set(clock, 0);
                self.model.settle();
                self.master.observe(&self.model, &mut self.answers)?;
                self.model.set(clock, 1);
                self.model.settle();
            }
        }
        let others: Vec<_> = self.outlet.clocks().collect();
        for (which, [clock, _]) in others {
            self.outlet.drive_own(which, &mut self.model);
            self.model.set(clock, 0);
            self.model.settle();
            self.outlet.observe_own(which, &self.model)?;
            self.model.set(clock, 1);
            self.model.settle();
        }
        self.outlet.drive(&mut self.model);
        let is_shared = self.design.bus_clock.is_none();
        if is_shared {
            self.master.drive(&mut self.model);
        }
        self.model.cycle();
        self.cycles += 1;
        self.outlet.observe(&self.model)?;
        match is_shared {
            true => Ok(self.master.observe(&self.model, &mut self.answers)?),
            false => Ok(()),
        }
    }

    fn transfer(&mut self, transfer: Transfer) -> Result<u32, BusError> {
        self.master.begin(transfer);
        // The rules of the bus see to an end.
        let answer = loop {
            self.clock()?;
            if let Some(answer) = self.answers.pop() {
                break answer;
            }
        };
        match answer.error {
            true => Err(BusError::Refused { offset: transfer.address }),
            false => Ok(answer.data),
        }
    }
}

impl Mmio for &mut Bench<'_> {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.transfer(Transfer::read(offset))
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        self.transfer(Transfer::write(offset, value)).map(drop)
    }
}
