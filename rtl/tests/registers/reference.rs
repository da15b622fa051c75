// SPDX-License-Identifier: Apache-2.0
//! The register file once more, straight from docs/control.md.

use crate::device::Cycle;
use std::collections::BTreeMap;
use tracewright_regmap::{Access, Features, Field, Hardware, Legal, Register};
use tracewright_verilog::snake_case;

/// A field of a register: offset, and name.
type Place = (usize, &'static str);

/// Every field's stored value.
pub struct Reference {
    list: &'static [Register],
    features: Features,
    /// The input ports that there are.
    inputs: Vec<&'static str>,
    stored: BTreeMap<Place, u32>,
}

impl Reference {
    /// After reset.
    pub fn new(list: &'static [Register], features: &Features, inputs: Vec<&'static str>) -> Reference {
        let fields = list.iter().flat_map(|register| register.fields.iter().map(move |field| (register, field)));
        let stored = fields.map(|(register, field)| ((register.offset, field.name), field.reset(features)));
        Reference { list, features: *features, inputs, stored: stored.collect() }
    }

    /// The register at an offset, in this build.
    fn register(&self, offset: usize) -> Option<&'static Register> {
        self.list.iter().find(|register| register.offset == offset && register.present(&self.features))
    }

    /// What the bus reads in a cycle.
    pub fn read(&self, cycle: &Cycle) -> u32 {
        let Some(register) = self.register(cycle.offset) else { return 0 };
        register.fields.iter().fold(0, |word, field| field.set(word, self.shown(register, field, cycle)))
    }

    fn shown(&self, register: &Register, field: &Field, cycle: &Cycle) -> u32 {
        let stored = self.stored[&(register.offset, field.name)];
        let fixed = matches!(field.legal(&self.features), Legal::Fixed(_));
        match field.hardware {
            _ if fixed => stored,
            _ if field.access == Access::WriteOne => 0,
            Hardware::Drives | Hardware::Keeps => match self.port(field, "") {
                Some(_) if !self.is_possible(register, field) => 0,
                Some(port) => cycle.input(port) & self.exists(field),
                None => field.reset(&self.features),
            },
            Hardware::Mirrors(other, name) => {
                let other = self.list.iter().find(|register| register.name == other).unwrap();
                self.stored[&(other.offset, other.field(name).unwrap().name)] & field.max()
            }
            _ => stored,
        }
    }

    /// The bits up to the highest that a build has of a field.
    fn exists(&self, field: &Field) -> u32 {
        match field.legal(&self.features) {
            Legal::Bits(mask) => u32::MAX >> mask.leading_zeros(),
            _ => field.max(),
        }
    }

    /// Whether another field of the register leaves this one a value.
    fn is_possible(&self, register: &Register, field: &Field) -> bool {
        field.only_with.is_none_or(|(name, set)| {
            let other = register.field(name).unwrap();
            set >> self.stored[&(register.offset, other.name)] & 1 != 0
        })
    }

    fn port(&self, field: &Field, suffix: &str) -> Option<&'static str> {
        let name = snake_case(field.name) + suffix;
        self.inputs.iter().find(|input| **input == name).copied()
    }

    /// Whether the unit of a register is active, as this cycle sees it.
    fn is_active(&self, register: &Register) -> bool {
        let of_unit = self.list.iter().filter(|other| other.unit == register.unit && other.present(&self.features));
        let mut actives = of_unit.flat_map(|other| {
            let follows = other.fields.iter().filter(|field| field.hardware == Hardware::Follows);
            follows.map(|field| self.stored[&(other.offset, field.name)])
        });
        actives.next().is_none_or(|active| active != 0)
    }

    /// A rising edge of the clock.
    pub fn edge(&mut self, cycle: &Cycle) {
        let registers: Vec<&'static Register> = self.list.iter().filter(|r| r.present(&self.features)).collect();
        let mut next = self.stored.clone();
        for register in registers {
            for field in register.fields {
                next.insert((register.offset, field.name), self.next(register, field, cycle));
            }
        }
        self.stored = next;
    }

    fn next(&self, register: &'static Register, field: &'static Field, cycle: &Cycle) -> u32 {
        let old = self.stored[&(register.offset, field.name)];
        let reset = field.reset(&self.features);
        let asked = |suffix: &str| self.port(field, suffix).is_some_and(|port| cycle.input(port) & 1 != 0);
        let here = cycle.offset == register.offset;
        let rises = |name: &str| {
            let owner = match register.field(name) {
                Some(_) => register,
                None => self.list.iter().find(|r| r.field(name).is_some()).unwrap(),
            };
            let other = owner.field(name).unwrap();
            self.stored[&(owner.offset, other.name)] == 0 && self.written(owner, other, cycle) != 0
        };
        let clears = match field.hardware {
            Hardware::Clears | Hardware::SetsAndClears => asked("_clear"),
            _ => false,
        };
        let sets = matches!(field.hardware, Hardware::Sets | Hardware::SetsAndClears) && asked("_set");
        if matches!(field.legal(&self.features), Legal::Fixed(_)) {
            return old;
        }
        if field.access == Access::ReadOnly && field.hardware == Hardware::Nothing {
            return old;
        }
        if cycle.locked || (field.hardware != Hardware::Follows && !self.is_active(register)) {
            return reset;
        }
        if clears || field.cleared_by.is_some_and(rises) {
            return 0;
        }
        if sets {
            return 1;
        }
        if here && cycle.read && field.access == Access::ClearOnRead {
            return 0;
        }
        let written = self.written(register, field, cycle);
        match field.only_with {
            Some((name, set)) => {
                let other = self.written(register, register.field(name).unwrap(), cycle);
                if set >> other & 1 != 0 {
                    written
                } else {
                    0
                }
            }
            None => written,
        }
    }

    /// A field after the write of this cycle, if there is one of it.
    fn written(&self, register: &Register, field: &'static Field, cycle: &Cycle) -> u32 {
        let old = self.stored[&(register.offset, field.name)];
        match cycle.write {
            Some((data, strobe)) if cycle.offset == register.offset => {
                if !matches!(field.access, Access::ReadWrite | Access::Warl) {
                    return old;
                }
                // Bit by bit: what is in a byte that is not written stays.
                let asked = (0..field.width).fold(0, |asked, bit| {
                    let from_bus = strobe >> ((field.lsb + bit) / 8) & 1 != 0;
                    let source = if from_bus { data >> field.lsb } else { old };
                    asked | source & 1 << bit
                });
                field.legal(&self.features).written(old, asked)
            }
            _ => old,
        }
    }
}
