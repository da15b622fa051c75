// SPDX-License-Identifier: Apache-2.0
//! The accesses that the bench makes: those of the driver.

use crate::bench::plan::Plan;
use crate::bench::Error;
use crate::programming::{follows, register, Access, Recording, BLOCK};
use tracewright_config::{Build, SinkKind};
use tracewright_regmap::{Access as Kind, Field, Hardware, Register, Rule, TE_IMPL, TS_CONTROL, TS_CONTROL_TS_COUNT};

/// What is done with a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// It is written.
    Write,
    /// It must read so, as soon as the hardware has followed.
    Wait,
    /// It must read so.
    Check,
}

/// An access that the bench makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// What it does.
    pub doing: Doing,
    /// The register's name, as the specification has it.
    pub register: &'static str,
    /// Its offset.
    pub offset: u32,
    /// The bits that count.
    pub mask: u32,
    /// What they are.
    pub value: u32,
    /// What they mean.
    pub text: String,
}

/// Accesses to components one after another, to each the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// The first component.
    pub first: u32,
    /// How many there are.
    pub count: u32,
    /// The accesses.
    pub steps: Vec<Step>,
}

/// Enabling and disabling, for one sink.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    /// To tracing, from reset or from what the sink before it has left.
    pub enable: Vec<Section>,
    /// From tracing to trace that has arrived.
    pub disable: Vec<Section>,
}

impl Listing {
    /// What the driver does to trace to these sinks, one after the other; `set` is what was written before.
    pub fn in_turn(build: &Build, plan: &Plan, set: &[Access], sinks: &[SinkKind]) -> Result<Vec<Listing>, Error> {
        let runs: Vec<_> = sinks.iter().map(|sink| plan.run_to(*sink)).collect();
        let recordings = Recording::in_turn(build, set, &runs).map_err(Error::Driver)?;
        let listing = |recording: &Recording| Listing {
            enable: listed(build, &recording.enable),
            disable: listed(build, &recording.disable),
        };
        Ok(recordings.iter().map(listing).collect())
    }
}

/// What sets every `Active` bit, of all components, and then waits until the hardware has followed. One after the other
/// each would take as long.
pub(crate) fn power_up(build: &Build, writes: &[Access]) -> Vec<Section> {
    let mut steps: [Vec<(u32, Step)>; 2] = Default::default();
    for Access { address, value, .. } in writes {
        let component = address / BLOCK;
        let Some(register) = register(build, component, address % BLOCK) else { continue };
        steps[0].push((component, Step::write(register, 0, *value)));
        steps[1].push((component, Step::new(Doing::Wait, register, *value, *value, follows)));
    }
    steps.into_iter().flat_map(|steps| sections(build, steps)).collect()
}

/// Of accesses, writes that change something, and what is read to see that they have.
fn listed(build: &Build, raw: &[Access]) -> Vec<Section> {
    let mut steps: Vec<(u32, Step)> = Vec::new();
    for (at, access) in raw.iter().enumerate() {
        let (component, offset) = (access.address / BLOCK, access.address % BLOCK);
        let Some(register) = register(build, component, offset) else { continue };
        let before = at.checked_sub(1).map(|at| raw[at]).filter(|before| before.address == access.address);
        let next = raw.get(at + 1).filter(|next| next.address == access.address);
        let old = raw[..at].iter().rev().find(|before| before.address == access.address).map(|before| before.value);
        let step = match access.write {
            true if before.is_some_and(|before| !before.write && before.value == access.value) && !keeps(register) => {
                continue
            }
            true => Step::write(register, old.unwrap_or(0), access.value),
            // The fields that a write leaves alone are read before it.
            false if next.is_some_and(|next| next.write) => continue,
            false => Step::read(register, access.value),
        };
        let is_known = !access.write
            && steps
                .iter()
                .rev()
                .take_while(|(other, done)| (*other, done.offset) != (component, offset) || done.doing != Doing::Write)
                .any(|(other, done)| *other == component && *done == step);
        let is_read_back = access.write
            || offset as usize == TE_IMPL
            || step.doing == Doing::Wait
            || matches!(steps.last(), Some((other, done)) if *other == component && done.offset == offset);
        if !is_known && is_read_back {
            steps.push((component, step));
        }
    }
    sections(build, steps)
}

