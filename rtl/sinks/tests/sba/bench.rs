// SPDX-License-Identifier: Apache-2.0
//! A sink in Verilator with a memory on its bus; what it does is checked in every cycle.

use crate::buffer::Buffer;
use crate::case::Case;
use crate::pins::{Burst, Bus};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::ops::RangeInclusive;
use tracewright_config::{Reset, SbaBus};
use tracewright_peers::buses::{Response, Settings};
use tracewright_regmap::TE_RAM_WP;
use verilator_sys::{Input, Library, Model, Output};

/// Cycles between a begun flush and bursts that no longer know of it.
const FORGETS_FLUSH: u64 = 5;

/// What comes from the encoder's side in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drive {
    /// A unit, and how many of its bytes are trace.
    pub unit: Option<(u64, u64)>,
    pub flush: bool,
    pub clear: bool,
    /// A register's offset, and what is written.
    pub write: Option<(usize, u32)>,
    pub in_reset: bool,
}

/// What the sink shows in a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub ready: bool,
    pub empty: bool,
    pub stop: bool,
}

struct Inputs {
    rst_n: Input,
    clear: Input,
    unit_valid: Input,
    unit_data: Input,
    flush: Input,
    enable: Input,
    stop_on_wrap: Input,
    te_ram_base: Input,
    te_ram_base_high: Input,
    te_ram_limit: Input,
    bus_addr: Input,
    bus_write: Input,
    bus_merged: Input,
    /// Where a unit has more bytes than one.
    unit_bytes: Option<Input>,
}

struct Outputs {
    unit_ready: Output,
    empty: Output,
    stop: Output,
    te_ram_wp: Output,
    te_wrap: Output,
    error_set: Output,
    error_response: Output,
}

/// The sink, its memory, and what is expected of them.
pub struct Bench {
    pub case: Case,
    pub rng: SmallRng,
    pub bus: Bus,
    pub buffer: Buffer,
    pub enable: bool,
    pub stop_on_wrap: bool,
    /// Pointers are moved while they are in use: only the rules of the bus are checked.
    pub is_wild: bool,
    /// Where in the memory's log the words begin that go by this buffer.
    pub first_entry: usize,
    /// Words of all bursts that were begun, on AXI4, by place in the log.
    pub begun: usize,
    pub cycle: u64,
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    /// Entries in the log at the end of the cycle before, and of the one before that.
    answered: [usize; 2],
    offered: Option<Burst>,
    flushed_at: u64,
    was_reset: bool,
    was_last: bool,
    /// The bytes of the buffer in the cycle before.
    window_before: RangeInclusive<u64>,
}

impl Bench {
    /// Out of reset.
    pub fn new(case: Case, library: &Library, seed: u64) -> Bench {
        let input = |name| library.input(name).expect("an input of the sink");
        let output = |name| library.output(name).expect("an output of the sink");
        let mut settings = Settings::new(case.width, 0..=0, seed);
        settings.max_burst = case.burst;
        let mut bench = Bench {
            case,
            rng: SmallRng::seed_from_u64(seed),
            bus: Bus::new(case.bus, library, settings),
            buffer: Buffer::default(),
            enable: true,
            stop_on_wrap: false,
            is_wild: false,
            first_entry: 0,
            begun: 0,
            cycle: 0,
            model: library.model(),
            inputs: Inputs {
                rst_n: input("rst_n"),
                clear: input("clear"),
                unit_valid: input("unit_valid"),
                unit_data: input("unit_data"),
                flush: input("flush"),
                enable: input("enable"),
                stop_on_wrap: input("stop_on_wrap"),
                te_ram_base: input("te_ram_base"),
                te_ram_base_high: input("te_ram_base_high"),
                te_ram_limit: input("te_ram_limit"),
                bus_addr: input("bus_addr"),
                bus_write: input("bus_write"),
                bus_merged: input("bus_merged"),
                unit_bytes: (case.unit > 8).then(|| input("unit_bytes")),
            },
            outputs: Outputs {
                unit_ready: output("unit_ready"),
                empty: output("empty"),
                stop: output("stop"),
                te_ram_wp: output("te_ram_wp"),
                te_wrap: output("te_wrap"),
                error_set: output("error_set"),
                error_response: output("error_response"),
            },
            answered: [0; 2],
            offered: None,
            flushed_at: 0,
            was_reset: false,
            was_last: false,
            window_before: 0..=0,
        };
        bench.reset();
        bench
    }

    /// A reset, in the middle of whatever there is.
    pub fn reset(&mut self) {
        for _ in 0..3 {
            self.step(&Drive { in_reset: true, ..Drive::default() });
        }
        self.offered = None;
    }

