// SPDX-License-Identifier: Apache-2.0
//! How long a bit is.

use crate::{Change, PibMode};

/// As many pulses are enough.
const PULSES: usize = 1 << 16;
/// UART is low for as many bits at most: the start bit and those of a byte.
const LONGEST: f64 = 9.0;

/// The bit period of UART or Manchester, from pulses of `tdata[0]`: every message has the shortest of them.
///
/// In UART these are low pulses (a last byte has MSEO 11, so its start bit is low by itself; idle is high). In Manchester high pulses are one phase
/// or two, and each message has both, because MSEO of its first byte is 00 and of its last 11. None if the capture has no such pulse, or in
/// parallel modes, which do not need it. There have to be 3 samples in a bit of UART, 5 in one of Manchester.
pub fn bit_period(mode: PibMode, changes: impl IntoIterator<Item = Change>) -> Option<f64> {
    match mode {
        PibMode::Uart => uart(&pulses(changes)),
        PibMode::Manchester => manchester(&pulses(changes)).map(|phase| 2.0 * phase),
        _ => None,
    }
}

/// Time between two changes.
struct Pulse {
    level: bool,
    length: f64,
}

/// All pulses but the first and the last, which the capture may have cut.
fn pulses(changes: impl IntoIterator<Item = Change>) -> Vec<Pulse> {
    let mut pulses = Vec::new();
    let mut level = None;
    let mut since = None;
    for Change { time, pins } in changes {
        let now = pins.tdata & 1 != 0;
        if let Some(level) = level.replace(now).filter(|level| *level != now) {
            if let Some(since) = since.replace(time) {
                pulses.push(Pulse { level, length: (time - since) as f64 });
            }
        }
        if pulses.len() == PULSES {
            break;
        }
    }
    pulses
}

fn lengths(pulses: &[Pulse], level: bool) -> Vec<f64> {
    pulses.iter().filter(|pulse| pulse.level == level).map(|pulse| pulse.length).collect()
}

/// Low pulses are multiples of a bit: first those that can only be one bit tell how long it is, then longer ones how long exactly.
fn uart(pulses: &[Pulse]) -> Option<f64> {
    let low = lengths(pulses, false);
    let shortest = low.iter().copied().reduce(f64::min)?;
    let fit = |bit, longest| fit(&low, bit, longest, |bits| bits.round().clamp(1.0, LONGEST));
    Some([1.5, 2.5, 4.5, LONGEST + 1.0].into_iter().fold(shortest, fit))
}

/// High pulses are one phase or two, and so are low ones within a message. Both count, because where samples make the one longer than it is,
/// they make the other shorter.
fn manchester(pulses: &[Pulse]) -> Option<f64> {
    let high = lengths(pulses, true);
    let shortest = high.iter().copied().reduce(f64::min)?;
    let longest = high.iter().copied().reduce(f64::max)?;
    let phase = if longest < 1.4 * shortest { shortest } else { (shortest + longest) / 3.0 };
    let all: Vec<_> = pulses.iter().map(|pulse| pulse.length).collect();
    let units = |phases: f64| if phases < 1.5 { 1.0 } else { 2.0 };
    Some((0..3).fold(phase, |phase, _| fit(&all, phase, 2.6, units)))
}

/// The unit of which the pulses up to `longest` units are multiples (which ones say `units`), with the least squares of errors; `unit` is nearly
/// that.
fn fit(pulses: &[f64], unit: f64, longest: f64, units: impl Fn(f64) -> f64) -> f64 {
    let (mut products, mut squares) = (0.0, 0.0);
    for pulse in pulses.iter().filter(|pulse| **pulse <= longest * unit) {
        let units = units(pulse / unit);
        products += pulse * units;
        squares += units * units;
    }
    if squares > 0.0 {
        products / squares
    } else {
        unit
    }
}
