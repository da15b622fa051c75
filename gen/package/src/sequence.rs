// SPDX-License-Identifier: Apache-2.0
//! The register accesses that start and stop a trace: those of the driver, a line each.

use crate::registers::Block;
use std::collections::BTreeSet;
use std::fmt::Write;
use tracewright_config::{Build, Run};
use tracewright_programming::{follows, register, Access, Recording, BLOCK};
use tracewright_regmap::{Field, Register};

/// Listings of what enables and what disables a trace.
pub(crate) struct Sequence {
    /// From reset to tracing.
    pub(crate) enable: String,
    /// From tracing to trace that has arrived.
    pub(crate) disable: String,
}

impl Sequence {
    /// What the driver does for a run.
    pub(crate) fn of(build: &Build, run: &Run) -> Result<Sequence, String> {
        let Recording { enable, disable } = Recording::new(build, run)?;
        Ok(Sequence { enable: lines(build, &enable, false), disable: lines(build, &disable, true) })
    }
}

/// A line an access: writes that change something, and waiting for the hardware: to follow an Active bit, and where
/// trace `ends`, to be empty.
fn lines(build: &Build, accesses: &[Access], ends: bool) -> String {
    let names: Vec<String> = Block::of(build).into_iter().map(|block| block.name).collect();
    let mut text = String::new();
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
        let Some(what) = say(register, access) else { continue };
        let place = match names.len() {
            1 => format!("0x{:03X} {:<16}", access.address, register.name),
            _ => format!("0x{:05X} {:<8}{:<16}", access.address, names[component as usize], register.name),
        };
        let line = match access.write {
            true => format!("write {place} 0x{:08X}  {what}", access.value),
            false => format!("until {place} {:<10}  {what}", ""),
        };
        if access.write && line != last {
            waited.clear();
        }
        if line != last && waited.insert(line.clone()) {
            writeln!(text, "{}", line.trim_end()).ok();
        }
        last = line;
    }
    text
}

/// What an access means: the fields that are written, or those that are waited for; nothing if nothing is.
fn say(register: &Register, access: &Access) -> Option<String> {
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
        false => register.fields.iter().filter(|field| follows(field)).map(of).collect(),
    };
    (access.write || !fields.is_empty()).then(|| fields.join(", "))
}
