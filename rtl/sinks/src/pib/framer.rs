// SPDX-License-Identifier: Apache-2.0
//! What the pins send next: trace, or the calibration pattern.

use super::Kind;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{dff_setup, Module, Reg};

/// Makes words of bits, with the start and stop bits of the mode, ahead of the pins.
///
/// A message begins when the buffer has all of it, so its words follow one another without a gap. The calibration
/// pattern (Trace Control 12.2) is a message of four bytes, or of four times two, that is always there.
#[derive(Module)]
pub struct PibFramer {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Returns every register to its reset value.
    pub clear: Signal<In, Bit>,
    /// A bit for each mode, as in the settings; it changes between messages.
    pub modes: Signal<In, Bits<7>>,
    /// Send the pattern; it changes between messages.
    pub calibrate: Signal<In, Bit>,
    /// Begin no message.
    pub hold: Signal<In, Bit>,
    /// The buffer has an entry.
    pub entry_valid: Signal<In, Bit>,
    /// It is taken.
    pub entry_ready: Signal<Out, Bit>,
    /// The entry.
    pub entry_data: Signal<In, Bits<16>>,
    /// The buffer has a message as a whole, or is full.
    pub whole: Signal<In, Bit>,
    /// The end of a message of the buffer is taken.
    pub ended: Signal<Out, Bit>,
    /// There is a word.
    pub word_valid: Signal<Out, Bit>,
    /// It is taken.
    pub word_ready: Signal<In, Bit>,
    /// Its bits, the first lowest; with 16 pins, those of the lower eight.
    pub word_data: Signal<Out, Bits<10>>,
    /// With 16 pins, those of the upper eight.
    pub word_high: Vec<Signal<Out, Bits<8>>>,
    /// Bit periods that it takes.
    pub word_count: Signal<Out, Bits<4>>,
    /// The last of them is Manchester's stop bit.
    pub word_stop: Signal<Out, Bit>,
    /// No word is there, and no message under way.
    pub between: Signal<Out, Bit>,
    valid: Reg<Bit>,
    data: Reg<Bits<10>>,
    high: Vec<Reg<Bits<8>>>,
    count: Reg<Bits<4>>,
    stop: Reg<Bit>,
    in_message: Reg<Bit>,
    second: Vec<Reg<Bit>>,
    step: Reg<Bits<2>>,
    pattern: Signal<Local, Bits<8>>,
    trace: Signal<Local, Bits<8>>,
    trace_last: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    next_byte: Signal<Local, Bits<8>>,
    last: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    _single: usize,
    _pairs: usize,
}

impl PibFramer {
    /// That of `build`.
    pub fn new(build: &Build) -> Self {
        let pairs = Kind::of(build).pairs;
        PibFramer {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            modes: Default::default(),
            calibrate: Default::default(),
            hold: Default::default(),
            entry_valid: Default::default(),
            entry_ready: Default::default(),
            entry_data: Default::default(),
            whole: Default::default(),
            ended: Default::default(),
            word_valid: Default::default(),
            word_ready: Default::default(),
            word_data: Default::default(),
            word_high: vec![Default::default(); pairs],
            word_count: Default::default(),
            word_stop: Default::default(),
            between: Default::default(),
            valid: Reg::new(build.reset),
            data: Reg::new(build.reset),
            high: (0..pairs).map(|_| Reg::new(build.reset)).collect(),
            count: Reg::new(build.reset),
            stop: Reg::new(build.reset),
            in_message: Reg::new(build.reset),
            second: (0..pairs).map(|_| Reg::new(build.reset)).collect(),
            step: Reg::new(build.reset),
            pattern: Default::default(),
            trace: Default::default(),
            trace_last: Default::default(),
            goes_on: Default::default(),
            next_byte: Default::default(),
            last: Default::default(),
            load: Default::default(),
            takes: Default::default(),
            _single: 1 - pairs,
            _pairs: pairs,
        }
    }
}

