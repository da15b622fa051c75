// SPDX-License-Identifier: Apache-2.0
//! Small changes of the generated Verilog, drawn at random: each is found by random runs and a program, or does
//! nothing, for a reason that is known.
//!
//! `TRACEWRIGHT_MUTANTS=n` draws n changes of all configurations together, `TRACEWRIGHT_MUTANTS_OF=name` those of one
//! alone; `make mutants` does that. Without it there are few, of one. `TRACEWRIGHT_MUTANTS_IN=module,...` draws those
//! of some modules.

mod changes;
mod crossing;
mod equivalent;
mod schemata;

use crossing::crossing;
use equivalent::{reason, without_a_change};
use rayon::prelude::*;
use schemata::{draw, schemata, Mutant};
use std::path::Path;
use tracewright_config::{Config, IngressForm, Run, SyncMode};
use tracewright_cosim::{
    from_blocks, interleavings, random_run, register_traffic, run, run_system, Design, Drawn, Error, Options, Random,
    Summary,
};
use tracewright_hart::{Blocks, Hart};
use tracewright_image::Image;
use tracewright_messages::Ingress;
use tracewright_model::stimulus::{Knobs, Pressure, Step};
use tracewright_tests::hardware::{config, sources, EVERY_OPTION};
use tracewright_tests::stimulus::{Draw, CLOSE};
use tracewright_tests::verilog::{INPUT, WIDTH};
use verilator_sys::{Port, Settings};

/// Changes of the first configuration that are always drawn.
const FEW: usize = 20;
/// Random runs that a change may take to show.
const SEEDS: u64 = 60;
/// The same of a system, which has register traffic and interleavings besides.
const SYSTEM_SEEDS: u64 = 20;
/// The same of each stimulus that looks closely at one thing.
const CLOSE_SEEDS: u64 = 8;
/// Runs with resets, locks and flushes of a system, and how many of these each has.
const INTERLEAVED: u64 = 45;
const INTERLEAVINGS: u64 = 12;
/// Runs with random register traffic of a system, and how many accesses each has.
const TRAFFIC: u64 = 8;
const ACCESSES: u64 = 2_500;
/// Blocks of each.
const BLOCKS: u64 = 4_000;
/// The same for each hart of a system, which sends through slow pins half of the time.
const SYSTEM_BLOCKS: u64 = 1_000;
/// Instructions of the program.
const INSTRUCTIONS: u64 = 40_000;
/// Cycles that a run may take.
const LIMIT: u64 = 6_000_000;
/// Cycles without a block in the long run: the longest period of synchronisation, and as many again as its counter has
/// values below 0.
const LONG_REST: usize = (1 << 19) + (1 << 20) + 1000;

/// Name, preset, changes to it, program.
type Case = (&'static str, &'static str, Vec<&'static str>, &'static str);

/// A small encoder, a plain one, one with every option and two blocks a cycle, and a system.
fn cases() -> [Case; 4] {
    let system = [
        "system.harts=2",
        "src_bits=4",
        "packer=4",
        "timestamp.source=core",
        "sink.kind=sram,sba,pib,atb",
        "sram_bytes=4096",
        "build.encoder.external_triggers=1",
    ];
    let options = [
        EVERY_OPTION,
        &["blocks=2", "sram_bytes=1024", "icnt_width=12", "build.encoder.trigger_outputs=1", "build.power.delay=3"],
    ]
    .concat();
    [
        ("micro", "micro", vec![], "interpreter.rv32.elf"),
        ("mcu", "mcu", vec!["sram_bytes=1024"], "heapsort.rv32.elf"),
        ("options", "rv64", options, "timer.rv64.elf"),
        ("system", "mcu", system.to_vec(), "timer.rv32.elf"),
    ]
}

/// A program's first instructions, on every hart.
fn program(config: &Config, design: &Design, file: &str) -> Result<Summary, Error> {
    let image = Image::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/elf").join(file)).unwrap();
    let ingress = config.build.ingress.clone();
    let source = || {
        let hart = Hart::new(&image, &Default::default()).unwrap();
        from_blocks(Blocks::new(hart, &ingress).limit(INSTRUCTIONS))
    };
    let options = Options { limit: Some(LIMIT), ..Options::default() };
    match config.build.system.harts {
        1 => run(design, &config.run, source(), options),
        harts => run_system(design, &config.run, (0..harts).map(|_| source()).collect(), options),
    }
}

/// A run with little in it that takes long: a rest in which the period of synchronisation passes, and straight code
/// until I-CNT is full.
fn long(config: &Config, design: &Design) -> Result<Summary, Error> {
    let build = &config.build;
    let knobs = Knobs::draw(0, build);
    let rest = Step { ingress: Ingress::default(), request: None };
    let straight = Knobs {
        plain: 1.0,
        branches: 0.0,
        jumps: 0.0,
        calls: 0.0,
        returns: 0.0,
        swaps: 0.0,
        inferable_jumps: 0.0,
        exceptions: 0.0,
        interrupts: 0.0,
        reserved: 0.0,
        instructions: 32,
        compressed: 0.0,
        idle: 0.0,
        loops: 0.0,
        branch_runs: 0.0,
        halts: 0.0,
        resets: 0.0,
        low_powers: 0.0,
        trigger_off: 0.0,
        switches: 0.0,
        ..knobs.clone()
    };
    // A block of the smallest builds has two half-words.
    let blocks = 1000 + (1 << build.encoder.icnt_width) / if build.ingress.form == IngressForm::Single { 2 } else { 4 };
    let source = || {
        let few = Random::with_knobs(0, build, knobs.clone(), 200);
        let rest = std::iter::repeat_n(rest, LONG_REST).map(Ok);
        let more = Random::with_knobs(1, build, straight.clone(), blocks);
        few.chain(rest).chain(more)
    };
    let settings = Run { sync_mode: SyncMode::Cycles, sync_max: 15, ..config.run.clone() };
    let options = Options { limit: Some(LIMIT + LONG_REST as u64 + 2 * blocks), ..Options::default() };
    run(design, &settings, source(), options)
}

