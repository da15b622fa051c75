// SPDX-License-Identifier: Apache-2.0
//! Firmware counters (SBI PMU 11.5): 64 bits each, counted by the firmware that records its events.

use crate::event::FirmwareEvent;
use crate::{Hardware, Pmu};
use sbi_spec::pmu::firmware_event;

/// One firmware counter.
#[derive(Clone, Copy, Default)]
pub(crate) struct FirmwareCounter {
    /// What it counts; nothing before it is configured and after RESET.
    pub event: Option<FirmwareEvent>,
    /// Its value.
    pub value: u64,
    /// It counts.
    pub started: bool,
}

impl<H: Hardware> Pmu<'_, H> {
    /// Firmware did what `sbi_spec::pmu::firmware_event` calls `code`, or an event of its own, `amount` times on this
    /// hart.
    ///
    /// Every counter counts it that is started and configured for it. SBI_PMU_FW_PLATFORM is no event by itself, and
    /// nothing counts it: [`record_platform`](Pmu::record_platform) says which one.
    pub fn record(&mut self, code: usize, amount: u64) {
        if code != firmware_event::PLATFORM {
            self.count(FirmwareEvent { code, data: 0 }, amount);
        }
    }

    /// The platform's own event `number` (SBI_PMU_FW_PLATFORM) happened `amount` times on this hart.
    pub fn record_platform(&mut self, number: u64, amount: u64) {
        self.count(FirmwareEvent { code: firmware_event::PLATFORM, data: number }, amount);
    }

    fn count(&mut self, event: FirmwareEvent, amount: u64) {
        for counter in &mut self.firmware {
            if counter.started && counter.event == Some(event) {
                counter.value = counter.value.wrapping_add(amount);
            }
        }
    }
}
