// SPDX-License-Identifier: Apache-2.0
//! Waveforms: signals and their values over time, from VCD files (IEEE 1364-2005, 18.2).

use std::collections::BTreeMap;
use std::io::BufRead;
use vcd::{Command, IdCode, Parser, ScopeItem, Value};

/// What is wrong with a waveform.
#[derive(Debug, thiserror::Error)]
pub enum WaveError {
    /// The file can't be read as VCD.
    #[error("this is no VCD file: {0}")]
    Format(#[from] std::io::Error),
    /// It has no signal of this name.
    #[error("the waveform has no signal `{0}`")]
    Missing(String),
    /// The signals are not what they must be.
    #[error("at {time}: {problem}")]
    Unexpected {
        /// When, in units of the file.
        time: u64,
        /// What is wrong.
        problem: &'static str,
    },
}

/// A signal and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Its name.
    pub name: String,
    /// Its width in bits, 64 at most.
    pub width: u32,
    /// Its values, each with the time from which on it has it; unknown ones are none.
    pub changes: Vec<(u64, Option<u64>)>,
}

impl Signal {
    /// Its value at `time`.
    pub fn at(&self, time: u64) -> Option<u64> {
        self.changes[..self.changes.partition_point(|(at, _)| *at <= time)].last().and_then(|(_, value)| *value)
    }

    /// When it has `value` for the first time at or after `time`.
    pub fn next(&self, value: u64, time: u64) -> Option<u64> {
        if self.at(time) == Some(value) {
            return Some(time);
        }
        self.changes.iter().find(|(at, is)| *at > time && *is == Some(value)).map(|(at, _)| *at)
    }

    /// When it changes for the first time after `time`.
    pub fn change(&self, time: u64) -> Option<u64> {
        self.changes.iter().map(|(at, _)| *at).find(|at| *at > time)
    }

    /// One bit of the signal.
    pub fn bit(&self, bit: u32) -> Signal {
        let mut changes: Vec<(u64, Option<u64>)> = Vec::new();
        for (time, value) in &self.changes {
            let value = value.map(|value| value >> bit & 1);
            if changes.last().is_none_or(|(_, last)| *last != value) {
                changes.push((*time, value));
            }
        }
        Signal { name: format!("{}[{bit}]", self.name), width: 1, changes }
    }
}

/// The signals of a file.
#[derive(Clone, Debug, Default)]
pub struct Waveform {
    /// In the order of the file, those of inner scopes with theirs.
    pub signals: Vec<Signal>,
    /// The last time.
    pub end: u64,
}

impl Waveform {
    /// Reads a VCD file. Signals of more than 64 bits are left out.
    pub fn read(text: impl BufRead) -> Result<Waveform, WaveError> {
        let mut parser = Parser::new(text);
        let header = parser.parse_header()?;
        let mut codes: BTreeMap<IdCode, Vec<usize>> = BTreeMap::new();
        let mut wave = Waveform::default();
        wave.declare(&header.items, &mut codes);
        for command in parser {
            let (code, value) = match command? {
                Command::Timestamp(time) => {
                    wave.end = time;
                    continue;
                }
                Command::ChangeScalar(code, bit) => (code, value([bit])),
                Command::ChangeVector(code, bits) => (code, value(bits)),
                _ => continue,
            };
            for signal in codes.get(&code).into_iter().flatten() {
                wave.signals[*signal].changes.push((wave.end, value));
            }
        }
        Ok(wave)
    }

    fn declare(&mut self, items: &[ScopeItem], codes: &mut BTreeMap<IdCode, Vec<usize>>) {
        for item in items {
            match item {
                ScopeItem::Var(variable) if variable.size <= 64 => {
                    codes.entry(variable.code).or_default().push(self.signals.len());
                    let name = variable.reference.clone();
                    self.signals.push(Signal { name, width: variable.size, changes: vec![] });
                }
                ScopeItem::Scope(scope) => self.declare(&scope.children, codes),
                _ => {}
            }
        }
    }

    /// The first signal of this name.
    pub fn signal(&self, name: &str) -> Result<&Signal, WaveError> {
        self.signals.iter().find(|signal| signal.name == name).ok_or_else(|| WaveError::Missing(name.into()))
    }
}

/// A value of bits, the highest first.
fn value(bits: impl IntoIterator<Item = Value>) -> Option<u64> {
    bits.into_iter().try_fold(0, |value, bit| match bit {
        Value::V0 => Some(value << 1),
        Value::V1 => Some(value << 1 | 1),
        Value::X | Value::Z => None,
    })
}
