// SPDX-License-Identifier: Apache-2.0
//! Registers without a clock, for tests of software.

use super::file::UNITS;
use super::{BusAccess, Doing, Place, RegisterFile, SystemBuffer};
use std::collections::HashMap;
use tracewright_regmap::{Features, Register, Unit, REGISTERS, TE_RAM_DATA, TE_RAM_LIMIT};

/// Bytes of a word.
const WORD_BYTES: u32 = 4;
/// All bytes of a write.
const ALL: u8 = 0xF;

/// The registers of a component as software finds them: each access is carried out at once, and the hardware follows.
///
/// Sinks are empty, and trace memory holds what [`Mock::set_memory`] puts there.
#[derive(Clone, Debug)]
pub struct Mock {
    file: RegisterFile,
    /// Reads for which an `Active` bit shows its old value after a write that changes it; none if it does so for good.
    delay: Option<u32>,
    /// Of each unit that has not followed: reads left.
    waiting: HashMap<usize, u32>,
    memory: Vec<u32>,
    buffer: SystemBuffer,
    locked: bool,
}

impl Mock {
    /// The trace encoder of a build with these features.
    pub fn encoder(features: &Features) -> Self {
        Mock::new(REGISTERS, features)
    }

    /// The registers of `list` in a build with these features, after reset. The hardware follows `Active` bits at once.
    pub fn new(list: &'static [Register], features: &Features) -> Self {
        let memory = vec![0; (features.sinks.sram_bytes / WORD_BYTES) as usize];
        let file = RegisterFile::new(list, features);
        let buffer = SystemBuffer::new(&features.sinks, &file);
        Mock { file, delay: Some(0), waiting: HashMap::new(), memory, buffer, locked: false }
    }

    /// Hardware that follows a change of an `Active` bit after so many reads of any register.
    pub fn following_after(mut self, reads: u32) -> Self {
        self.delay = Some(reads);
        self
    }

    /// Hardware that never follows.
    pub fn never_following(mut self) -> Self {
        self.delay = None;
        self
    }

    /// Locks or unlocks the registers.
    pub fn lock(&mut self, locked: bool) {
        self.locked = locked;
        self.step(None);
        UNITS.into_iter().for_each(|unit| self.file.follow(unit, self.file.asked(unit)));
        self.settle();
    }

    /// What trace memory holds, from address 0 up.
    pub fn set_memory(&mut self, words: &[u32]) {
        self.memory[..words.len()].copy_from_slice(words);
    }

    /// A field by the names of the specification, if the build has the register.
    pub fn place(&self, register: &str, field: &str) -> Option<Place> {
        self.file.place(register, field)
    }

    /// A field as it reads.
    pub fn get(&self, place: Place) -> u32 {
        self.file.get(place)
    }

    /// From now on a field that the hardware drives, or keeps by itself, has this value.
    pub fn show(&mut self, place: Place, value: u32) {
        self.file.show(place, value);
    }

    /// The hardware sets these fields to 1, and clears those.
    pub fn change(&mut self, sets: &[Place], clears: &[Place]) {
        self.file.cycle(&Doing { sets, clears, ..Doing::default() });
        self.step(None);
    }

    /// Reads the register at `offset` bytes.
    pub fn read(&mut self, offset: u32) -> u32 {
        self.follow();
        let value = match offset as usize {
            _ if self.locked => 0,
            TE_RAM_DATA => self.data(),
            _ => self.file.read(offset),
        };
        self.step(Some(BusAccess::Read { offset }));
        value
    }

    /// Writes the register at `offset` bytes.
    pub fn write(&mut self, offset: u32, data: u32) {
        let asked = UNITS.map(|unit| self.file.asked(unit));
        let followed = UNITS.map(|unit| self.file.followed(unit));
        self.step(Some(BusAccess::Write { offset, data, strobe: ALL }));
        if offset as usize == TE_RAM_DATA && !self.locked {
            let at = self.move_on();
            if let Some(word) = at.and_then(|at| self.memory.get_mut(at)) {
                *word = data;
            }
        }
        for (index, unit) in UNITS.into_iter().enumerate() {
            if asked[index] != self.file.asked(unit) {
                self.file.follow(unit, followed[index]);
                self.waiting.insert(index, self.delay.unwrap_or(u32::MAX));
            }
        }
        self.settle();
    }

    /// What `Active` bits wait for goes on by a read.
    fn follow(&mut self) {
        if self.delay.is_some() {
            self.waiting.values_mut().for_each(|reads| *reads = reads.saturating_sub(1));
            self.settle();
        }
    }

    /// The hardware has followed where it has no more to wait.
    fn settle(&mut self) {
        for (index, unit) in UNITS.into_iter().enumerate() {
            if self.waiting.get(&index) == Some(&0) {
                self.waiting.remove(&index);
                self.file.follow(unit, self.file.asked(unit));
            }
        }
        self.step(None);
    }

    /// An access, and what it leads to in a unit that is no longer active.
    fn step(&mut self, access: Option<BusAccess>) {
        let written = self.file.cycle(&Doing { access, locked: self.locked, ..Doing::default() });
        self.file.cycle(&Doing { locked: self.locked, ..Doing::default() });
        let active = [Unit::Encoder, Unit::Funnel].iter().all(|unit| self.file.is_active(*unit));
        self.buffer.step(written, active);
        if let Some(no_buffer) = self.file.place("teSbaStatus", "sbaNoBuffer") {
            let has_none = self.buffer.range(&self.file).is_none();
            self.file.show(no_buffer, has_none.into());
        }
    }

    /// A word of trace memory, where teRamRP points; that moves on.
    fn data(&mut self) -> u32 {
        let at = self.move_on();
        at.and_then(|at| self.memory.get(at)).copied().unwrap_or(0)
    }

    /// Which word teRamRP points to, if there is such a register; it moves on.
    fn move_on(&mut self) -> Option<usize> {
        let pointer = self.file.place("teRamRP", "teRamRP")?;
        let at = self.file.get(pointer);
        let is_last = self.file.read(TE_RAM_LIMIT as u32) / WORD_BYTES == at;
        // The field has no bits beyond the memory: it wraps by itself.
        self.file.show(pointer, if is_last { 0 } else { at + 1 });
        Some(at as usize)
    }
}
