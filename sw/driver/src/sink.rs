// SPDX-License-Identifier: Apache-2.0
//! Setting up sinks (Trace Control ch. 6, 12, 13), of an encoder or a funnel.

use crate::fields::*;
use crate::mmio::Registers;
use crate::settings::{Buffer, PibSettings, SinkSettings};
use crate::word::Word;
use crate::{Error, Mmio};
use tracewright_regmap::*;

/// The lowest atbId that the ATB specification reserves, apart from 0 (Trace Control ch. 13).
const RESERVED_ATB_ID: u32 = 0x70;

impl SinkSettings {
    /// Its code in teSink.
    const fn code(&self) -> u32 {
        let code = match self {
            SinkSettings::Sram(_) => TE_SINK_SRAM,
            SinkSettings::Memory(_) => TE_SINK_SBA,
            SinkSettings::Atb { .. } => TE_SINK_ATB,
            SinkSettings::Pib(_) => TE_SINK_PIB,
            SinkSettings::Funnel => TE_SINK_FUNNEL,
            SinkSettings::Stream => TE_SINK_STREAM,
        };
        code as u32
    }
}

impl<M: Mmio> Registers<M> {
    /// Selects a sink and sets it up: all but pibEnable and atbEnable. Its buffer is empty then. `sink` is teSink or
    /// tfSink.
    pub(crate) fn set_up_sink(&mut self, sink: Place, asked: Option<SinkSettings>) -> Result<(), Error<M::Error>> {
        let Some(asked) = asked else { return self.set_up_default_sink(sink) };
        self.set(Word::field(sink, asked.code()))?;
        match asked {
            SinkSettings::Sram(buffer) => self.set_up_buffer(buffer),
            SinkSettings::Memory(buffer) => self.set_up_memory(buffer),
            SinkSettings::Atb { id } => self.set_up_atb(id),
            SinkSettings::Pib(settings) => self.set_up_pib(&settings, false),
            SinkSettings::Funnel | SinkSettings::Stream => Ok(()),
        }
    }

    fn set_up_default_sink(&mut self, sink: Place) -> Result<(), Error<M::Error>> {
        let value = self.get(sink)?;
        match value as usize {
            TE_SINK_SRAM if self.get(RAM_LIMIT)? == 0 => Err(illegal(RAM_LIMIT, 0)),
            TE_SINK_SRAM => {
                let first = self.get(RAM_BASE)?;
                self.rewind(first)
            }
            TE_SINK_FUNNEL | TE_SINK_STREAM => Ok(()),
            _ => Err(illegal(sink, value)),
        }
    }

    fn set_up_buffer(&mut self, Buffer { first, last }: Buffer) -> Result<(), Error<M::Error>> {
        let (low, high) = (first as u32, (first >> 32) as u32);
        let is_word = |address: u32| RAM_BASE.field.set(0, RAM_BASE.get(address)) == address;
        if !is_word(low) {
            return Err(illegal(RAM_BASE, low));
        }
        if !is_word(last as u32) || last >> 32 != first >> 32 || last < first {
            return Err(illegal(RAM_LIMIT, last as u32));
        }
        self.set(Word::field(RAM_BASE, RAM_BASE.get(low)))?;
        self.set(Word::field(RAM_BASE_HIGH, high))?;
        self.set(Word::field(RAM_LIMIT, RAM_LIMIT.get(last as u32)))?;
        self.rewind(RAM_BASE.get(low))
    }

    /// A buffer in system memory. Hardware writes whole words of its bus alone: one that it cannot fill would end with
    /// what was never written.
    fn set_up_memory(&mut self, buffer: Buffer) -> Result<(), Error<M::Error>> {
        self.set_up_buffer(buffer)?;
        if self.get(SBA_NO_BUFFER)? != 0 {
            return Err(Error::NoBuffer { first: buffer.first, last: buffer.last });
        }
        let first = RAM_BASE.get(buffer.first as u32);
        // The bits of an address within a word read 0 in teRamWP.
        let in_word = self.ones(RAM_WP)?.trailing_zeros();
        let words = RAM_LIMIT.get(buffer.last as u32).wrapping_add(1).wrapping_sub(first);
        if words.trailing_zeros() < in_word {
            return Err(illegal(RAM_LIMIT, buffer.last as u32));
        }
        self.rewind(first)
    }

    /// Waits for teEmpty, or tfEmpty. Where trace has nowhere to go, that is why it does not come.
    pub(crate) fn wait_empty(&mut self, sink: Place, empty: Place) -> Result<u32, Error<M::Error>> {
        match self.wait(empty, 1) {
            Err(Error::Timeout { .. }) if self.has_no_buffer(sink)? => {
                let Buffer { first, last } = self.buffer()?;
                Err(Error::NoBuffer { first, last })
            }
            waited => waited,
        }
    }

    /// Likewise; but where trace has nowhere to go it is given up.
    pub(crate) fn empty_or_give_up(&mut self, sink: Place, empty: Place, active: Place) -> Result<(), Error<M::Error>> {
        match self.wait_empty(sink, empty) {
            Err(Error::NoBuffer { .. }) => {
                self.activate(active, false)?;
                self.activate(active, true)?;
                self.wait(empty, 1).map(drop)
            }
            waited => waited.map(drop),
        }
    }

