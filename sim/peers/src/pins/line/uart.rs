// SPDX-License-Identifier: Apache-2.0
//! UART (Trace Control 12.4).

use super::{in_bits, Symbol};
use crate::pins::{ErrorKind, Pins};

/// The pin tdata[0] in UART mode: each bit is read in its middle, counted from the edge of the start bit.
#[derive(Clone, Debug)]
pub struct Uart {
    bit: f64,
    level: bool,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Where a byte begins is not known yet; the level has not changed since then.
    Seek { since: f64 },
    /// High since then, and between bytes.
    Idle { since: f64 },
    /// Within a byte: `read` bits are known, of which the first is the start bit; `value` has those of data, the next
    /// one goes in at the top.
    Frame { start: f64, read: u32, value: u8 },
}

/// A byte has at most eight high bits in a row before its stop bit. A line that is high for longer than this (in bits)
/// is in a stop bit or idle, so the next falling edge begins a start bit.
const CERTAIN: f64 = 8.5;
const STOP: u32 = 9;

impl Uart {
    pub fn new(bit: f64, pins: Pins, time: u64) -> Uart {
        Uart { bit, level: pins.tdata & 1 != 0, state: State::Seek { since: time as f64 } }
    }

    /// When the next bit is sampled, or a high line becomes certain to be in a stop bit or idle.
    pub fn due(&self) -> f64 {
        match self.state {
            State::Seek { since } if self.level => since + CERTAIN * self.bit,
            State::Seek { .. } | State::Idle { .. } => f64::INFINITY,
            State::Frame { start, read, .. } => start + (f64::from(read) + 0.5) * self.bit,
        }
    }

    /// Samples the bits that are due before `time`; the pin has not changed until then.
    pub fn advance(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        loop {
            let due = self.due();
            if due >= time as f64 {
                return;
            }
            self.state = match self.state {
                State::Seek { since } | State::Idle { since } => State::Idle { since },
                State::Frame { start, read, value } => self.read(start, read, value, due as u64, symbol),
            };
        }
    }

    /// Reads the bit that is due.
    fn read(&self, start: f64, read: u32, value: u8, time: u64, symbol: &mut impl FnMut(u64, Symbol)) -> State {
        match (read, self.level) {
            (0, true) => {
                symbol(time, Symbol::Fault(ErrorKind::Frame));
                State::Seek { since: time as f64 }
            }
            (0, false) => State::Frame { start, read: 1, value },
            (STOP, true) => {
                symbol(time, Symbol::Byte(value));
                State::Idle { since: start + 10.0 * self.bit }
            }
            (STOP, false) => {
                // Low from the start bit to the stop bit: the pins are off. A byte would end high.
                symbol(time, if value == 0 { Symbol::Off } else { Symbol::Fault(ErrorKind::Frame) });
                State::Seek { since: time as f64 }
            }
            (_, level) => State::Frame { start, read: read + 1, value: value >> 1 | u8::from(level) << 7 },
        }
    }

    /// The pin has a new level from `time` on: where it was idle, a start bit begins.
    pub fn change(&mut self, time: u64, pins: Pins, symbol: &mut impl FnMut(u64, Symbol)) {
        let level = pins.tdata & 1 != 0;
        if level == self.level {
            return;
        }
        let now = time as f64;
        match self.state {
            State::Idle { since } => {
                symbol(time, Symbol::Idle(in_bits(now - since, self.bit)));
                self.state = State::Frame { start: now, read: 0, value: 0 };
            }
            State::Seek { since } => {
                symbol(time, Symbol::Skipped(in_bits(now - since, self.bit)));
                self.state = State::Seek { since: now };
            }
            State::Frame { .. } => {}
        }
        self.level = level;
    }

    /// The capture ends at `time`.
    pub fn finish(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        match self.state {
            State::Idle { since } => symbol(time, Symbol::Idle(in_bits(time as f64 - since, self.bit))),
            State::Seek { since } => symbol(time, Symbol::Skipped(in_bits(time as f64 - since, self.bit))),
            State::Frame { .. } => {}
        }
    }
}
