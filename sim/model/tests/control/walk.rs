// SPDX-License-Identifier: Apache-2.0
//! Every field of every table, in several builds: what accesses, the hardware, `Active` bits and the lock do to it.

use crate::features;
use std::collections::BTreeSet;
use tracewright_model::control::{BusAccess, Doing, Place, RegisterFile, Written};
use tracewright_regmap::*;

/// Two lists: the encoder's and the funnel's registers.
const LISTS: [&[Register]; 2] = [REGISTERS, FUNNEL_REGISTERS];

/// A register file and a field of it.
struct Walk {
    file: RegisterFile,
    list: &'static [Register],
    register: &'static Register,
    field: &'static Field,
    place: Place,
    legal: Legal,
    reset: u32,
    /// Values of the field that were seen.
    seen: BTreeSet<u32>,
}

impl Walk {
    fn new(
        list: &'static [Register],
        features: &Features,
        register: &'static Register,
        field: &'static Field,
    ) -> Option<Self> {
        let file = RegisterFile::new(list, features);
        let place = file.place(register.name, field.name)?;
        let (legal, reset) = (field.legal(features), field.reset(features));
        Some(Walk { file, list, register, field, place, legal, reset, seen: BTreeSet::new() })
    }

    fn cycle(&mut self, doing: Doing) -> Option<Written> {
        let written = self.file.cycle(&doing);
        self.file.cycle(&Doing { locked: doing.locked, ..Doing::default() });
        written
    }

    fn write_word(&mut self, offset: usize, data: u32, strobe: u8) -> Option<Written> {
        let access = Some(BusAccess::Write { offset: offset as u32, data, strobe });
        self.cycle(Doing { access, ..Doing::default() })
    }

    /// Writes the bytes of a strobe, with a value in the field and all else as it reads.
    fn write_bytes(&mut self, value: u32, strobe: u8) -> Option<Written> {
        let word = self.field.set(self.file.read(self.register.offset as u32), value);
        self.write_word(self.register.offset, word, strobe)
    }

    fn write(&mut self, value: u32) -> Option<Written> {
        self.write_bytes(value, 0xF)
    }

    fn expect(&mut self, value: u32, when: &str) {
        let found = self.file.get(self.place);
        assert_eq!(found, value, "{} of {} {when}", self.field.name, self.register.name);
        assert_eq!(self.field.get(self.file.read(self.register.offset as u32)), value, "{} {when}", self.field.name);
        self.seen.insert(found);
    }

    /// Sets, or clears, the `Active` bit of the field's unit.
    fn activate(&mut self, level: u32) {
        for register in self.list.iter().filter(|register| register.unit == self.register.unit) {
            for active in register.fields.iter().filter(|field| field.hardware == Hardware::Follows) {
                let word = active.set(self.file.read(register.offset as u32), level);
                self.write_word(register.offset, word, 0xF);
            }
        }
    }

    /// Gives the field that this one needs, or whose low bits it shows, or that clears it, a value.
    fn give(&mut self, register: &'static Register, field: &str, value: u32) {
        let word = register.field(field).unwrap().set(self.file.read(register.offset as u32), value);
        self.write_word(register.offset, word, 0xF);
    }
}

/// Values worth writing: all, or each bit of a wide field and patterns.
fn values(field: &Field) -> Vec<u32> {
    match field.width {
        width @ 0..=8 => (0..1 << width).collect(),
        width => (0..width).map(|n| 1 << n).chain([0, field.max(), 0x5555_5555, 0xAAAA_AAAA]).collect(),
    }
}

/// Values that a field which needs another one finds in that one.
fn needed(walk: &mut Walk) -> bool {
    let Some((name, allowed)) = walk.field.only_with else { return true };
    let register = walk.register;
    for value in 0..=register.field(name).unwrap().max() {
        walk.give(register, name, value);
        let found = register.field(name).unwrap().get(walk.file.read(register.offset as u32));
        if found == value && allowed >> value & 1 != 0 {
            return true;
        }
    }
    false
}

