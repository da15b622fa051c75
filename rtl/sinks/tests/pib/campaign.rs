// SPDX-License-Identifier: Apache-2.0
//! Long runs: what a probe receives from the pins is what was taken.
//!
//! `TRACEWRIGHT_SOAK` in the environment runs every mode with every divider, width and pair of clocks.

use crate::bench::{setting, Bench, Kind, ALL, EIGHT, ENABLE};
use crate::chunks::any_message;
use rand::Rng;
use tracewright_config::PibMode;
use tracewright_peers::pins::{Change, Pins, Receiver, Recording};
use verilator_sys::Library;

/// Units of the receiver's time in a cycle of the pins' clock.
const UNITS: u64 = 4;
/// Bytes that wait for the PIB at most.
const AHEAD: usize = 200;

/// How long bits are.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub divider: u32,
    pub center: bool,
}

/// Cycles of a bit period.
fn bit(mode: PibMode, rate: Rate) -> u64 {
    let ticks = if mode == PibMode::Manchester || rate.center { 2 } else { 1 };
    ticks * (u64::from(rate.divider) + 1)
}

/// A receiver on the pins of a bench.
pub struct Probe {
    receiver: Receiver,
    recording: Recording,
    pins: Pins,
}

impl Probe {
    pub fn new(mode: PibMode, rate: Rate) -> Probe {
        let receiver = Receiver::new(mode, (bit(mode, rate) * UNITS) as f64);
        Probe { receiver, recording: Recording::default(), pins: Pins { tref: true, tdata: 0xFFFF } }
    }

    /// Looks at the pins as they are after an instant.
    pub fn look(&mut self, bench: &Bench) {
        if bench.rose[1] && bench.pins != self.pins {
            self.pins = bench.pins;
            let change = Change { time: bench.cycles * UNITS, pins: bench.pins };
            let recording = &mut self.recording;
            self.receiver.change(change, &mut |event| recording.take(event));
        }
    }

    /// Everything that was received.
    pub fn finish(mut self, bench: &Bench) -> Recording {
        let change = Change { time: bench.cycles * UNITS, pins: bench.pins };
        let recording = &mut self.recording;
        self.receiver.change(change, &mut |event| recording.take(event));
        self.recording.cut = self.receiver.finish(&mut |event| recording.take(event));
        self.recording.counts = self.receiver.counts();
        self.recording
    }
}

/// Sends so many bytes in a mode, with the clocks, and receives them.
fn run(library: &Library, chunk: usize, mode: PibMode, rate: Rate, period: [u64; 2], bytes: usize) {
    let what = format!("chunks of {chunk} bits, {mode:?}, {rate:?}, periods {period:?}");
    let mut bench = Bench::new(library, chunk, period, u64::from(mode.code()) + period[0]);
    let settings = setting(mode, rate.divider, rate.center);
    bench.start(settings);
    // The probe is there before anything is sent.
    let instants = |cycles: u64| cycles * (period[1] / period[0] + 2);
    bench.run(instants(80));
    let mut probe = Probe::new(mode, rate);
    bench.run_with(bit(mode, rate) * 17 + 20, |bench| probe.look(bench));
    bench.control |= ENABLE;

    let mut sent = 0;
    let limit = instants(bit(mode, rate) * 60 * 500 + 4000);
    let mut burst = 0;
    while sent < bytes || !bench.chunks.is_empty() {
        let taken = bench.chunks.taken.len();
        for _ in 0..limit {
            if sent < bytes && bench.chunks.len() < AHEAD {
                let message = any_message(&mut bench.random);
                bench.chunks.send(&message);
                sent += message.len();
                burst += 1;
                if burst % 50 == 0 {
                    bench.chunks.eagerness = [100, 100, 30, 3][bench.random.random_range(0..4)];
                }
            }
            bench.step();
            probe.look(&bench);
            if bench.chunks.taken.len() > taken + 4096 || bench.chunks.is_empty() && sent >= bytes {
                break;
            }
        }
        assert!(bench.chunks.taken.len() > taken, "{what}: nothing is taken");
    }
    bench.control &= !ENABLE;
    bench.until(limit, "pibEmpty", |bench| {
        probe.look(bench);
        bench.empty
    });
    bench.run_with(bit(mode, rate) * 3, |bench| probe.look(bench));
    let received = probe.finish(&bench);
    let differ = received.bytes.iter().zip(&bench.chunks.taken).position(|(received, taken)| received != taken);
    if let Some(at) = differ {
        let around = |bytes: &[u8]| format!("{:02x?}", &bytes[at.saturating_sub(8)..bytes.len().min(at + 8)]);
        panic!("{what}: byte {at}: {} for {}", around(&received.bytes), around(&bench.chunks.taken));
    }
    assert_eq!(received.first_error, None, "{what}");
    assert!(!received.cut, "{what}");
    assert_eq!(received.bytes.len(), bench.chunks.taken.len(), "{what}");
    assert!(received.bytes.len() >= bytes, "{what}");
}

