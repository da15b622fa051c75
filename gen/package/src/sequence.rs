// SPDX-License-Identifier: Apache-2.0
//! The register accesses that start and stop a trace: those of the driver, a line each.

use crate::programming::{follows, register, Access, Recording, BLOCK};
use crate::registers::Block;
use std::collections::BTreeSet;
use std::fmt::Write;
use tracewright_config::{Build, Run};
use tracewright_regmap::{Field, Register, TE_IMPL, TE_IMPL_TE_VERSION, TE_VERSION_0_9_4};

/// What enables and what disables a trace.
pub(crate) struct Sequence {
    /// From reset to tracing.
    pub(crate) enable: Vec<Step>,
    /// From tracing to trace that has arrived.
    pub(crate) disable: Vec<Step>,
}

/// A write, or a register that is read until it is so.
pub(crate) struct Step {
    /// It is a write.
    pub(crate) write: bool,
    /// From the first register of the first component on, in bytes.
    pub(crate) address: u32,
    /// The bits that are waited for.
    pub(crate) mask: u32,
    /// What is written, or what these bits become.
    pub(crate) value: u32,
    /// The component, if there are several.
    component: Option<String>,
    /// The register.
    register: &'static str,
    /// The fields, with their values.
    pub(crate) fields: String,
}

impl Step {
    /// The component, if there are several, and the register.
    pub(crate) fn place(&self) -> String {
        self.component.iter().map(|component| format!("{component} ")).collect::<String>() + self.register
    }

    /// A line of the guide.
    fn line(&self) -> String {
        let Step { address, value, register, fields, .. } = self;
        let place = match &self.component {
            None => format!("0x{address:03X} {register:<16}"),
            Some(component) => format!("0x{address:05X} {component:<8}{register:<16}"),
        };
        let line = match self.write {
            true => format!("write {place} 0x{value:08X}  {fields}"),
            false => format!("until {place} {:<10}  {fields}", ""),
        };
        line.trim_end().into()
    }
}

/// The lines of these steps.
pub(crate) fn listing(steps: &[Step]) -> String {
    steps.iter().fold(String::new(), |mut text, step| {
        writeln!(text, "{}", step.line()).ok();
        text
    })
}

impl Sequence {
    /// What the driver does for a run.
    pub(crate) fn of(build: &Build, run: &Run) -> Result<Sequence, String> {
        let Recording { enable, disable } = Recording::new(build, run)?;
        let start = unlocked(build).into_iter().chain(steps(build, &enable, false)).collect();
        Ok(Sequence { enable: start, disable: steps(build, &disable, true) })
    }
}

/// Waiting for the registers where they can be locked, as they are from reset on: until then they read 0, and writes
/// are ignored.
fn unlocked(build: &Build) -> Option<Step> {
    let register = register(build, 0, TE_IMPL as u32).filter(|_| build.bus.lock)?;
    let version = register.fields.iter().find(|field| field.lsb == TE_IMPL_TE_VERSION)?;
    let access = Access { write: false, address: TE_IMPL as u32, value: version.set(0, TE_VERSION_0_9_4 as u32) };
    Some(Step {
        write: false,
        address: access.address,
        mask: version.mask(),
        value: access.value,
        component: component(build, 0),
        register: register.name,
        fields: said(version, access.value),
    })
}

/// The name of a component, if there are several.
fn component(build: &Build, index: u32) -> Option<String> {
    let mut blocks = Block::of(build);
    (blocks.len() > 1).then(|| blocks.swap_remove(index as usize).name)
}

/// A step an access: writes that change something, and waiting for the hardware: to follow an Active bit, and where
/// trace `ends`, to be empty.
fn steps(build: &Build, accesses: &[Access], ends: bool) -> Vec<Step> {
    let names: Vec<String> = Block::of(build).into_iter().map(|block| block.name).collect();
    let mut steps = Vec::new();
    // What was waited for since the latest write is so: to wait for it again tells nothing.
    let (mut waited, mut last) = (BTreeSet::new(), String::new());
    for (at, access) in accesses.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| accesses[at]);
        let after = accesses.get(at + 1);
        let same = |other: Option<&Access>| other.copied().filter(|other| other.address == access.address);
        let before = same(before.as_ref());
        let idle = match access.write {
            true => before.is_some_and(|read| !read.write && read.value == access.value),
            // The fields that a write leaves alone are read before it, and those that it set after it.
            false => {
                let activates = |write: Access| write.value <= 1;
                let back = before.is_some_and(|write| write.write && !activates(write));
                same(after).is_some_and(|write| write.write) || back && !ends
            }
        };
        let (component, offset) = (access.address / BLOCK, access.address % BLOCK);
        let Some(register) = register(build, component, offset).filter(|_| !idle) else { continue };
        let Some(fields) = say(register, access) else { continue };
        let followed = register.fields.iter().filter(|field| follows(field));
        let mask = if access.write { u32::MAX } else { followed.fold(0, |mask, field| mask | field.mask()) };
        let step = Step {
            write: access.write,
            address: access.address,
            mask,
            value: access.value & mask,
            component: (names.len() > 1).then(|| names[component as usize].clone()),
            register: register.name,
            fields,
        };
        let line = step.line();
        if access.write && line != last {
            waited.clear();
        }
        if line != last && waited.insert(line.clone()) {
            steps.push(step);
        }
        last = line;
    }
    steps
}

/// What an access means: the fields that are written, or those that are waited for; nothing if nothing is.
fn say(register: &Register, access: &Access) -> Option<String> {
    let of = |field: &Field| said(field, access.value);
    let written = |field: &&Field| field.access.is_writable() && field.get(access.value) != 0;
    let fields: Vec<String> = match access.write {
        true => register.fields.iter().filter(written).map(of).collect(),
        false => register.fields.iter().filter(|field| follows(field)).map(of).collect(),
    };
    (access.write || !fields.is_empty()).then(|| fields.join(", "))
}

/// A field and its value in a word.
fn said(field: &Field, word: u32) -> String {
    let value = field.get(word);
    match field.values.iter().find(|named| named.value == value) {
        Some(named) => format!("{}={value} ({})", field.name, named.name),
        None if value < 10 => format!("{}={value}", field.name),
        None => format!("{}=0x{value:X}", field.name),
    }
}
