// SPDX-License-Identifier: Apache-2.0
//! Every program on every preset of its width, and with every option in both modes at one, two and four blocks a cycle:
//! the hardware's trace is the golden model's, and decodes to the instructions that ran.

use std::path::{Path, PathBuf};
use tracewright_config::{Config, Mode, Run, SyncMode};
use tracewright_cosim::{from_blocks, Design, Options};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_hart::{Blocks, Event, Exit, Hart, Stream};
use tracewright_image::Image;
use tracewright_tests::hardware::{config, design, quick_design, sources, EVERY_OPTION, PLAIN};

/// Most instructions of a program that are traced: enough for one program past 5 million, short enough for every test
/// run.
const LIMIT: u64 = 7_000_000;

/// Programs whose returns do not go back to just after their calls: an encoder that only counts calls takes them for
/// granted.
const UNPAIRED: &[&str] = &["coroutine", "longjmp", "traps"];

/// As many where a program is traced in many ways.
const LIMIT_WITH_OPTIONS: u64 = 30_000;

/// The programs of this width.
fn programs(xlen: u32) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/elf");
    let ending = format!(".rv{xlen}.elf");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(&ending))
        .collect();
    programs.sort();
    assert!(programs.len() >= 14, "{}", programs.len());
    programs
}

/// The addresses of the first instructions that retire, in order.
struct Retired<'a> {
    hart: &'a mut Hart,
    count: u64,
    limit: u64,
}

impl Iterator for Retired<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.count == self.limit {
            return None;
        }
        loop {
            match self.hart.next().unwrap()? {
                Event::Retired { pc, .. } => {
                    self.count += 1;
                    return Some(pc);
                }
                Event::Exception { .. } | Event::Interrupt { .. } | Event::Gap => {}
            }
        }
    }
}

/// Traces at most `limit` instructions of a program and reads the trace back. Says how many instructions that were.
fn agrees(design: &Design, run: &Run, path: &Path, limit: u64) -> u64 {
    let name = path.display();
    let config = Config { build: design.config().clone(), run: run.clone() };
    let image = Image::load(path).unwrap();
    let mut hart = Hart::new(&image, &Default::default()).unwrap();
    let mut trace = Vec::new();
    let mut sink = |bytes: &[u8]| trace.extend_from_slice(bytes);
    let options = Options { trace: Some(&mut sink), ..Options::default() };
    let blocks = Blocks::new(&mut hart, &config.build.ingress).limit(limit);
    let ran = tracewright_cosim::run(design, run, from_blocks(blocks), options);
    let summary = ran.unwrap_or_else(|error| panic!("{name}: {error}\n{run:?}"));
    assert_eq!(summary.lost_messages, 0, "{name}");
    assert!(hart.exit().is_none_or(|exit| exit == Exit::Code(0)), "{name}: {:?}", hart.exit());

    let mut again = Hart::new(&image, &Default::default()).unwrap();
    let mut executed = Retired { hart: &mut again, count: 0, limit };
    decode(&trace, &image, &Settings::from(&config), &mut |item| match item {
        Item::Instruction { pc } => {
            assert_eq!(Some(pc), executed.next(), "{name}, instruction {}\n{run:?}", executed.count)
        }
        Item::Error { .. } | Item::Skipped { .. } | Item::Cut { .. } | Item::Lost { .. } => {
            panic!("{name}: {item:?}\n{run:?}")
        }
        _ => {}
    });
    assert_eq!(executed.next(), None, "{name}: {} instructions decoded\n{run:?}", executed.count);
    executed.count
}

fn every_program_agrees(preset: &str, change: &[&str]) {
    let config = config(preset, change);
    let design = design(&config.build, sources(&config.build));
    let programs = programs(config.build.xlen);
    let most = programs.iter().map(|path| agrees(&design, &config.run, path, LIMIT)).max();
    assert!(most > Some(5_000_000), "the longest program has {most:?} instructions");
}

/// Every program but `without` with every option that `change` leaves, in both modes, and with some of the options
/// switched off.
fn every_option_agrees(change: &[&str], without: &[&str]) {
    let build = config("mcu", &[EVERY_OPTION, change].concat()).build;
    let design = quick_design(&build, sources(&build));
    let all = Run { all_jumps: true, ..Run::default() };
    let runs = [
        all.clone(),
        Run { mode: Mode::Btm, ..all.clone() },
        Run { all_jumps: false, sync_mode: SyncMode::HalfWords, sync_max: 6, ..all.clone() },
        Run { all_jumps: false, implicit_return: false, ..all.clone() },
        Run { repeated_history: false, sequential_jump: false, ..all.clone() },
        Run { context: false, timestamp: false, extended_address: false, inhibit_src: true, ..all.clone() },
        Run { mode: Mode::Btm, repeated_history: false, all_jumps: false, implicit_return: false, ..all },
    ];
    let is_meant = |path: &PathBuf| !without.iter().any(|name| path.to_string_lossy().contains(name));
    for path in programs(build.xlen).into_iter().filter(is_meant) {
        assert!(runs.iter().all(|run| agrees(&design, run, &path, LIMIT_WITH_OPTIONS) > 0), "{}", path.display());
    }
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
fn mcu_without_return_stack_and_repeated_history() {
    every_program_agrees("mcu", &[PLAIN, &["run.sync_mode=messages"]].concat());
}

#[test]
fn rv64() {
    every_program_agrees("rv64", &[]);
}

#[test]
fn rv64_without_return_stack_and_repeated_history() {
    every_program_agrees("rv64", PLAIN);
}

#[test]
fn single_retirement_on_rv64_with_one_btype_and_short_counters() {
    every_program_agrees(
        "rv64",
        &[
            PLAIN,
            &["form=single", "itype_width=3", "trap_btype=single", "icnt_width=9", "hist_width=8", "icnt_full=sync"],
            &["queue_depth=4", "build.reset=sync", "sink.kind=stream"],
        ]
        .concat(),
    );
}

#[test]
fn every_option_on_rv64_one_block_a_cycle_a_message_at_a_time() {
    every_option_agrees(&["xlen=64", "packer=message", "sink.kind=stream"], &[]);
}

#[test]
fn every_option_on_rv32_two_blocks_a_cycle_into_sram_by_words() {
    every_option_agrees(&["xlen=32", "blocks=2", "packer=4", "sink.kind=sram", "form=single"], &[]);
}

#[test]
fn every_option_on_rv64_four_blocks_a_cycle_with_returns_counted_and_short_counters() {
    every_option_agrees(
        &[
            "xlen=64",
            "blocks=4",
            "packer=8",
            "sink.kind=stream",
            "build.encoder.implicit_return=count",
            "icnt_width=9",
            "hist_width=8",
            "icnt_full=sync",
            "build.reset=sync",
        ],
        UNPAIRED,
    );
}

#[test]
fn every_option_on_rv32_one_block_a_cycle_with_part_of_return_addresses() {
    every_option_agrees(
        &["xlen=32", "build.encoder.implicit_return=partial", "return_address_bits=8", "trap_btype=single"],
        &[],
    );
}