const FAST: Rate = Rate { divider: 0, center: false };

/// The pins' clock is that of the encoder, or nearly so.
const SAME: [u64; 2] = [40, 40];

#[test]
pub fn a_million_bytes_of_messages_in_each_mode_arrive() {
    let library = Kind { modes: ALL, chunk: 8 }.library();
    std::thread::scope(|scope| {
        for half in ALL.chunks(4) {
            let library = &library;
            scope.spawn(move || half.iter().for_each(|&mode| run(library, 8, mode, FAST, SAME, 1_000_000)));
        }
    });
}

#[test]
pub fn messages_arrive_from_chunks_of_any_width_and_with_entries_of_one_byte() {
    for kind in [
        Kind { modes: ALL, chunk: 32 },
        Kind { modes: ALL, chunk: 64 },
        Kind { modes: EIGHT, chunk: 32 },
        Kind { modes: &[PibMode::Uart], chunk: 8 },
    ] {
        let library = kind.library();
        for &mode in kind.modes {
            let bytes = if mode.pins() >= 8 { 200_000 } else { 30_000 };
            run(&library, kind.chunk, mode, FAST, SAME, bytes);
        }
    }
}

#[test]
pub fn messages_arrive_with_each_divider_and_place_of_tref() {
    let library = Kind { modes: ALL, chunk: 32 }.library();
    for &mode in ALL {
        for (divider, bytes) in [(0, 30_000), (1, 20_000), (2, 20_000), (5, 5_000), (255, 100), (65_535, 2)] {
            for center in [false, true] {
                // The slowest takes millions of cycles where pins are few.
                let slow = divider == 65_535 && mode.pins() < 8 && mode != PibMode::Uart;
                if (!center || mode.is_parallel()) && !slow {
                    let bytes = (bytes * mode.pins() as usize).div_ceil(8);
                    run(&library, 32, mode, Rate { divider, center }, SAME, bytes);
                }
            }
        }
    }
}

const PERIODS: [[u64; 2]; 7] = [[40, 120], [120, 40], [140, 100], [100, 140], [2000, 60], [60, 2000], [40, 41]];

#[test]
pub fn messages_arrive_with_clocks_of_any_ratio() {
    let library = Kind { modes: ALL, chunk: 32 }.library();
    for &mode in ALL {
        for period in PERIODS {
            let bytes = if period[0].max(period[1]) == 2000 { 1_000 } else { 10_000 };
            run(&library, 32, mode, FAST, period, bytes);
        }
    }
}

#[test]
pub fn messages_arrive_in_every_combination() {
    if std::env::var_os("TRACEWRIGHT_SOAK").is_none() {
        return;
    }
    for chunk in [8, 32, 64] {
        for modes in [ALL, EIGHT] {
            let library = Kind { modes, chunk }.library();
            for &mode in modes {
                for period in PERIODS.into_iter().chain([SAME]) {
                    for divider in [0, 1, 2, 5, 255] {
                        for center in [false, true] {
                            if !center || mode.is_parallel() {
                                let bytes = 200_000 / (divider as usize + 1);
                                run(&library, chunk, mode, Rate { divider, center }, period, bytes);
                            }
                        }
                    }
                }
            }
        }
    }
}
