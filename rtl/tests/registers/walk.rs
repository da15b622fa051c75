// SPDX-License-Identifier: Apache-2.0
//! Every field of a table, in every way that its description allows.

use crate::builds::{cases, Case};
use crate::device::{Cycle, Device};
use crate::reference::Reference;
use std::collections::BTreeSet;
use tracewright_regmap::{Access, Field, Hardware, Legal, Register};

/// What can be tried with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// It has its reset value.
    Reset,
    /// A legal value was written and stayed.
    Legal,
    /// An illegal value was written and did not.
    Illegal,
    /// A write was ignored, or acted without being kept.
    Ignored,
    /// Bytes were written alone.
    Bytes,
    /// The hardware changed it.
    Hardware,
    /// Its unit was not active, and it had its reset value.
    Inactive,
}

/// What was tried: field by the name of its register and its own.
pub type Tried = BTreeSet<(&'static str, &'static str, Way)>;

/// The ways that a field of a build must be tried in.
pub fn ways(register: &Register, field: &Field, case: &Case) -> Vec<Way> {
    let legal = field.legal(&case.features);
    let mut ways = vec![Way::Reset];
    if let Legal::Fixed(_) = legal {
        ways.push(Way::Ignored);
        return ways;
    }
    let is_outside = field.hardware == Hardware::Keeps;
    match field.access {
        Access::ReadWrite | Access::Warl if !is_outside => {
            ways.extend([Way::Legal, Way::Bytes]);
            if (0..=field.max().min(255)).any(|value| !legal.allows(value)) {
                ways.push(Way::Illegal);
            }
        }
        _ => ways.push(Way::Ignored),
    }
    let is_changed = matches!(
        field.hardware,
        Hardware::Drives | Hardware::Sets | Hardware::Clears | Hardware::SetsAndClears | Hardware::Keeps
    );
    if is_changed && !register.is_elsewhere() {
        ways.push(Way::Hardware);
    }
    if field.hardware == Hardware::Nothing && matches!(field.access, Access::ReadWrite | Access::Warl) {
        ways.push(Way::Inactive);
    }
    ways
}

/// Tries every field of the register at `offset` in every case.
pub fn register(offset: usize) -> Tried {
    let mut tried = Tried::new();
    for case in cases() {
        for register in case.list.iter().filter(|register| register.offset == offset) {
            if register.present(&case.features) {
                register.fields.iter().for_each(|field| Walk::new(&case, register, field).all(&mut tried));
            } else {
                absent(&case, register);
            }
        }
    }
    tried
}

/// A register that the build has not got reads 0 and ignores writes.
fn absent(case: &Case, register: &Register) {
    let mut device = Device::new(case.list, &case.features, false);
    for data in [0, u32::MAX] {
        device.cycle(&Cycle::write(register.offset, data));
        assert_eq!(device.peek(register.offset), 0, "{} in {}", register.name, case.name);
    }
}

/// One field in one build.
struct Walk<'a> {
    case: &'a Case,
    register: &'static Register,
    field: &'static Field,
    device: Device,
    reference: Reference,
}

impl<'a> Walk<'a> {
    fn new(case: &'a Case, register: &'static Register, field: &'static Field) -> Self {
        let device = Device::new(case.list, &case.features, false);
        let reference = Reference::new(case.list, &case.features, device.inputs());
        Walk { case, register, field, device, reference }
    }

    /// Tries everything, each from the start; the reference has the last word.
    fn all(mut self, tried: &mut Tried) {
        for way in ways(self.register, self.field, self.case) {
            let fresh = Walk::new(self.case, self.register, self.field);
            self = Walk { case: self.case, ..fresh };
            match way {
                Way::Reset => self.resets(),
                Way::Legal => self.takes(true),
                Way::Illegal => self.takes(false),
                Way::Ignored => self.ignores(),
                Way::Bytes => self.takes_bytes(),
                Way::Hardware => self.follows_hardware(),
                Way::Inactive => self.is_reset_with_its_unit(),
            }
            tried.insert((self.register.name, self.field.name, way));
        }
    }

    /// Runs a cycle here and in the reference, and compares what is read. Says what the field read.
    fn cycle(&mut self, cycle: &Cycle) -> u32 {
        let expected = self.reference.read(cycle);
        let read = self.device.cycle(cycle);
        assert_eq!(read, expected, "{} in {}: {cycle:?}", self.register.name, self.case.name);
        self.reference.edge(cycle);
        self.field.get(read)
    }

    fn read(&mut self) -> u32 {
        self.cycle(&Cycle { offset: self.register.offset, ..Cycle::default() })
    }

    /// Writes a value to the field, and leaves the others of its register as they are.
    fn write(&mut self, value: u32) {
        let offset = self.register.offset;
        let old = self.reference.read(&Cycle { offset, ..Cycle::default() });
        self.cycle(&Cycle::write(offset, self.field.set(old, value)));
    }

    /// Makes every unit active, and gives fields on which this one depends a value that it needs.
    fn wake(&mut self) {
        for register in self.case.list.iter().filter(|register| register.present(&self.case.features)) {
            for field in register.fields.iter().filter(|field| field.hardware == Hardware::Follows) {
                self.cycle(&Cycle::write(register.offset, field.mask()));
            }
        }
        if let Some((name, set)) = self.field.only_with {
            let other = self.register.field(name).unwrap();
            let legal = other.legal(&self.case.features);
            let value = (0..32).find(|value| set >> value & 1 != 0 && legal.allows(*value)).unwrap_or(0);
            let offset = self.register.offset;
            let old = self.reference.read(&Cycle { offset, ..Cycle::default() });
            self.cycle(&Cycle::write(offset, other.set(old, value)));
        }
    }

