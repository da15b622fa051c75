// SPDX-License-Identifier: Apache-2.0
//! What is done with a sink, and what must have reached memory then.

use crate::bench::{Bench, Drive, Seen};
use crate::buffer::Buffer;
use rand::Rng;
use std::collections::BTreeMap;
use tracewright_config::SbaBus;
use tracewright_peers::buses::{Faults, Pace, Response};
use tracewright_regmap::{TE_RAM_BASE, TE_RAM_LIMIT, TE_RAM_WP};

/// Longer than a burst of 64 words to the slowest memory takes.
const WATCHDOG: u32 = 60_000;
/// Cycles between accesses of the control bus: the fastest one.
const ACCESS: u64 = 4;

/// What a run does beside sending trace.
pub struct Run {
    pub bench: Bench,
    /// A unit that waits.
    unit: Option<(u64, u64)>,
    /// Bytes that are not a word yet.
    bytes: Vec<u8>,
    /// Units of trace in a cycle.
    density: f64,
    pub sent: u64,
    /// What the memory is given, in this order: addresses and words.
    pub expected: Vec<(u64, u128)>,
    /// Entries of the memory's log that were compared.
    checked: usize,
    stops: usize,
    last_write: u64,
    /// teRamBase and teRamLimit were written.
    has_range: bool,
    /// What the memory holds.
    image: BTreeMap<u64, u128>,
}

impl Run {
    /// Nothing was sent yet.
    pub fn new(bench: Bench) -> Run {
        Run {
            bench,
            unit: None,
            bytes: Vec::new(),
            density: 1.0,
            sent: 0,
            expected: Vec::new(),
            checked: 0,
            stops: 0,
            last_write: 0,
            has_range: false,
            image: BTreeMap::new(),
        }
    }

    fn step(&mut self, drive: Drive) -> Seen {
        let seen = self.bench.step(&drive);
        if seen.stop {
            self.stops += 1;
            self.bench.enable = false;
        }
        seen
    }

    /// A write to a register that has nothing to do with the sink, now and then.
    fn other_write(&mut self) -> Option<(usize, u32)> {
        let due = self.bench.cycle >= self.last_write + ACCESS && self.bench.rng.random_bool(0.02);
        due.then(|| {
            self.last_write = self.bench.cycle;
            (self.bench.rng.random_range(0..TE_RAM_WP / 4) * 4, self.bench.rng.random())
        })
    }

    fn unit_bytes(&self) -> u64 {
        u64::from(self.bench.case.unit / 8)
    }

    /// A cycle in which there may be a unit, `wanted` or one that waits.
    fn trace(&mut self, wanted: Option<(u64, u64)>) {
        self.unit = self.unit.or(wanted);
        let write = self.other_write();
        let seen = self.step(Drive { unit: self.unit, write, ..Drive::default() });
        if seen.ready {
            if let Some((data, _)) = self.unit.take() {
                let all = self.unit_bytes() as usize;
                self.bytes.extend_from_slice(&data.to_le_bytes()[..all]);
                self.sent += all as u64;
                self.take_words();
            }
        }
    }