    /// System memory is selected, and there is no buffer in it.
    pub(crate) fn has_no_buffer(&mut self, sink: Place) -> Result<bool, Error<M::Error>> {
        Ok(self.get(sink)? as usize == TE_SINK_SBA && self.get(SBA_NO_BUFFER)? != 0)
    }

    /// Trace is written from this word on.
    fn rewind(&mut self, first: u32) -> Result<(), Error<M::Error>> {
        self.set(Word::field(RAM_WP, first).with(RAM_WRAP, 0))
    }

    fn set_up_atb(&mut self, id: u32) -> Result<(), Error<M::Error>> {
        if id == 0 || id >= RESERVED_ATB_ID {
            return Err(illegal(ATB_ID, id));
        }
        self.activate(ATB_ACTIVE, true)?;
        self.set(Word::field(ATB_ACTIVE, 1).with(ATB_ID, id).bit(ATB_ENABLE, false))
    }

    /// The first two steps of Trace Control 12.1.
    pub(crate) fn set_up_pib(&mut self, settings: &PibSettings, calibrate: bool) -> Result<(), Error<M::Error>> {
        if settings.mode as usize == PIB_MODE_OFF {
            return Err(illegal(PIB_MODE, settings.mode));
        }
        self.quiet_pins()?;
        self.activate(PIB_ACTIVE, true)?;
        let word = Word::field(PIB_ACTIVE, 1)
            .bit(PIB_ENABLE, false)
            .with(PIB_MODE, settings.mode)
            .bit(PIB_REF_CENTER, settings.ref_center)
            .bit(PIB_CALIBRATE, calibrate)
            .maybe(PIB_DIVIDER, settings.divider);
        self.set(word)
    }

    /// Lets the pins send what they hold, before their mode is off for a moment: a receiver would lose it. What they
    /// hold with the mode off already is given up, because it would never be sent.
    fn quiet_pins(&mut self) -> Result<(), Error<M::Error>> {
        let word = self.read(PIB_CONTROL)?;
        if !PIB_ACTIVE.is_set(word) || PIB_EMPTY.is_set(word) {
            return Ok(());
        }
        if PIB_MODE.get(word) as usize == PIB_MODE_OFF {
            return self.activate(PIB_ACTIVE, false);
        }
        self.put(Word::field(PIB_ENABLE, 0))?;
        self.wait(PIB_EMPTY, 1).map(drop)
    }

    /// Lets trace through: pibEnable, atbEnable.
    pub(crate) fn open_sink(&mut self, sink: Place) -> Result<(), Error<M::Error>> {
        match self.get(sink)? as usize {
            TE_SINK_PIB => self.set(Word::field(PIB_ENABLE, 1)),
            TE_SINK_ATB => self.set(Word::field(ATB_ENABLE, 1)),
            _ => Ok(()),
        }
    }

    /// Waits until what a sink buffers has left it (Trace Control ch. 15).
    pub(crate) fn drain_sink(&mut self, sink: Place) -> Result<(), Error<M::Error>> {
        match self.get(sink)? as usize {
            TE_SINK_PIB => self.wait(PIB_EMPTY, 1).map(drop),
            TE_SINK_ATB => self.wait(ATB_EMPTY, 1).map(drop),
            _ => Ok(()),
        }
    }

    /// How the selected sink is set up.
    pub(crate) fn sink_settings(&mut self, sink: Place) -> Result<Option<SinkSettings>, Error<M::Error>> {
        Ok(Some(match self.get(sink)? as usize {
            TE_SINK_SRAM => SinkSettings::Sram(self.buffer()?),
            TE_SINK_SBA => SinkSettings::Memory(self.buffer()?),
            TE_SINK_ATB => SinkSettings::Atb { id: self.get(ATB_ID)? },
            TE_SINK_PIB => {
                let word = self.read(PIB_CONTROL)?;
                let divider = Some(PIB_DIVIDER.get(word));
                SinkSettings::Pib(PibSettings {
                    mode: PIB_MODE.get(word),
                    ref_center: PIB_REF_CENTER.is_set(word),
                    divider,
                })
            }
            TE_SINK_FUNNEL => SinkSettings::Funnel,
            TE_SINK_STREAM => SinkSettings::Stream,
            _ => return Ok(None),
        }))
    }

    /// The circular buffer as it is set up.
    pub(crate) fn buffer(&mut self) -> Result<Buffer, Error<M::Error>> {
        let high = u64::from(self.get(RAM_BASE_HIGH)?) << 32;
        let (first, last) = (self.read(TE_RAM_BASE)?, self.read(TE_RAM_LIMIT)?);
        Ok(Buffer { first: high | u64::from(first), last: high | u64::from(last) })
    }
}

/// A setting that no component takes.
fn illegal<E>(place: Place, value: u32) -> Error<E> {
    Error::Illegal { register: place.register.name, field: place.field.name, value }
}
