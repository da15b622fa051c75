// SPDX-License-Identifier: Apache-2.0
//! Configurations in which every two values of different keys come together, each on random ingress: hardware and model
//! agree.
//!
//! `TRACEWRIGHT_SOAK=n` runs n times as many blocks.

mod covering;
mod factors;
mod long;
mod stalled;

use factors::{FACTORS, FORBIDDEN};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tracewright_config::Build;
use tracewright_cosim::{run, Design, Options, Random, Summary};
use tracewright_messages::Tcode;
use tracewright_model::stimulus::{Knobs, Pressure};
use tracewright_tests::hardware::{config, quick_design, soak, sources};

/// Blocks of all runs together, at least.
const ALL_BLOCKS: u64 = 1_000_000;
/// Blocks of a run: short enough for many seeds, long enough for long loops.
const BLOCKS: u64 = 5_000;

fn build_of(row: &[&str]) -> Build {
    let settings: Vec<&str> = row.iter().flat_map(|value| value.split(' ')).collect();
    config("mcu", &settings).build
}

/// Random runs with all these seeds.
fn runs(row: &[&str], design: &Design, seeds: std::ops::Range<u64>) -> Vec<Summary> {
    let build = design.config();
    let run_seed = |seed| {
        let knobs = Knobs::draw(seed, build);
        let settings = Knobs::draw_run(seed, build);
        let pressure = Some(Pressure::new(seed, &knobs));
        let options = Options { pressure, jitter: Some(seed), restless: Some(seed), ..Options::default() };
        let ran = run(design, &settings, Random::new(seed, build, BLOCKS), options);
        let summary = ran.unwrap_or_else(|error| panic!("{}, seed {seed}: {error}\n{settings:?}", row.join(" ")));
        assert!(!settings.stall || summary.lost_messages == 0, "{}, seed {seed}: lost although stalled", row.join(" "));
        summary
    };
    seeds.map(run_seed).collect()
}

#[test]
fn the_rows_have_every_pair_of_values_and_are_configurations() {
    let rows = covering::rows(FACTORS, FORBIDDEN);
    let together: BTreeSet<(&str, &str)> =
        rows.iter().flat_map(|row| row.iter().flat_map(|a| row.iter().map(|b| (*a, *b)))).collect();
    for (name, values) in FACTORS {
        for (other, others) in FACTORS.iter().filter(|(other, _)| other != name) {
            for (a, b) in values.iter().flat_map(|a| others.iter().map(move |b| (*a, *b))) {
                let expected = covering::compatible(a, b, FORBIDDEN);
                assert_eq!(together.contains(&(a, b)), expected, "{name} {a}, {other} {b}");
            }
        }
    }
    assert!(rows.iter().all(|row| build_of(row).ingress.blocks > 0), "every row is a configuration");
}

#[test]
fn every_pair_of_values_agrees_with_the_model() {
    let rows = covering::rows(FACTORS, FORBIDDEN);
    let seeds = (ALL_BLOCKS * soak()).div_ceil(BLOCKS * rows.len() as u64);
    let found = rows.par_iter().enumerate().flat_map_iter(|(index, row)| {
        let build = build_of(row);
        let first = index as u64 * seeds;
        runs(row, &quick_design(&build, sources(&build)), first..first + seeds)
    });
    let found: Vec<Summary> = found.collect();
    let blocks: u64 = found.iter().map(|summary| summary.blocks).sum();
    assert!(blocks >= ALL_BLOCKS, "{blocks} blocks");
    let mut counts: BTreeMap<Tcode, u64> = BTreeMap::new();
    for &(tcode, count) in found.iter().flat_map(|summary| &summary.messages) {
        *counts.entry(tcode).or_default() += count;
    }
    let seldom: Vec<_> = Tcode::ALL.iter().filter(|tcode| counts.get(tcode).is_none_or(|count| *count < 100)).collect();
    assert!(seldom.is_empty(), "{seldom:?} among {counts:?}");
    assert!(found.iter().any(|summary| summary.lost_messages > 0), "something is lost");
    assert!(found.iter().any(|summary| summary.stall_cycles > 0), "something stalls");
}
