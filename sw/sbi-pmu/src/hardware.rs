// SPDX-License-Identifier: Apache-2.0
//! What firmware does for the library: CSRs and shared memory of the calling hart.

use crate::Register;

/// Numbers of the CSRs that the library reads and writes.
pub mod csr {
    /// mcounteren.
    pub const MCOUNTEREN: u16 = 0x306;
    /// mcountinhibit; the event selector of counter n is this number plus n.
    pub const MCOUNTINHIBIT: u16 = 0x320;
    /// mcyclecfg (Smcntrpmf).
    pub const MCYCLECFG: u16 = 0x321;
    /// minstretcfg (Smcntrpmf).
    pub const MINSTRETCFG: u16 = 0x322;
    /// mhpmevent3.
    pub const MHPMEVENT3: u16 = 0x323;
    /// mip; bit 13 is the pending counter overflow interrupt.
    pub const MIP: u16 = 0x344;
    /// From mcyclecfg to mcyclecfgh, from mhpmevent3 to mhpmevent3h and so on (RV32).
    pub const EVENT_HIGH: u16 = 0x400;
    /// mcycle; minstret and mhpmcounter3 follow with their numbers.
    pub const MCYCLE: u16 = 0xB00;
    /// From mcycle to mcycleh and so on (RV32).
    pub const COUNTER_HIGH: u16 = 0x80;
    /// cycle: what supervisor mode reads; the others follow with their numbers.
    pub const CYCLE: u16 = 0xC00;
    /// scountovf (Sscofpmf).
    pub const SCOUNTOVF: u16 = 0xDA0;
}

/// Why shared memory can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryError {
    /// It is not memory that supervisor software may read and write.
    Address,
    /// Something else went wrong.
    Failed,
}

/// Access to the hart that calls.
///
/// The library calls it on the hart that made the SBI call, in M-mode (or whatever mode owns the counters).
pub trait Hardware {
    /// What a CSR holds: `u32` on RV32, `u64` on RV64.
    type Register: Register;

    /// Reads a CSR of [`csr`].
    fn read(&mut self, csr: u16) -> Self::Register;

    /// Writes a CSR of [`csr`].
    fn write(&mut self, csr: u16, value: Self::Register);

    /// Whether `bytes` of physical memory from `address` on are memory that the supervisor software may itself read and
    /// write. Both numbers are the caller's, any that do not wrap: `address + (bytes - 1)` is an address, and `bytes`
    /// is not 0.
    fn check(&mut self, address: u64, bytes: u64) -> Result<(), MemoryError>;

    /// Loads 32 bits, little-endian, from memory that [`check`](Hardware::check) has granted.
    fn load(&mut self, address: u64) -> Result<u32, MemoryError>;

    /// Stores 32 bits, little-endian, to memory that [`check`](Hardware::check) has granted.
    fn store(&mut self, address: u64, value: u32) -> Result<(), MemoryError>;

    /// Whether a counter overflow interrupt waits for the supervisor software. Asked only with Sscofpmf.
    fn overflow_pending(&mut self) -> bool {
        self.read(csr::MIP).wide() >> 13 & 1 == 1
    }
}
