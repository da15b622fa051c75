// SPDX-License-Identifier: Apache-2.0
//! How long a bit is.

use crate::pins::{Change, PibMode};
use std::collections::BTreeMap;

/// As many pulses are enough.
const PULSES: usize = 1 << 16;
/// UART is low for as many bits at most: the start bit and those of a byte.
const LONGEST: f64 = 9.0;
/// Where a bit is looked for, in thousandths of the shortest pulse: of three samples or more it is one too long or too
/// short.
const NEAREST: u32 = 750;
const FARTHEST: u32 = 1334;

/// The bit period of UART or Manchester, from pulses of `tdata[0]`: every message has the shortest of them.
///
/// In UART these are low pulses (a last byte has MSEO 11, so its start bit is low by itself; idle is high). In
/// Manchester high pulses are one phase or two, and each message has both, because MSEO of its first byte is 00 and of
/// its last 11. None if the capture has no such pulse, or in parallel modes, which do not need it. There have to be 3
/// samples in a bit of UART, 5 in one of Manchester, and 16 bytes to be certain.
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

/// Pulses are multiples of a bit, up to nine of them: start bit and byte; longer high ones do not count. The shortest
/// low pulse is one bit, and has as many samples as that or one more or less, of three at least: the period is the one
/// nearby of which all pulses together are multiples with the least squares of errors.
fn uart(pulses: &[Pulse]) -> Option<f64> {
    let shortest = lengths(pulses, false).into_iter().reduce(f64::min)?;
    // A pin that is off may be low for longer than a byte is.
    let longest = |level| LONGEST * shortest * if level { 1.0 } else { f64::from(FARTHEST) / 1000.0 };
    let counted = pulses.iter().filter(|pulse| pulse.length <= longest(pulse.level));
    let counted: Vec<f64> = counted.map(|pulse| pulse.length).collect();
    let mut often = BTreeMap::<u64, f64>::new();
    for length in &counted {
        *often.entry(*length as u64).or_default() += 1.0;
    }
    let units = |units: f64| units.round().clamp(1.0, LONGEST);
    let error = |bit: f64| -> f64 {
        often
            .iter()
            .map(|(length, times)| (*length as f64, times))
            .map(|(l, times)| times * (l - bit * units(l / bit)).powi(2))
            .sum()
    };
    let candidates = (NEAREST..=FARTHEST).map(|thousandths| shortest * f64::from(thousandths) / 1000.0);
    let nearly = candidates.min_by(|a, b| error(*a).total_cmp(&error(*b)))?;
    Some(fit(&counted, nearly, f64::INFINITY, units))
}

/// High pulses are one phase or two, and so are low ones within a message. Both count, because where samples make the
/// one longer than it is, they make the other shorter.
fn manchester(pulses: &[Pulse]) -> Option<f64> {
    let high = lengths(pulses, true);
    let shortest = high.iter().copied().reduce(f64::min)?;
    let longest = high.iter().copied().reduce(f64::max)?;
    let phase = if longest < 1.4 * shortest { shortest } else { (shortest + longest) / 3.0 };
    let all: Vec<_> = pulses.iter().map(|pulse| pulse.length).collect();
    let units = |phases: f64| if phases < 1.5 { 1.0 } else { 2.0 };
    Some((0..3).fold(phase, |phase, _| fit(&all, phase, 2.6, units)))
}

/// The unit of which the pulses up to `longest` units are multiples (which ones say `units`), with the least squares of
/// errors; `unit` is nearly that.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pins::Pins;

    #[test]
    fn a_pin_that_is_off_for_a_while_does_not_count() {
        let (mut time, mut tdata) = (0, 1);
        let changes = [50, 10, 20, 30, 10, 5000, 40, 10, 20, 20, 10].map(|length| {
            let change = Change { time, pins: Pins { tdata, ..Pins::default() } };
            (time, tdata) = (time + length, 1 - tdata);
            change
        });
        assert_eq!(bit_period(PibMode::Uart, changes), Some(10.0));
    }
}
