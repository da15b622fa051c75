// SPDX-License-Identifier: Apache-2.0
//! The calibration patterns (Trace Control 12.2).

use crate::pins::line::{Line, Symbol};
use crate::pins::{Change, PibMode, Timing};

/// The calibration pattern of a mode, which repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The bytes.
    pub bytes: &'static [u8],
    /// The values of tdata, a bit period each; in UART and Manchester the data bits, without what frames them.
    pub wire: &'static [u16],
}

const SERIAL: Pattern = Pattern {
    bytes: &[0xAA, 0x55, 0x00, 0xFF],
    wire: &[0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1],
};

/// The calibration pattern of `mode`.
pub fn pattern(mode: PibMode) -> Pattern {
    match mode {
        PibMode::Uart | PibMode::Manchester | PibMode::Parallel1 => SERIAL,
        PibMode::Parallel2 => {
            Pattern { bytes: &[0x66, 0x66, 0xCC, 0x33], wire: &[2, 1, 2, 1, 2, 1, 2, 1, 0, 3, 0, 3, 3, 0, 3, 0] }
        }
        PibMode::Parallel4 => {
            Pattern { bytes: &[0x5A, 0x5A, 0xF0, 0x0F], wire: &[0xA, 0x5, 0xA, 0x5, 0x0, 0xF, 0xF, 0x0] }
        }
        PibMode::Parallel8 => Pattern { bytes: &[0xAA, 0x55, 0x00, 0xFF], wire: &[0xAA, 0x55, 0x00, 0xFF] },
        PibMode::Parallel16 => Pattern {
            bytes: &[0xAA, 0xAA, 0x55, 0x55, 0x00, 0x00, 0xFF, 0xFF],
            wire: &[0xAAAA, 0x5555, 0x0000, 0xFFFF],
        },
    }
}

/// Recognises the calibration pattern of a mode on the pins.
#[derive(Clone, Debug)]
pub struct Calibrator {
    mode: PibMode,
    bit: f64,
    line: Option<Line>,
    search: Search,
}

#[derive(Clone, Debug)]
struct Search {
    /// What repeats: bytes in UART, a frame in Manchester, beats in parallel modes.
    pattern: Vec<Symbol>,
    /// The last symbols, as many as the pattern has, the oldest at `oldest`.
    seen: Vec<Symbol>,
    oldest: usize,
    /// Symbols since the last whole pattern, if there was one.
    since: Option<usize>,
    repetitions: u64,
}

impl Calibrator {
    /// A calibrator; its arguments are those of [`crate::pins::Receiver::new`].
    pub fn new(mode: PibMode, bit: f64) -> Calibrator {
        let bytes = pattern(mode).bytes.iter().map(|byte| Symbol::Byte(*byte));
        let pattern = match mode {
            PibMode::Uart => bytes.collect(),
            PibMode::Manchester => [Symbol::Open].into_iter().chain(bytes).chain([Symbol::Close]).collect(),
            _ => pattern(mode).wire.iter().map(|beat| Symbol::Beat(*beat)).collect(),
        };
        let search = Search { pattern, seen: Vec::new(), oldest: 0, since: None, repetitions: 0 };
        Calibrator { mode, bit, line: None, search }
    }

    /// Takes a change of the pins, or a sample.
    pub fn change(&mut self, change: Change) {
        let Calibrator { line, search, .. } = self;
        match line {
            Some(line) => {
                let mut symbol = |_, symbol| search.take(symbol);
                line.advance(change.time, &mut symbol);
                line.change(change.time, change.pins, &mut symbol);
            }
            None => *line = Some(Line::new(self.mode, self.bit, change.pins, change.time)),
        }
    }

    /// How often the whole pattern was seen, one right after the other: 0 after anything else.
    pub fn repetitions(&self) -> u64 {
        self.search.repetitions
    }

    /// Where tref changes within a bit; None in serial modes.
    pub fn timing(&self) -> Option<Timing> {
        self.line.as_ref().and_then(Line::timing)
    }
}

impl Search {
    fn take(&mut self, symbol: Symbol) {
        if matches!(symbol, Symbol::Idle(0) | Symbol::Skipped(_)) {
            return;
        }
        let length = self.pattern.len();
        if self.seen.len() < length {
            self.seen.push(symbol);
        } else {
            self.seen[self.oldest] = symbol;
            self.oldest = (self.oldest + 1) % length;
        }
        self.since = self.since.map(|since| since + 1);
        let (newer, older) = self.seen.split_at(self.oldest);
        if self.seen.len() == length && older.iter().chain(newer).eq(&self.pattern) {
            self.repetitions += 1;
            self.since = Some(0);
        } else if self.since.is_some_and(|since| since >= length) {
            self.repetitions = 0;
            self.since = None;
        }
    }
}