    fn take_words(&mut self) {
        let size = self.bench.case.bytes() as usize;
        let whole = self.bytes.len() / size * size;
        for word in self.bytes.drain(..whole).collect::<Vec<_>>().chunks(size) {
            let n = (self.expected.len() - self.bench.first_entry) as u64;
            let word = word.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte));
            self.expected.push((self.bench.buffer.address(n), word));
        }
    }

    /// Sends some units, the last one partial at times, and lets the last one be taken.
    fn send(&mut self, units: u64) {
        let all = self.unit_bytes();
        for _ in 0..units {
            let wanted = self.bench.rng.random_bool(self.density).then(|| (self.bench.rng.random(), all));
            self.trace(wanted);
        }
        self.settle();
        if all > 1 && self.bench.rng.random() {
            let bytes = self.bench.rng.random_range(1..all);
            let data = self.bench.rng.random::<u64>() | u64::MAX << (8 * bytes);
            self.trace(Some((data, bytes)));
            self.settle();
        }
    }

    /// Until no unit waits.
    fn settle(&mut self) {
        let mut waited = 0;
        while self.unit.is_some() {
            self.trace(None);
            waited += 1;
            assert!(waited < WATCHDOG, "{:?}: no unit is taken", self.bench.case);
        }
    }

    /// Steps until the sink is empty, when nothing is on the bus any more.
    fn drain(&mut self, drive: Drive) {
        let mut waited = 0;
        loop {
            let write = self.other_write();
            if self.step(Drive { write, ..drive }).empty {
                break;
            }
            waited += 1;
            assert!(waited < WATCHDOG, "{:?}: the sink does not become empty", self.bench.case);
        }
        assert!(self.bench.bus.is_idle(), "{:?}: empty with something on the bus", self.bench.case);
    }

    /// Flushes, after which everything is in memory and teRamWP is past it.
    fn flush(&mut self) {
        self.drain(Drive { flush: true, ..Drive::default() });
        if !self.bytes.is_empty() {
            let size = self.bench.case.bytes() as usize;
            self.bytes.resize(size, 0xFF);
            self.take_words();
        }
        let log = self.bench.bus.store().log().len();
        if self.stops > 0 {
            self.expected.truncate(self.bench.first_entry + self.bench.buffer.left() as usize);
        }
        assert_eq!(log, self.expected.len(), "{:?}: words that reached memory", self.bench.case);
        self.bench.check_exact();
        self.check_memory();
    }

    /// What the memory was given up to now, and what is in it.
    fn check_memory(&mut self) {
        let Bench { bus, buffer, case, .. } = &self.bench;
        let log = bus.store().log();
        for (place, entry) in log.iter().enumerate().skip(self.checked) {
            let expected = self.expected.get(place);
            assert_eq!(Some(&(entry.address, entry.data)), expected, "{case:?}: word {place}, {buffer:x?}");
            if entry.response == Response::Okay {
                self.image.insert(entry.address, entry.data);
            }
        }
        self.checked = log.len();
        for n in 0..buffer.words.min(32) {
            let address = buffer.address(n);
            let bytes = bus.store().memory().read(address, case.bytes() as usize);
            let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte));
            assert!(self.image.get(&address).is_none_or(|expected| *expected == word), "{case:?}: {address:x}");
        }
    }

    /// The sink is not active for a while, in the middle of whatever there is: a burst under way comes to its end, what
    /// waits is dropped. Then trace goes to the begin of the buffer, at times before that burst has ended.
    fn clear(&mut self) {
        self.unit = None;
        self.stops = 0;
        self.bytes.clear();
        // A burst that was settled in the cycle before shows in the first one.
        self.step(Drive { clear: true, ..Drive::default() });
        let begun = self.bench.begun;
        for _ in 0..self.bench.rng.random_range(1..5) {
            self.step(Drive { clear: true, ..Drive::default() });
        }
        self.bench.buffer.point(0, false);
        if self.bench.case.bus == SbaBus::Axi4 {
            assert_eq!(self.bench.begun, begun, "{:?}: a burst begins while not active", self.bench.case);
            self.bench.first_entry = begun;
        } else {
            self.bench.first_entry = usize::MAX;
        }
        if self.bench.case.bus != SbaBus::Axi4 || self.bench.rng.random() {
            let clear = self.bench.rng.random();
            self.drain(Drive { clear, ..Drive::default() });
            self.bench.first_entry = self.bench.bus.store().log().len();
        }
        if self.bench.case.bus == SbaBus::Axi4 {
            assert_eq!(self.bench.first_entry, begun, "{:?}: a burst that was not finished", self.bench.case);
        }
        assert!(self.expected.len() >= self.bench.first_entry, "{:?}: words that were not sent", self.bench.case);
        self.expected.truncate(self.bench.first_entry);
        self.bench.enable = true;
        self.write_range();
    }

    /// A reset, in the middle of whatever there is.
    fn reset(&mut self) {
        self.bench.reset();
        self.unit = None;
        self.stops = 0;
        self.bytes.clear();
        self.bench.buffer.point(0, false);
        self.bench.first_entry = self.bench.bus.store().log().len();
        self.bench.begun = self.bench.first_entry;
        self.expected.truncate(self.bench.first_entry);
        self.bench.enable = true;
        self.write_range();
    }

    /// teRamBase and teRamLimit are written, in any order: without that there is no buffer. Their values are there
    /// already.
    fn write_range(&mut self) {
        let mut order = [TE_RAM_BASE, TE_RAM_LIMIT];
        order.rotate_left(self.bench.rng.random_range(0..2));
        for register in order {
            for _ in 0..ACCESS {
                self.step(Drive::default());
            }
            let value = self.bench.rng.random();
            self.step(Drive { write: Some((register, value)), ..Drive::default() });
        }
        self.last_write = self.bench.cycle;
    }

    /// Another buffer, while nothing is under way.
    fn change_buffer(&mut self, buffer: Buffer) {
        self.drain(Drive::default());
        self.stops = 0;
        self.bench.enable = false;
        self.step(Drive { write: Some((TE_RAM_WP, buffer.pointer_written())), ..Drive::default() });
        self.last_write = self.bench.cycle;
        self.bench.buffer = buffer;
        self.bench.first_entry = self.bench.bus.store().log().len();
        self.bench.begun = self.bench.first_entry;
        self.bench.bus.store_mut().set_window(buffer.window());
        if !self.has_range {
            self.has_range = true;
            self.write_range();
        }
        self.step(Drive::default());
        self.bench.enable = true;
        self.step(Drive::default());
    }

    /// Tracing is on again after a stop: it goes on at the begin of the buffer.
    fn enable_again(&mut self) {
        self.step(Drive::default());
        self.stops = 0;
        self.bench.enable = true;
        let first = self.bench.buffer.address(self.bench.buffer.left()) as u32;
        self.bench.buffer.point(first, true);
        self.bench.first_entry = self.expected.len();
        self.step(Drive::default());
    }

    /// Another speed, other errors.
    fn change_memory(&mut self) {
        let fast = self.bench.rng.random_bool(0.7);
        let rate = if self.bench.rng.random_bool(0.2) { 0.2 } else { 0.0 };
        let word = self.bench.buffer.address(self.bench.rng.random_range(0..self.bench.buffer.words));
        let response = if self.bench.rng.random() { Response::Error } else { Response::Decode };
        let addresses = if self.bench.rng.random_bool(0.2) { vec![(word..=word, response)] } else { Vec::new() };
        self.density = if self.bench.rng.random() { 1.0 } else { self.bench.rng.random_range(0.02..1.0) };
        let latency = self.bench.rng.random_range(0..4);
        let settings = self.bench.bus.store_mut().settings_mut();
        settings.faults = Faults { rate, addresses };
        settings.pace = if fast { Pace { latency: 0..=latency, ..Pace::fast() } } else { Pace::random() };
    }

    /// Sends trace into ever other buffers, until so many bytes have reached memory.
    pub fn all(&mut self, bytes: u64) {
        let word = self.bench.case.bytes();
        while (self.expected.len() as u64) * word < bytes {
            let buffer = Buffer::random(&mut self.bench.rng, word);
            self.change_buffer(buffer);
            self.change_memory();
            self.bench.stop_on_wrap = self.bench.rng.random_bool(0.3);
            for _ in 0..self.bench.rng.random_range(1..6) {
                let most = match self.bench.rng.random_range(0..3) {
                    0 => 40,
                    1 => 2 * buffer.words * word / self.unit_bytes() + 20,
                    _ => 800,
                };
                let units = self.bench.rng.random_range(0..most);
                self.send(units);
                match self.bench.rng.random_range(0..8) {
                    0 => self.clear(),
                    1 if self.bench.rng.random_bool(0.2) => self.reset(),
                    _ => self.flush(),
                }
                if self.stops > 0 && self.bench.rng.random() {
                    self.flush();
                    self.enable_again();
                }
            }
            self.flush();
        }
    }

    /// Writes the registers of the buffer at any time, to anything, which is not meant to be: no burst begins outside
    /// what they say then, no rule of the bus is broken, and a flush ends where there is a buffer.
    pub fn wild(&mut self) {
        let buffer = Buffer::random(&mut self.bench.rng, self.bench.case.bytes());
        self.change_buffer(buffer);
        self.change_memory();
        self.bench.is_wild = true;
        let all = self.unit_bytes();
        for n in 0..3000 {
            let due = self.bench.cycle >= self.last_write + ACCESS && self.bench.rng.random_bool(0.1);
            let write = if due { self.wild_write(buffer) } else { None };
            let unit = Some((self.bench.rng.random(), all));
            let is_flush = n % 100 > 80;
            self.step(Drive { unit: unit.filter(|_| !is_flush), flush: is_flush, write, ..Drive::default() });
            if let Some((TE_RAM_BASE, value)) = write {
                self.bench.buffer.base_register = value;
            } else if let Some((TE_RAM_LIMIT, value)) = write {
                self.bench.buffer.limit_register = value;
            }
        }
        (self.bench.buffer.base_register, self.bench.buffer.limit_register) =
            (buffer.base_register, buffer.limit_register);
        self.step(Drive { write: Some((TE_RAM_LIMIT, 0)), ..Drive::default() });
        self.drain(Drive { flush: true, ..Drive::default() });
    }

    /// A write to a register of the buffer, near where it was. Where bursts are single words on the bus, from outside
    /// it cannot be told to which of them a limit belongs: there it stays.
    fn wild_write(&mut self, buffer: Buffer) -> Option<(usize, u32)> {
        self.last_write = self.bench.cycle;
        let rng = &mut self.bench.rng;
        let anywhere = Buffer { words: 1, ..Buffer::random(rng, buffer.bytes) };
        let near =
            |rng: &mut rand::rngs::SmallRng, value: u32| value.wrapping_add(rng.random_range(0..256)).wrapping_sub(128);
        let registers = if self.bench.case.bus == SbaBus::Axi4 { 4 } else { 1 };
        Some(match rng.random_range(0..registers) {
            0 => (TE_RAM_WP, anywhere.pointer_written()),
            1 => (TE_RAM_BASE, near(rng, buffer.base_register)),
            2 => (TE_RAM_LIMIT, near(rng, buffer.limit_register)),
            _ => (TE_RAM_LIMIT, buffer.without_words(rng).limit_register),
        })
    }
}
