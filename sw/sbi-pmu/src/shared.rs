// SPDX-License-Identifier: Apache-2.0
//! FID 7 and 8, and the snapshot: what goes through memory that the supervisor software shares.

use crate::pmu::{answer, Outcome};
use crate::set::Set;
use crate::{Hardware, MemoryError, Pmu, Register, SbiRet};
use sbi_spec::binary::Error;
use sbi_spec::pmu::{event_type, shmem_size};

/// Where the values begin in the snapshot memory; the overflow bitmap is before them.
const VALUES: u64 = 8;

/// Values that the snapshot memory holds.
const PLACES: usize = 64;

/// Bytes of an entry of `event_get_info`.
const ENTRY: u64 = 16;

/// Bits of `event_idx`; those above are reserved.
const EVENT_BITS: u32 = 20;

impl<H: Hardware> Pmu<'_, H> {
    /// FID 7, `sbi_pmu_snapshot_set_shmem` (SBI PMU 11.13): where this hart's snapshots go. All ones in both halves:
    /// nowhere.
    ///
    /// NOT_SUPPORTED: the platform has no snapshots. INVALID_PARAM: `flags` is not 0, or the low half is not
    /// 4096-aligned. INVALID_ADDRESS: it is not 4096 bytes of memory that can be written. FAILED: something else, as
    /// the hardware says. An error changes nothing.
    pub fn snapshot_set_shmem(
        &mut self,
        shmem_phys_lo: H::Register,
        shmem_phys_hi: H::Register,
        flags: H::Register,
    ) -> SbiRet<H::Register> {
        answer(self.set_snapshot(shmem_phys_lo, shmem_phys_hi, flags))
    }

    fn set_snapshot(&mut self, low: H::Register, high: H::Register, flags: H::Register) -> Outcome<H::Register> {
        if !self.platform.snapshot {
            return Err(Error::NotSupported);
        }
        if flags.wide() != 0 {
            return Err(Error::InvalidParam);
        }
        let ones = H::Register::low(u64::MAX);
        self.snapshot = match (low, high) == (ones, ones) {
            true => None,
            false => Some(self.granted(low, high, shmem_size::SIZE as u64, 1)?),
        };
        Ok(0)
    }

    /// FID 8, `sbi_pmu_event_get_info` (SBI PMU 11.14): writes to each entry whether some counter can monitor its
    /// event.
    ///
    /// NOT_SUPPORTED: the platform does not have the function. INVALID_PARAM: `flags` is not 0, the low half is not
    /// 16-aligned, or an entry has a reserved bit of `event_idx` set; no entry was written. INVALID_ADDRESS: it is not
    /// memory that can be written. FAILED: it could not be read or written.
    pub fn event_get_info(
        &mut self,
        shmem_phys_lo: H::Register,
        shmem_phys_hi: H::Register,
        num_entries: H::Register,
        flags: H::Register,
    ) -> SbiRet<H::Register> {
        answer(self.events(shmem_phys_lo, shmem_phys_hi, num_entries.wide(), flags))
    }

    fn events(
        &mut self,
        low: H::Register,
        high: H::Register,
        entries: u64,
        flags: H::Register,
    ) -> Outcome<H::Register> {
        if !self.platform.event_info {
            return Err(Error::NotSupported);
        }
        if flags.wide() != 0 {
            return Err(Error::InvalidParam);
        }
        let address = self.granted(low, high, ENTRY, entries)?;
        let entries = move || (0..entries).map(move |entry| address + entry * ENTRY);
        for entry in entries() {
            if self.hardware.load(entry).map_err(failed)? >> EVENT_BITS != 0 {
                return Err(Error::InvalidParam);
            }
        }
        for entry in entries() {
            // Another hart may have changed it: what has no meaning by now, no counter can monitor.
            let index = self.hardware.load(entry).map_err(failed)?;
            let data = match (index >> 16) as usize {
                event_type::HARDWARE_GENERAL | event_type::HARDWARE_CACHE => 0,
                _ => self.load_wide(entry + 8)?,
            };
            let able = self.platform.event(index.into(), data).is_some();
            self.hardware.store(entry + 4, able.into()).map_err(failed)?;
        }
        Ok(0)
    }

    /// The address of memory that the caller may share: so many items, aligned to their size.
    fn granted(
        &mut self,
        low: H::Register,
        high: H::Register,
        size: u64,
        count: u64,
    ) -> Result<u64, Error<H::Register>> {
        if low.wide() % size != 0 {
            return Err(Error::InvalidParam);
        }
        let address = match H::Register::BITS {
            32 => high.wide() << 32 | low.wide(),
            _ if high.wide() == 0 => low.wide(),
            _ => return Err(Error::InvalidAddress),
        };
        // More than there are addresses is no memory.
        let bytes = size.checked_mul(count).ok_or(Error::InvalidAddress)?;
        let Some(last) = bytes.checked_sub(1) else { return Ok(address) };
        // It may be the last address of all.
        address.checked_add(last).ok_or(Error::InvalidAddress)?;
        self.hardware.check(address, bytes).map(|()| address).map_err(|error| match error {
            MemoryError::Address => Error::InvalidAddress,
            MemoryError::Failed => Error::Failed,
        })
    }

    /// The values that the snapshot memory holds for the counters of a set, by place.
    pub(crate) fn load_snapshot(&mut self, set: Set) -> Result<[u64; PLACES], Error<H::Register>> {
        let memory = self.snapshot.ok_or(Error::NoShmem)?;
        let mut values = [0; PLACES];
        for (place, _) in set.places() {
            values[place as usize] = self.load_wide(memory + VALUES + 8 * place)?;
        }
        Ok(values)
    }

    /// Stores the values of the counters of a set, and which counters from its base on have overflowed.
    pub(crate) fn save_snapshot(&mut self, memory: u64, set: Set) -> Result<(), Error<H::Register>> {
        for (place, index) in set.places() {
            let value = self.value(index);
            self.store_wide(memory + VALUES + 8 * place, value)?;
        }
        let overflowed = match set.base {
            base @ 0..=63 => self.overflowed() >> base,
            _ => 0,
        };
        self.store_wide(memory, overflowed)
    }

    fn load_wide(&mut self, address: u64) -> Result<u64, Error<H::Register>> {
        let low = self.hardware.load(address).map_err(failed)?;
        let high = self.hardware.load(address + 4).map_err(failed)?;
        Ok(u64::from(high) << 32 | u64::from(low))
    }

    fn store_wide(&mut self, address: u64, value: u64) -> Result<(), Error<H::Register>> {
        self.hardware.store(address, value as u32).map_err(failed)?;
        self.hardware.store(address + 4, (value >> 32) as u32).map_err(failed)
    }
}

/// Memory that was granted could not be read or written.
fn failed<R: Register>(_: MemoryError) -> Error<R> {
    Error::Failed
}