impl Logic for PibFramer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, data, count, stop, in_message, step);

        // The pattern, 12.2.
        match self.step.q.val().index() {
            0 => self.pattern.next = bits::<8>(0xAA),
            1 => self.pattern.next = bits::<8>(0x55),
            2 => self.pattern.next = bits::<8>(0x00),
            _ => self.pattern.next = bits::<8>(0xFF),
        }
        if self.modes.val().get_bit(3) {
            match self.step.q.val().index() {
                0 => self.pattern.next = bits::<8>(0x66),
                1 => self.pattern.next = bits::<8>(0x66),
                2 => self.pattern.next = bits::<8>(0xCC),
                _ => self.pattern.next = bits::<8>(0x33),
            }
        }
        if self.modes.val().get_bit(4) {
            match self.step.q.val().index() {
                0 => self.pattern.next = bits::<8>(0x5A),
                1 => self.pattern.next = bits::<8>(0x5A),
                2 => self.pattern.next = bits::<8>(0xF0),
                _ => self.pattern.next = bits::<8>(0x0F),
            }
        }

        // Trace: the next byte of the entry, whether more of the entry follows, and whether the message ends.
        for i in 0..self._single {
            self.trace.next = self.entry_data.val().get_bits::<8>(i);
            self.goes_on.next = false;
            self.trace_last.next = self.trace.val().get_bits::<2>(0).all();
        }
        for i in 0..self._pairs {
            self.second[i].clock.next = self.clock.val();
            self.second[i].rst_n.next = self.rst_n.val();
            self.second[i].d.next = self.second[i].q.val();
            self.trace.next = self.entry_data.val().get_bits::<8>(0);
            if self.second[i].q.val() {
                self.trace.next = self.entry_data.val().get_bits::<8>(8);
            }
            self.trace_last.next = self.trace.val().get_bits::<2>(0).all();
            if self.modes.val().get_bit(6) & self.entry_data.val().get_bits::<2>(8).all() {
                self.trace_last.next = true;
            }
            self.goes_on.next = !self.second[i].q.val() & !self.trace_last.val() & !self.modes.val().get_bit(6);
            if self.takes.val() {
                self.second[i].d.next = self.goes_on.val();
            }
            if self.clear.val() {
                self.second[i].d.next = false;
            }
        }
        self.next_byte.next = self.trace.val();
        self.last.next = self.trace_last.val();
        if self.calibrate.val() {
            self.next_byte.next = self.pattern.val();
            self.last.next = self.step.q.val().all();
        }

        self.load.next = (!self.valid.q.val() | self.word_ready.val())
            & (self.calibrate.val() | self.entry_valid.val())
            & (self.in_message.q.val()
                | ((self.calibrate.val() | self.whole.val()) & self.modes.val().any() & !self.hold.val()));
        self.takes.next = self.load.val() & !self.calibrate.val();
        self.entry_ready.next = self.takes.val() & !self.goes_on.val();
        self.ended.next = self.takes.val() & self.last.val();

        if self.word_ready.val() {
            self.valid.d.next = false;
        }
        if self.load.val() {
            self.valid.d.next = true;
            self.in_message.d.next = !self.last.val();
            self.stop.d.next = false;
            self.data.d.next = bit_cast::<10, 8>(self.next_byte.val()) | bits::<10>(0x300);
            self.count.d.next = bits::<4>(8);
            if self.modes.val().get_bit(0) {
                self.stop.d.next = self.last.val();
                self.data.d.next = bit_cast::<10, 8>(self.next_byte.val());
                if !self.in_message.q.val() {
                    self.data.d.next = (bit_cast::<10, 8>(self.next_byte.val()) << bits::<10>(1)) | bits::<10>(1);
                    self.count.d.next = bits::<4>(9);
                    if self.last.val() {
                        self.count.d.next = bits::<4>(10);
                    }
                } else if self.last.val() {
                    self.count.d.next = bits::<4>(9);
                }
            }
            if self.modes.val().get_bit(1) {
                self.data.d.next = (bit_cast::<10, 8>(self.next_byte.val()) << bits::<10>(1)) | bits::<10>(0x200);
                self.count.d.next = bits::<4>(10);
            }
            if self.modes.val().get_bit(3) {
                self.count.d.next = bits::<4>(4);
            }
            if self.modes.val().get_bit(4) {
                self.count.d.next = bits::<4>(2);
            }
            if self.modes.val().get_bit(5) | self.modes.val().get_bit(6) {
                self.count.d.next = bits::<4>(1);
            }
            if self.calibrate.val() {
                self.step.d.next = self.step.q.val() + bits::<2>(1);
            }
        }
        for i in 0..self._pairs {
            self.high[i].clock.next = self.clock.val();
            self.high[i].rst_n.next = self.rst_n.val();
            self.high[i].d.next = self.high[i].q.val();
            if self.load.val() {
                self.high[i].d.next = self.entry_data.val().get_bits::<8>(8);
                if self.calibrate.val() {
                    self.high[i].d.next = self.pattern.val();
                }
            }
            self.word_high[i].next = self.high[i].q.val();
        }
        if self.clear.val() {
            self.valid.d.next = false;
            self.in_message.d.next = false;
            self.step.d.next = bits::<2>(0);
        }

        self.word_valid.next = self.valid.q.val();
        self.word_data.next = self.data.q.val();
        self.word_count.next = self.count.q.val();
        self.word_stop.next = self.stop.q.val();
        self.between.next = !self.valid.q.val() & !self.in_message.q.val();
    }
}
