// SPDX-License-Identifier: Apache-2.0
//! The extension as the crate `rustsbi` asks for it.

use crate::{Hardware, Pmu, SbiRet};
use core::cell::RefCell;
use sbi_spec::binary::SharedPtr;
use sbi_spec::pmu::shmem_size;

/// A hart's [`Pmu`] through a shared reference, as `rustsbi::Pmu` needs it.
///
/// The trait has no `event_get_info`: hand an `ecall` with EID 0x504D55 to [`RustSbi::call`], which knows all nine
/// functions.
///
/// A call from within another one (a trap inside [`RustSbi::with`]) is FAILED, and changes nothing.
pub struct RustSbi<'a, H> {
    pmu: RefCell<Pmu<'a, H>>,
}

impl<'a, H: Hardware<Register = usize>> RustSbi<'a, H> {
    /// Takes a hart's counters.
    pub fn new(pmu: Pmu<'a, H>) -> Self {
        Self { pmu: RefCell::new(pmu) }
    }

    /// All nine functions: see [`Pmu::call`].
    pub fn call(&self, fid: usize, arguments: [usize; 6]) -> SbiRet {
        self.answer(|pmu| pmu.call(fid, arguments))
    }

    /// Lets firmware record events and reset the hart. `None` within another call: an event of that moment is not
    /// counted.
    pub fn with<T>(&self, action: impl FnOnce(&mut Pmu<'a, H>) -> T) -> Option<T> {
        self.pmu.try_borrow_mut().ok().map(|mut pmu| action(&mut pmu))
    }

    fn answer(&self, function: impl FnOnce(&mut Pmu<'a, H>) -> SbiRet) -> SbiRet {
        self.with(function).unwrap_or(SbiRet::failed())
    }
}

impl<H: Hardware<Register = usize>> rustsbi::Pmu for RustSbi<'_, H> {
    fn num_counters(&self) -> usize {
        self.answer(|pmu| pmu.num_counters()).value
    }

    fn counter_get_info(&self, counter_idx: usize) -> SbiRet {
        self.answer(|pmu| pmu.counter_get_info(counter_idx))
    }

    fn counter_config_matching(&self, base: usize, mask: usize, flags: usize, event_idx: usize, data: u64) -> SbiRet {
        self.answer(|pmu| pmu.counter_config_matching(base, mask, flags, event_idx, data))
    }

    fn counter_start(&self, base: usize, mask: usize, flags: usize, initial_value: u64) -> SbiRet {
        self.answer(|pmu| pmu.counter_start(base, mask, flags, initial_value))
    }

    fn counter_stop(&self, base: usize, mask: usize, flags: usize) -> SbiRet {
        self.answer(|pmu| pmu.counter_stop(base, mask, flags))
    }

    fn counter_fw_read(&self, counter_idx: usize) -> SbiRet {
        self.answer(|pmu| pmu.counter_fw_read(counter_idx))
    }

    fn counter_fw_read_hi(&self, counter_idx: usize) -> SbiRet {
        self.answer(|pmu| pmu.counter_fw_read_hi(counter_idx))
    }

    fn snapshot_set_shmem(&self, shmem: SharedPtr<[u8; shmem_size::SIZE]>, flags: usize) -> SbiRet {
        self.answer(|pmu| pmu.snapshot_set_shmem(shmem.phys_addr_lo(), shmem.phys_addr_hi(), flags))
    }
}
