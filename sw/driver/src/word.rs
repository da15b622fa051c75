// SPDX-License-Identifier: Apache-2.0
//! Fields of a register, put together.

use crate::fields::Place;
use crate::Error;
use tracewright_regmap::{Field, Register};

/// Fields of a register, and their values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) register: &'static Register,
    pub(crate) value: u32,
    mask: u32,
    /// The first value that does not fit its field.
    misfit: Option<(&'static Field, u32)>,
}

impl Word {
    /// No field of a register yet.
    pub(crate) const fn of(register: &'static Register) -> Word {
        Word { register, value: 0, mask: 0, misfit: None }
    }

    /// One field.
    pub(crate) const fn field(place: Place, value: u32) -> Word {
        Word::of(place.register).with(place, value)
    }

    /// A field more.
    pub(crate) const fn with(self, place: Place, value: u32) -> Word {
        let field = place.field;
        let misfit = match self.misfit {
            None if value > field.max() => Some((field, value)),
            other => other,
        };
        Word { value: field.set(self.value, value), mask: self.mask | field.mask(), misfit, ..self }
    }

    /// A bit more.
    pub(crate) const fn bit(self, place: Place, value: bool) -> Word {
        self.with(place, value as u32)
    }

    /// A field more, if it has a value.
    pub(crate) const fn maybe(self, place: Place, value: Option<u32>) -> Word {
        match value {
            Some(value) => self.with(place, value),
            None => self,
        }
    }

    /// The register with these fields, the others from `old`.
    pub(crate) const fn on(&self, old: u32) -> u32 {
        old & !self.mask | self.value
    }

    /// Every value fits.
    pub(crate) fn check<E>(&self) -> Result<(), Error<E>> {
        match self.misfit {
            None => Ok(()),
            Some((field, value)) => Err(Error::Illegal { register: self.register.name, field: field.name, value }),
        }
    }

    /// The first field that is another one in `got`.
    pub(crate) fn difference(&self, got: u32) -> Option<&'static Field> {
        let differs = (got ^ self.value) & self.mask;
        self.register.fields.iter().find(|field| field.mask() & differs != 0)
    }
}
