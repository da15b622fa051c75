// SPDX-License-Identifier: Apache-2.0
//! What counters there are, and what they can count: the designer's table.

use sbi_spec::pmu::{cache_event, cache_operation, event_type, hardware_event};

/// Most firmware counters that a hart can have.
pub const FIRMWARE_COUNTERS: usize = 16;

/// mcycle and minstret.
pub(crate) const FIXED: u32 = 0b101;

/// Bits of mhpmevent that select the event; the ones above are OF, the inhibit bits and what is reserved for them.
const SELECTOR_BITS: u32 = 56;

/// A hardware general event or a cache event, and how it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Event {
    /// `event_idx`: type 0 (general) or 1 (cache), with its code.
    pub index: u32,
    /// What mhpmevent has to hold.
    pub selector: u64,
    /// Bit n: mhpmcounter n can count it.
    pub counters: u32,
}

/// Raw events that some counters can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Raw {
    /// The bits of `event_data` under `mask`.
    pub value: u64,
    /// The bits of `event_data` that are compared.
    pub mask: u64,
    /// Bit n: mhpmcounter n can count it.
    pub counters: u32,
}

/// What a hart has. All harts may share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platform<'a> {
    /// Counters that are built: bit 0 mcycle, bit 2 minstret, bit n mhpmcounter n. Bit 1 is never set.
    pub hardware: u32,
    /// Bits of each mhpmcounter, 32 to 64. mcycle and minstret have 64.
    pub counter_bits: u32,
    /// Bits of each mhpmevent: 64, or 32 on RV32 without Sscofpmf.
    pub event_bits: u32,
    /// The hart has Sscofpmf: overflow bits and interrupt, inhibit bits.
    pub sscofpmf: bool,
    /// The hart has Smcntrpmf: inhibit bits of mcycle and minstret.
    pub smcntrpmf: bool,
    /// M-mode is never counted where it can be inhibited, whatever the supervisor software asks for.
    pub inhibit_machine: bool,
    /// General and cache events. That mcycle counts cycles and minstret instructions need not be said.
    pub events: &'a [Event],
    /// Raw events, of both versions.
    pub raw: &'a [Raw],
    /// Number of firmware counters, up to [`FIRMWARE_COUNTERS`]. Their indices follow the highest of hardware,
    /// from 3 on.
    pub firmware: u32,
    /// Firmware events of the implementation's own (256 to 65534) that firmware records.
    pub own_events: &'a [u16],
    /// Platform firmware events, by their `event_data`, that firmware records.
    pub platform_events: &'a [u64],
    /// `snapshot_set_shmem` is there.
    pub snapshot: bool,
    /// `event_get_info` is there.
    pub event_info: bool,
}

impl Default for Platform<'_> {
    /// mcycle and minstret alone, without Sscofpmf; both optional functions.
    fn default() -> Self {
        Self {
            hardware: FIXED,
            counter_bits: 64,
            event_bits: 64,
            sscofpmf: false,
            smcntrpmf: false,
            inhibit_machine: false,
            events: &[],
            raw: &[],
            firmware: 0,
            own_events: &[],
            platform_events: &[],
            snapshot: true,
            event_info: true,
        }
    }
}

/// Why a [`Platform`] is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// Bit 1 of `hardware` is set: time is no counter.
    Time,
    /// `counter_bits` is not 32 to 64.
    CounterBits,
    /// `event_bits` is neither 32 nor 64, or it is 32 on RV64 or with Sscofpmf.
    EventBits,
    /// More than [`FIRMWARE_COUNTERS`].
    Firmware,
    /// An event, by its place in `events`, has an index that does not exist or that an event before it has.
    EventIndex(usize),
    /// An event needs a bit that mhpmevent does not have for it.
    EventSelector(usize),
    /// An event names a counter that is not an mhpmcounter of `hardware`.
    EventCounters(usize),
    /// A raw event, by its place in `raw`, has a value outside its mask.
    RawValue(usize),
    /// A raw event names a counter that is not an mhpmcounter of `hardware`.
    RawCounters(usize),
    /// An entry of `own_events` is not 256 to 65534.
    OwnEvent(usize),
}

impl Platform<'_> {
    /// Whether a hart of XLEN `xlen` can be like this.
    pub(crate) fn check(&self, xlen: u32) -> Result<(), Invalid> {
        if self.hardware & 2 != 0 {
            return Err(Invalid::Time);
        }
        if !(32..=64).contains(&self.counter_bits) {
            return Err(Invalid::CounterBits);
        }
        let narrow = self.event_bits == 32 && xlen == 32 && !self.sscofpmf;
        if self.event_bits != 64 && !narrow {
            return Err(Invalid::EventBits);
        }
        if self.firmware as usize > FIRMWARE_COUNTERS {
            return Err(Invalid::Firmware);
        }
        let counters = self.hardware & !FIXED;
        for (place, event) in self.events.iter().enumerate() {
            let again = self.events[..place].iter().any(|other| other.index == event.index);
            if again || !exists(event.index) {
                return Err(Invalid::EventIndex(place));
            }
            if event.selector & !self.selector_mask() != 0 {
                return Err(Invalid::EventSelector(place));
            }
            if event.counters & !counters != 0 {
                return Err(Invalid::EventCounters(place));
            }
        }
        for (place, raw) in self.raw.iter().enumerate() {
            if raw.value & !raw.mask != 0 {
                return Err(Invalid::RawValue(place));
            }
            if raw.counters & !counters != 0 {
                return Err(Invalid::RawCounters(place));
            }
        }
        match self.own_events.iter().position(|code| !(256..=65534).contains(code)) {
            Some(place) => Err(Invalid::OwnEvent(place)),
            None => Ok(()),
        }
    }

    /// Bits of mhpmevent that select the event.
    pub(crate) fn selector_mask(&self) -> u64 {
        (1 << self.event_bits.min(SELECTOR_BITS)) - 1
    }

    /// Index of the first firmware counter. Those of mcycle, time and minstret are never a firmware counter's, whatever
    /// is built.
    pub(crate) fn first_firmware(&self) -> u32 {
        u32::BITS - (self.hardware | FIXED).leading_zeros()
    }

    /// Every counter there is, by index.
    pub(crate) fn counters(&self) -> u64 {
        u64::from(self.hardware) | ((1 << self.firmware) - 1) << self.first_firmware()
    }
}

/// Whether the specification names this general or cache event.
fn exists(index: u32) -> bool {
    let code = index as usize & 0xFFFF;
    match (index >> 16) as usize {
        event_type::HARDWARE_GENERAL => (hardware_event::CPU_CYCLES..=hardware_event::REF_CPU_CYCLES).contains(&code),
        event_type::HARDWARE_CACHE => code >> 3 <= cache_event::NODE && code >> 1 & 3 <= cache_operation::PREFETCH,
        _ => false,
    }
}