    /// Whether another field keeps this one from having a value.
    fn is_bound(&self) -> bool {
        self.field.only_with.is_some_and(|(name, set)| {
            let other = self.register.field(name).unwrap();
            let now = other.get(self.reference.read(&Cycle { offset: self.register.offset, ..Cycle::default() }));
            set >> now & 1 == 0
        })
    }

    /// Values worth trying.
    fn values(&self) -> impl Iterator<Item = u32> {
        let max = self.field.max();
        let shifted = (0..self.field.width).map(|bit| 1 << bit);
        (0..=max.min(31)).chain(shifted).chain([max, max & 0x5555_5555, max & 0xAAAA_AAAA])
    }

    fn resets(&mut self) {
        assert_eq!(self.read(), self.shown_reset(), "{} in {}", self.field.name, self.case.name);
    }

    /// What the field shows after reset, with the hardware's inputs 0.
    fn shown_reset(&self) -> u32 {
        let is_fixed = matches!(self.field.legal(&self.case.features), Legal::Fixed(_));
        let is_port = matches!(self.field.hardware, Hardware::Drives | Hardware::Keeps) && !is_fixed;
        if is_port {
            0
        } else {
            self.field.reset(&self.case.features)
        }
    }

    /// Writes the legal values, or the others.
    fn takes(&mut self, is_legal: bool) {
        self.wake();
        let legal = self.field.legal(&self.case.features);
        let values: Vec<u32> = self.values().filter(|value| legal.allows(*value) == is_legal).collect();
        for value in values {
            let before = self.read();
            self.write(value);
            let expected = if self.is_bound() { 0 } else { legal.written(before, value) };
            assert_eq!(self.read(), expected, "{} = {value:#x} in {}", self.field.name, self.case.name);
            if self.field.hardware == Hardware::Follows {
                self.wake();
            }
        }
    }

    fn ignores(&mut self) {
        self.wake();
        let values: Vec<u32> = self.values().collect();
        for value in values {
            let before = self.read();
            self.write(value);
            assert_eq!(self.read(), before, "{} = {value:#x} in {}", self.field.name, self.case.name);
        }
    }

    /// Writes every combination of bytes, with ones and zeros and both.
    fn takes_bytes(&mut self) {
        for strobe in 0..16 {
            for data in [u32::MAX, 0, 0x5AA5_3CC3, 0xC33C_A55A] {
                self.wake();
                self.cycle(&Cycle { offset: self.register.offset, write: Some((data, strobe)), ..Cycle::default() });
                self.read();
            }
        }
    }

    /// Gives the field's inputs every value, from a field that is 0 and from one that is not, with and without a write.
    fn follows_hardware(&mut self) {
        let name = tracewright_verilog::snake_case(self.field.name);
        let of_field =
            |input: &&str| [format!("{name}_set"), format!("{name}_clear"), name.clone()].iter().any(|n| n == input);
        let inputs: Vec<&'static str> = self.device.inputs().into_iter().filter(of_field).collect();
        assert!(!inputs.is_empty(), "{} has no port", self.field.name);
        let offset = self.register.offset;
        let mut seen = BTreeSet::new();
        for values in [vec![0, 0], vec![1, 0], vec![0, 1], vec![1, 1], vec![0x2AAA_AAAA, 0], vec![u32::MAX, 0]] {
            for (before, written) in [(0, None), (u32::MAX, None), (0, Some(u32::MAX)), (u32::MAX, Some(1))] {
                self.wake();
                self.cycle(&Cycle::write(offset, self.field.set(1, before)));
                let write = written.map(|value| (self.field.set(1, value), 0xF));
                let driven: Vec<(&str, u32)> = inputs.iter().copied().zip(values.clone()).collect();
                let cycle = Cycle { offset, write, inputs: driven, ..Cycle::default() };
                seen.insert(self.cycle(&cycle));
                seen.insert(self.read());
                self.cycle(&Cycle { offset, read: true, ..Cycle::default() });
                seen.insert(self.read());
            }
        }
        assert!(seen.len() > 1, "{} never changes in {}", self.field.name, self.case.name);
    }

    /// Gives the field another value than its reset value, and takes its unit's Active bit away.
    fn is_reset_with_its_unit(&mut self) {
        let (reset, legal) = (self.field.reset(&self.case.features), self.field.legal(&self.case.features));
        let value = self.values().find(|value| *value != reset && legal.allows(*value)).unwrap();
        self.wake();
        self.write(value);
        if !self.is_bound() {
            assert_eq!(self.read(), value, "{} in {}", self.field.name, self.case.name);
        }
        for register in self.case.list.iter().filter(|register| register.unit == self.register.unit) {
            for field in register.fields.iter().filter(|field| field.hardware == Hardware::Follows) {
                let offset = register.offset;
                let all = self.reference.read(&Cycle { offset, ..Cycle::default() });
                self.cycle(&Cycle::write(offset, field.set(all, 0)));
                self.read();
                assert_eq!(self.read(), reset, "{} in {}", self.field.name, self.case.name);
                self.write(value);
                assert_eq!(self.read(), reset, "{} in {}", self.field.name, self.case.name);
            }
        }
    }
}
