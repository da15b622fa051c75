// SPDX-License-Identifier: Apache-2.0
//! Finding out what sinks there are and what they can do (Trace Control ch. 5, 6, 12 to 14).

use crate::fields::*;
use crate::mmio::Registers;
use crate::word::Word;
use crate::{Error, Mmio, PibUnit, Sinks, Values};
use tracewright_regmap::*;

/// Bytes that teRamData shows.
const WORD_BYTES: u64 = 4;

impl<M: Mmio> Registers<M> {
    /// The sinks that teImpl or tfImpl names. `sink` is teSink or tfSink. Sinks with an `Active` bit are in reset then.
    pub(crate) fn discover_sinks(&mut self, implementation: u32, sink: Place) -> Result<Sinks, Error<M::Error>> {
        let has = |place: Place| place.is_set(implementation);
        let mut sinks = Sinks {
            atb: has(HAS_ATB_SINK),
            funnel: has(HAS_FUNNEL_SINK),
            stream: has(HAS_STREAM_SINK),
            ..Sinks::default()
        };
        if has(HAS_SRAM_SINK) {
            self.put(Word::field(sink, TE_SINK_SRAM as u32))?;
            sinks.sram = Some(self.sram_bytes()?);
        }
        if has(HAS_SBA_SINK) {
            self.put(Word::field(sink, TE_SINK_SBA as u32))?;
            sinks.memory = Some(self.address_bits()?);
        }
        if has(HAS_PIB_SINK) {
            sinks.pib = Some(self.discover_pib()?);
        }
        if sinks.atb {
            self.activate(ATB_ACTIVE, false)?;
        }
        match sinks == Sinks::default() {
            true => Err(Error::Unknown { value: implementation }),
            false => Ok(sinks),
        }
    }

    /// Size of the SRAM (Trace Control 4.5.1). Where system memory shares the write pointer, that has more bits; where
    /// words are wide, it has fewer. The access pointer is the SRAM's alone, and goes by 32 bits; where it tells
    /// nothing, the write pointer does (Trace Control ch. 5).
    fn sram_bytes(&mut self) -> Result<u64, Error<M::Error>> {
        let last = match self.ones(RAM_RP)? {
            0 => self.ones(RAM_WP)?,
            last => last,
        };
        Ok((u64::from(last) + 1) * WORD_BYTES)
    }

    /// Bits of an address of system memory: those that its base address has.
    fn address_bits(&mut self) -> Result<u32, Error<M::Error>> {
        let high = self.ones(RAM_BASE_HIGH)?;
        let low = RAM_BASE.field.set(0, self.ones(RAM_BASE)?);
        Ok(u64::BITS - (u64::from(high) << 32 | u64::from(low)).leading_zeros())
    }

    fn discover_pib(&mut self) -> Result<PibUnit, Error<M::Error>> {
        self.activate(PIB_ACTIVE, false)?;
        let divider = self.get(PIB_DIVIDER)?;
        self.activate(PIB_ACTIVE, true)?;
        let modes = self.legal(PIB_MODE)?;
        let unit = PibUnit {
            modes,
            ref_center: self.has_ref_center(modes)?,
            calibrate: self.can_be_set(PIB_CALIBRATE)?,
            max_divider: self.ones(PIB_DIVIDER)?,
            divider,
        };
        self.activate(PIB_ACTIVE, false)?;
        Ok(unit)
    }

    /// Whether pibRefCenter can be set, in any mode that allows it.
    fn has_ref_center(&mut self, modes: Values) -> Result<bool, Error<M::Error>> {
        let parallel = PIB_REF_CENTER.field.only_with.map_or(u32::MAX, |(_, values)| values);
        for mode in Values(modes.0 & parallel).iter() {
            self.put(Word::field(PIB_MODE, mode))?;
            if self.can_be_set(PIB_REF_CENTER)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
