// SPDX-License-Identifier: Apache-2.0
//! VCD files (IEEE 1364-2005, 18.2), as simulators and logic analysers write them.

use super::signals::{self, Signals};
use super::{CaptureError, Unit};
use crate::pins::{Change, PibMode, Pins};
use std::io::{self, BufRead};
use vcd::{Command, IdCode, Parser, Value};

/// Where the pins are: names of signals, with as many of the scopes before them, and dots between, as are needed. The
/// signal nearest to the top is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The signal that is tref.
    pub tref: String,
    /// The vector that is tdata, whose elements may be signals of their own, or a signal for each bit, that of bit 0
    /// first.
    pub tdata: Vec<String>,
}

impl Default for Names {
    fn default() -> Names {
        Names { tref: "tref".into(), tdata: vec!["tdata".into()] }
    }
}

/// Where bits of a signal go to.
#[derive(Clone, Copy, Debug)]
struct Bits {
    code: IdCode,
    width: u32,
    /// Bit 0 of the signal is this one of the pins.
    pin: u32,
}

/// tref is above tdata.
const TREF: u32 = 16;

/// Changes from a reader. `x` and `z` count as 0.
pub struct Vcd<R: io::Read> {
    parser: Parser<R>,
    unit: Unit,
    bits: Vec<Bits>,
    time: u64,
    pins: u32,
    /// What was handed on last.
    given: Option<u32>,
    ended: bool,
}

impl<R: BufRead> Vcd<R> {
    /// Reads the header, and finds the pins of `mode` in it.
    pub fn new(reader: R, mode: PibMode, names: &Names) -> Result<Vcd<R>, CaptureError> {
        let mut parser = Parser::new(reader);
        let (unit, signals) = signals::header(&mut parser)?;
        let mut bits = tdata(&signals, names, mode.pins())?;
        if mode.is_parallel() {
            bits.extend(signals.find(&names.tref)?.iter().map(|signal| Bits {
                code: signal.code,
                width: 1,
                pin: TREF,
            }));
        }
        Ok(Vcd { parser, unit, bits, time: 0, pins: 0, given: None, ended: false })
    }

    /// The time scale.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The state of the pins, if it is not what was handed on last.
    fn news(&mut self) -> Option<Change> {
        (self.given.replace(self.pins) != Some(self.pins)).then(|| self.now())
    }

    fn now(&self) -> Change {
        Change { time: self.time, pins: Pins { tref: self.pins >> TREF & 1 != 0, tdata: self.pins as u16 } }
    }

    /// A new value of a signal, most significant bit first; bits above those that are there are 0 (or x, or z).
    fn set(&mut self, code: IdCode, value: &[Value]) {
        for bits in self.bits.iter().filter(|bits| bits.code == code) {
            for bit in 0..bits.width {
                let is_one = value.iter().rev().nth(bit as usize) == Some(&Value::V1);
                let pin = 1 << (bits.pin + bit);
                self.pins = if is_one { self.pins | pin } else { self.pins & !pin };
            }
        }
    }
}

impl<R: BufRead> Iterator for Vcd<R> {
    type Item = Result<Change, CaptureError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.parser.next() {
                Some(Ok(Command::Timestamp(time))) if time > self.time => {
                    let news = self.news();
                    self.time = time;
                    if news.is_some() {
                        return news.map(Ok);
                    }
                }
                Some(Ok(Command::ChangeScalar(code, value))) => self.set(code, &[value]),
                Some(Ok(Command::ChangeVector(code, value))) => self.set(code, &value),
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    self.ended = true;
                    return Some(Err(error.into()));
                }
                None => {
                    self.ended = true;
                    return Some(Ok(self.now()));
                }
            }
        }
        None
    }
}

/// Where the bits of tdata are: no pin twice.
fn tdata(signals: &Signals, names: &Names, pins: u32) -> Result<Vec<Bits>, CaptureError> {
    let mut bits: Vec<Bits> = Vec::new();
    if let [name] = &names.tdata[..] {
        let found = signals.find(name)?;
        let is_part = signals::split(name).1.is_some();
        for signal in found {
            let pin = if is_part { 0 } else { signal.element.unwrap_or(0) };
            if pin < pins && bits.iter().all(|bits| bits.pin != pin) {
                bits.push(Bits { code: signal.code, width: signal.width.min(pins - pin), pin });
            }
        }
    } else {
        for (pin, name) in (0..pins).zip(&names.tdata) {
            bits.extend(signals.find(name)?.first().map(|signal| Bits { code: signal.code, width: 1, pin }));
        }
    }
    let width: u32 = bits.iter().map(|bits| bits.width).sum();
    if width < pins {
        return Err(signals.missing(format!("{} with {pins} bits", names.tdata.join(","))));
    }
    Ok(bits)
}
