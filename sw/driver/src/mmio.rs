// SPDX-License-Identifier: Apache-2.0
//! Access to registers: what others implement, and what the driver makes of it.

use crate::fields::Place;
use crate::word::Word;
use crate::Error;
use tracewright_regmap::TE_IMPL;

/// Access to the registers of one component: a trace encoder or a trace funnel.
pub trait Mmio {
    /// Why an access failed.
    type Error;

    /// Reads the 32-bit register at `offset` bytes from the component's base address.
    fn read(&mut self, offset: u32) -> Result<u32, Self::Error>;

    /// Writes it.
    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error>;
}

/// How often a bit is read before the driver gives up, unless told.
const READS: u32 = 10_000;

/// Registers, with a limit to waiting.
#[derive(Clone, Debug)]
pub(crate) struct Registers<M> {
    pub(crate) below: M,
    pub(crate) limit: u32,
}

impl<M> Registers<M> {
    pub(crate) const fn new(below: M) -> Self {
        Registers { below, limit: READS }
    }
}

impl<M: Mmio> Registers<M> {
    pub(crate) fn read(&mut self, offset: usize) -> Result<u32, Error<M::Error>> {
        Ok(self.below.read(offset as u32)?)
    }

    pub(crate) fn write(&mut self, offset: usize, value: u32) -> Result<(), Error<M::Error>> {
        Ok(self.below.write(offset as u32, value)?)
    }

    /// The value of a field.
    pub(crate) fn get(&mut self, place: Place) -> Result<u32, Error<M::Error>> {
        Ok(place.get(self.read(place.register.offset)?))
    }

    /// Writes fields of a register, and leaves the others as they read.
    pub(crate) fn put(&mut self, word: Word) -> Result<(), Error<M::Error>> {
        word.check()?;
        let old = self.read(word.register.offset)?;
        self.write(word.register.offset, word.on(old))
    }

    /// [`Registers::put`]; what was written must read back.
    pub(crate) fn set(&mut self, word: Word) -> Result<(), Error<M::Error>> {
        self.put(word)?;
        let got = self.read(word.register.offset)?;
        let Some(field) = word.difference(got) else { return Ok(()) };
        self.implementation()?;
        let (register, asked) = (word.register.name, field.get(word.value));
        Err(Error::Refused { register, field: field.name, asked, got: field.get(got) })
    }

    /// What a field reads after `value` was written to it; then it is written back.
    pub(crate) fn trial(&mut self, place: Place, value: u32) -> Result<u32, Error<M::Error>> {
        let old = self.read(place.register.offset)?;
        self.write(place.register.offset, place.field.set(old, value))?;
        let got = self.get(place)?;
        self.write(place.register.offset, old)?;
        Ok(got)
    }

    /// Reads until a field has a value; returns the register.
    pub(crate) fn wait(&mut self, place: Place, wanted: u32) -> Result<u32, Error<M::Error>> {
        let mut value = 0;
        for _ in 0..self.limit {
            value = self.read(place.register.offset)?;
            if place.get(value) == wanted {
                return Ok(value);
            }
        }
        self.implementation()?;
        let (register, field) = (place.register.name, place.field.name);
        Err(Error::Timeout { register, field, wanted, value, reads: self.limit })
    }

    /// Writes an `Active` bit and nothing else, and waits until the hardware has followed.
    pub(crate) fn activate(&mut self, active: Place, level: bool) -> Result<(), Error<M::Error>> {
        self.write(active.register.offset, if level { active.field.mask() } else { 0 })?;
        self.wait(active, level.into()).map(drop)
    }

    /// Releases a component from reset; one that is not in reset is disabled instead, and keeps its settings.
    pub(crate) fn release(&mut self, active: Place, enable: Place) -> Result<(), Error<M::Error>> {
        match self.get(active)? {
            0 => self.activate(active, true),
            _ => self.put(Word::field(enable, 0)),
        }
    }

    /// teImpl, or tfImpl of a funnel: every component has something in it.
    pub(crate) fn implementation(&mut self) -> Result<u32, Error<M::Error>> {
        match self.read(TE_IMPL)? {
            0 => Err(Error::Silent),
            implementation => Ok(implementation),
        }
    }
}
