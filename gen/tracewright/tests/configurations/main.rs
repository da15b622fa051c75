// SPDX-License-Identifier: Apache-2.0
//! Configurations with extreme values, drawn at random: each is generated, has no warnings, passes its bench and a
//! check by Yosys, and agrees with the golden model on random ingress and on a program, whose trace decodes. A build
//! without an N-Trace encoder agrees with its own golden model on random traffic.
//!
//! `TRACEWRIGHT_SOAK=n` draws n times as many; `TRACEWRIGHT_SEED=n` tries one alone, `TRACEWRIGHT_SEED=n..m` several.

mod alone;
mod draw;
mod simulate;
mod tools;
#[path = "../verilator/mod.rs"]
mod verilator;

use draw::draw;
use rayon::iter::Either;
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;
use tools::{bench, generate};
use tracewright_config::{commented, Config, Loader};
use tracewright_cosim::Design;

/// Configurations that are drawn.
const CONFIGURATIONS: u64 = 24;
/// Blocks of random ingress of a configuration, of all harts together; a build without an encoder counts its own steps.
const BLOCKS: u64 = 20_000;
/// Designs that Yosys checks in a run: it starts slowly, so it takes many.
const CHECKED: usize = 10;

/// Everything but Yosys, which takes many designs at once. `folder` is that of the package.
fn check(seed: u64, config: &Config, folder: &Path) -> Result<(), String> {
    let text = commented(config, "drawn");
    let again = Loader::text(&text, "drawn.toml").and_then(Loader::finish);
    if again.as_ref() != Ok(config) {
        return Err(format!("written and read again it is another: {again:?}"));
    }
    generate(&text, folder)?;
    let complaints = verilator::complaints(folder);
    if !complaints.is_empty() {
        return Err(complaints);
    }
    bench(folder)?;
    let settings = verilator_sys::Settings::quick();
    let sources = tools::sources(folder);
    if !config.build.encoder.built {
        return alone::random(config, sources, &settings, seed, BLOCKS);
    }
    let design = Design::new(&config.build, sources, &settings).map_err(|error| error.to_string())?;
    simulate::random(&design, config, seed, BLOCKS)?;
    simulate::program(&design, config, seed)
}

/// The seeds that are asked for.
fn seeds() -> Range<u64> {
    let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("{text} is no number"));
    let times = std::env::var("TRACEWRIGHT_SOAK").map_or(1, |times| number(&times));
    match std::env::var("TRACEWRIGHT_SEED") {
        Err(_) => 0..CONFIGURATIONS * times,
        Ok(text) => match text.split_once("..") {
            Some((first, end)) => number(first)..number(end),
            None => number(&text)..number(&text) + 1,
        },
    }
}

/// What is said of those of these configurations that fail.
fn failures(seeds: &[u64]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let checked = seeds.par_iter().with_max_len(1).map(|seed| {
        let (config, assignments) = draw(*seed);
        let place = folder.path().join(seed.to_string());
        let name = |problem: &str| format!("seed {seed}: {problem}\n--set {}", assignments.join(" --set "));
        check(*seed, &config, &place).map(|()| (place, name(""))).map_err(|problem| name(&problem))
    });
    let (passed, mut failures): (Vec<_>, Vec<_>) = checked.partition_map(|checked| match checked {
        Ok(design) => Either::Left(design),
        Err(failure) => Either::Right(failure),
    });
    failures.par_extend(passed.par_chunks(CHECKED).flat_map_iter(|designs| tools::check(designs, folder.path())));
    failures
}

#[test]
fn configurations_drawn_at_random_hold_in_every_check() {
    let seeds: Vec<u64> = seeds().collect();
    let failures: Vec<String> = seeds.chunks(CONFIGURATIONS as usize).flat_map(failures).collect();
    assert!(failures.is_empty(), "{} configurations:\n\n{}", failures.len(), failures.join("\n\n"));
}
