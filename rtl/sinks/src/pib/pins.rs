// SPDX-License-Identifier: Apache-2.0
//! The pins: when they change, and to what.

use super::Kind;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{dff_setup, Module, Reg};

/// Shifts words out, bit period by bit period, and runs tref (Trace Control 12.3 to 12.5).
///
/// Where there is nothing to send, the shift register holds what the pins show when idle, so idle needs no case of its
/// own. Other settings act in a bit period of their own, between messages.
#[derive(Module)]
pub struct PibPins {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Returns every register to its reset value: off.
    pub clear: Signal<In, Bit>,
    /// The settings that are wanted.
    pub settings: Signal<In, Bits<26>>,
    /// No word is there, and no message under way.
    pub between: Signal<In, Bit>,
    /// There is a word.
    pub word_valid: Signal<In, Bit>,
    /// It is taken, if there is one.
    pub word_ready: Signal<Out, Bit>,
    /// Its bits, the first lowest; with 16 pins, those of the lower eight.
    pub word_data: Signal<In, Bits<10>>,
    /// With 16 pins, those of the upper eight.
    pub word_high: Vec<Signal<In, Bits<8>>>,
    /// Bit periods that it takes.
    pub word_count: Signal<In, Bits<4>>,
    /// The last of them is Manchester's stop bit.
    pub word_stop: Signal<In, Bit>,
    /// The modes that are set.
    pub modes: Signal<Out, Bits<7>>,
    /// The pattern is to be sent.
    pub calibrate: Signal<Out, Bit>,
    /// Other settings wait for the end of the message.
    pub hold: Signal<Out, Bit>,
    /// A word is on the pins, or about to be.
    pub sending: Signal<Out, Bit>,
    /// The pins' reference clock.
    pub tref: Vec<Signal<Out, Bit>>,
    /// The pins' data.
    pub tdata: Signal<Out, Bits<16>>,
    current: Reg<Bits<26>>,
    differs: Reg<Bit>,
    count: Reg<Bits<16>>,
    tick: Reg<Bit>,
    phase: Reg<Bit>,
    left: Reg<Bits<4>>,
    shift: Reg<Bits<10>>,
    shift_high: Vec<Reg<Bits<8>>>,
    stop: Reg<Bit>,
    live: Reg<Bit>,
    busy: Reg<Bit>,
    reference: Vec<Reg<Bit>>,
    pins: Reg<Bits<8>>,
    pins_high: Vec<Reg<Bits<8>>>,
    on: Signal<Local, Bit>,
    center: Signal<Local, Bit>,
    first: Signal<Local, Bit>,
    middle: Signal<Local, Bit>,
    none: Signal<Local, Bit>,
    one: Signal<Local, Bit>,
    apply: Signal<Local, Bit>,
    used: Signal<Local, Bits<8>>,
    idle: Signal<Local, Bits<8>>,
    _single: usize,
    _pairs: usize,
    _tref: usize,
}

impl PibPins {
    /// Those of `build`.
    pub fn new(build: &Build) -> Self {
        let Kind { pairs, tref, .. } = Kind::of(build);
        PibPins {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            settings: Default::default(),
            between: Default::default(),
            word_valid: Default::default(),
            word_ready: Default::default(),
            word_data: Default::default(),
            word_high: vec![Default::default(); pairs],
            word_count: Default::default(),
            word_stop: Default::default(),
            modes: Default::default(),
            calibrate: Default::default(),
            hold: Default::default(),
            sending: Default::default(),
            tref: vec![Default::default(); tref],
            tdata: Default::default(),
            current: Reg::new(build.reset),
            differs: Reg::new(build.reset),
            count: Reg::new(build.reset),
            tick: Reg::new(build.reset),
            phase: Reg::new(build.reset),
            left: Reg::new(build.reset),
            shift: Reg::new(build.reset),
            shift_high: (0..pairs).map(|_| Reg::new(build.reset)).collect(),
            stop: Reg::new(build.reset),
            live: Reg::new(build.reset),
            busy: Reg::new(build.reset),
            reference: (0..tref).map(|_| Reg::new(build.reset)).collect(),
            pins: Reg::new(build.reset),
            pins_high: (0..pairs).map(|_| Reg::new(build.reset)).collect(),
            on: Default::default(),
            center: Default::default(),
            first: Default::default(),
            middle: Default::default(),
            none: Default::default(),
            one: Default::default(),
            apply: Default::default(),
            used: Default::default(),
            idle: Default::default(),
            _single: 1 - pairs,
            _pairs: pairs,
            _tref: tref,
        }
    }
}