/// What writes do.
fn writes(walk: &mut Walk) {
    let has_what_it_needs = needed(walk);
    let mut now = walk.file.get(walk.place);
    for value in values(walk.field) {
        let asked = value & walk.field.max();
        let ones = walk.write(value).unwrap().ones;
        match walk.field.access {
            Access::WriteOne => assert_eq!(ones, walk.legal.written(0, asked) << walk.field.lsb, "{}", walk.field.name),
            Access::ReadOnly | Access::ClearOnRead => assert_eq!(ones, 0),
            Access::ReadWrite | Access::Warl if has_what_it_needs => now = walk.legal.written(now, asked),
            Access::ReadWrite | Access::Warl => now = 0,
        }
        walk.expect(now, &format!("after a write of {value:#x}"));
    }
}

/// Each byte by itself changes its own bits alone, where all values are legal.
fn strobes(walk: &mut Walk) {
    let Legal::Bits(bits) = walk.legal else { return };
    if !matches!(walk.field.access, Access::ReadWrite | Access::Warl) || !needed(walk) {
        return;
    }
    for byte in 0..4 {
        walk.write(0);
        walk.write_bytes(u32::MAX, 1 << byte);
        let lane = 0xFFu32 << (8 * byte);
        walk.expect(walk.field.get(lane) & bits, &format!("after a write of byte {byte}"));
        walk.write(walk.field.max());
        walk.write_bytes(0, 1 << byte);
        walk.expect(walk.field.get(!lane) & bits, &format!("after byte {byte} was cleared"));
    }
    walk.write_bytes(walk.field.max(), 0);
    walk.expect(walk.file.get(walk.place), "after a write of nothing");
}

/// What the hardware does.
fn hardware(walk: &mut Walk) {
    let place = walk.place;
    if matches!(walk.field.hardware, Hardware::Sets | Hardware::SetsAndClears) {
        walk.cycle(Doing { sets: &[place], ..Doing::default() });
        walk.expect(walk.legal.written(walk.reset, 1), "set by the hardware");
        walk.cycle(Doing { sets: &[place], clears: &[place], ..Doing::default() });
        walk.expect(walk.legal.written(walk.reset, 0), "set and cleared at once");
    }
    if matches!(walk.field.hardware, Hardware::Clears | Hardware::SetsAndClears) {
        walk.write(1);
        walk.expect(walk.legal.written(walk.reset, 1), "written");
        walk.cycle(Doing { clears: &[place], ..Doing::default() });
        walk.expect(walk.legal.written(walk.reset, 0), "cleared by the hardware");
    }
    if matches!(walk.field.hardware, Hardware::Drives | Hardware::Keeps) {
        needed(walk);
        let mut now = walk.file.get(place);
        for value in values(walk.field) {
            walk.file.show(place, value);
            now = walk.legal.written(now, value & walk.field.max());
            walk.expect(now, &format!("when the hardware shows {value:#x}"));
        }
    }
    if let Hardware::Mirrors(register, field) = walk.field.hardware {
        let register = walk.list.iter().find(|other| other.name == register).unwrap();
        if walk.file.place(register.name, field).is_some() {
            for value in 0..=walk.field.max() {
                walk.give(register, field, value);
                walk.expect(walk.legal.written(0, value), "as the other register has it");
            }
        }
    }
    if let Some(by) = walk.field.cleared_by {
        let owner = walk.list.iter().find(|register| register.field(by).is_some()).unwrap();
        walk.give(owner, by, 0);
        walk.cycle(Doing { sets: &[place], ..Doing::default() });
        walk.expect(1, "set");
        walk.give(owner, by, 1);
        walk.expect(0, "after what clears it went to 1");
        walk.cycle(Doing { sets: &[place], ..Doing::default() });
        walk.give(owner, by, 1);
        walk.expect(1, "after what clears it stayed 1");
    }
}

