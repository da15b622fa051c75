// SPDX-License-Identifier: Apache-2.0
//! An ideal transmitter: waveforms by the tables of Trace Control 12.3 to 12.5.

use tracewright_peers::pins::{Change, PibMode, Pins};

/// Something to send.
#[derive(Clone, Debug)]
pub enum Part {
    /// A message, whole.
    Message(Vec<u8>),
    /// Idle for so many bit periods.
    Idle(usize),
}

/// Values of the pins in equal steps of time: a bit (UART, parallel without pibRefCenter) or half of one.
#[derive(Clone, Debug)]
pub struct Waveform {
    pub steps: Vec<Pins>,
    /// Steps in a bit.
    pub per_bit: usize,
}

fn bits(bytes: &[u8]) -> impl Iterator<Item = bool> + '_ {
    bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 != 0))
}

fn serial(pin: bool) -> Pins {
    Pins { tref: false, tdata: pin.into() }
}

/// Table of 12.3.
fn manchester(parts: &[Part]) -> Vec<Pins> {
    let mut phases = Vec::new();
    for part in parts {
        match part {
            Part::Message(bytes) => {
                phases.extend([true, false]);
                for bit in bits(bytes) {
                    phases.extend(if bit { [true, false] } else { [false, true] });
                }
                phases.extend([false, false]);
            }
            Part::Idle(count) => phases.extend(vec![false; 2 * count]),
        }
    }
    phases.into_iter().map(serial).collect()
}

/// Text of 12.4.
fn uart(parts: &[Part]) -> Vec<Pins> {
    let mut steps = Vec::new();
    for part in parts {
        match part {
            Part::Message(bytes) => {
                for byte in bytes {
                    steps.push(false);
                    steps.extend(bits(&[*byte]));
                    steps.push(true);
                }
            }
            Part::Idle(count) => steps.extend(vec![true; *count]),
        }
    }
    steps.into_iter().map(serial).collect()
}

/// Text of 12.5: the values of tdata, a bit period each.
fn beats(width: usize, parts: &[Part]) -> Vec<u16> {
    let ones = u16::MAX >> (16 - width);
    let mut beats = Vec::new();
    for part in parts {
        match part {
            Part::Message(bytes) => {
                let bits: Vec<_> = bits(bytes).collect();
                for beat in bits.chunks(width) {
                    // 16 pins: above an odd last byte is an idle one.
                    let value = beat.iter().enumerate().fold(0, |value, (pin, bit)| value | u16::from(*bit) << pin);
                    beats.push(if beat.len() < width { value | 0xFF00 } else { value });
                }
            }
            Part::Idle(count) => beats.extend(vec![ones; *count]),
        }
    }
    beats
}

impl Waveform {
    /// The waveform of `parts`; `centred` says where tref changes in the parallel modes, `tref` what it is at first.
    pub fn new(mode: PibMode, parts: &[Part], centred: bool, mut tref: bool) -> Waveform {
        let (steps, per_bit) = match mode {
            PibMode::Manchester => (manchester(parts), 2),
            PibMode::Uart => (uart(parts), 1),
            _ => {
                let mut steps = Vec::new();
                for tdata in beats(mode.pins() as usize, parts) {
                    if centred {
                        steps.push(Pins { tref, tdata });
                    }
                    tref = !tref;
                    steps.push(Pins { tref, tdata });
                }
                (steps, if centred { 2 } else { 1 })
            }
        };
        Waveform { steps, per_bit }
    }

    /// The changes, with `step` units of time for a step; each of them is late by what `late` says (of a number from 0
    /// on, for each change).
    pub fn changes(&self, step: u64, mut late: impl FnMut() -> u64) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for (index, pins) in self.steps.iter().enumerate() {
            if changes.last().is_none_or(|last| last.pins != *pins) {
                changes.push(Change { time: index as u64 * step + late(), pins: *pins });
            }
        }
        let pins = changes.last().map_or(Pins::default(), |last| last.pins);
        changes.push(Change { time: self.steps.len() as u64 * step, pins });
        changes
    }

    /// The bit period, with `step` units of time for a step.
    pub fn bit(&self, step: f64) -> f64 {
        self.per_bit as f64 * step
    }
}
