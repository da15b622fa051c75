// SPDX-License-Identifier: Apache-2.0
//! From bits to messages (N-Trace 3.1 to 3.4).

use crate::pins::line::Symbol;
use crate::pins::{Counts, Error, ErrorKind, Event};
use tracewright_messages::{mseo, IDLE};

/// Puts symbols together to messages.
#[derive(Clone, Debug)]
pub struct Messages {
    state: State,
    /// Pins of a parallel mode.
    width: u32,
    /// Bits of a byte that takes several beats, and how many there are.
    value: u16,
    filled: u32,
    /// Bits of 1 at the end of what was skipped.
    ones: u32,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It is not known where a message begins.
    Unknown,
    Between,
    /// A message is under way. In a parallel mode its bytes follow without a gap (N-Trace 3.4, Trace Control 12.5): an
    /// idle byte among them would be read as its last one. That there is none shows where bytes are compared.
    Inside,
}

/// A message has at most 14 bits of 1 in a row: the six of a byte's MDO, then all eight of its last byte. So the last
/// of 15 is idle, and the next beat that is not all ones begins a message.
const IDLE_ONES: u32 = 15;
/// Idle for as many bits, UART is between messages: the next byte would have been there otherwise.
const UART_BYTE: u64 = 10;

impl Messages {
    pub fn new(width: u32) -> Messages {
        Messages { state: State::Unknown, width, value: 0, filled: 0, ones: 0, counts: Counts::default() }
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether a message is under way.
    pub fn is_inside(&self) -> bool {
        self.state == State::Inside
    }

    pub fn symbol(&mut self, time: u64, symbol: Symbol, sink: &mut impl FnMut(Event)) {
        match symbol {
            Symbol::Byte(value) => self.byte(time, value, sink),
            Symbol::Beat(value) => self.beat(time, value, sink),
            Symbol::Open => self.state = State::Between,
            Symbol::Idle(bits) => {
                self.counts.idle_bits += bits;
                if bits >= UART_BYTE && self.state == State::Unknown {
                    self.state = State::Between;
                }
            }
            Symbol::Skipped(bits) => self.counts.skipped_bits += bits,
            Symbol::Close | Symbol::Off => {
                if self.is_inside() {
                    self.error(time, ErrorKind::Cut, sink);
                }
                self.state = State::Unknown;
            }
            Symbol::Fault(kind) => self.error(time, kind, sink),
        }
    }

    fn error(&mut self, time: u64, kind: ErrorKind, sink: &mut impl FnMut(Event)) {
        self.counts.errors += 1;
        self.state = State::Unknown;
        self.value = 0;
        self.filled = 0;
        self.ones = 0;
        sink(Event::Error(Error { time, kind }));
    }

    fn byte(&mut self, time: u64, value: u8, sink: &mut impl FnMut(Event)) {
        let mseo = value & 3;
        match self.state {
            State::Unknown => {
                self.counts.skipped_bits += 8;
                if mseo == mseo::END_OF_MESSAGE {
                    self.state = State::Between;
                }
            }
            _ if mseo == mseo::RESERVED => self.error(time, ErrorKind::ReservedMseo, sink),
            State::Between if value == IDLE => self.counts.idle_bits += 8,
            State::Between if mseo != mseo::NORMAL => {
                self.error(time, ErrorKind::Start, sink);
                if mseo == mseo::END_OF_MESSAGE {
                    self.state = State::Between;
                }
            }
            State::Between | State::Inside => {
                let last = mseo == mseo::END_OF_MESSAGE;
                self.state = if last { State::Between } else { State::Inside };
                self.counts.bytes += 1;
                self.counts.messages += u64::from(last);
                sink(Event::Byte { value, last });
            }
        }
    }

    fn beat(&mut self, time: u64, value: u16, sink: &mut impl FnMut(Event)) {
        match self.width {
            16 => self.two_bytes(time, value.to_le_bytes(), sink),
            8 => self.byte(time, value as u8, sink),
            _ => self.part(time, value, sink),
        }
    }

    /// 16 pins: a message begins in the lower half (Trace Control 12.1).
    fn two_bytes(&mut self, time: u64, [low, high]: [u8; 2], sink: &mut impl FnMut(Event)) {
        let was = self.state;
        self.byte(time, low, sink);
        if self.state == State::Between && was != State::Unknown {
            match high {
                IDLE => self.counts.idle_bits += 8,
                _ => self.error(time, ErrorKind::Padding, sink),
            }
        } else if self.state == State::Between {
            self.counts.skipped_bits += 8;
        } else {
            self.byte(time, high, sink);
        }
    }

    /// 1, 2 or 4 pins: a byte takes several beats, lowest bits first. Between messages, beats of ones alone are idle.
    fn part(&mut self, time: u64, value: u16, sink: &mut impl FnMut(Event)) {
        let width = self.width;
        let all_ones = (1 << width) - 1;
        if self.state == State::Unknown {
            if value == all_ones || self.ones < IDLE_ONES {
                self.counts.skipped_bits += u64::from(width);
                let at_the_end = (value << (16 - width)).leading_ones();
                self.ones = if value == all_ones { (self.ones + width).min(IDLE_ONES) } else { at_the_end };
                return;
            }
            self.state = State::Between;
        }
        if self.state == State::Between && self.filled == 0 && value == all_ones {
            self.counts.idle_bits += u64::from(width);
            return;
        }
        self.value |= value << self.filled;
        self.filled += width;
        if self.filled == 8 {
            let byte = self.value as u8;
            self.filled = 0;
            self.value = 0;
            self.byte(time, byte, sink);
        }
    }
}
