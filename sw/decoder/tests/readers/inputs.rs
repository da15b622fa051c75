// SPDX-License-Identifier: Apache-2.0
//! The readers, with sound inputs of each.

use rand::rngs::SmallRng;
use rand::Rng;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tracewright_config::{Loader, PibMode, PRESETS};
use tracewright_decoder::output::{Format, Printer};
use tracewright_decoder::{decode, Item, Mode, Settings};
use tracewright_hart::{open_log, Event, Hart, Options, Stream};
use tracewright_image::Image;
use tracewright_peers::pins::capture::{Names, Raw, Vcd};
use tracewright_peers::pins::{bit_period, Calibrator, Change, Recording};

/// Instructions that are decoded, executed or taken from a log.
const STEPS: u64 = 200_000;

/// A reader.
pub struct Reader {
    pub name: &'static str,
    /// Inputs that it reads without an error.
    pub seeds: Vec<Vec<u8>>,
    /// What inputs of its kind consist of.
    pub words: &'static [&'static [u8]],
    /// Reads an input; true if there was no error.
    pub read: fn(&[u8], &mut SmallRng) -> bool,
}

impl Reader {
    pub fn all() -> Vec<Reader> {
        vec![
            Reader {
                name: "program image",
                seeds: ["walk32.elf", "walk64.elf"].map(vector).to_vec(),
                words: &[b"\x7FELF", &[1, 0, 0, 0], &[0xF3, 0], &[0xFF; 8], &[7, 0, 0, 0], &[2, 0, 0, 0]],
                read: image,
            },
            Reader {
                name: "log",
                seeds: vec![spike(), file("sim/hart/tests/logs/data/traps.log")],
                words: &[
                    b"core   0: ",
                    b"\ncore   0: Executed 99999999999 times\n",
                    b"\ncore   0: exception trap_breakpoint, epc 0x0000000080000000\n",
                    b"\nTrace 0: 0x7f [0/0000000080000000/0/0] x\n",
                    b"\nriscv_cpu_do_interrupt: hart:0, async:1, cause:7, epc:0x80000000, tval:0x0, desc=x\n",
                    b"\nStopped execution of TB chain before 0x7f [0000000080000000] x\n",
                    b" (0x",
                    b"\n",
                ],
                read: log,
            },
            Reader {
                name: "trace",
                seeds: ["walk32.htm.bin", "walk32.htm-cs8-rpt2.bin", "walk32.btm.bin"].map(vector).to_vec(),
                words: &[
                    &[9 << 2, 5 << 2, 1, 0, 0, 0, 0, 0, 1 << 4 | 3],
                    &[30 << 2, 0xFC, 0xFC, 0xFC, 0xFF],
                    &[27 << 2, 2 << 2, 0x0D, 0xFC, 0xFC, 0xFF],
                    &[0],
                    &[0xFF],
                    &[2],
                    &[60 << 2, 3],
                ],
                read: trace,
            },
            Reader {
                name: "capture",
                seeds: vec![vcd(PibMode::Uart), vcd(PibMode::Parallel4)],
                words: &[
                    b" $scope module a $end ",
                    b" $upscope $end ",
                    b" $var wire 16 ! tdata $end ",
                    b" $var wire 1 # tdata [3] $end ",
                    b" $timescale 100 s $end ",
                    b" $enddefinitions $end ",
                    b" $dumpvars ",
                    b" $end ",
                    b"\n#18446744073709551615\n",
                    b"\nb1x0z1010 !\n",
                    b"\n1! 0! ",
                    b"b",
                ],
                read: capture,
            },
            Reader {
                name: "samples",
                seeds: vec![samples(PibMode::Uart), samples(PibMode::Parallel4)],
                words: &[&[0], &[1], &[0xFF], &[0, 0, 1, 0], &[0xFF, 0xFF, 1, 0]],
                read: raw,
            },
            Reader {
                name: "configuration",
                seeds: PRESETS.iter().map(|preset| preset.text.into()).collect(),
                words: &[
                    b"[build]\n",
                    b"[[build]]\n",
                    b"[",
                    b"{a=",
                    b"a.",
                    b"abcdefgh",
                    b"build.",
                    b"\nhist_width = 32\n",
                    b"= -9223372036854775808\n",
                    b"\"",
                    b"\"\"\"",
                    b"\n",
                    b"0x",
                ],
                read: configuration,
            },
        ]
    }
}

