// SPDX-License-Identifier: Apache-2.0
//! Errors of the bus that trace is written to system memory over, and buffers that are none.

use crate::fields::{SBA_ERROR, SBA_RESPONSE, TE_SINK, TF_SINK};
use crate::mmio::Registers;
use crate::word::Word;
use crate::{Driver, Error, Funnel, Mmio};
use tracewright_regmap::TE_SBA_STATUS;

impl<M: Mmio> Driver<M> {
    /// sbaResponse, if the bus has answered a write of trace with an error since trace was last enabled: 2 (SLVERR) or
    /// 3 (DECERR), the first of them. What was to be written then is missing from the buffer. Without a system memory
    /// sink there is none.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn bus_error(&mut self) -> Result<Option<u32>, Error<M::Error>> {
        self.registers.bus_error()
    }

    /// Forgets it.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn clear_bus_error(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.put(Word::field(SBA_ERROR, 0))
    }
}

impl<M: Mmio> Driver<M> {
    /// Whether trace waits for a buffer: system memory is selected, and from teRamBase to teRamLimit there is no whole
    /// word of its bus, or one of the two was not written since the encoder became active (sbaNoBuffer). Nothing is
    /// written then.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn waits_for_buffer(&mut self) -> Result<bool, Error<M::Error>> {
        self.registers.has_no_buffer(TE_SINK)
    }
}

impl<M: Mmio> Funnel<M> {
    /// As [`Driver::waits_for_buffer`].
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn waits_for_buffer(&mut self) -> Result<bool, Error<M::Error>> {
        self.registers.has_no_buffer(TF_SINK)
    }

    /// As [`Driver::bus_error`].
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn bus_error(&mut self) -> Result<Option<u32>, Error<M::Error>> {
        self.registers.bus_error()
    }

    /// Forgets it.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn clear_bus_error(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.put(Word::field(SBA_ERROR, 0))
    }
}

impl<M: Mmio> Registers<M> {
    fn bus_error(&mut self) -> Result<Option<u32>, Error<M::Error>> {
        let status = self.read(TE_SBA_STATUS)?;
        Ok(SBA_ERROR.is_set(status).then(|| SBA_RESPONSE.get(status)))
    }
}
