// SPDX-License-Identifier: Apache-2.0
//! What the platforms of `setup` have to answer, counter by counter, without a register.

use crate::setup::*;
use sbi_spec::binary::Error;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counter {
    pub value: u64,
    pub started: bool,
    pub overflowed: bool,
    /// Event, its data, and the modes that are not counted (bit 0 VU to bit 4 M).
    pub event: Option<(u64, u64, u64)>,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub xlen: u32,
    pub sscofpmf: bool,
    pub counters: [Counter; 12],
    pub snapshot: bool,
    pub pending: bool,
    /// Bitmap, and values, of the snapshot memory.
    pub memory: [u64; 65],
}

/// What can be configured, by index and event (SBI PMU 11.1, 11.2, 11.3, 11.4, 11.5).
fn able(index: usize, event: u64, data: u64) -> bool {
    match (index, event) {
        (0, CYCLES) | (2, INSTRUCTIONS) | (3, CYCLES | INSTRUCTIONS) => data == 0,
        // The cache event of `setup` (SBI PMU 11.2): type 1, cache_id 0, op_id 0, result_id 1. It knows no other.
        (3 | 4 | 7, BRANCHES) | (4 | 6, L1D_MISS) => data == 0,
        // The two raw events of `setup`. The second needs bits above 47, which type 2 (SBI PMU 11.3) does not have.
        // Other codes than 0 are none of the numbers RAW and RAW_V2.
        (4, RAW | RAW_V2) => (0x100..0x200).contains(&data),
        (6, RAW_V2) => data >> 16 == 0x12_0000_0000,
        (8..=11, PLATFORM) => data == 7 || data == u64::MAX,
        (8..=11, 0xF_0000..=0xF_0015 | 0xF_0100 | 0xF_FFFE) => data == 0,
        _ => false,
    }
}

impl Model {
    pub fn new(xlen: u32, sscofpmf: bool) -> Self {
        Self { xlen, sscofpmf, counters: Default::default(), snapshot: false, pending: false, memory: [0; 65] }
    }

    /// Indices of a set, with their places.
    fn set(&self, base: u64, mask: u64) -> Result<Vec<(usize, usize)>, Error> {
        let places = (0..self.xlen as usize).filter(|place| mask >> place & 1 == 1);
        let set: Vec<_> = places.map(|place| (place, u128::from(base) + place as u128)).collect();
        match set.iter().all(|(_, index)| matches!(index, 0 | 2 | 3 | 4 | 6..=11)) {
            true => Ok(set.into_iter().map(|(place, index)| (place, index as usize)).collect()),
            false => Err(Error::InvalidParam),
        }
    }

    /// FID 2 (SBI PMU 11.8).
    pub fn configure(&mut self, base: u64, mask: u64, flags: u64, event: u64, data: u64) -> Result<u64, Error> {
        let set: Vec<usize> = self.set(base, mask)?.into_iter().map(|(_, index)| index).collect();
        if flags > 0xFF {
            return Err(Error::InvalidParam);
        }
        let chosen = if flags & SKIP_MATCH != 0 {
            set.first().copied().filter(|index| able(*index, event, data))
        } else {
            let free = |index: &usize| self.counters[*index].event.is_none() && !self.counters[*index].started;
            let mut candidates: Vec<usize> =
                set.into_iter().filter(|index| able(*index, event, data) && free(index)).collect();
            candidates.sort_by_key(|index| (self.sscofpmf && *index < 3, *index));
            candidates.first().copied()
        };
        let index = chosen.ok_or(Error::NotSupported)?;
        let counter = &mut self.counters[index];
        counter.event = Some((event, data, flags >> 3));
        counter.overflowed = false;
        if flags & CLEAR_VALUE != 0 {
            counter.value = 0;
        }
        if flags & AUTO_START != 0 {
            counter.started = true;
        }
        Ok(index as u64)
    }

    /// FID 3 (SBI PMU 11.9).
    pub fn start(&mut self, base: u64, mask: u64, flags: u64, value: u64) -> Result<u64, Error> {
        let set = self.set(base, mask)?;
        // Both flags together, or a reserved one.
        if flags > 2 {
            return Err(Error::InvalidParam);
        }
        if flags == INIT_SNAPSHOT && !self.snapshot {
            return Err(Error::NoShmem);
        }
        let mut result = Ok(0);
        for (place, index) in set {
            let counter = &mut self.counters[index];
            if counter.started {
                result = Err(Error::AlreadyStarted);
                continue;
            }
            counter.started = true;
            // OF is cleared, unless an interrupt is pending: software has yet to see which counter it was.
            counter.overflowed &= self.pending;
            match flags {
                INIT_VALUE => counter.value = value,
                INIT_SNAPSHOT => counter.value = self.memory[1 + place],
                _ => {}
            }
        }
        result
    }

    /// FID 4 (SBI PMU 11.10).
    pub fn stop(&mut self, base: u64, mask: u64, flags: u64) -> Result<u64, Error> {
        let set = self.set(base, mask)?;
        if flags > 3 {
            return Err(Error::InvalidParam);
        }
        if flags & TAKE_SNAPSHOT != 0 {
            if !self.snapshot {
                return Err(Error::NoShmem);
            }
            for (place, index) in &set {
                self.memory[1 + place] = self.counters[*index].value;
            }
            let overflowed = |place: &u64| {
                self.counters.get(base.saturating_add(*place) as usize).is_some_and(|counter| counter.overflowed)
            };
            self.memory[0] = (0..64).filter(overflowed).fold(0, |bitmap, place| bitmap | 1 << place);
        }
        let mut result = Ok(0);
        for (_, index) in set {
            let counter = &mut self.counters[index];
            if !std::mem::replace(&mut counter.started, false) {
                result = Err(Error::AlreadyStopped);
            }
            if flags & RESET != 0 {
                counter.event = None;
                counter.overflowed = false;
            }
        }
        result
    }

    /// FID 5 and 6 (SBI PMU 11.11 and 11.12).
    pub fn fw_read(&self, index: u64, high: bool) -> Result<u64, Error> {
        if !(8..12).contains(&index) {
            return Err(Error::InvalidParam);
        }
        let value = self.counters[index as usize].value;
        Ok(match (self.xlen, high) {
            (32, false) => value & 0xFFFF_FFFF,
            (32, true) => value >> 32,
            (_, false) => value,
            (_, true) => 0,
        })
    }

    /// `amount` of what `does` says happen in a mode (0 VU to 4 M). Firmware counters know no mode.
    pub fn happen(&mut self, does: impl Fn(usize, Option<(u64, u64)>) -> bool, amount: u64, mode: u64) {
        for (index, counter) in self.counters.iter_mut().enumerate() {
            let inhibited =
                counter.event.is_some_and(|(_, _, modes)| self.sscofpmf && index < 8 && modes >> mode & 1 == 1);
            let event = counter.event.map(|(event, data, _)| (event, data));
            if !counter.started || inhibited || !does(index, event) {
                continue;
            }
            let (value, wrapped) = counter.value.overflowing_add(amount);
            counter.value = value;
            if wrapped && self.sscofpmf && (3..8).contains(&index) && !counter.overflowed {
                counter.overflowed = true;
                self.pending = true;
            }
        }
    }
}
