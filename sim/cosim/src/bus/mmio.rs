// SPDX-License-Identifier: Apache-2.0
//! The driver's way to the registers: the bus that the hardware was built with.

use super::Transfer;
use crate::bench::Bench;
use crate::error::BusError;
use tracewright_driver::Mmio;

impl Bench<'_> {
    /// Carries out a transfer alone, and returns what was read.
    pub(crate) fn transfer(&mut self, transfer: Transfer) -> Result<u32, BusError> {
        self.begin(transfer);
        // The rules of the bus see to an end.
        let answer = loop {
            self.clock()?;
            if let Some(answer) = self.take_answer() {
                break answer;
            }
        };
        if answer.error {
            Err(BusError::Refused { offset: transfer.address })
        } else {
            Ok(answer.data)
        }
    }
}

impl Mmio for Bench<'_> {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.transfer(Transfer::read(offset))
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        self.transfer(Transfer::write(offset, value)).map(drop)
    }
}
