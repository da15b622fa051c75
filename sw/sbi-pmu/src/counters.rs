// SPDX-License-Identifier: Apache-2.0
//! Hardware counters by their CSRs, on RV32 in two halves.

use crate::platform::FIXED;
use crate::set::bits;
use crate::{csr, Hardware, Pmu, Register};

/// OF in mhpmevent: the counter has overflowed.
const OF: u64 = 1 << 63;

/// MINH in mhpmevent, mcyclecfg and minstretcfg.
const MINH: u64 = 1 << 62;

impl<H: Hardware> Pmu<'_, H> {
    /// Bits of a hardware counter.
    pub(crate) fn counter_bits(&self, index: u32) -> u32 {
        match FIXED >> index & 1 {
            1 => 64,
            _ => self.platform.counter_bits,
        }
    }

    /// Hardware counters that are not inhibited.
    pub(crate) fn running(&mut self) -> u32 {
        !(self.hardware.read(csr::MCOUNTINHIBIT).wide() as u32) & self.platform.hardware
    }

    /// Stops counters, all at once.
    pub(crate) fn inhibit(&mut self, counters: u32) {
        let inhibited = self.hardware.read(csr::MCOUNTINHIBIT).wide();
        self.hardware.write(csr::MCOUNTINHIBIT, H::Register::low(inhibited | u64::from(counters)));
    }

    /// Lets counters count, all from the same cycle on.
    pub(crate) fn release(&mut self, counters: u32) {
        let inhibited = self.hardware.read(csr::MCOUNTINHIBIT).wide();
        self.hardware.write(csr::MCOUNTINHIBIT, H::Register::low(inhibited & !u64::from(counters)));
    }

    /// The counter as it stands. It may be running: the halves fit together.
    pub(crate) fn counter(&mut self, index: u32) -> u64 {
        let low = csr::MCYCLE + index as u16;
        if H::Register::BITS > 32 {
            return self.hardware.read(low).wide();
        }
        loop {
            let high = self.hardware.read(low + csr::COUNTER_HIGH);
            let value = self.hardware.read(low).wide();
            if self.hardware.read(low + csr::COUNTER_HIGH) == high {
                return high.wide() << 32 | value;
            }
        }
    }

    /// Sets a counter to as much of `value` as it has bits. On RV32 the low half is 0 while the high half changes, so
    /// that no carry can come between them.
    pub(crate) fn set_counter(&mut self, index: u32, value: u64) {
        let value = value & u64::MAX >> (64 - self.counter_bits(index));
        let low = csr::MCYCLE + index as u16;
        if H::Register::BITS == 32 {
            self.hardware.write(low, H::Register::low(0));
            self.hardware.write(low + csr::COUNTER_HIGH, H::Register::low(value >> 32));
        }
        self.hardware.write(low, H::Register::low(value));
    }

    /// Writes what a stopped counter counts: selector and inhibit bits, with OF 0. Of the fixed counters only the
    /// inhibit bits can be written, and those only with Smcntrpmf. MINH is set wherever the platform wants it.
    pub(crate) fn set_event(&mut self, index: u32, selector: u64, inhibit: u64) {
        let inhibit = inhibit | if self.platform.inhibit_machine { MINH } else { 0 };
        let event_bits = self.platform.event_bits;
        match index {
            0 | 2 if !self.platform.smcntrpmf => {}
            // These have 64 bits, also where mhpmevent has 32.
            0 => self.write_event(csr::MCYCLECFG, inhibit, 64),
            2 => self.write_event(csr::MINSTRETCFG, inhibit, 64),
            _ if self.platform.sscofpmf => self.write_event(event_csr(index), selector | inhibit, event_bits),
            _ => self.write_event(event_csr(index), selector, event_bits),
        }
    }

    fn write_event(&mut self, low: u16, value: u64, bits: u32) {
        self.hardware.write(low, H::Register::low(value));
        if H::Register::BITS == 32 && bits == 64 {
            self.hardware.write(low + csr::EVENT_HIGH, H::Register::low(value >> 32));
        }
    }

    /// Hardware counters that have overflowed since they were started.
    pub(crate) fn overflowed(&mut self) -> u64 {
        match self.platform.sscofpmf {
            true => self.hardware.read(csr::SCOUNTOVF).wide() & u64::from(self.platform.hardware),
            false => 0,
        }
    }

    /// Lets the next overflow of stopped counters interrupt again. As long as an interrupt is pending OF stays, because
    /// the supervisor software has yet to see which counter it was.
    pub(crate) fn arm(&mut self, counters: u32) {
        if !self.platform.sscofpmf || self.hardware.overflow_pending() {
            return;
        }
        let (half, of) = match H::Register::BITS {
            32 => (csr::EVENT_HIGH, OF >> 32),
            _ => (0, OF),
        };
        for index in bits(u64::from(counters & !FIXED)) {
            let event = self.hardware.read(event_csr(index) + half).wide();
            self.hardware.write(event_csr(index) + half, H::Register::low(event & !of));
        }
    }

    /// Takes their events from hardware counters.
    pub(crate) fn unmap(&mut self, counters: u32) {
        for index in bits(u64::from(counters)) {
            self.set_event(index, 0, 0);
        }
        self.mapped &= !counters;
    }
}

/// The mhpmevent of an mhpmcounter.
fn event_csr(index: u32) -> u16 {
    csr::MCOUNTINHIBIT + index as u16
}
