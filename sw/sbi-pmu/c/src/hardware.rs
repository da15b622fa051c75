// SPDX-License-Identifier: Apache-2.0
//! `struct tw_sbi_pmu_hardware`: functions in C, as the library wants them.

use core::ffi::{c_int, c_void};
use tracewright_sbi_pmu::{csr, Hardware, MemoryError};

/// `struct tw_sbi_pmu_hardware`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TwSbiPmuHardware {
    /// Handed to each function.
    pub context: *mut c_void,
    /// Reads a CSR.
    pub read: extern "C" fn(context: *mut c_void, csr: u16) -> usize,
    /// Writes a CSR.
    pub write: extern "C" fn(context: *mut c_void, csr: u16, value: usize),
    /// Whether memory may be shared.
    pub check: extern "C" fn(context: *mut c_void, address: u64, bytes: u64) -> c_int,
    /// Loads 32 bits.
    pub load: extern "C" fn(context: *mut c_void, address: u64, value: *mut u32) -> c_int,
    /// Stores 32 bits.
    pub store: extern "C" fn(context: *mut c_void, address: u64, value: u32) -> c_int,
    /// Whether the overflow interrupt is pending; null: bit 13 of mip says so.
    pub overflow_pending: Option<extern "C" fn(context: *mut c_void) -> c_int>,
}

/// TW_SBI_PMU_OK and TW_SBI_PMU_ADDRESS; anything else is TW_SBI_PMU_FAILED.
fn memory(code: c_int) -> Result<(), MemoryError> {
    match code {
        0 => Ok(()),
        1 => Err(MemoryError::Address),
        _ => Err(MemoryError::Failed),
    }
}

impl Hardware for TwSbiPmuHardware {
    type Register = usize;

    fn read(&mut self, csr: u16) -> usize {
        (self.read)(self.context, csr)
    }

    fn write(&mut self, csr: u16, value: usize) {
        (self.write)(self.context, csr, value);
    }

    fn check(&mut self, address: u64, bytes: u64) -> Result<(), MemoryError> {
        memory((self.check)(self.context, address, bytes))
    }

    fn load(&mut self, address: u64) -> Result<u32, MemoryError> {
        let mut value = 0;
        memory((self.load)(self.context, address, &mut value))?;
        Ok(value)
    }

    fn store(&mut self, address: u64, value: u32) -> Result<(), MemoryError> {
        memory((self.store)(self.context, address, value))
    }

    fn overflow_pending(&mut self) -> bool {
        match self.overflow_pending {
            Some(pending) => pending(self.context) != 0,
            None => (self.read)(self.context, csr::MIP) >> 13 & 1 == 1,
        }
    }
}