/// What finds a difference, or a loss although the hart can be stalled.
fn found(config: &Config, design: &Design, file: &str) -> Option<String> {
    let verdict = |what: String, stalls: bool, result: Result<Summary, Error>| match result {
        Ok(summary) if stalls && summary.lost_messages > 0 => Some(format!("{what}: lost although stalled")),
        Ok(_) => None,
        Err(error @ (Error::Source(_) | Error::Verilator(_))) => panic!("{error}"),
        Err(error) => Some(format!("{what}: {error}")),
    };
    let blocks = if config.build.system.harts > 1 { SYSTEM_BLOCKS } else { BLOCKS };
    let random = |seed| {
        let stalls = Drawn::new(seed, &config.build).settings.stall;
        let options = Options { limit: Some(LIMIT), ..Options::default() };
        verdict(format!("seed {seed}"), stalls, random_run(design, seed, blocks, options))
    };
    let harts = config.build.system.harts;
    let close = |draw: &Draw, seed| {
        let (knobs, settings) = draw(seed, &config.build);
        let pressure = Some(Pressure::new(seed, &knobs));
        let source = Random::with_knobs(seed, &config.build, knobs, BLOCKS);
        let options = Options { limit: Some(LIMIT), pressure, ..Options::default() };
        verdict(format!("close, seed {seed}"), settings.stall, run(design, &settings, source, options))
    };
    (0..3)
        .find_map(random)
        .or_else(|| verdict("program".into(), config.run.stall, program(config, design, file)))
        // That of an encoder alone is a part of its random runs.
        .or_else(|| {
            let traffic = |seed| register_traffic(design, seed, ACCESSES).err().map(|error| error.to_string());
            (0..if harts > 1 { TRAFFIC } else { 0 }).find_map(traffic)
        })
        .or_else(|| (3..if harts > 1 { SYSTEM_SEEDS } else { SEEDS }).find_map(random))
        .or_else(|| {
            let of_system = |seed| interleavings(design, seed, INTERLEAVINGS).err().map(|error| error.to_string());
            (0..if harts > 1 { INTERLEAVED } else { 0 }).find_map(of_system)
        })
        .or_else(|| {
            let draws = CLOSE.iter().filter(|_| harts == 1);
            draws
                .flat_map(|draw| (0..CLOSE_SEEDS).map(move |seed| (draw, seed)))
                .find_map(|(draw, seed)| close(draw, seed))
        })
        // What counts far in the encoders of a system counts as far in one alone.
        .or_else(|| {
            (harts == 1).then(|| long(config, design)).and_then(|result| verdict("long run".into(), false, result))
        })
}

/// Draws so many changes of a configuration. Those that nothing finds, and that have no reason.
fn campaign((name, preset, settings, file): &Case, seed: u64, count: usize) -> Vec<String> {
    let config = config(preset, settings);
    let sources = sources(&config.build);
    let only = std::env::var("TRACEWRIGHT_MUTANTS_IN").ok();
    let (mutants, places) = draw(&sources, seed, count, |module| {
        only.as_deref().is_none_or(|only| only.split(',').any(|only| only == module))
    });
    let input = Port::input(INPUT, WIDTH);
    let quick = Settings::quick();
    let design = Design::with_inputs(&config.build, schemata(&sources, &mutants), &[input], &quick).unwrap();
    assert_eq!(found(&config, &design, file), None, "{name}: the hardware as it is");
    let survives = |number: &usize| {
        let mutant = &mutants[number - 1];
        let survives = found(&config, &design.holding(INPUT, *number as u64).unwrap(), file).is_none()
            && crossing(&sources, mutant).is_none();
        if survives {
            println!("{name}: nothing finds {mutant}: {}", reason(&config.build, &sources, mutant).unwrap_or("?"));
        }
        survives
    };
    let survivors = (1..=mutants.len()).into_par_iter().filter(survives).map(|number| &mutants[number - 1]);
    let survivors: Vec<&Mutant> = survivors.collect();
    let unknown: Vec<String> = survivors
        .iter()
        .filter(|m| reason(&config.build, &sources, m).is_none())
        .map(|m| format!("{name}: {m}"))
        .collect();
    println!(
        "{name}: {} changes of {places}, {} found, {} do nothing, {} unexplained",
        mutants.len(),
        mutants.len() - survivors.len(),
        survivors.len() - unknown.len(),
        unknown.len()
    );
    unknown
}

#[test]
fn small_changes_are_found() {
    let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let asked: Option<usize> = std::env::var("TRACEWRIGHT_MUTANTS").ok().and_then(|count| count.parse().ok());
    let cases = cases();
    let only = std::env::var("TRACEWRIGHT_MUTANTS_OF").ok();
    let cases: Vec<Case> =
        cases.into_iter().filter(|(name, ..)| only.as_deref().is_none_or(|only| only == *name)).collect();
    let unknown: Vec<String> = match asked {
        None => campaign(&cases[0], seed, FEW),
        Some(count) => cases.iter().flat_map(|case| campaign(case, seed, count.div_ceil(cases.len()))).collect(),
    };
    assert!(unknown.is_empty(), "nothing finds {unknown:#?}");
}

#[test]
fn each_reason_speaks_of_a_change_that_there_is() {
    let designs = cases().map(|(_, preset, settings, _)| {
        let build = config(preset, &settings).build;
        let sources = sources(&build);
        (build, sources)
    });
    assert_eq!(without_a_change(&designs), [""; 0]);
}
