// SPDX-License-Identifier: Apache-2.0
//! From pins to bits: what is different in UART, Manchester and parallel modes.

mod manchester;
mod parallel;
mod uart;

use crate::pins::{ErrorKind, PibMode, Pins};
use manchester::Manchester;
use parallel::Parallel;
pub use parallel::Timing;
use uart::Uart;

/// What a line carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A byte of UART or Manchester.
    Byte(u8),
    /// The values of tdata in a bit period of a parallel mode.
    Beat(u16),
    /// Manchester: a start bit; what follows begins with a message.
    Open,
    /// Manchester: a stop bit.
    Close,
    /// The line was idle for so many bits (UART, Manchester).
    Idle(u64),
    /// Bits that belong to no byte, because the line was joined in the middle.
    Skipped(u64),
    /// The pins are off: UART is low for longer than a byte, tref stands still with all pins low.
    Off,
    /// The line can't be understood; it is searched for a beginning afresh.
    Fault(ErrorKind),
}

/// A line of one mode.
#[derive(Clone, Debug)]
pub enum Line {
    Uart(Uart),
    Manchester(Manchester),
    Parallel(Parallel),
}

impl Line {
    /// A line of `mode`. `bit` is the bit period, which parallel modes take from tref.
    pub fn new(mode: PibMode, bit: f64, pins: Pins, time: u64) -> Line {
        match mode {
            PibMode::Uart => Line::Uart(Uart::new(bit, pins, time)),
            PibMode::Manchester => Line::Manchester(Manchester::new(bit, pins, time)),
            _ => Line::Parallel(Parallel::new(mode.pins(), pins)),
        }
    }

    /// The pins have not changed before `time`.
    pub fn advance(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        match self {
            Line::Uart(line) => line.advance(time, symbol),
            Line::Manchester(line) => line.advance(time, symbol),
            Line::Parallel(line) => line.advance(time, symbol),
        }
    }

    /// The pins are `pins` from `time` on; [`Line::advance`] was called before.
    pub fn change(&mut self, time: u64, pins: Pins, symbol: &mut impl FnMut(u64, Symbol)) {
        match self {
            Line::Uart(line) => line.change(time, pins, symbol),
            Line::Manchester(line) => line.change(time, pins, symbol),
            Line::Parallel(line) => line.change(time, pins, symbol),
        }
    }

    /// When something can be said even if no pin changes: [`Line::advance`] to a later time says it.
    pub fn due(&self) -> f64 {
        match self {
            Line::Uart(line) => line.due(),
            Line::Manchester(line) => line.due(),
            Line::Parallel(line) => line.due(),
        }
    }

    /// The capture ends at `time`: [`Line::advance`] was called before.
    pub fn finish(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        match self {
            Line::Uart(line) => line.finish(time, symbol),
            Line::Manchester(line) => line.finish(time, symbol),
            Line::Parallel(line) => line.finish(time, symbol),
        }
    }

    /// Where tref changes, as far as it is known.
    pub fn timing(&self) -> Option<Timing> {
        match self {
            Line::Parallel(line) => line.timing(),
            Line::Uart(_) | Line::Manchester(_) => None,
        }
    }
}

/// A time as a number of bits, rounded.
fn in_bits(time: f64, bit: f64) -> u64 {
    (time / bit).round().max(0.0) as u64
}
