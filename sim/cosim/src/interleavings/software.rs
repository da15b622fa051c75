// SPDX-License-Identifier: Apache-2.0
//! What software does: the driver, for one hart or for many, and single registers.

use crate::bench::Bench;
use crate::error::Error;
use tracewright_config::{Build, Run, RunSink, SinkKind};
use tracewright_driver::{Driver, FunnelSettings, Mmio, Settings, System};
use tracewright_package::programming::{funnel_settings, settings};
use tracewright_regmap::TE_RAM_WP;

/// Bytes of a component's block.
const BLOCK: u32 = 0x1000;
/// How often the driver reads a bit before it gives up: longer than the slowest sink takes to drain.
const POLLS: u32 = 20_000;

/// The driver of a run.
pub(super) struct Software<'b> {
    driver: Either<'b>,
    encoders: Vec<Settings>,
    funnels: Vec<FunnelSettings>,
    /// Where teRamWP of system memory is, if that is used.
    pointer: Option<u32>,
}

enum Either<'b> {
    One(Driver<Bench<'b>>),
    Many(System<Bench<'b>>),
}

impl<'b> Software<'b> {
    pub fn new(bench: Bench<'b>, build: &Build, run: &Run) -> Software<'b> {
        let harts = build.system.harts;
        let funnels = build.funnels().len() as u32;
        let of_hart = Run { sink: RunSink::Default, ..run.clone() };
        let uses_memory = run.sink_of(build) == SinkKind::Sba;
        Software {
            pointer: uses_memory.then(|| build.sink_component() * BLOCK + TE_RAM_WP as u32),
            encoders: match harts {
                1 => vec![settings(build, run)],
                _ => (0..harts).map(|hart| settings(&build.hart(hart), &of_hart)).collect(),
            },
            funnels: (0..funnels).map(|funnel| funnel_settings(build, run, funnel)).collect(),
            driver: match harts {
                1 => Either::One(Driver::new(bench).poll_limit(POLLS)),
                _ => Either::Many(System::new(bench, harts, funnels).poll_limit(POLLS)),
            },
        }
    }

    pub fn bench(&mut self) -> &mut Bench<'b> {
        match &mut self.driver {
            Either::One(driver) => driver.registers(),
            Either::Many(system) => system.registers(),
        }
    }

    pub fn into_bench(self) -> Bench<'b> {
        match self.driver {
            Either::One(driver) => driver.into_registers(),
            Either::Many(system) => system.into_registers(),
        }
    }

    /// Ch. 14, of everything, with whatever is under way.
    pub fn discover(&mut self) -> Result<(), Error> {
        match &mut self.driver {
            Either::One(driver) => driver.discover().map(drop)?,
            Either::Many(system) => system.discover(|_, _| ())?,
        }
        Ok(())
    }

    /// Ch. 14 of one encoder.
    pub fn discover_encoder(&mut self, hart: u32) -> Result<(), Error> {
        match &mut self.driver {
            Either::One(driver) => driver.discover().map(drop)?,
            Either::Many(system) => system.encoder(hart).discover().map(drop)?,
        }
        Ok(())
    }

    /// Ch. 15: from the sinks to the harts.
    pub fn enable(&mut self) -> Result<(), Error> {
        match &mut self.driver {
            Either::One(driver) => driver.enable(&self.encoders[0])?,
            Either::Many(system) => system.enable(&self.encoders, &self.funnels)?,
        }
        Ok(())
    }

    /// One encoder, while everything else goes on.
    pub fn enable_encoder(&mut self, hart: u32) -> Result<(), Error> {
        match &mut self.driver {
            Either::One(driver) => driver.enable(&self.encoders[0])?,
            Either::Many(system) => system.encoder(hart).enable(&self.encoders[hart as usize])?,
        }
        Ok(())
    }

    /// Ch. 15: from the harts to the sinks, each until it is empty.
    pub fn disable(&mut self) -> Result<(), Error> {
        match &mut self.driver {
            Either::One(driver) => driver.disable().map(drop)?,
            Either::Many(system) => system.disable()?,
        }
        Ok(())
    }

    pub fn read(&mut self, component: u32, offset: usize) -> Result<u32, Error> {
        Ok(self.bench().read(component * BLOCK + offset as u32)?)
    }

    pub fn write(&mut self, component: u32, offset: usize, value: u32) -> Result<(), Error> {
        Ok(self.bench().write(component * BLOCK + offset as u32, value)?)
    }

    /// teRamWP of system memory, if that is used.
    pub fn pointer(&mut self) -> Result<Option<u32>, Error> {
        match self.pointer {
            Some(offset) => Ok(Some(self.bench().read(offset)?)),
            None => Ok(None),
        }
    }
}
