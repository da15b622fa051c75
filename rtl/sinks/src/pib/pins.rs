// SPDX-License-Identifier: Apache-2.0
//! The pins: when they change, and to what.

use super::ports::*;
use tracewright_prim::*;

/// Shifts words out, bit period by bit period, and runs tref (Trace Control 12.3, Trace Control 12.4,
/// Trace Control 12.5). Start and stop bits are in the words (`tw_pib_framer`). Manchester's start bit is 1; as any bit
/// it is on the pin in phase 1, and inverted in phase 2. In the stop bit (`stop`) the pin is low, as when idle.
///
/// Where there is nothing to send, the shift register holds what the pins show when idle, so idle needs no case of its
/// own. Other settings act in a bit period of their own, between messages, whatever pibEnable is: tref then runs.
#[synchronous(build: Build)]
pub struct PibPins {
    /// Returns every register to its reset value: off.
    pub clear: Signal<In, Bit>,
    /// The settings that are wanted: mode (bits 6-0), pibRefCenter (7), pattern (8), divider 0 (9), pibDivider (25-10).
    pub settings: Signal<In, Bits<26>>,
    /// No word is there, and no message under way.
    pub between: Signal<In, Bit>,
    /// The words that are sent.
    pub word: WordIn,
    /// The modes that are set.
    pub modes: Signal<Out, Bits<7>>,
    /// The pattern is to be sent.
    pub calibrate: Signal<Out, Bit>,
    /// Other settings wait for the end of the message.
    pub hold: Signal<Out, Bit>,
    /// A word is on the pins, or about to be.
    pub sending: Signal<Out, Bit>,
    /// The pins.
    pub out: Pins,
    /// The settings that act.
    current: Reg<Bits<26>>,
    /// The settings that are wanted are not those that act.
    differs: Reg<Bit>,
    /// Cycles to the next tick: there is one every pibDivider+1 cycles of the pins' clock (Trace Control 12.1).
    count: Reg<Bits<16>>,
    /// The pins or the reference clock may change: once a bit period, twice with Manchester or a centred clock.
    tick: Reg<Bit>,
    /// The tick, or the next one, is in the middle of a bit period.
    phase: Reg<Bit>,
    /// Bit periods that are left of the word.
    left: Reg<Bits<4>>,
    /// Bits of the word that are not on the pins yet, the next one lowest.
    shift: Reg<Bits<10>>,
    #[built(has_pairs(build))]
    shift_high: Optional<Reg<Bits<8>>>,
    /// The last bit of the word is Manchester's stop bit.
    stop: Reg<Bit>,
    /// The pins show a bit of a word, and not Manchester's stop bit.
    live: Reg<Bit>,
    /// A word is on the pins, or about to be.
    busy: Reg<Bit>,
    #[built(has_tref(build))]
    reference: Optional<Reg<Bit>>,
    pins: Reg<Bits<8>>,
    #[built(has_pairs(build))]
    pins_high: Optional<Reg<Bits<8>>>,
    /// The lower eight pins that the mode uses.
    used: Signal<Local, Bits<8>>,
    /// What the lower eight pins show when idle, with the settings that are wanted.
    idle: Signal<Local, Bits<8>>,
}

/// The lower eight pins that the mode of these settings uses: eight, four, two, else tdata[0] alone, if `one` is set.
#[kernel]
fn pins_of(settings: Bits<26>, one: Bit) -> Bits<8> {
    if settings.get_bit(PARALLEL_8) | settings.get_bit(PARALLEL_16) {
        bits::<8>(0xFF)
    } else if settings.get_bit(PARALLEL_4) {
        bits::<8>(0x0F)
    } else if settings.get_bit(PARALLEL_2) {
        bits::<8>(0x03)
    } else {
        bit_cast::<8, 1>(one.into())
    }
}

