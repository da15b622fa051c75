// SPDX-License-Identifier: Apache-2.0
//! Samples of a waveform.

use tracewright_peers::pins::{Change, PibMode, Pins};

/// What the changes are at `phase`, and each `period` later.
pub fn sampled(changes: &[Change], period: f64, phase: f64) -> Vec<Pins> {
    let end = changes.last().map_or(0, |last| last.time);
    let mut at = 0;
    let mut samples = Vec::new();
    for sample in 0.. {
        let time = phase + period * f64::from(sample);
        if time >= end as f64 {
            break;
        }
        while changes.get(at + 1).is_some_and(|next| next.time as f64 <= time) {
            at += 1;
        }
        samples.push(changes[at].pins);
    }
    samples
}

/// A file of samples, as [`tracewright_peers::pins::capture::Raw`] reads it.
pub fn raw(mode: PibMode, samples: &[Pins]) -> Vec<u8> {
    let word = |pins: &Pins| u32::from(pins.tdata) | u32::from(pins.tref) << 16;
    match mode.is_parallel() {
        true => samples.iter().flat_map(|pins| word(pins).to_le_bytes()).collect(),
        false => samples.iter().map(|pins| pins.tdata as u8).collect(),
    }
}
