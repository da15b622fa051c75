// SPDX-License-Identifier: Apache-2.0
//! Finding out what an encoder can do (Trace Control ch. 14).

use crate::fields::*;
use crate::mmio::Registers;
use crate::word::Word;
use crate::{Capabilities, Driver, Error, Mmio, Source, TimestampUnit, Values};
use tracewright_regmap::*;

impl<M: Mmio> Driver<M> {
    /// Finds out everything that the encoder has, as Trace Control ch. 14 says: it resets the encoder and the units
    /// that belong to it, reads what they have after reset, releases them, and tries which values their fields take.
    ///
    /// Trace stops, and what is in it is given up; the time starts anew. In the end the encoder is released and as
    /// after reset, its timestamp unit and its sinks are in reset.
    ///
    /// # Errors
    /// [`Error::Timeout`] where the hardware does not follow, [`Error::Silent`] where the registers are locked,
    /// [`Error::Legacy`] and [`Error::Unknown`] where another kind of component answers.
    pub fn discover(&mut self) -> Result<Capabilities, Error<M::Error>> {
        let registers = &mut self.registers;
        registers.activate(TE_ACTIVE, false)?;
        registers.activate(TS_ACTIVE, false)?;
        let defaults = registers.settings()?;
        let time = registers.read(TS_CONTROL)?;
        registers.activate(TE_ACTIVE, true)?;
        let (implementation, protocol) = registers.known_encoder()?;
        let found = Capabilities {
            protocol,
            sinks: registers.discover_sinks(implementation, TE_SINK)?,
            modes: registers.legal(TE_INST_MODE)?,
            sync_modes: registers.legal(TE_SYNC_MODE)?,
            sync_max: registers.legal(TE_SYNC_MAX)?,
            formats: registers.legal(TE_FORMAT)?,
            stall: registers.can_be_set(TE_INST_STALL_EN)?,
            stop_on_wrap: registers.can_be_set(TE_STOP_ON_WRAP)?,
            context: registers.can_be_set(TE_CONTEXT)?,
            triggers: registers.can_be_set(TE_INST_TRIG_EN)?,
            inputs: registers.legal_actions()?,
            outputs: registers.events()?,
            source: registers.discover_source(implementation)?,
            implicit_return: registers.legal(IMPLICIT_RETURN_MODE)?,
            call_stack: registers.can_be_set(CALL_STACK)?,
            sequential_jump: registers.can_be_set(SEQUENTIAL_JUMP)?,
            repeated_history: registers.can_be_set(REPEATED_HISTORY)?,
            all_jumps: registers.can_be_set(ALL_JUMPS)?,
            extended_address: registers.can_be_set(EXTEND_ADDR_MSB)?,
            timestamp: if TS_WIDTH.is_set(time) { Some(registers.discover_timestamps()?) } else { None },
            data: DATA_IMPLEMENTED.is_set(registers.read(TE_DATA_CONTROL)?),
            defaults,
        };
        registers.activate(TE_ACTIVE, false)?;
        registers.activate(TE_ACTIVE, true)?;
        Ok(found)
    }
}

impl<M: Mmio> Registers<M> {
    /// The values that a field takes, in turn.
    pub(crate) fn legal(&mut self, place: Place) -> Result<Values, Error<M::Error>> {
        let mut values = Values::default();
        for value in 0..=place.field.max().min(u32::BITS - 1) {
            if self.trial(place, value)? == value {
                values.0 |= 1 << value;
            }
        }
        Ok(values)
    }

    /// The bits of a field that can be set.
    pub(crate) fn ones(&mut self, place: Place) -> Result<u32, Error<M::Error>> {
        self.trial(place, place.field.max())
    }

    /// Whether a bit can be set.
    pub(crate) fn can_be_set(&mut self, place: Place) -> Result<bool, Error<M::Error>> {
        Ok(self.ones(place)? != 0)
    }

    /// The actions of each external trigger input, tried in all of them at once.
    fn legal_actions(&mut self) -> Result<[Values; INPUT_ACTIONS.len()], Error<M::Error>> {
        let mut actions = [Values::default(); INPUT_ACTIONS.len()];
        for action in 0..=INPUT_ACTIONS[0].field.max() {
            let all = INPUT_ACTIONS.iter().fold(0, |word, place| place.field.set(word, action));
            self.write(X_TRIG_IN_CONTROL, all)?;
            let got = self.read(X_TRIG_IN_CONTROL)?;
            for (values, place) in actions.iter_mut().zip(INPUT_ACTIONS) {
                values.0 |= u32::from(place.get(got) == action) << action;
            }
        }
        self.write(X_TRIG_IN_CONTROL, 0)?;
        Ok(actions)
    }

    /// The events that each external trigger output can have.
    fn events(&mut self) -> Result<[u32; OUTPUT_EVENTS.len()], Error<M::Error>> {
        self.write(X_TRIG_OUT_CONTROL, u32::MAX)?;
        let got = self.read(X_TRIG_OUT_CONTROL)?;
        self.write(X_TRIG_OUT_CONTROL, 0)?;
        Ok(OUTPUT_EVENTS.map(|place| place.get(got)))
    }

    /// The source field: from teInstFeatures, or where that has none, from teImpl.
    fn discover_source(&mut self, implementation: u32) -> Result<Source, Error<M::Error>> {
        let features = self.read(TE_INST_FEATURES)?;
        if SRC_BITS.is_set(features) {
            let writable = self.ones(SRC_ID)? & !self.trial(SRC_ID, 0)?;
            Ok(Source { bits: SRC_BITS.get(features), id: SRC_ID.get(features), writable })
        } else {
            Ok(Source { bits: IMPL_SRC_BITS.get(implementation), id: IMPL_SRC_ID.get(implementation), writable: 0 })
        }
    }

    /// The timestamp unit, which is there; it is in reset before and after.
    fn discover_timestamps(&mut self) -> Result<TimestampUnit, Error<M::Error>> {
        self.activate(TS_ACTIVE, true)?;
        let kinds = self.legal(TS_TYPE)?;
        if kinds.contains(TS_TYPE_INTERNAL as u32) {
            self.put(Word::field(TS_TYPE, TS_TYPE_INTERNAL as u32))?;
        }
        let unit = TimestampUnit {
            kinds,
            width: self.get(TS_WIDTH)?,
            count: self.can_be_set(TS_COUNT)?,
            debug: self.can_be_set(TS_DEBUG)?,
            prescale: self.legal(TS_PRESCALE)?,
            messages: self.can_be_set(TS_ENABLE)?,
        };
        self.activate(TS_ACTIVE, false)?;
        Ok(unit)
    }
}