impl Logic for PibPins {
    #[kernel]
    fn update(&mut self) {
        // Ticks: the first of a bit period, or the one in its middle. While off, each cycle counts as a first tick.
        let on = self.current.q.val().get_bits::<7>(0).any();
        let center = self.current.q.val().get_bit(CENTER);
        let first = !on | (self.tick.q.val() & !self.phase.q.val());
        let middle = self.tick.q.val() & self.phase.q.val();
        if self.tick.q.val() {
            self.count.d.next = self.current.q.val().get_bits::<16>(DIVIDER);
            self.tick.d.next = self.current.q.val().get_bit(UNDIVIDED);
            self.phase.d.next =
                !self.phase.q.val() & (self.current.q.val().get_bit(MANCHESTER) | self.current.q.val().get_bit(CENTER));
        } else if on {
            self.count.d.next = self.count.q.val() - bits::<16>(1);
            self.tick.d.next = self.count.q.val() == bits::<16>(1);
        }

        // A word is taken while none is left, and in the cycle that puts the last bit of the one before on the pins.
        let none = !self.left.q.val().any();
        let one = self.left.q.val() == bits::<4>(1);
        let takes_word = none | (first & one);
        self.word.ready.next = takes_word;
        if first {
            self.live.d.next = !none & !(one & self.stop.q.val());
            self.busy.d.next = !none;
            if !none {
                self.left.d.next = self.left.q.val() - bits::<4>(1);
            }
            // By as many bits as the mode has pins, the lowest ones first. Ones come in as idle, with Manchester zeros.
            self.shift.d.next = (self.shift.q.val() >> bits::<10>(1)) | bits::<10>(0x200);
            if self.current.q.val().get_bit(MANCHESTER) {
                self.shift.d.next = self.shift.q.val() >> bits::<10>(1);
            }
            if self.current.q.val().get_bit(PARALLEL_2) {
                self.shift.d.next = (self.shift.q.val() >> bits::<10>(2)) | bits::<10>(0x300);
            }
            if self.current.q.val().get_bit(PARALLEL_4) {
                self.shift.d.next = (self.shift.q.val() >> bits::<10>(4)) | bits::<10>(0x3C0);
            }
            if self.current.q.val().get_bit(PARALLEL_8) | self.current.q.val().get_bit(PARALLEL_16) {
                self.shift.d.next = bits::<10>(0x3FF);
            }
        }
        if takes_word & self.word.valid.val() {
            connect!(self.word: data = shift.d, count = left.d, stop = stop.d);
            self.busy.d.next = true;
        }

        // The pins that the mode uses, and what they will be with other settings.
        self.used.next = pins_of(self.current.q.val(), on);
        let is_one = self.settings.val().get_bit(UART) | self.settings.val().get_bit(PARALLEL_1);
        self.idle.next = pins_of(self.settings.val(), is_one);
        if first {
            self.pins.d.next = self.shift.q.val().get_bits::<8>(0) & self.used.val();
        } else if middle & self.current.q.val().get_bit(MANCHESTER) {
            self.pins.d.next = bits::<8>(0x00);
            if self.live.q.val() & !self.pins.q.val().get_bit(0) {
                self.pins.d.next = bits::<8>(0x01);
            }
        }

        // Other settings.
        let apply = self.differs.q.val() & first & none & self.between.val();
        self.differs.d.next = (self.settings.val() != self.current.q.val()) & !apply;
        if apply {
            self.current.d.next = self.settings.val();
            self.count.d.next = self.settings.val().get_bits::<16>(DIVIDER);
            self.tick.d.next = self.settings.val().get_bit(UNDIVIDED);
            self.phase.d.next = self.settings.val().get_bit(MANCHESTER) | self.settings.val().get_bit(CENTER);
            self.pins.d.next = self.idle.val();
            self.shift.d.next = bits::<10>(0x3FF);
            if self.settings.val().get_bit(MANCHESTER) {
                self.shift.d.next = bits::<10>(0);
            }
        }
        if self.clear.val() {
            self.current.d.next = bits::<26>(0);
            self.differs.d.next = false;
            self.tick.d.next = false;
            self.phase.d.next = false;
            self.left.d.next = bits::<4>(0);
            self.busy.d.next = false;
            self.pins.d.next = bits::<8>(0x00);
        }
        // tref: an edge in every bit period, idle too, as tdata changes or half-way. A new mode starts low.
        if self.current.q.val().get_bits::<5>(PARALLEL_1).any() & ((first & !center) | (middle & center)) {
            self.reference.d.next = !self.reference.q.val();
        }
        if apply & (self.settings.val().get_bits::<7>(0) != self.current.q.val().get_bits::<7>(0)) {
            self.reference.d.next = false;
        }
        if self.clear.val() {
            self.reference.d.next = false;
        }
        self.out.tref.next = self.reference.q.val();

        // The upper eight of 16 pins.
        if first {
            self.shift_high.d.next = bits::<8>(0xFF);
            self.pins_high.d.next = bits::<8>(0x00);
            if self.current.q.val().get_bit(PARALLEL_16) {
                self.pins_high.d.next = self.shift_high.q.val();
            }
        }
        if takes_word & self.word.valid.val() {
            self.shift_high.d.next = self.word.high.val();
        }
        if apply {
            self.shift_high.d.next = bits::<8>(0xFF);
            self.pins_high.d.next = bits::<8>(0x00);
            if self.settings.val().get_bit(PARALLEL_16) {
                self.pins_high.d.next = bits::<8>(0xFF);
            }
        }
        if self.clear.val() {
            self.pins_high.d.next = bits::<8>(0x00);
        }
        self.out.tdata.next =
            bit_cast::<16, 8>(self.pins.q.val()) | (bit_cast::<16, 8>(self.pins_high.q.val()) << bits::<4>(8));

        self.modes.next = self.current.q.val().get_bits::<7>(0);
        self.calibrate.next = self.current.q.val().get_bit(CALIBRATE);
        connect!(self: hold = differs.q, sending = busy.q);
    }
}