    /// A cycle. What the sink shows of its pointers and errors, and what it begins, is checked unless it is not active.
    pub fn step(&mut self, drive: &Drive) -> Seen {
        let junk: u64 = self.rng.random();
        let (data, bytes) = drive.unit.unwrap_or((junk, junk));
        let (offset, value) = drive.write.unwrap_or((TE_RAM_WP, junk as u32));
        let (model, to) = (&mut self.model, &self.inputs);
        model.set(to.rst_n, u64::from(!drive.in_reset));
        model.set(to.clear, drive.clear.into());
        model.set(to.unit_valid, drive.unit.is_some().into());
        model.set(to.unit_data, data);
        if let Some(input) = to.unit_bytes {
            model.set(input, bytes);
        }
        model.set(to.flush, drive.flush.into());
        model.set(to.enable, self.enable.into());
        model.set(to.stop_on_wrap, self.stop_on_wrap.into());
        model.set(to.te_ram_base, self.buffer.base_register.into());
        model.set(to.te_ram_base_high, self.buffer.high.into());
        model.set(to.te_ram_limit, self.buffer.limit_register.into());
        model.set(to.bus_addr, offset as u64);
        model.set(to.bus_write, drive.write.is_some().into());
        model.set(to.bus_merged, value.into());
        self.bus.show(&mut self.model, &mut self.rng);
        self.model.cycle();

        let before = self.answered[0];
        if !drive.clear && !drive.in_reset && !self.is_wild {
            self.check_pointer();
            self.check_errors(before);
        }
        // A synchronous reset does nothing in its first cycle.
        let is_reset = drive.in_reset && (self.was_reset || self.case.reset == Reset::Async);
        self.was_reset = drive.in_reset;
        if self.is_wild && self.case.bus == SbaBus::Axi4 && self.bus.is_idle() {
            // What begins now was settled by the registers of the cycle before.
            self.bus.store_mut().set_window(self.window_before.clone());
        }
        self.window_before = self.buffer.window();
        self.bus.cycle(&self.model, is_reset);
        self.check_bus();
        if drive.flush {
            self.flushed_at = self.cycle;
        } else {
            self.was_last = false;
        }
        self.begins(drive.in_reset);
        self.answered = [self.bus.store().log().len(), self.answered[0]];
        self.cycle += 1;
        Seen {
            ready: self.model.get(self.outputs.unit_ready) != 0,
            empty: self.model.get(self.outputs.empty) != 0,
            stop: self.model.get(self.outputs.stop) != 0,
        }
    }

    /// The memory saw no rule broken.
    fn check_bus(&self) {
        if let Err(violation) = self.bus.check() {
            panic!("{:?}: {violation}", self.case);
        }
    }

    /// All that reached memory is accounted for in teRamWP: no answer is on its way.
    pub fn check_exact(&self) {
        assert_eq!(self.answered[1], self.bus.store().log().len(), "{:?}, cycle {}", self.case, self.cycle);
        self.check_pointer();
    }

    /// teRamWP and teWrap follow two cycles after the answer, to the word.
    fn check_pointer(&self) {
        let words = self.answered[1].saturating_sub(self.first_entry) as u64;
        let (pointer, wrap) = (self.model.get(self.outputs.te_ram_wp) << 2, self.model.get(self.outputs.te_wrap) != 0);
        let at = |n| self.buffer.address(n) & 0xFFFF_FFFF;
        let is_first = words == 0 && (pointer == u64::from(self.buffer.pointer_register) || pointer == at(0));
        assert!(
            (is_first || words > 0 && pointer == at(words)) && wrap == self.buffer.wraps(words),
            "{:?}, cycle {}: teRamWP {pointer:#x}, teWrap {wrap} after {words} words of {:x?}",
            self.case,
            self.cycle,
            self.buffer
        );
    }

    /// Each answer that is an error is told of in the cycle after it, and nothing else is.
    fn check_errors(&self, before: usize) {
        let log = self.bus.store().log();
        let fresh = &log[self.answered[1].max(self.first_entry).min(before)..before];
        let expected = fresh.first().and_then(|entry| match (entry.response, self.case.bus) {
            (Response::Okay, _) => None,
            (Response::Decode, SbaBus::Axi4 | SbaBus::TileLinkUl) => Some(3),
            _ => Some(2),
        });
        let told = (self.model.get(self.outputs.error_set) != 0).then(|| self.model.get(self.outputs.error_response));
        assert_eq!(told, expected, "{:?}, cycle {}: error", self.case, self.cycle);
    }

    /// A burst begins with enough words, or ends where it has to; the one that ends the buffer stops.
    fn begins(&mut self, in_reset: bool) {
        let offered = self.bus.offered(&self.model);
        let is_new = self.offered.is_none() && offered.is_some();
        self.offered = offered;
        if self.case.bus != SbaBus::Axi4 || in_reset || self.is_wild {
            return;
        }
        let mut ends_buffer = false;
        if let Some(burst) = offered.filter(|_| is_new) {
            let bytes = self.case.bytes();
            let end = burst.address + burst.words * bytes;
            ends_buffer = burst.address + (burst.words - 1) * bytes == self.buffer.last();
            let is_cut = end % 4096 == 0 || ends_buffer;
            let flushes = self.cycle < self.flushed_at + FORGETS_FLUSH;
            assert!(
                is_cut || flushes || burst.words == u64::from(self.case.burst),
                "{:?}, cycle {}: {burst:x?} of {:x?}",
                self.case,
                self.cycle,
                self.buffer
            );
            // A flush waits for the last word: a burst that is short because nothing more waits is its last one.
            assert!(!self.was_last, "{:?}, cycle {}: {burst:x?} after the last", self.case, self.cycle);
            self.was_last = !is_cut && burst.words < u64::from(self.case.burst);
            self.begun += burst.words as usize;
        }
        let stops = ends_buffer && self.stop_on_wrap;
        assert_eq!(self.model.get(self.outputs.stop) != 0, stops, "{:?}, cycle {}: stop", self.case, self.cycle);
    }
}
