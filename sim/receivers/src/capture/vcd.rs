// SPDX-License-Identifier: Apache-2.0
//! VCD files (IEEE 1364-2005, 18.2), as simulators and logic analysers write them.

use super::{CaptureError, Unit};
use crate::{Change, PibMode, Pins};
use std::io::{self, BufRead};
use vcd::{Command, IdCode, Parser, ReferenceIndex, ScopeItem, Value};

/// Where the pins are: names of signals, with as many of the scopes before them, and dots between, as are needed. The signal nearest to the top
/// is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The signal that is tref.
    pub tref: String,
    /// The vector that is tdata, whose elements may be signals of their own, or a signal for each bit, that of bit 0 first.
    pub tdata: Vec<String>,
}

impl Default for Names {
    fn default() -> Names {
        Names { tref: "tref".into(), tdata: vec!["tdata".into()] }
    }
}

/// A signal of the file.
#[derive(Clone, Debug)]
struct Signal {
    /// Scopes and name.
    path: String,
    depth: usize,
    code: IdCode,
    width: u32,
    /// For an element of a vector, which one.
    element: Option<u32>,
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
        let header = parser.parse_header()?;
        let (number, unit) = header.timescale.unwrap_or((1, vcd::TimescaleUnit::NS));
        let scale = u64::from(number) * (vcd::TimescaleUnit::FS.divisor() / unit.divisor());
        let mut signals = Vec::new();
        collect(&header.items, "", 0, &mut signals);
        let mut bits = tdata(&signals, names, mode.pins())?;
        if mode.is_parallel() {
            bits.extend(find(&signals, &names.tref)?.iter().map(|signal| Bits {
                code: signal.code,
                width: 1,
                pin: TREF,
            }));
        }
        Ok(Vcd { parser, unit: Unit::Femtoseconds(scale), bits, time: 0, pins: 0, given: None, ended: false })
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

fn collect(items: &[ScopeItem], scope: &str, depth: usize, signals: &mut Vec<Signal>) {
    for item in items {
        match item {
            ScopeItem::Scope(inner) => {
                collect(&inner.children, &format!("{scope}{}.", inner.identifier), depth + 1, signals);
            }
            ScopeItem::Var(var) => {
                let (name, index) = split(&var.reference);
                let element = match var.index.or(index) {
                    Some(ReferenceIndex::BitSelect(element)) => Some(element),
                    Some(ReferenceIndex::Range(..)) | None => None,
                };
                let path = format!("{scope}{name}");
                signals.push(Signal { path, depth, code: var.code, width: var.size, element });
            }
        }
    }
}

/// A name, and what some tools write right behind it.
fn split(name: &str) -> (&str, Option<ReferenceIndex>) {
    match name.split_once('[').and_then(|(name, index)| Some((name, index.strip_suffix(']')?.parse().ok()?))) {
        Some((name, index)) => (name, Some(index)),
        None => (name, None),
    }
}

/// The signals with a name, in the scope nearest to the top: one, or elements of a vector.
fn find<'a>(signals: &'a [Signal], name: &str) -> Result<Vec<&'a Signal>, CaptureError> {
    let (plain, index) = split(name);
    let matches = |signal: &&Signal| {
        let named = signal.path.strip_suffix(plain).is_some_and(|scope| scope.is_empty() || scope.ends_with('.'));
        named && index.is_none_or(|index| signal.element.map(ReferenceIndex::BitSelect) == Some(index))
    };
    let depth = signals.iter().filter(matches).map(|signal| signal.depth).min();
    let mut found: Vec<_> = signals.iter().filter(matches).filter(|signal| Some(signal.depth) == depth).collect();
    found.dedup_by_key(|signal| (signal.code, signal.element));
    if found.is_empty() {
        return Err(CaptureError::NoSignal { name: name.into(), there: list(signals.iter()) });
    }
    let one_vector = found.iter().all(|signal| signal.element.is_some() && signal.path == found[0].path);
    if found.len() > 1 && !one_vector {
        return Err(CaptureError::Ambiguous { name: name.into(), found: list(found.into_iter()) });
    }
    Ok(found)
}

/// Where the bits of tdata are.
fn tdata(signals: &[Signal], names: &Names, pins: u32) -> Result<Vec<Bits>, CaptureError> {
    let mut bits = Vec::new();
    if let [name] = &names.tdata[..] {
        let found = find(signals, name)?;
        let is_part = split(name).1.is_some();
        for signal in found {
            let pin = if is_part { 0 } else { signal.element.unwrap_or(0) };
            if pin < pins {
                bits.push(Bits { code: signal.code, width: signal.width.min(pins - pin), pin });
            }
        }
    } else {
        for (pin, name) in (0..pins).zip(&names.tdata) {
            bits.extend(find(signals, name)?.first().map(|signal| Bits { code: signal.code, width: 1, pin }));
        }
    }
    let width: u32 = bits.iter().map(|bits| bits.width).sum();
    if width < pins {
        let name = format!("{} with {pins} bits", names.tdata.join(","));
        return Err(CaptureError::NoSignal { name, there: list(signals.iter()) });
    }
    Ok(bits)
}

/// A few signals, by name.
fn list<'a>(signals: impl Iterator<Item = &'a Signal>) -> String {
    const SOME: usize = 12;
    let mut names: Vec<_> = signals
        .map(|signal| match (signal.element, signal.width) {
            (Some(element), _) => format!("{}[{element}]", signal.path),
            (None, 1) => signal.path.clone(),
            (None, width) => format!("{}[{}:0]", signal.path, width - 1),
        })
        .collect();
    names.dedup();
    if names.len() > SOME {
        let more = names.len() - SOME;
        names.truncate(SOME);
        names.push(format!("{more} more"));
    }
    if names.is_empty() {
        names.push("none".into());
    }
    names.join(", ")
}
