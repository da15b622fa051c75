// SPDX-License-Identifier: Apache-2.0
//! FID 3 and 4: starts and stops sets of counters.

use crate::pmu::{answer, Outcome};
use crate::set::{bits, Set};
use crate::{Hardware, Pmu, Register, SbiRet};
use sbi_spec::binary::Error;
use sbi_spec::pmu::flags::{CounterStartFlags as Start, CounterStopFlags as Stop};

/// Flags are the lowest two bits; the others are reserved.
fn known_flags<R: Register>(flags: R) -> Result<usize, Error<R>> {
    match flags.wide() {
        flags @ 0..=3 => Ok(flags as usize),
        _ => Err(Error::InvalidParam),
    }
}

impl<H: Hardware> Pmu<'_, H> {
    /// FID 3, `sbi_pmu_counter_start` (SBI PMU 11.9): starts the counters of a set, those of hardware in the same
    /// cycle.
    ///
    /// SET_INIT_VALUE gives every counter that it starts `initial_value`, INIT_SNAPSHOT what the snapshot memory holds
    /// at its place. Counters that are already started go on untouched; the others of the set are started all the same.
    ///
    /// INVALID_PARAM: a reserved flag, both flags, or the set holds a counter that does not exist. NO_SHMEM:
    /// INIT_SNAPSHOT without snapshot memory; no counter was touched. FAILED: the snapshot memory could not be read; no
    /// counter was touched. ALREADY_STARTED: a counter of the set was started before.
    pub fn counter_start(
        &mut self,
        counter_idx_base: H::Register,
        counter_idx_mask: H::Register,
        start_flags: H::Register,
        initial_value: u64,
    ) -> SbiRet<H::Register> {
        let set = Set::new(&self.platform, counter_idx_base, counter_idx_mask);
        answer(set.and_then(|set| self.start(set, known_flags(start_flags)?, initial_value)))
    }

    fn start(&mut self, set: Set, flags: usize, initial_value: u64) -> Outcome<H::Register> {
        let flags = Start::from_bits_retain(flags);
        if flags.is_all() {
            return Err(Error::InvalidParam);
        }
        let running = self.started() & set.counters;
        let stopped = Set { counters: set.counters & !running, ..set };
        if flags.contains(Start::INIT_SNAPSHOT) {
            let values = self.load_snapshot(stopped)?;
            for (place, index) in stopped.places() {
                self.set_value(index, values[place as usize]);
            }
        } else if flags.contains(Start::INIT_VALUE) {
            for index in bits(stopped.counters) {
                self.set_value(index, initial_value);
            }
        }
        let hardware = stopped.counters as u32 & self.platform.hardware;
        if hardware != 0 {
            // Clears OF, so that the next overflow interrupts; then one write of mcountinhibit starts them all.
            self.arm(hardware);
            self.release(hardware);
        }
        self.set_started(stopped.counters, true);
        match running {
            0 => Ok(0),
            _ => Err(Error::AlreadyStarted),
        }
    }

    /// FID 4, `sbi_pmu_counter_stop` (SBI PMU 11.10): stops the counters of a set, those of hardware in the same cycle.
    ///
    /// TAKE_SNAPSHOT then stores the values of all of the set, and which counters have overflowed; RESET then takes
    /// their events from them. Counters that were stopped before take part in both.
    ///
    /// INVALID_PARAM: a reserved flag, or the set holds a counter that does not exist. NO_SHMEM: TAKE_SNAPSHOT without
    /// snapshot memory; no counter was touched. FAILED: the memory could not be written; the counters were stopped (and
    /// reset). ALREADY_STOPPED: a counter of the set was stopped before.
    pub fn counter_stop(
        &mut self,
        counter_idx_base: H::Register,
        counter_idx_mask: H::Register,
        stop_flags: H::Register,
    ) -> SbiRet<H::Register> {
        let set = Set::new(&self.platform, counter_idx_base, counter_idx_mask);
        answer(set.and_then(|set| self.stop(set, known_flags(stop_flags)?)))
    }

    fn stop(&mut self, set: Set, flags: usize) -> Outcome<H::Register> {
        let flags = Stop::from_bits_retain(flags);
        let memory = match flags.contains(Stop::TAKE_SNAPSHOT) {
            true => Some(self.snapshot.ok_or(Error::NoShmem)?),
            false => None,
        };
        let stopped = set.counters & !self.started();
        let hardware = set.counters as u32 & self.platform.hardware;
        if hardware != 0 {
            self.inhibit(hardware);
        }
        self.set_started(set.counters, false);
        let saved = memory.map_or(Ok(()), |memory| self.save_snapshot(memory, set));
        if flags.contains(Stop::RESET) {
            self.unmap(hardware);
            for index in bits(set.counters) {
                if let Some(place) = self.firmware_place(index) {
                    self.firmware[place].event = None;
                }
            }
        }
        saved?;
        match stopped {
            0 => Ok(0),
            _ => Err(Error::AlreadyStopped),
        }
    }

    /// Counters that are started.
    fn started(&mut self) -> u64 {
        let first = self.platform.first_firmware();
        let places = self.firmware.iter().enumerate().filter(|(_, counter)| counter.started);
        let firmware = places.fold(0, |started, (place, _)| started | 1 << (first + place as u32));
        firmware | u64::from(self.running())
    }

    /// Starts or stops those of the counters that are firmware's.
    fn set_started(&mut self, counters: u64, started: bool) {
        for index in bits(counters) {
            if let Some(place) = self.firmware_place(index) {
                self.firmware[place].started = started;
            }
        }
    }

    /// The value of a counter.
    pub(crate) fn value(&mut self, index: u32) -> u64 {
        match self.firmware_place(index) {
            Some(place) => self.firmware[place].value,
            None => self.counter(index),
        }
    }

    fn set_value(&mut self, index: u32, value: u64) {
        match self.firmware_place(index) {
            Some(place) => self.firmware[place].value = value,
            None => self.set_counter(index, value),
        }
    }
}
