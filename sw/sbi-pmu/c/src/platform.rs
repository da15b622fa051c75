// SPDX-License-Identifier: Apache-2.0
//! `struct tw_sbi_pmu_platform`: the designer's table.

use core::ffi::c_int;
use tracewright_sbi_pmu::{Event, Invalid, Platform, Raw};

/// Flags that there are.
const FLAGS: u32 = 0b11111;

/// TW_SBI_PMU_INVALID_FLAGS and TW_SBI_PMU_INVALID_LIST: what only the structure of C can get wrong.
const INVALID_FLAGS: c_int = 11;
const INVALID_LIST: c_int = 12;

/// `struct tw_sbi_pmu_platform`.
#[repr(C)]
pub struct TwSbiPmuPlatform {
    /// `Platform::hardware`.
    pub hardware: u32,
    /// `Platform::counter_bits`.
    pub counter_bits: u32,
    /// `Platform::event_bits`.
    pub event_bits: u32,
    /// `Platform::firmware`.
    pub firmware: u32,
    /// TW_SBI_PMU_SSCOFPMF and so on.
    pub flags: u32,
    /// `Platform::events`.
    pub events: *const Event,
    /// How many.
    pub events_count: usize,
    /// `Platform::raw`.
    pub raw: *const Raw,
    /// How many.
    pub raw_count: usize,
    /// `Platform::own_events`.
    pub own_events: *const u16,
    /// How many.
    pub own_events_count: usize,
    /// `Platform::platform_events`.
    pub platform_events: *const u64,
    /// How many.
    pub platform_events_count: usize,
}

/// `count` items from `first` on, which may be null where there are none; `list` is the place of the list.
///
/// # Safety
/// They stay there, unchanged, for as long as the hart is used.
unsafe fn slice<T>(first: *const T, count: usize, list: usize) -> Result<&'static [T], (c_int, usize)> {
    match (first.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err((INVALID_LIST, list)),
        // SAFETY: the caller says so.
        (false, _) => Ok(unsafe { core::slice::from_raw_parts(first, count) }),
    }
}

impl TwSbiPmuPlatform {
    /// As the library has it, or what is wrong with it and where, as [`code`] says it.
    ///
    /// # Safety
    /// Each list has as many items as it says, and they stay as they are for as long as the hart is used.
    pub(crate) unsafe fn described(&self) -> Result<Platform<'static>, (c_int, usize)> {
        if self.flags & !FLAGS != 0 {
            return Err((INVALID_FLAGS, 0));
        }
        // SAFETY: the caller says so.
        let (events, raw) = unsafe { (slice(self.events, self.events_count, 0)?, slice(self.raw, self.raw_count, 1)?) };
        // SAFETY: likewise.
        let own_events = unsafe { slice(self.own_events, self.own_events_count, 2)? };
        // SAFETY: likewise.
        let platform_events = unsafe { slice(self.platform_events, self.platform_events_count, 3)? };
        let flag = |bit: u32| self.flags >> bit & 1 == 1;
        Ok(Platform {
            hardware: self.hardware,
            counter_bits: self.counter_bits,
            event_bits: self.event_bits,
            sscofpmf: flag(0),
            smcntrpmf: flag(1),
            inhibit_machine: flag(2),
            events,
            raw,
            firmware: self.firmware,
            own_events,
            platform_events,
            snapshot: flag(3),
            event_info: flag(4),
        })
    }
}

/// TW_SBI_PMU_INVALID_TIME and so on, and the place in the list.
pub(crate) fn code(invalid: Invalid) -> (c_int, usize) {
    match invalid {
        Invalid::Time => (1, 0),
        Invalid::CounterBits => (2, 0),
        Invalid::EventBits => (3, 0),
        Invalid::Firmware => (4, 0),
        Invalid::EventIndex(place) => (5, place),
        Invalid::EventSelector(place) => (6, place),
        Invalid::EventCounters(place) => (7, place),
        Invalid::RawValue(place) => (8, place),
        Invalid::RawCounters(place) => (9, place),
        Invalid::OwnEvent(place) => (10, place),
    }
}
