// SPDX-License-Identifier: Apache-2.0
//! The state of a hart, and the functions that only read it.

use crate::firmware::FirmwareCounter;
use crate::platform::FIXED;
use crate::set::bits;
use crate::{csr, Hardware, Invalid, Platform, Register, SbiRet, FIRMWARE_COUNTERS};
use sbi_spec::binary::Error;

/// `counter_info.width`: one less than the bits of the counter.
const WIDTH: u32 = 12;

/// What a function gives: `sbiret.value`, or an error of its table.
pub(crate) type Outcome<R> = Result<u64, Error<R>>;

/// The counters of one hart. Each hart has its own; only that hart may call it.
pub struct Pmu<'a, H> {
    pub(crate) platform: Platform<'a>,
    pub(crate) hardware: H,
    /// Hardware counters that were configured and not reset since.
    pub(crate) mapped: u32,
    pub(crate) firmware: [FirmwareCounter; FIRMWARE_COUNTERS],
    /// Where the snapshot memory is.
    pub(crate) snapshot: Option<u64>,
}

impl<'a, H: Hardware> Pmu<'a, H> {
    /// The counters that `platform` describes. Touches no hardware.
    pub fn new(platform: &Platform<'a>, hardware: H) -> Result<Self, Invalid> {
        platform.check(H::Register::BITS)?;
        Ok(Self { platform: *platform, hardware, mapped: 0, firmware: Default::default(), snapshot: None })
    }

    /// As after boot: to be called when the hart starts, and whenever its supervisor software starts anew.
    ///
    /// mhpmcounters are stopped, are 0 and count nothing: what was counted for others is not for who comes then. mcycle
    /// and minstret keep their values and run on, because software that knows nothing of this extension reads them;
    /// with Smcntrpmf and `inhibit_machine` they do not count M-mode. All of them become readable for the mode below.
    /// No firmware counter is started, and there is no snapshot memory.
    pub fn reset(&mut self) {
        let counters = self.platform.hardware;
        let events = counters & !FIXED;
        self.inhibit(events);
        self.unmap(counters);
        for index in bits(events.into()) {
            self.set_counter(index, 0);
        }
        let readable = self.hardware.read(csr::MCOUNTEREN).wide() | u64::from(counters);
        self.hardware.write(csr::MCOUNTEREN, H::Register::low(readable));
        self.firmware = Default::default();
        self.snapshot = None;
    }

    /// The hardware, for firmware that keeps something in it.
    pub fn hardware(&mut self) -> &mut H {
        &mut self.hardware
    }

    /// FID 0, `sbi_pmu_num_counters` (SBI PMU 11.6): how many values `counter_idx` can have.
    ///
    /// Index 1, which would be time, is one of them though no counter has it: callers go through all indices below this
    /// number and ask for each. The indices of mcycle and minstret are 0 and 2.
    pub fn num_counters(&self) -> SbiRet<H::Register> {
        SbiRet::success(H::Register::low(u64::from(u64::BITS - self.platform.counters().leading_zeros())))
    }

    /// FID 1, `sbi_pmu_counter_get_info` (SBI PMU 11.7): the CSR of a counter, its width, and whether it is firmware's.
    ///
    /// INVALID_PARAM: there is no such counter.
    pub fn counter_get_info(&self, counter_idx: H::Register) -> SbiRet<H::Register> {
        answer(self.index(counter_idx).map(|index| match self.firmware_place(index) {
            // Type 1. Its width is read by supervisor software, though the specification lets it be ignored.
            Some(_) => 1 << (H::Register::BITS - 1) | 63 << WIDTH,
            None => u64::from(self.counter_bits(index) - 1) << WIDTH | u64::from(csr::CYCLE + index as u16),
        }))
    }

    /// FID 5, `sbi_pmu_counter_fw_read` (SBI PMU 11.11): the lowest XLEN bits of a firmware counter.
    ///
    /// INVALID_PARAM: it is a hardware counter, or there is none.
    pub fn counter_fw_read(&self, counter_idx: H::Register) -> SbiRet<H::Register> {
        answer(self.firmware_value(counter_idx))
    }

    /// FID 6, `sbi_pmu_counter_fw_read_hi` (SBI PMU 11.12): the highest 32 bits of a firmware counter on RV32, 0 on
    /// RV64.
    ///
    /// INVALID_PARAM: it is a hardware counter, or there is none.
    pub fn counter_fw_read_hi(&self, counter_idx: H::Register) -> SbiRet<H::Register> {
        answer(self.firmware_value(counter_idx).map(|value| match H::Register::BITS {
            32 => value >> 32,
            _ => 0,
        }))
    }

    fn firmware_value(&self, counter_idx: H::Register) -> Outcome<H::Register> {
        let place = self.firmware_place(self.index(counter_idx)?).ok_or(Error::InvalidParam)?;
        Ok(self.firmware[place].value)
    }

    /// The index of a counter that exists.
    fn index(&self, counter_idx: H::Register) -> Result<u32, Error<H::Register>> {
        let index = counter_idx.wide();
        match index < 64 && self.platform.counters() >> index & 1 == 1 {
            true => Ok(index as u32),
            false => Err(Error::InvalidParam),
        }
    }

    /// Which firmware counter has this index, if one has.
    pub(crate) fn firmware_place(&self, index: u32) -> Option<usize> {
        index.checked_sub(self.platform.first_firmware()).map(|place| place as usize)
    }
}

impl<'a, H> Pmu<'a, H> {
    /// The same hart through other access to it, and the access that it had: for firmware that can lend its access for
    /// the time of a call alone. Touches no hardware.
    pub fn moved_to<G>(self, hardware: G) -> (Pmu<'a, G>, H) {
        let Self { platform, hardware: before, mapped, firmware, snapshot } = self;
        (Pmu { platform, hardware, mapped, firmware, snapshot }, before)
    }
}

/// An outcome as the two registers that the caller gets.
pub(crate) fn answer<R: Register>(outcome: Outcome<R>) -> SbiRet<R> {
    outcome.map_or_else(SbiRet::from, |value| SbiRet::success(R::low(value)))
}
