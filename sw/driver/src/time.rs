// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit (Trace Control ch. 7).

use crate::fields::*;
use crate::mmio::Registers;
use crate::settings::TimestampSettings;
use crate::word::Word;
use crate::{Driver, Error, Mmio};
use tracewright_regmap::{TS_CONTROL, TS_LOWER, TS_TYPE_INTERNAL, TS_UPPER};

impl<M: Mmio> Driver<M> {
    /// The time, as the timestamp unit has it (Trace Control 7.1); 0 without one. Reading its lower half keeps the
    /// upper half.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn time(&mut self) -> Result<u64, Error<M::Error>> {
        let lower = self.registers.read(TS_LOWER)?;
        let upper = self.registers.read(TS_UPPER)?;
        Ok(u64::from(upper) << 32 | u64::from(lower))
    }

    /// Sets a counter of time to 0. Another kind of time has no reset.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn reset_time(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.put(Word::field(TS_RESET, 1))
    }
}

impl<M: Mmio> Registers<M> {
    /// Sets the timestamp unit going, or takes timestamps out of messages and leaves it as it is: others may use its
    /// time.
    pub(crate) fn set_up_timestamps(&mut self, asked: Option<TimestampSettings>) -> Result<(), Error<M::Error>> {
        let Some(asked) = asked else {
            return match self.get(TS_ENABLE)? {
                0 => Ok(()),
                _ => self.put(Word::field(TS_ENABLE, 0)),
            };
        };
        if self.get(TS_ACTIVE)? == 0 {
            self.activate(TS_ACTIVE, true)?;
        }
        let word = Word::field(TS_ACTIVE, 1)
            .maybe(TS_TYPE, asked.kind)
            .bit(TS_DEBUG, asked.debug)
            .with(TS_PRESCALE, asked.prescale)
            .bit(TS_ENABLE, true);
        if self.get(TS_PRESCALE)? != asked.prescale {
            // The prescaler may belong to another clock, and changes safely only while nothing counts.
            self.set(word.bit(TS_COUNT, false))?;
        }
        let kind = match asked.kind {
            Some(kind) => kind,
            None => self.get(TS_TYPE)?,
        };
        self.set(word.bit(TS_COUNT, kind as usize == TS_TYPE_INTERNAL))
    }

    /// How timestamps are made, if messages have them.
    pub(crate) fn timestamp_settings(&mut self) -> Result<Option<TimestampSettings>, Error<M::Error>> {
        let control = self.read(TS_CONTROL)?;
        Ok(TS_ENABLE.is_set(control).then(|| TimestampSettings {
            kind: Some(TS_TYPE.get(control)),
            prescale: TS_PRESCALE.get(control),
            debug: TS_DEBUG.is_set(control),
        }))
    }
}
