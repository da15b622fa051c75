// SPDX-License-Identifier: Apache-2.0
//! Access to CSRs.

/// Access to the CSRs of the hart that the driver runs on, or of one that a debugger has halted.
///
/// An exception that an access raises is an error of it.
pub trait Csrs {
    /// Why an access failed.
    type Error;

    /// CSRR.
    fn read(&mut self, csr: u16) -> Result<u64, Self::Error>;

    /// CSRW.
    fn write(&mut self, csr: u16, value: u64) -> Result<(), Self::Error>;

    /// CSRS: sets bits, in one instruction.
    fn set(&mut self, csr: u16, bits: u64) -> Result<(), Self::Error>;

    /// CSRC: clears bits, in one instruction.
    fn clear(&mut self, csr: u16, bits: u64) -> Result<(), Self::Error>;

    /// SCTRCLR, the instruction 0x1040_0073. 0.1.4 does not have it, and the driver then does not ask for it.
    fn clear_records(&mut self) -> Result<(), Self::Error>;
}
