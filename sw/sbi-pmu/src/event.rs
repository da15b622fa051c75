// SPDX-License-Identifier: Apache-2.0
//! From `event_idx` and `event_data` to the counters that can monitor the event (SBI PMU 11.1 to 11.4).

use crate::platform::FIXED;
use crate::Platform;
use sbi_spec::pmu::{event_type, firmware_event, hardware_event};

/// An event that the platform knows.
#[derive(Clone, Copy)]
pub(crate) enum Known {
    /// Counted by hardware.
    Hardware {
        /// The counters that can.
        counters: u32,
        /// What their mhpmevent has to hold.
        selector: u64,
    },
    /// Recorded by firmware, in any of its counters.
    Firmware(FirmwareEvent),
}

/// What a firmware counter counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FirmwareEvent {
    /// `event_idx.code`.
    pub code: usize,
    /// The platform's number of the event; 0 where the code is not SBI_PMU_FW_PLATFORM.
    pub data: u64,
}

impl Platform<'_> {
    /// The event, unless no counter can monitor it.
    pub(crate) fn event(&self, index: u64, data: u64) -> Option<Known> {
        let code = index as usize & 0xFFFF;
        let known = match usize::try_from(index >> 16).ok()? {
            event_type::HARDWARE_GENERAL | event_type::HARDWARE_CACHE if data == 0 => self.named(index as u32),
            event_type::HARDWARE_RAW if code == 0 && data >> 48 == 0 => self.raw(data),
            event_type::HARDWARE_RAW_V2 if code == 0 => self.raw(data),
            event_type::FIRMWARE if self.firmware > 0 => return self.firmware(FirmwareEvent { code, data }),
            _ => return None,
        };
        let Known::Hardware { counters, .. } = known else { return None };
        (counters != 0).then_some(known)
    }

    /// A general or cache event, by its whole `event_idx`: the table has only those of SBI PMU 11.1 and SBI PMU 11.2
    /// (`exists` in platform.rs looks at cache_id and op_id). The fixed counters have theirs without a selector.
    fn named(&self, index: u32) -> Known {
        let fixed = match index as usize {
            hardware_event::CPU_CYCLES => 0b001,
            hardware_event::INSTRUCTIONS => 0b100,
            _ => 0,
        };
        let row = self.events.iter().find(|event| event.index == index);
        let counters = row.map_or(0, |event| event.counters) | fixed & FIXED & self.hardware;
        Known::Hardware { counters, selector: row.map_or(0, |event| event.selector) }
    }

    /// A raw event (SBI PMU 11.3, SBI PMU 11.4): every row that it fits says which counters can. `data` becomes the
    /// selector as it is. It may have no bit above those of `selector_mask`: 32 with a narrow mhpmevent, else 56. Above
    /// is what `set_event` (counters.rs) adds, the inhibit bits and OF. Type 2 has 48 bits at most (`event`).
    fn raw(&self, data: u64) -> Known {
        let fits = data & !self.selector_mask() == 0;
        let rows = self.raw.iter().filter(|raw| fits && data & raw.mask == raw.value);
        Known::Hardware { counters: rows.fold(0, |counters, raw| counters | raw.counters), selector: data }
    }

    fn firmware(&self, event: FirmwareEvent) -> Option<Known> {
        let known = match event.code {
            firmware_event::PLATFORM => self.platform_events.contains(&event.data),
            firmware_event::MISALIGNED_LOAD..=firmware_event::HFENCE_VVMA_ASID_RECEIVED => event.data == 0,
            code => event.data == 0 && self.own_events.iter().any(|&own| usize::from(own) == code),
        };
        known.then_some(Known::Firmware(event))
    }
}
