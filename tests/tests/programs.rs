// SPDX-License-Identifier: Apache-2.0
//! Every program on every preset of its width: the hardware's trace is the golden model's, and decodes to the instructions
//! that ran.

use std::path::{Path, PathBuf};
use tracewright_cosim::{from_blocks, run, Options};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_hart::{Blocks, Event, Exit, Hart, Stream};
use tracewright_image::Image;
use tracewright_tests::hardware::{config, design, sources};

/// Most instructions of a program that are traced: enough for one program past 5 million, short enough for every test run.
const LIMIT: u64 = 7_000_000;

/// The programs of this width, by name.
fn programs(xlen: u32) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/elf");
    let ending = format!(".rv{xlen}.elf");
    let mut programs: Vec<(String, PathBuf)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(&ending))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path))
        .collect();
    programs.sort();
    assert!(programs.len() >= 14, "{}", programs.len());
    programs
}

/// The addresses of what retires, in order.
struct Retired<'a>(&'a mut Hart, u64);

impl Iterator for Retired<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.1 == LIMIT {
            return None;
        }
        loop {
            match self.0.next().unwrap()? {
                Event::Retired { pc, .. } => {
                    self.1 += 1;
                    return Some(pc);
                }
                Event::Exception { .. } | Event::Interrupt => {}
            }
        }
    }
}

fn every_program_agrees(preset: &str, change: &[&str]) {
    let config = config(preset, change);
    let design = design(&config.build, sources(&config.build));
    let mut most = 0;
    for (name, path) in programs(config.build.xlen) {
        let image = Image::load(&path).unwrap();
        let mut hart = Hart::new(&image, &Default::default()).unwrap();
        let mut trace = Vec::new();
        let mut sink = |bytes: &[u8]| trace.extend_from_slice(bytes);
        let options = Options { trace: Some(&mut sink), ..Options::default() };
        let blocks = Blocks::new(&mut hart, &config.build.ingress).limit(LIMIT);
        let summary = run(&design, &config.run, from_blocks(blocks), options).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(summary.lost_messages, 0, "{name}");
        assert!(hart.exit().is_none_or(|exit| exit == Exit::Code(0)), "{name}: {:?}", hart.exit());

        let mut again = Hart::new(&image, &Default::default()).unwrap();
        let mut executed = Retired(&mut again, 0);
        decode(&trace, &image, &Settings::default(), &mut |item| match item {
            Item::Instruction { pc } => assert_eq!(Some(pc), executed.next(), "{name}, instruction {}", executed.1),
            Item::Error { .. } | Item::Skipped { .. } | Item::Cut { .. } | Item::Lost { .. } => {
                panic!("{name}: {item:?}")
            }
            _ => {}
        });
        assert_eq!(executed.next(), None, "{name}: {} instructions decoded", executed.1);
        most = most.max(executed.1);
    }
    assert!(most > 5_000_000, "the longest program has {most} instructions");
}

#[test]
fn micro() {
    every_program_agrees("micro", &[]);
}

#[test]
fn mcu() {
    every_program_agrees("mcu", &["run.sync_mode=messages"]);
}

#[test]
fn soc() {
    every_program_agrees("soc", &[]);
}

#[test]
fn single_retirement_on_rv64_with_one_btype_and_short_counters() {
    every_program_agrees(
        "soc",
        &[
            "form=single",
            "itype_width=3",
            "trap_btype=single",
            "icnt_width=9",
            "hist_width=8",
            "icnt_full=sync",
            "queue_depth=4",
            "reset=sync",
            "sink.kind=stream",
        ],
    );
}
