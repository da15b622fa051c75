// SPDX-License-Identifier: Apache-2.0
//! Short waveforms of the pins, for timing diagrams and for tools that read captures.
//!
//! `pib-<mode>.vcd` goes to the folder that `TRACEWRIGHT_WAVES` names, else to one for temporary files of tests: the
//! mode is set, the PIB enabled, two messages are sent, and the PIB disabled and switched off. `pib-calibration.vcd`
//! has the pattern of 12.2 in their place.

use crate::bench::{setting, Bench, Kind, ALL, CALIBRATE, ENABLE};
use crate::pictures;
use std::fmt::Write;
use std::path::PathBuf;
use tracewright_config::PibMode;
use tracewright_peers::pins::{bit_period, capture::Names, Capture, Change, Recording};

/// N-Trace 3.5, table 6; and a short message.
const MESSAGES: [&[u8]; 2] = [&[0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF], &[0x04, 0x51, 0x07]];
/// Nanoseconds of a cycle of the pins' clock.
const CYCLE: u64 = 10;
/// pibDivider.
const DIVIDER: u32 = 4;
/// Nanoseconds of a tick.
pub const TICK: u64 = (DIVIDER as u64 + 1) * CYCLE;

/// A VCD file, as it grows.
struct Vcd {
    text: String,
    pins: u32,
    last: [Option<u32>; 4],
}

impl Vcd {
    fn new(mode: PibMode) -> Vcd {
        let pins = mode.pins();
        let range = if pins > 1 { format!(" [{}:0]", pins - 1) } else { String::new() };
        let signals = format!(
            "$timescale 1 ns $end\n$scope module pib $end\n$var wire 1 c pib_clk $end\n$var wire 1 e pibEnable $end\n\
             $var wire 1 r tref $end\n$var wire {pins} d tdata{range} $end\n$upscope $end\n$enddefinitions $end\n"
        );
        Vcd { text: signals, pins, last: [None; 4] }
    }

    /// A cycle of the pins' clock, which begins with its rising edge.
    fn cycle(&mut self, at: u64, bench: &Bench) {
        let enable = u32::from(bench.control & ENABLE != 0);
        let values = [1, enable, bench.pins.tref.into(), bench.pins.tdata.into()];
        self.change(at * CYCLE, values);
        self.change(at * CYCLE + CYCLE / 2, [0, values[1], values[2], values[3]]);
    }

    fn change(&mut self, time: u64, values: [u32; 4]) {
        writeln!(self.text, "#{time}").expect("text");
        for (at, (value, name)) in values.into_iter().zip(["c", "e", "r", "d"]).enumerate() {
            if self.last[at] != Some(value) {
                self.last[at] = Some(value);
                let line =
                    if name == "d" && self.pins > 1 { format!("b{value:b} d") } else { format!("{value}{name}") };
                writeln!(self.text, "{line}").expect("text");
            }
        }
    }
}

fn folder() -> PathBuf {
    let folder = std::env::var_os("TRACEWRIGHT_WAVES").map_or(env!("CARGO_TARGET_TMPDIR").into(), PathBuf::from);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes the waveform of a mode; gives where. It is called `name`.
fn write(bench: &mut Bench, mode: PibMode, center: bool, calibrate: bool, name: &str) -> PathBuf {
    let mut vcd = Vcd::new(mode);
    let mut at = 0;
    let mut cycles = |bench: &mut Bench, count: u64| {
        for _ in 0..count {
            bench.pib_cycle();
            vcd.cycle(at, bench);
            at += 1;
        }
    };
    cycles(bench, 4);
    bench.start(setting(mode, DIVIDER, center));
    // A probe finds its place in 15 idle bits.
    cycles(bench, 200);
    bench.control |= ENABLE;
    if calibrate {
        bench.control |= CALIBRATE;
        cycles(bench, 100);
        bench.control &= !CALIBRATE;
    } else {
        MESSAGES.iter().for_each(|message| bench.chunks.send(message));
    }
    cycles(bench, 20);
    while !bench.empty {
        cycles(bench, 1);
    }
    cycles(bench, 60);
    bench.control &= !ENABLE;
    cycles(bench, 40);
    bench.control = 0;
    cycles(bench, 20);
    let path = folder().join(format!("{name}.vcd"));
    std::fs::write(&path, &vcd.text).expect("a file");
    path
}

#[test]
fn waveforms_of_each_mode_are_captures_of_what_was_sent() {
    let library = Kind { modes: ALL, chunk: 32 }.library();
    for &mode in ALL {
        for center in [false, true] {
            if center && !mode.is_parallel() {
                continue;
            }
            let mut bench = Bench::new(&library, 32, [40, 40], 5);
            let name = format!("pib-{}{}", format!("{mode:?}").to_lowercase(), if center { "-centered" } else { "" });
            let path = write(&mut bench, mode, center, false, &name);
            let changes: Result<Vec<Change>, _> =
                Capture::open(&path, mode, &Names::default()).expect("a capture").collect();
            let changes = changes.expect("a VCD file");
            let bit = bit_period(mode, changes.iter().copied()).unwrap_or(1.0);
            let received = Recording::of(mode, bit, changes);
            let messages: Vec<_> = received.messages().collect();
            assert_eq!(messages, MESSAGES, "{mode:?}: {:?}", received.first_error);
            pictures::of_messages(&path, mode, center);
        }
    }
    let mut bench = Bench::new(&library, 32, [40, 40], 5);
    let path = write(&mut bench, PibMode::Parallel4, false, true, "pib-calibration");
    pictures::of_calibration(&path);
}
