// SPDX-License-Identifier: Apache-2.0
//! Receivers, calibration and captures on the pins of an ideal transmitter, and by hand.

mod calibration;
mod captures;
mod random;
mod receive;
#[path = "../waveform/samples.rs"]
mod samples;
#[path = "../waveform/vcd.rs"]
mod vcd;
#[path = "../waveform/mod.rs"]
mod waveform;

use tracewright_peers::pins::{PibMode, Pins, Receiver, Recording, Timing};

/// All modes.
const MODES: [PibMode; 7] = [
    PibMode::Uart,
    PibMode::Manchester,
    PibMode::Parallel1,
    PibMode::Parallel2,
    PibMode::Parallel4,
    PibMode::Parallel8,
    PibMode::Parallel16,
];

/// N-Trace 3.5: IndirectBranchHist, whose last byte is like an idle one.
const EXAMPLE: [u8; 6] = [0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF];

/// Pins by hand: each value of tdata with a new edge of tref, four samples each.
fn beats(values: &[u16]) -> Vec<Pins> {
    let pins = |(index, tdata): (usize, &u16)| Pins { tref: index % 2 != 0, tdata: *tdata };
    values.iter().enumerate().flat_map(|value| [pins(value); 4]).collect()
}

/// tdata[0] by hand: a character a step, four samples each.
fn pin(steps: &str) -> Vec<Pins> {
    let level = |step: char| (step != ' ').then(|| Pins { tref: false, tdata: u16::from(step == '1') });
    steps.chars().filter_map(level).flat_map(|pins| [pins; 4]).collect()
}

/// Receives samples; the bit period in samples.
fn receive(mode: PibMode, bit: f64, samples: &[Pins]) -> (Recording, Option<Timing>) {
    let mut recording = Recording::default();
    let mut receiver = Receiver::new(mode, bit);
    for pins in samples {
        receiver.sample(*pins, &mut |event| recording.take(event));
    }
    recording.cut = receiver.finish(&mut |event| recording.take(event));
    recording.counts = receiver.counts();
    (recording, receiver.timing())
}
