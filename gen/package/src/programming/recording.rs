// SPDX-License-Identifier: Apache-2.0
//! The accesses that the driver makes, taken down with a model of the registers below it.

use crate::programming::{funnel_settings, settings};
use std::convert::Infallible;
use std::fmt::Display;
use tracewright_config::{Build, Component, Run, RunSink};
use tracewright_driver::{Driver, Mmio, System};
use tracewright_model::control::Mock;
use tracewright_regmap::{Field, Hardware, Register, FUNNEL_REGISTERS, REGISTERS, TANDEM_REGISTERS};

/// Bytes of a component's registers.
pub const BLOCK: u32 = 0x1000;

/// An access of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// It is a write, and no read.
    pub write: bool,
    /// From the first register of the first component on, in bytes.
    pub address: u32,
    /// What was written or read.
    pub value: u32,
}

/// What the driver does for a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// From reset to tracing.
    pub enable: Vec<Access>,
    /// From tracing to trace that has arrived.
    pub disable: Vec<Access>,
}

impl Recording {
    /// What the driver does for `run` on `build`, from reset on.
    ///
    /// # Errors
    /// If it can't program it: what it says.
    pub fn new(build: &Build, run: &Run) -> Result<Recording, String> {
        Recorder::new(build).record(build, run)
    }

    /// What the driver does for one run after the other, without a reset between them. `set` is what was written
    /// before.
    ///
    /// # Errors
    /// Likewise.
    pub fn in_turn(build: &Build, set: &[Access], runs: &[Run]) -> Result<Vec<Recording>, String> {
        let mut recorder = Recorder::new(build);
        set.iter().for_each(|access| {
            recorder.mocks[(access.address / BLOCK) as usize].write(access.address % BLOCK, access.value)
        });
        runs.iter().map(|run| recorder.record(build, run)).collect()
    }
}

/// Registers without hardware, that write down what is done to them.
struct Recorder {
    mocks: Vec<Mock>,
    accesses: Vec<Access>,
}

impl Mmio for &mut Recorder {
    type Error = Infallible;

    fn read(&mut self, address: u32) -> Result<u32, Infallible> {
        let value = self.mocks[(address / BLOCK) as usize].read(address % BLOCK);
        self.accesses.push(Access { write: false, address, value });
        Ok(value)
    }

    fn write(&mut self, address: u32, value: u32) -> Result<(), Infallible> {
        self.mocks[(address / BLOCK) as usize].write(address % BLOCK, value);
        self.accesses.push(Access { write: true, address, value });
        Ok(())
    }
}

impl Recorder {
    fn new(build: &Build) -> Recorder {
        let mock = |component: &Component| match *component {
            Component::Encoder(hart) => Mock::new(REGISTERS, &build.hart(hart).features()),
            Component::Tandem(hart) => Mock::new(TANDEM_REGISTERS, &build.hart(hart).tandem_features()),
            Component::Funnel(funnel) => Mock::new(FUNNEL_REGISTERS, &build.funnel_features(funnel)),
        };
        Recorder { mocks: build.components().iter().map(mock).collect(), accesses: Vec::new() }
    }

    /// Lets the driver enable and disable `run`.
    fn record(&mut self, build: &Build, run: &Run) -> Result<Recording, String> {
        let said = |error: &dyn Display| error.to_string();
        if build.system.harts == 1 {
            let mut driver = Driver::new(&mut *self);
            driver.enable(&settings(build, run)).map_err(|error| said(&error))?;
            let enable = driver.registers().take();
            driver.disable().map_err(|error| said(&error))?;
            return Ok(Recording { enable, disable: self.take() });
        }
        let funnels = build.funnels().len() as u32;
        let of_hart = Run { sink: RunSink::Default, ..run.clone() };
        let encoders: Vec<_> = (0..build.system.harts).map(|hart| settings(&build.hart(hart), &of_hart)).collect();
        let after: Vec<_> = (0..funnels).map(|funnel| funnel_settings(build, run, funnel)).collect();
        let mut system = System::new(&mut *self, build.system.harts, funnels);
        system.enable(&encoders, &after).map_err(|error| said(&error))?;
        let enable = system.registers().take();
        system.disable().map_err(|error| said(&error))?;
        Ok(Recording { enable, disable: self.take() })
    }

    /// What was done since the last time.
    fn take(&mut self) -> Vec<Access> {
        std::mem::take(&mut self.accesses)
    }
}

/// The writes that set the `Active` bits of all components.
pub fn release(build: &Build) -> Vec<Access> {
    let of_component = |component: u32| {
        let offsets =
            (0..BLOCK).step_by(4).filter_map(move |offset| Some((offset, register(build, component, offset)?)));
        offsets.filter_map(move |(offset, register)| {
            let active = register.fields.iter().find(|field| field.hardware == Hardware::Follows)?;
            Some(Access { write: true, address: component * BLOCK + offset, value: active.mask() })
        })
    };
    (0..build.components().len() as u32).flat_map(of_component).collect()
}

/// The register at an offset of a component, if the build has it.
pub fn register(build: &Build, component: u32, offset: u32) -> Option<&'static Register> {
    let (list, features) = match build.components().get(component as usize)? {
        Component::Encoder(hart) => (REGISTERS, build.hart(*hart).features()),
        Component::Tandem(hart) => (TANDEM_REGISTERS, build.hart(*hart).tandem_features()),
        Component::Funnel(funnel) => (FUNNEL_REGISTERS, build.funnel_features(*funnel)),
    };
    list.iter().find(|register| register.offset as u32 == offset && register.present(&features))
}

/// Whether a field says that the hardware has done something.
pub fn follows(field: &Field) -> bool {
    field.hardware == Hardware::Follows || field.name.ends_with("Empty")
}
