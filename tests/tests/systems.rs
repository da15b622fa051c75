// SPDX-License-Identifier: Apache-2.0
//! Four harts that run different programs with interrupts, traced through one funnel: what one sink has of it decodes,
//! hart by hart, to exactly the instructions of each.

use std::path::Path;
use tracewright_config::{Config, PibMode, RunPibMode, RunSink, SinkKind};
use tracewright_cosim::{from_blocks, run_system, Options};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_hart::{Blocks, Event, Hart, Stream};
use tracewright_image::Image;
use tracewright_tests::hardware::{config, quick_design, sources};

/// Programs with timer and software interrupts, traps and mode changes.
const PROGRAMS: [&str; 4] = ["timer", "softirq", "preempt", "traps"];
/// Most instructions of a program.
const LIMIT: u64 = 40_000;

fn image(name: &str, xlen: u32) -> Image {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/elf");
    Image::load(&folder.join(format!("{name}.rv{xlen}.elf"))).unwrap()
}

/// The addresses of the first instructions that retire.
fn executed(image: &Image) -> Vec<u64> {
    let mut hart = Hart::new(image, &Default::default()).unwrap();
    let mut retired = Vec::new();
    while retired.len() < LIMIT as usize {
        match hart.next().unwrap() {
            Some(Event::Retired { pc, .. }) => retired.push(pc),
            Some(Event::Exception { .. } | Event::Interrupt { .. } | Event::Gap) => {}
            None => break,
        }
    }
    retired
}

/// Runs the four programs and decodes what arrived downstream of the sink.
fn agrees(config: &Config, design: &tracewright_cosim::Design) {
    let build = &config.build;
    let images = PROGRAMS.map(|name| image(name, build.xlen));
    let mut harts: Vec<Hart> = images.iter().map(|image| Hart::new(image, &Default::default()).unwrap()).collect();
    let sources = harts.iter_mut().map(|hart| from_blocks(Blocks::new(hart, &build.ingress).limit(LIMIT)));
    let summary = run_system(design, &config.run, sources.collect(), Options { jitter: Some(7), ..Options::default() });
    let summary = summary.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((summary.lost_messages, summary.wrapped, summary.harts.len()), (0, false, 4));
    for ((image, name), hart) in images.iter().zip(PROGRAMS).zip(0..) {
        let mut expected = executed(image).into_iter();
        let settings = Settings::from(&Config { build: build.hart(hart), run: config.run.clone() });
        decode(&summary.memory, image, &settings, &mut |item| match item {
            Item::Instruction { pc } => assert_eq!(Some(pc), expected.next(), "{name}"),
            Item::Error { .. } | Item::Skipped { .. } | Item::Cut { .. } | Item::Lost { .. } => {
                panic!("{name}: {item:?}")
            }
            _ => {}
        });
        assert_eq!(expected.next(), None, "{name}");
    }
}

#[test]
fn four_harts_on_one_funnel_from_pins_and_from_memory() {
    for (preset, change) in [("soc", &[][..]), ("mcu", &["system.harts=4", "src_bits=2", "sink.kind=sba,pib"][..])] {
        let mut config = config(preset, change);
        config.run.sba_bytes = 1 << 22;
        let design = quick_design(&config.build, sources(&config.build));
        for kind in [SinkKind::Sba, SinkKind::Pib] {
            config.run.sink = RunSink::Kind(kind);
            agrees(&config, &design);
        }
        config.run.pib_mode = RunPibMode::Mode(PibMode::Parallel4);
        agrees(&config, &design);
    }
}