/// Gives the field another value than that after reset, if it can have one.
fn disturb(walk: &mut Walk) {
    needed(walk);
    for value in [0, 1, walk.field.max()].into_iter().chain(values(walk.field)) {
        if walk.file.get(walk.place) != walk.reset {
            return;
        }
        match walk.field.hardware {
            Hardware::Sets => drop(walk.cycle(Doing { sets: &[walk.place], ..Doing::default() })),
            Hardware::Mirrors(register, field) => {
                let register = walk.list.iter().find(|other| other.name == register).unwrap();
                if walk.file.place(register.name, field).is_some() {
                    walk.give(register, field, value);
                }
            }
            _ => drop(walk.write(value)),
        }
    }
}

/// Everything about a field, if the build has its register. The values that it was seen to have.
fn check(list: &'static [Register], features: &Features, at: (usize, usize)) -> Option<BTreeSet<u32>> {
    let register = &list[at.0];
    let field = &register.fields[at.1];
    let fresh = || Walk::new(list, features, register, field);
    let mut walk = fresh()?;
    walk.expect(walk.reset, "after reset");
    let is_active = field.hardware == Hardware::Follows;
    if !is_active {
        let active: u32 = register.fields.iter().filter(|f| f.hardware == Hardware::Follows).map(Field::mask).sum();
        walk.write_word(register.offset, !active, 0xF);
        walk.expect(walk.reset, "written while its unit is not active");
        walk.write_word(register.offset, u32::MAX, 0xF);
        walk.expect(walk.reset, "written together with the Active bit");
    }
    for part in [writes, strobes, hardware] {
        let mut part_walk = fresh()?;
        if !is_active {
            part_walk.activate(1);
        }
        part(&mut part_walk);
        walk.seen.append(&mut part_walk.seen);
    }
    let is_driven = field.hardware == Hardware::Drives;
    if !is_driven {
        let mut walk = fresh()?;
        walk.activate(1);
        disturb(&mut walk);
        if !is_active {
            walk.activate(0);
            walk.expect(walk.reset, "after its unit was stopped");
        }
        walk.activate(1);
        disturb(&mut walk);
        walk.cycle(Doing { locked: true, ..Doing::default() });
        walk.expect(walk.reset, "after a lock");
        if !is_active {
            walk.write(field.max());
            walk.expect(walk.reset, "after a lock and a write");
        }
    }
    Some(walk.seen)
}

#[test]
fn every_field_of_every_table_does_what_its_description_says() {
    for list in LISTS {
        // Control Transfer Records have theirs themselves: ctr::debug.
        for (at, register) in list.iter().enumerate().filter(|(_, register)| register.unit != Unit::Records) {
            for (place, field) in register.fields.iter().enumerate() {
                let seen: Vec<_> =
                    features::ALL.iter().filter_map(|features| check(list, features, (at, place))).collect();
                // None was passed over: each is there in some build, and moves unless it has but one value in all of
                // them.
                assert!(!seen.is_empty(), "{} of {} is in no build", field.name, register.name);
                let moves = seen.iter().any(|values| values.len() > 1);
                let is_free = |f: &Features| register.present(f) && !matches!(field.legal(f), Legal::Fixed(_));
                let reads_0 = field.access == Access::WriteOne;
                assert_eq!(moves, features::ALL.iter().any(is_free) && !reads_0, "{}", field.name);
            }
        }
    }
}

#[test]
fn a_register_that_a_build_has_not_got_reads_0_and_ignores_writes() {
    for (list, features) in LISTS.into_iter().flat_map(|list| features::ALL.map(|features| (list, features))) {
        let mut file = RegisterFile::new(list, &features);
        for offset in (0..0x1000).step_by(4) {
            if list.iter().any(|register| register.offset == offset && register.present(&features)) {
                continue;
            }
            let before: Vec<u32> = file.registers().map(|register| file.read(register.offset as u32)).collect();
            let access = Some(BusAccess::Write { offset: offset as u32, data: u32::MAX, strobe: 0xF });
            assert_eq!(file.cycle(&Doing { access, ..Doing::default() }), None);
            assert_eq!(file.read(offset as u32), 0, "{offset:#x}");
            let after: Vec<u32> = file.registers().map(|register| file.read(register.offset as u32)).collect();
            assert_eq!(before, after, "{offset:#x}");
        }
    }
}
