// SPDX-License-Identifier: Apache-2.0
//! FID 2: finds a counter for an event, and configures it.

use crate::event::Known;
use crate::platform::FIXED;
use crate::pmu::{answer, Outcome};
use crate::set::{lowest, Set};
use crate::{Hardware, Pmu, Register, SbiRet};
use sbi_spec::binary::Error;
use sbi_spec::pmu::flags::CounterCfgFlags as Flags;

impl<H: Hardware> Pmu<'_, H> {
    /// FID 2, `sbi_pmu_counter_config_matching` (SBI PMU 11.8): configures a counter of the set for an event, and gives
    /// its index.
    ///
    /// Taken is the first counter that can monitor the event, is not started, and was not configured since its last
    /// RESET; with Sscofpmf an mhpmcounter, which can interrupt, before mcycle or minstret. With SKIP_MATCH it is the
    /// first of the set, whatever it does; one that is running keeps running.
    ///
    /// INVALID_PARAM: a reserved flag, or the set holds a counter that does not exist. NOT_SUPPORTED: no counter of the
    /// set can monitor the event.
    pub fn counter_config_matching(
        &mut self,
        counter_idx_base: H::Register,
        counter_idx_mask: H::Register,
        config_flags: H::Register,
        event_idx: H::Register,
        event_data: u64,
    ) -> SbiRet<H::Register> {
        let set = Set::new(&self.platform, counter_idx_base, counter_idx_mask);
        let flags = config_flags.wide();
        answer(set.and_then(|set| self.configure(set, flags, event_idx.wide(), event_data)))
    }

    fn configure(&mut self, set: Set, flags: u64, event: u64, data: u64) -> Outcome<H::Register> {
        let flags = match u8::try_from(flags) {
            Ok(flags) => Flags::from_bits_retain(flags.into()),
            Err(_) => return Err(Error::InvalidParam),
        };
        let event = self.platform.event(event, data).ok_or(Error::NotSupported)?;
        let able = set.counters & self.able(event);
        let index = match flags.contains(Flags::SKIP_MATCH) {
            true => lowest(set.counters).filter(|index| able >> index & 1 == 1),
            false => self.free(able),
        };
        let index = index.ok_or(Error::NotSupported)?;
        match (event, self.firmware_place(index)) {
            (Known::Firmware(event), Some(place)) => {
                let counter = &mut self.firmware[place];
                counter.event = Some(event);
                if flags.contains(Flags::CLEAR_VALUE) {
                    counter.value = 0;
                }
                counter.started |= flags.contains(Flags::AUTO_START);
            }
            (Known::Hardware { selector, .. }, _) => self.configure_hardware(index, selector, flags),
            (Known::Firmware(_), None) => return Err(Error::NotSupported),
        }
        Ok(index.into())
    }

    /// Counters that can monitor an event.
    pub(crate) fn able(&self, event: Known) -> u64 {
        match event {
            Known::Hardware { counters, .. } => counters.into(),
            Known::Firmware(_) => {
                self.platform.counters() >> self.platform.first_firmware() << self.platform.first_firmware()
            }
        }
    }

    /// The first of these counters that is neither started nor configured.
    fn free(&mut self, counters: u64) -> Option<u32> {
        let first = self.platform.first_firmware();
        let firmware = self.firmware.iter().enumerate();
        let taken = firmware.filter(|(_, counter)| counter.started || counter.event.is_some());
        let taken = taken.fold(0, |taken, (place, _)| taken | 1 << (first + place as u32));
        let free = counters & !taken & !u64::from(self.mapped | self.running());
        let interrupting = match self.platform.sscofpmf {
            true => free & !u64::from(FIXED),
            false => free,
        };
        lowest(interrupting).or(lowest(free))
    }

    fn configure_hardware(&mut self, index: u32, selector: u64, flags: Flags) {
        let counter = 1 << index;
        let running = self.running() & counter != 0;
        if running {
            self.inhibit(counter);
        }
        // SET_VUINH to SET_MINH are in the order of VUINH to MINH, bits 58 to 62.
        let asked = flags & (Flags::SET_VUINH | Flags::SET_VSINH | Flags::SET_UINH | Flags::SET_SINH | Flags::SET_MINH);
        self.set_event(index, selector, (asked.bits() as u64) << 55);
        self.mapped |= counter;
        if flags.contains(Flags::CLEAR_VALUE) {
            self.set_counter(index, 0);
        }
        if running || flags.contains(Flags::AUTO_START) {
            self.release(counter);
        }
    }
}