/// Puts together what is done to one component after another alike.
fn sections(build: &Build, steps: Vec<(u32, Step)>) -> Vec<Section> {
    let mut single: Vec<Section> = Vec::new();
    for (component, step) in steps {
        match single.last_mut() {
            Some(section) if section.first == component => section.steps.push(step),
            _ => single.push(Section { first: component, count: 1, steps: vec![step] }),
        }
    }
    let mut sections: Vec<Section> = Vec::new();
    for next in single {
        let is_encoder = next.first < build.system.harts;
        match sections.last_mut() {
            Some(last) if is_encoder && last.first + last.count == next.first && last.steps == next.steps => {
                last.count += 1;
            }
            _ => sections.push(next),
        }
    }
    sections
}

/// Whether a write does something where it changes nothing: the hardware moves on what is written, or takes no buffer
/// that was not.
fn keeps(register: &Register) -> bool {
    let is_buffer = |field: &Field| matches!(field.rule, Rule::Base | Rule::Limit);
    register.fields.iter().any(|field| field.hardware == Hardware::Keeps || is_buffer(field))
}

impl Step {
    fn new(doing: Doing, register: &'static Register, mask: u32, value: u32, named: impl Fn(&Field) -> bool) -> Step {
        // A counter that ran would put clock cycles into messages.
        let count = if register.offset == TS_CONTROL { 1 << TS_CONTROL_TS_COUNT } else { 0 };
        let value = value & mask & !count;
        let text: Vec<_> = register.fields.iter().filter(|field| named(field)).map(|field| say(field, value)).collect();
        Step { doing, register: register.name, offset: register.offset as u32, mask, value, text: text.join(", ") }
    }

    /// Its text has the fields that change; all of them if none does.
    fn write(register: &'static Register, old: u32, value: u32) -> Step {
        let changes = |field: &Field| field.access.is_writable() && field.get(value) != field.get(old);
        let any = register.fields.iter().any(changes);
        let named = |field: &Field| if any { changes(field) } else { field.access.is_writable() };
        Step::new(Doing::Write, register, u32::MAX, value, named)
    }

    fn read(register: &'static Register, value: u32) -> Step {
        let counts = |field: &Field| match field.access {
            Kind::WriteOne | Kind::ClearOnRead => false,
            Kind::ReadOnly if register.offset == TE_IMPL => field.hardware == Hardware::Nothing,
            Kind::ReadOnly => field.name.ends_with("Empty"),
            Kind::ReadWrite | Kind::Warl => true,
        };
        let mask = register.fields.iter().filter(|field| counts(field)).fold(0, |mask, field| mask | field.mask());
        match register.fields.iter().any(follows) {
            true => Step::new(Doing::Wait, register, mask, value, follows),
            false => Step::new(Doing::Check, register, mask, value, |field| field.get(value) != 0),
        }
    }
}

/// A field and its value, by name where that has one.
fn say(field: &Field, word: u32) -> String {
    let value = field.get(word);
    match field.values.iter().find(|named| named.value == value) {
        Some(named) => format!("{}={} ({value})", field.name, named.name),
        None if is_address(field) => format!("{}=0x{:X}", field.name, value << field.lsb),
        None if value < 10 => format!("{}={value}", field.name),
        None => format!("{}=0x{value:X}", field.name),
    }
}

/// Whether a field has the upper bits of an address.
fn is_address(field: &Field) -> bool {
    matches!(field.rule, Rule::Address | Rule::SramAddress | Rule::Base | Rule::Limit)
}
