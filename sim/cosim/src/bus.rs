// SPDX-License-Identifier: Apache-2.0
//! The driver's way to the registers: APB4 transfers.

use crate::bench::Bench;
use crate::error::BusError;
use tracewright_driver::Mmio;

/// A register answers sooner, or not at all.
const LONGEST_ACCESS: u32 = 1000;

impl Bench<'_> {
    /// An APB4 transfer; returns the data read.
    fn transfer(&mut self, offset: u32, write: Option<u32>) -> Result<u32, BusError> {
        let bus = self.bus();
        self.set(bus.paddr, offset.into());
        self.set(bus.psel, 1);
        self.set(bus.penable, 0);
        self.set(bus.pwrite, write.is_some().into());
        self.set(bus.pwdata, write.unwrap_or(0).into());
        self.set(bus.pstrb, if write.is_some() { 0xF } else { 0 });
        self.writing = write.is_some();
        self.clock()?;
        self.set(bus.penable, 1);
        for _ in 0..LONGEST_ACCESS {
            self.clock()?;
            if self.get(bus.pready) != 0 {
                let refused = self.get(bus.pslverr) != 0;
                let data = self.get(bus.prdata) as u32;
                self.set(bus.psel, 0);
                self.set(bus.penable, 0);
                self.writing = false;
                return if refused { Err(BusError::Refused { offset }) } else { Ok(data) };
            }
        }
        Err(BusError::NotReady { offset, cycles: LONGEST_ACCESS })
    }
}

impl Mmio for Bench<'_> {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.transfer(offset, None)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        self.transfer(offset, Some(value)).map(drop)
    }
}
