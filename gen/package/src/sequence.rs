// SPDX-License-Identifier: Apache-2.0
//! The register accesses that start and stop a trace: those of the driver, taken down with a model of the registers below it.

use crate::Package;
use std::convert::Infallible;
use std::fmt::{Display, Write};
use tracewright_config::{Build, Component, Run, RunSink};
use tracewright_cosim::{funnel_settings, settings};
use tracewright_driver::{Driver, Mmio, System};
use tracewright_model::control::Mock;
use tracewright_registers::Block;
use tracewright_regmap::{Field, Hardware, Register, FUNNEL_REGISTERS, REGISTERS};

/// Bytes of a component's registers.
const BLOCK: u32 = 0x1000;

/// Listings of what enables and what disables a trace.
pub(crate) struct Sequence {
    /// From reset to tracing.
    pub(crate) enable: String,
    /// From tracing to trace that has arrived.
    pub(crate) disable: String,
}

impl Sequence {
    /// What the driver does for the run of a package.
    pub(crate) fn of(package: &Package) -> Result<Sequence, String> {
        let Package { build, run, .. } = *package;
        let said = |error: &dyn Display| error.to_string();
        let mut recorder = Recorder::new(build);
        if build.system.harts == 1 {
            let mut driver = Driver::new(&mut recorder);
            driver.enable(&settings(build, run)).map_err(|error| said(&error))?;
            let enable = driver.registers().take(build, false);
            driver.disable().map_err(|error| said(&error))?;
            return Ok(Sequence { enable, disable: recorder.take(build, true) });
        }
        let funnels = build.funnels().len() as u32;
        let of_hart = Run { sink: RunSink::Default, ..run.clone() };
        let encoders: Vec<_> = (0..build.system.harts).map(|hart| settings(&build.hart(hart), &of_hart)).collect();
        let behind: Vec<_> = (0..funnels).map(|funnel| funnel_settings(build, run, funnel)).collect();
        let mut system = System::new(&mut recorder, build.system.harts, funnels);
        system.enable(&encoders, &behind).map_err(|error| said(&error))?;
        let enable = system.registers().take(build, false);
        system.disable().map_err(|error| said(&error))?;
        Ok(Sequence { enable, disable: recorder.take(build, true) })
    }
}

/// An access.
#[derive(Clone, Copy)]
struct Access {
    write: bool,
    address: u32,
    value: u32,
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
            Component::Funnel(funnel) => Mock::new(FUNNEL_REGISTERS, &build.funnel_features(funnel)),
        };
        Recorder { mocks: build.components().iter().map(mock).collect(), accesses: Vec::new() }
    }

    /// What was done since the last time, a line an access: writes that change something, and waiting for the hardware: to
    /// follow an Active bit, and where trace `ends`, to be empty.
    fn take(&mut self, build: &Build, ends: bool) -> String {
        let accesses = std::mem::take(&mut self.accesses);
        let names: Vec<String> = Block::of(build).into_iter().map(|block| block.name).collect();
        let mut text = String::new();
        let mut last = String::new();
        for (at, access) in accesses.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| accesses[at]);
            let after = accesses.get(at + 1);
            let same = |other: Option<&Access>| other.copied().filter(|other| other.address == access.address);
            let before = same(before.as_ref());
            let idle = match access.write {
                true => before.is_some_and(|read| !read.write && read.value == access.value),
                // The fields that a write leaves alone are read before it, and those that it set behind it.
                false => {
                    let activates = |write: Access| write.value <= 1;
                    let back = before.is_some_and(|write| write.write && !activates(write));
                    same(after).is_some_and(|write| write.write) || back && !ends
                }
            };
            let (component, offset) = (access.address / BLOCK, access.address % BLOCK);
            let Some(register) = register(build, component, offset).filter(|_| !idle) else { continue };
            let Some(what) = say(register, access) else { continue };
            let place = match names.len() {
                1 => format!("0x{:03X} {:<16}", access.address, register.name),
                _ => format!("0x{:05X} {:<8}{:<16}", access.address, names[component as usize], register.name),
            };
            let line = match access.write {
                true => format!("write {place} 0x{:08X}  {what}", access.value),
                false => format!("until {place} {:<10}  {what}", ""),
            };
            if line != last {
                writeln!(text, "{}", line.trim_end()).ok();
                last = line;
            }
        }
        text
    }
}

/// The register at an offset of a component, if the build has it.
fn register(build: &Build, component: u32, offset: u32) -> Option<&'static Register> {
    let (list, features) = match build.components().get(component as usize)? {
        Component::Encoder(hart) => (REGISTERS, build.hart(*hart).features()),
        Component::Funnel(funnel) => (FUNNEL_REGISTERS, build.funnel_features(*funnel)),
    };
    list.iter().find(|register| register.offset as u32 == offset && register.present(&features))
}

/// What an access means: the fields that are written, or those that are waited for; nothing if nothing is.
fn say(register: &Register, access: &Access) -> Option<String> {
    let follows = |field: &&Field| field.hardware == Hardware::Follows || field.name.ends_with("Empty");
    let of = |field: &Field| {
        let value = field.get(access.value);
        match field.values.iter().find(|named| named.value == value) {
            Some(named) => format!("{}={value} ({})", field.name, named.name),
            None if value < 10 => format!("{}={value}", field.name),
            None => format!("{}=0x{value:X}", field.name),
        }
    };
    let written = |field: &&Field| field.access.is_writable() && field.get(access.value) != 0;
    let fields: Vec<String> = match access.write {
        true => register.fields.iter().filter(written).map(of).collect(),
        false => register.fields.iter().filter(follows).map(of).collect(),
    };
    (access.write || !fields.is_empty()).then(|| fields.join(", "))
}
