// SPDX-License-Identifier: Apache-2.0
//! What the pins send next: trace, or the calibration pattern.

use super::ports::*;
use tracewright_prim::*;

/// Makes words for the pins, with start and stop bits of a message (Trace Control 12.3) or a byte (Trace Control 12.4).
///
/// The bits of a message follow on consecutive bit periods (N-Trace 3.4, Trace Control 12.5), from any one on once the
/// buffer has it all (`whole`). The calibration pattern (Trace Control 12.2) is 4 or 8 bytes, which are always there.
#[synchronous(build: Build)]
pub struct PibFramer {
    /// Returns every register to its reset value.
    pub clear: Signal<In, Bit>,
    /// The mode: a bit for each one (MANCHESTER, UART, ...), none while off; it changes between messages.
    pub modes: Signal<In, Bits<7>>,
    /// Send the pattern: pibCalibrate and pibEnable are 1. It changes after a whole repetition, between messages.
    pub calibrate: Signal<In, Bit>,
    /// Begin no message, because other settings wait for the end of this one.
    pub hold: Signal<In, Bit>,
    /// The buffer has an entry.
    pub entry_valid: Signal<In, Bit>,
    /// The entry is taken.
    pub entry_ready: Signal<Out, Bit>,
    /// The entry of the buffer: a byte of a message or, where 16 pins are built, two, the first one lowest.
    pub entry_data: Signal<In, Bits<16>>,
    /// A whole message is in the buffer, or it is full: a message has 38 bytes at most, the buffer 64 at least.
    pub whole: Signal<In, Bit>,
    /// The end of a message of the buffer is taken.
    pub ended: Signal<Out, Bit>,
    /// Words for `tw_pib_pins`, which adds tref and Manchester's phases. With none, for any time, the pins idle.
    pub word: WordOut,
    /// No word is there, and no message under way.
    pub between: Signal<Out, Bit>,
    valid: Reg<Bit>,
    data: Reg<Bits<10>>,
    #[built(has_pairs(build))]
    high: Optional<Reg<Bits<8>>>,
    count: Reg<Bits<4>>,
    stop: Reg<Bit>,
    in_message: Reg<Bit>,
    /// The second byte of the entry is next.
    #[built(has_pairs(build))]
    second: Optional<Reg<Bit>>,
    /// Which byte of the pattern is next: it comes back to 0 by itself, so the pattern repeats.
    step: Reg<Bits<2>>,
    pattern: Signal<Local, Bits<8>>,
    trace_last: Signal<Local, Bit>,
    next_byte: Signal<Local, Bits<8>>,
    last: Signal<Local, Bit>,
    #[new(has_pairs(build))]
    _has_pairs: bool,
}

impl Logic for PibFramer {
    #[kernel]
    fn update(&mut self) {
        // The pattern for calibration (Trace Control 12.2) of UART, Manchester, and one, eight or 16 pins; then of two,
        // and of four. With 16 pins each byte is sent twice at once, on the lower and on the upper eight pins.
        match self.step.q.val().index() {
            0 => self.pattern.next = bits::<8>(0xAA),
            1 => self.pattern.next = bits::<8>(0x55),
            2 => self.pattern.next = bits::<8>(0x00),
            _ => self.pattern.next = bits::<8>(0xFF),
        }
        if self.modes.val().get_bit(PARALLEL_2) {
            match self.step.q.val().index() {
                0 | 1 => self.pattern.next = bits::<8>(0x66),
                2 => self.pattern.next = bits::<8>(0xCC),
                _ => self.pattern.next = bits::<8>(0x33),
            }
        }
        if self.modes.val().get_bit(PARALLEL_4) {
            match self.step.q.val().index() {
                0 | 1 => self.pattern.next = bits::<8>(0x5A),
                2 => self.pattern.next = bits::<8>(0xF0),
                _ => self.pattern.next = bits::<8>(0x0F),
            }
        }

        // Trace: the next byte of the entry, whether more of the entry follows, whether the message ends (MSEO is 11).
        let second = self.second.q.val();
        let trace =
            if second { self.entry_data.val().get_bits::<8>(8) } else { self.entry_data.val().get_bits::<8>(0) };
        let in_one = self.modes.val().get_bit(PARALLEL_16);
        self.trace_last.next = trace.get_bits::<2>(0).all();
        if self._has_pairs & in_one & self.entry_data.val().get_bits::<2>(8).all() {
            self.trace_last.next = true;
        }
        let goes_on: Bit = self._has_pairs & !second & !self.trace_last.val() & !in_one;
        self.next_byte.next = trace;
        self.last.next = self.trace_last.val();
        if self.calibrate.val() {
            self.next_byte.next = self.pattern.val();
            self.last.next = self.step.q.val().all();
        }

        // A word is made where none is held, or the one held is taken. A message begins only where a mode is set and
        // `hold` is low, and with all of it in the buffer; the pattern needs no buffer.
        let load = (!self.valid.q.val() | self.word.ready.val())
            & (self.calibrate.val() | self.entry_valid.val())
            & (self.in_message.q.val()
                | ((self.calibrate.val() | self.whole.val()) & self.modes.val().any() & !self.hold.val()));
        let takes = load & !self.calibrate.val();
        self.entry_ready.next = takes & !goes_on;
        self.ended.next = takes & self.last.val();

        if self.word.ready.val() {
            self.valid.d.next = false;
        }
        if load {
            self.valid.d.next = true;
            self.in_message.d.next = !self.last.val();
            self.stop.d.next = false;
            // Lowest bit first; bits above it are 1, as when idle. Manchester: start bit 1, zeros above, the stop bit.
            self.data.d.next = bit_cast::<10, 8>(self.next_byte.val()) | bits::<10>(0x300);
            self.count.d.next = bits::<4>(8);
            if self.modes.val().get_bit(MANCHESTER) {
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
            if self.modes.val().get_bit(UART) {
                // Start bit 0, the byte, stop bit 1. The pin then stays 1, because `tw_pib_pins` shifts ones in.
                self.data.d.next = (bit_cast::<10, 8>(self.next_byte.val()) << bits::<10>(1)) | bits::<10>(0x200);
                self.count.d.next = bits::<4>(10);
            }
            if self.modes.val().get_bit(PARALLEL_2) {
                self.count.d.next = bits::<4>(4);
            }
            if self.modes.val().get_bit(PARALLEL_4) {
                self.count.d.next = bits::<4>(2);
            }
            if self.modes.val().get_bit(PARALLEL_8) | self.modes.val().get_bit(PARALLEL_16) {
                self.count.d.next = bits::<4>(1);
            }
            if self.calibrate.val() {
                self.step.d.next = self.step.q.val() + bits::<2>(1);
            }
        }
        if takes {
            self.second.d.next = goes_on;
        }
        if load {
            self.high.d.next = self.entry_data.val().get_bits::<8>(8);
            if self.calibrate.val() {
                self.high.d.next = self.pattern.val();
            }
        }
        if self.clear.val() {
            self.valid.d.next = false;
            self.in_message.d.next = false;
            self.step.d.next = bits::<2>(0);
            self.second.d.next = false;
        }

        connect!(self.word: valid = valid.q, data = data.q, count = count.q, stop = stop.q, high = high.q);
        self.between.next = !self.valid.q.val() & !self.in_message.q.val();
    }
}
