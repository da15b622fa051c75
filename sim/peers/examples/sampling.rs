// SPDX-License-Identifier: Apache-2.0
//! How fast samples are received, in each mode: `cargo run --release -p tracewright-peers --example sampling`.

#[path = "../tests/waveform/mod.rs"]
mod waveform;

use std::time::Instant;
use tracewright_peers::pins::{bit_period, PibMode, Receiver, Recording};
use waveform::{Part, Waveform};

fn main() {
    use PibMode::*;
    let message = Part::Message(vec![0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF]);
    for mode in [Uart, Manchester, Parallel1, Parallel4, Parallel16] {
        let waveform = Waveform::new(mode, &vec![[Part::Idle(20), message.clone()]; 100_000].concat(), false, false);
        let mut recording = Recording::default();
        let bit = bit_period(mode, waveform.changes(4, || 0)).unwrap_or(waveform.bit(4.0));
        let mut receiver = Receiver::new(mode, bit);
        let start = Instant::now();
        for pins in &waveform.steps {
            for _ in 0..4 {
                receiver.sample(*pins, &mut |event| recording.take(event));
            }
        }
        receiver.finish(&mut |event| recording.take(event));
        let samples = waveform.steps.len() as f64 * 4.0;
        let speed = samples / start.elapsed().as_secs_f64() / 1e6;
        println!("{mode:?}: {speed:.0} M samples/s, {bit} in a bit, {} messages", receiver.counts().messages);
        assert!(recording.first_error.is_none());
    }
}
