// SPDX-License-Identifier: Apache-2.0
//! The hardware of a package traces a program, by software that is given, and the trace is exact.

use crate::folder::verilog;
use std::path::Path;
use tracewright_config::{Config, Loader, Run, RunSink, SinkKind};
use tracewright_cosim::{from_blocks, run_registers, Design, Error, Hardware, Options};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_hart::{Blocks, Event, Hart, Stream};
use tracewright_image::Image;
use tracewright_tests::command::root;
use tracewright_tests::hardware::quick_design;

/// Instructions of each hart.
const INSTRUCTIONS: u64 = 3_000;

/// Where software has found the trace.
pub enum Place {
    /// It read these bytes.
    Read(Vec<u8>),
    /// In system memory, with what teRamWP reads.
    Memory { pointer: u32 },
    /// It has left.
    Left,
}

/// What came of a run.
struct Outcome {
    image: Image,
    /// What passed on its way to the sink, without idle bytes.
    passed: Vec<u8>,
    /// What software found, oldest first.
    trace: Vec<u8>,
}

/// The hardware of a package, and its configuration.
pub fn built(package: &Path) -> (Design, Config) {
    let read = |file: &str| std::fs::read_to_string(package.join(file)).unwrap();
    let config = Loader::text(&read("configuration.toml"), "configuration.toml").and_then(Loader::finish).unwrap();
    let name = |file: &String| Path::new(file).file_name().unwrap().to_string_lossy().into_owned();
    let sources = verilog(package).iter().map(|file| (name(file), read(file))).collect();
    (quick_design(&config.build, sources), config)
}

/// The addresses that retire.
fn executed(image: &Image) -> Vec<u64> {
    let mut hart = Hart::new(image, &Default::default()).unwrap();
    let mut retired = Vec::new();
    while retired.len() < INSTRUCTIONS as usize {
        match hart.next().unwrap() {
            Some(Event::Retired { pc, .. }) => retired.push(pc),
            Some(_) => {}
            None => break,
        }
    }
    retired
}

/// Lets `software` trace a program to a sink: nothing is lost on the way to it.
fn traced(
    design: &Design,
    config: &Config,
    kind: SinkKind,
    software: impl FnOnce(&mut Hardware) -> Result<Place, Error>,
) -> Outcome {
    let build = &config.build;
    let run = Run { sink: RunSink::Kind(kind), ..config.run.clone() };
    let folder = root().join("tests/programs/elf");
    let image = Image::load(&folder.join(format!("quicksort.rv{}.elf", build.xlen))).unwrap();
    let mut harts: Vec<Hart> =
        (0..build.system.harts).map(|_| Hart::new(&image, &Default::default()).unwrap()).collect();
    let blocks = harts.iter_mut().map(|hart| from_blocks(Blocks::new(hart, &build.ingress).limit(INSTRUCTIONS)));
    let mut passed = Vec::new();
    let mut take = |bytes: &[u8]| passed.extend_from_slice(bytes);
    let options = Options { trace: Some(&mut take), ..Options::default() };
    let mut read = None;
    let summary = run_registers(design, &run, blocks.collect(), options, |hardware| {
        Ok(match software(hardware)? {
            Place::Read(bytes) => {
                read = Some(bytes);
                None
            }
            Place::Memory { pointer } => Some(pointer),
            Place::Left => None,
        })
    });
    let summary = summary.unwrap_or_else(|error| panic!("{kind:?}: {error}"));
    assert!(summary.lost_messages == 0, "{kind:?}");
    // A stream alone keeps nothing: it is what passed.
    let trace = match (kind, read) {
        (_, Some(bytes)) => bytes,
        (SinkKind::Stream, None) if summary.memory.is_empty() => passed.clone(),
        _ => summary.memory,
    };
    Outcome { image, passed, trace }
}

/// Lets `software` trace a program to a sink, and decodes it: nothing is lost.
pub fn exact(
    design: &Design,
    config: &Config,
    kind: SinkKind,
    software: impl FnOnce(&mut Hardware) -> Result<Place, Error>,
) {
    let build = &config.build;
    let run = Run { sink: RunSink::Kind(kind), ..config.run.clone() };
    let Outcome { image, trace, .. } = traced(design, config, kind, software);
    for hart in 0..build.system.harts {
        let settings = Settings::from(&Config { build: build.hart(hart), run: run.clone() });
        let mut decoded = Vec::new();
        decode(&trace, &image, &settings, &mut |item| match item {
            Item::Instruction { pc } => decoded.push(pc),
            Item::Error(_) | Item::Cut { .. } | Item::Lost { .. } => panic!("{kind:?}, hart {hart}: {item:?}"),
            _ => {}
        });
        assert!(decoded == executed(&image), "{kind:?}, hart {hart}: {} instructions", decoded.len());
    }
}

/// Lets `software` trace a program to a buffer of so many bytes that wraps: it finds the last ones that have passed.
pub fn wraps(
    design: &Design,
    config: &Config,
    bytes: usize,
    software: impl FnOnce(&mut Hardware) -> Result<Place, Error>,
) {
    let kind = config.run.sink_of(&config.build);
    let Outcome { passed, trace, .. } = traced(design, config, kind, software);
    assert!(passed.len() > bytes, "{kind:?}: {} bytes do not wrap", passed.len());
    assert_eq!(trace.len().next_multiple_of(4), bytes, "{kind:?}");
    // The last word is filled with idle bytes.
    let end = |bytes: &[u8]| bytes.iter().rposition(|byte| *byte != 0xFF).map_or(0, |last| last + 1);
    let (passed, found) = (&passed[..end(&passed)], &trace[..end(&trace)]);
    assert!(passed.ends_with(found), "{kind:?}: not the last bytes, oldest first:\n{found:x?}");
}