impl Logic for PibPins {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, current, differs, count, tick, phase, left, shift, stop, live, busy, pins);

        // Ticks, and what they are: the first of a bit period, or the one in the middle of it.
        self.on.next = self.current.q.val().get_bits::<7>(0).any();
        self.center.next = self.current.q.val().get_bit(7);
        self.first.next = !self.on.val() | (self.tick.q.val() & !self.phase.q.val());
        self.middle.next = self.tick.q.val() & self.phase.q.val();
        if self.tick.q.val() {
            self.count.d.next = self.current.q.val().get_bits::<16>(10);
            self.tick.d.next = self.current.q.val().get_bit(9);
            self.phase.d.next =
                !self.phase.q.val() & (self.current.q.val().get_bit(0) | self.current.q.val().get_bit(7));
        } else if self.on.val() {
            self.count.d.next = self.count.q.val() - bits::<16>(1);
            self.tick.d.next = self.count.q.val() == bits::<16>(1);
        }

        // Words.
        self.none.next = !self.left.q.val().any();
        self.one.next = self.left.q.val() == bits::<4>(1);
        self.word_ready.next = self.none.val() | (self.first.val() & self.one.val());
        if self.first.val() {
            self.live.d.next = !self.none.val() & !(self.one.val() & self.stop.q.val());
            self.busy.d.next = !self.none.val();
            if !self.none.val() {
                self.left.d.next = self.left.q.val() - bits::<4>(1);
            }
            // By one bit; ones come in, but with Manchester.
            self.shift.d.next = (self.shift.q.val() >> bits::<10>(1)) | bits::<10>(0x200);
            if self.current.q.val().get_bit(0) {
                self.shift.d.next = self.shift.q.val() >> bits::<10>(1);
            }
            if self.current.q.val().get_bit(3) {
                self.shift.d.next = (self.shift.q.val() >> bits::<10>(2)) | bits::<10>(0x300);
            }
            if self.current.q.val().get_bit(4) {
                self.shift.d.next = (self.shift.q.val() >> bits::<10>(4)) | bits::<10>(0x3C0);
            }
            if self.current.q.val().get_bit(5) | self.current.q.val().get_bit(6) {
                self.shift.d.next = bits::<10>(0x3FF);
            }
        }
        if self.word_ready.val() & self.word_valid.val() {
            self.shift.d.next = self.word_data.val();
            self.left.d.next = self.word_count.val();
            self.stop.d.next = self.word_stop.val();
            self.busy.d.next = true;
        }

        // The pins that the mode uses, and what they will be with other settings.
        self.used.next = bits::<8>(0x00);
        if self.on.val() {
            self.used.next = bits::<8>(0x01);
        }
        if self.current.q.val().get_bit(3) {
            self.used.next = bits::<8>(0x03);
        }
        if self.current.q.val().get_bit(4) {
            self.used.next = bits::<8>(0x0F);
        }
        if self.current.q.val().get_bit(5) | self.current.q.val().get_bit(6) {
            self.used.next = bits::<8>(0xFF);
        }
        self.idle.next = bits::<8>(0x00);
        if self.settings.val().get_bit(1) | self.settings.val().get_bit(2) {
            self.idle.next = bits::<8>(0x01);
        }
        if self.settings.val().get_bit(3) {
            self.idle.next = bits::<8>(0x03);
        }
        if self.settings.val().get_bit(4) {
            self.idle.next = bits::<8>(0x0F);
        }
        if self.settings.val().get_bit(5) | self.settings.val().get_bit(6) {
            self.idle.next = bits::<8>(0xFF);
        }
        if self.first.val() {
            self.pins.d.next = self.shift.q.val().get_bits::<8>(0) & self.used.val();
        } else if self.middle.val() & self.current.q.val().get_bit(0) {
            self.pins.d.next = bits::<8>(0x00);
            if self.live.q.val() & !self.pins.q.val().get_bit(0) {
                self.pins.d.next = bits::<8>(0x01);
            }
        }

        // Other settings.
        self.differs.d.next = (self.settings.val() != self.current.q.val()) & !self.apply.val();
        self.apply.next = self.differs.q.val() & self.first.val() & self.none.val() & self.between.val();
        if self.apply.val() {
            self.current.d.next = self.settings.val();
            self.count.d.next = self.settings.val().get_bits::<16>(10);
            self.tick.d.next = self.settings.val().get_bit(9);
            self.phase.d.next = self.settings.val().get_bit(0) | self.settings.val().get_bit(7);
            self.pins.d.next = self.idle.val();
            self.shift.d.next = bits::<10>(0x3FF);
            if self.settings.val().get_bit(0) {
                self.shift.d.next = bits::<10>(0);
            }
        }
        if self.clear.val() {
            self.current.d.next = bits::<26>(0);
            self.differs.d.next = false;
            self.tick.d.next = false;
            self.phase.d.next = false;
            self.left.d.next = bits::<4>(0);
            self.live.d.next = false;
            self.busy.d.next = false;
            self.pins.d.next = bits::<8>(0x00);
        }

        for i in 0..self._tref {
            self.reference[i].clock.next = self.clock.val();
            self.reference[i].rst_n.next = self.rst_n.val();
            self.reference[i].d.next = self.reference[i].q.val();
            if self.current.q.val().get_bits::<5>(2).any()
                & ((self.first.val() & !self.center.val()) | (self.middle.val() & self.center.val()))
            {
                self.reference[i].d.next = !self.reference[i].q.val();
            }
            if self.apply.val() & (self.settings.val().get_bits::<7>(0) != self.current.q.val().get_bits::<7>(0)) {
                self.reference[i].d.next = false;
            }
            if self.clear.val() {
                self.reference[i].d.next = false;
            }
            self.tref[i].next = self.reference[i].q.val();
        }
        for i in 0..self._single {
            self.tdata.next = self.pins.q.val().get_bits::<16>(i);
        }
        for i in 0..self._pairs {
            self.shift_high[i].clock.next = self.clock.val();
            self.shift_high[i].rst_n.next = self.rst_n.val();
            self.shift_high[i].d.next = self.shift_high[i].q.val();
            self.pins_high[i].clock.next = self.clock.val();
            self.pins_high[i].rst_n.next = self.rst_n.val();
            self.pins_high[i].d.next = self.pins_high[i].q.val();
            if self.first.val() {
                self.shift_high[i].d.next = bits::<8>(0xFF);
                self.pins_high[i].d.next = bits::<8>(0x00);
                if self.current.q.val().get_bit(6) {
                    self.pins_high[i].d.next = self.shift_high[i].q.val();
                }
            }
            if self.word_ready.val() & self.word_valid.val() {
                self.shift_high[i].d.next = self.word_high[i].val();
            }
            if self.apply.val() {
                self.shift_high[i].d.next = bits::<8>(0xFF);
                self.pins_high[i].d.next = bits::<8>(0x00);
                if self.settings.val().get_bit(6) {
                    self.pins_high[i].d.next = bits::<8>(0xFF);
                }
            }
            if self.clear.val() {
                self.pins_high[i].d.next = bits::<8>(0x00);
            }
            self.tdata.next =
                bit_cast::<16, 8>(self.pins.q.val()) | (self.pins_high[i].q.val().get_bits::<16>(0) << bits::<16>(8));
        }

        self.modes.next = self.current.q.val().get_bits::<7>(0);
        self.calibrate.next = self.current.q.val().get_bit(8);
        self.hold.next = self.differs.q.val();
        self.sending.next = self.busy.q.val();
    }
}