fn file(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn vector(name: &str) -> Vec<u8> {
    file(&PathBuf::from("sw/decoder/tests/vectors").join(name).to_string_lossy())
}

fn walk() -> Image {
    Image::parse(&vector("walk32.elf")).expect("a program")
}

/// Parses, looks instructions and symbols up, and runs what is there.
fn image(input: &[u8], _: &mut SmallRng) -> bool {
    let Ok(image) = Image::parse(input) else { return false };
    for segment in image.segments() {
        for address in (0..1000).map(|n| segment.address.wrapping_add(n)) {
            image.instruction(address);
            image.symbol_at(address);
        }
    }
    let Ok(mut hart) = Hart::new(&image, &Options::default()) else { return false };
    for _ in 0..10_000 {
        match hart.next() {
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(_) => return false,
        }
    }
    true
}

/// The log of a run, as Spike writes it.
fn spike() -> Vec<u8> {
    let image = walk();
    let mut hart = Hart::new(&image, &Options::default()).expect("a hart");
    let mut log = String::new();
    for _ in 0..300 {
        if let Some(Event::Retired { pc, .. }) = hart.next().expect("a run") {
            let bits = image.fetch(pc).expect("an instruction");
            writeln!(log, "core   0: 0x{pc:016x} (0x{bits:08x}) x").expect("a string takes all");
        }
    }
    log.into()
}

/// Reads a log, of the program that it looks as if it were of, as far as it is not too long.
fn log(input: &[u8], rng: &mut SmallRng) -> bool {
    let image = match input.windows(5).any(|text| text == b"core ") {
        true => walk(),
        false => Image::parse(&file("sim/hart/tests/logs/data/traps.elf")).expect("a program"),
    };
    let mut log = tempfile::NamedTempFile::new().expect("a temporary file");
    log.write_all(input).expect("room for the log");
    let Ok(mut stream) = open_log(log.path(), &image, 0, rng.random()) else { return false };
    for _ in 0..STEPS {
        match stream.next() {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
    true
}

/// Decodes with the right settings or any, and prints in each format.
fn trace(input: &[u8], rng: &mut SmallRng) -> bool {
    let image = walk();
    let right = rng.random_bool(0.7);
    let mut any = |often: f64| !right && rng.random_bool(often);
    let settings = Settings {
        mode: if any(0.5) { Mode::Branch } else { Mode::History },
        src_bits: if any(0.3) { 4 } else { 0 },
        timestamp_width: if any(0.3) { 40 } else { 0 },
        sequential_jump: any(0.5),
        all_jumps: any(0.5),
        extended_address: any(0.5),
        implicit_return: true,
        limit: STEPS,
        ..Settings::default()
    };
    let format = [Format::Pc, Format::Listing, Format::Json][rng.random_range(0..3)];
    let mut printer = Printer::new(&image, format, std::io::sink());
    let mut sound = true;
    let summary = decode(input, &image, &settings, &mut |item| {
        sound &= !matches!(item, Item::Error(_));
        printer.item(&item).expect("a sink takes all");
    });
    sound && summary.cut.is_none()
}

/// Levels of the pin that carries a message, a bit each.
fn uart() -> Vec<bool> {
    let mut levels = vec![true; 20];
    for byte in [0x70_u8, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF] {
        levels.push(false);
        levels.extend((0..8).map(|bit| byte >> bit & 1 != 0));
        levels.push(true);
    }
    levels.extend([true; 20]);
    levels
}

/// Pins over time: tref and tdata, four steps a bit.
fn pins(mode: PibMode) -> Vec<(bool, u16)> {
    match mode {
        PibMode::Uart => uart().iter().flat_map(|&level| [(false, level.into()); 4]).collect(),
        _ => {
            let beats = [15, 15, 15, 15, 15, 15, 0, 7, 0, 13, 13, 1, 13, 1, 8, 15, 15, 15, 15, 15, 15, 15];
            beats.into_iter().zip(0..).flat_map(|(tdata, index)| [(index % 2 != 0, tdata); 4]).collect()
        }
    }
}

fn vcd(mode: PibMode) -> Vec<u8> {
    let mut text = String::from(
        "$timescale 1 ns $end\n$scope module top $end\n$var wire 1 $ tref $end\n$var wire 4 ! tdata [3:0] $end\n\
         $upscope $end\n$enddefinitions $end\n",
    );
    for (time, (tref, tdata)) in pins(mode).into_iter().enumerate() {
        writeln!(text, "#{}\n{}$\nb{tdata:b} !", time * 5, u8::from(tref)).expect("a string takes all");
    }
    text.into()
}

fn samples(mode: PibMode) -> Vec<u8> {
    let sample = |(tref, tdata): (bool, u16)| match mode {
        PibMode::Uart => vec![tdata as u8],
        _ => (u32::from(tdata) | u32::from(tref) << 16).to_le_bytes().to_vec(),
    };
    pins(mode).into_iter().flat_map(sample).collect()
}

const MODES: [PibMode; 7] = [
    PibMode::Uart,
    PibMode::Manchester,
    PibMode::Parallel1,
    PibMode::Parallel2,
    PibMode::Parallel4,
    PibMode::Parallel8,
    PibMode::Parallel16,
];

/// Receives changes with the bit period that shows in them, and with one that does not.
fn receive(mode: PibMode, changes: &[Change]) {
    let found = bit_period(mode, changes.iter().copied());
    for bit in found.into_iter().chain([20.0]) {
        let recording = Recording::of(mode, bit, changes.iter().copied());
        assert!(recording.messages().count() <= changes.len());
        let mut calibrator = Calibrator::new(mode, bit);
        changes.iter().for_each(|change| calibrator.change(*change));
    }
}

fn capture(input: &[u8], rng: &mut SmallRng) -> bool {
    let Ok(vcd) = Vcd::new(input, MODES[rng.random_range(0..5)], &Names::default()) else { return false };
    let mode = MODES[rng.random_range(0..MODES.len())];
    let mut sound = true;
    let changes: Vec<_> = vcd.map_while(|change| change.map_err(|_| sound = false).ok()).collect();
    receive(mode, &changes);
    sound
}

fn raw(input: &[u8], rng: &mut SmallRng) -> bool {
    let mode = MODES[rng.random_range(0..MODES.len())];
    let mut sound = true;
    let changes: Vec<_> = Raw::new(input, mode).map_while(|change| change.map_err(|_| sound = false).ok()).collect();
    receive(mode, &changes);
    sound
}

/// Loads the text, and assigns parts of it.
fn configuration(input: &[u8], rng: &mut SmallRng) -> bool {
    let text = String::from_utf8_lossy(input);
    let Ok(mut loader) = Loader::text(&text, "a file") else { return false };
    for _ in 0..3 {
        let line = text.lines().nth(rng.random_range(0..text.lines().count().max(1)));
        // What is wrong with an assignment is its own matter: the file counts.
        let _ = loader.set(line.unwrap_or_default());
    }
    loader.finish().map(|config| config.build.hash()).is_ok()
}
