// SPDX-License-Identifier: Apache-2.0
//! Random ingress, every preset and kind of sink.

use super::{design, plain, preset};
use crate::{run, Options, Random, Summary};
use std::collections::BTreeMap;
use tracewright_config::{Build, SinkKind};
use tracewright_model::stimulus::{Knobs, Pressure};

const SEEDS: std::ops::Range<u64> = 0..40;
const BLOCKS: u64 = 10_000;

fn run_seeds(build: &Build, seeds: std::ops::Range<u64>, blocks: u64) -> Vec<Summary> {
    let design = design(build, None);
    let run_seed = |seed| {
        let knobs = Knobs::draw(seed, build);
        let settings = Knobs::draw_run(seed, build);
        let options = Options { pressure: Some(Pressure::new(seed, &knobs)), ..Options::default() };
        let result = run(&design, &settings, Random::new(seed, build, blocks), options);
        result.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{knobs}\n{settings:?}"))
    };
    seeds.map(run_seed).collect()
}

/// How often each message and each rare condition occurred in `summaries`.
fn occurrences(summaries: &[Summary]) -> BTreeMap<&'static str, u64> {
    let mut found = BTreeMap::new();
    for summary in summaries {
        let messages = summary.messages.iter().map(|&(tcode, count)| (tcode.name(), count));
        for (name, count) in messages.chain([("lost", summary.lost_messages), ("stall", summary.stall_cycles)]) {
            *found.entry(name).or_default() += count;
        }
    }
    found
}

#[test]
fn the_seeds_reach_every_message_and_every_condition() {
    let found = occurrences(&run_seeds(&preset("mcu"), SEEDS, BLOCKS));
    let expected = [
        "Error",
        "IndirectBranch",
        "IndirectBranchHist",
        "IndirectBranchHistSync",
        "ProgTraceCorrelation",
        "ProgTraceSync",
        "ResourceFull",
        "lost",
        "stall",
    ];
    for name in expected {
        assert!(found.get(name).is_some_and(|&count| count > 10), "{name}: {found:?}");
    }
}

#[test]
fn micro_agrees_with_the_model() {
    run_seeds(&preset("micro"), SEEDS, BLOCKS);
}

#[test]
fn mcu_agrees_with_the_model() {
    run_seeds(&preset("mcu"), SEEDS, BLOCKS);
}

#[test]
fn rv64_agrees_with_the_model() {
    run_seeds(&preset("rv64"), SEEDS, BLOCKS);
}

#[test]
fn encoders_without_return_stack_and_repeated_history_agree_with_the_model() {
    for name in ["mcu", "rv64"] {
        run_seeds(&plain(name), SEEDS, BLOCKS);
    }
}

#[test]
fn a_stream_sink_agrees_with_the_model() {
    let mut build = preset("mcu");
    build.sink.kind = SinkKind::Stream.into();
    run_seeds(&build, SEEDS, BLOCKS);
}
