// SPDX-License-Identifier: Apache-2.0
//! Errors of the bus that trace is written to system memory over.

use crate::fields::{SBA_ERROR, SBA_RESPONSE};
use crate::mmio::Registers;
use crate::word::Word;
use crate::{Driver, Error, Funnel, Mmio};
use tracewright_regmap::TE_SBA_STATUS;

impl<M: Mmio> Driver<M> {
    /// sbaResponse, if the bus has answered a write of trace with an error since trace was last enabled: 2 (SLVERR) or 3 (DECERR), the first
    /// of them. What was to be written then is missing from the buffer. Without a system memory sink there is none.
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

impl<M: Mmio> Funnel<M> {
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
