// SPDX-License-Identifier: Apache-2.0
//! Configurations drawn from the whole space, each on random ingress: hardware and model agree.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_cosim::{run, Options, Random};
use tracewright_model::stimulus::{Knobs, Pressure};
use tracewright_tests::hardware::{config, design, sources};

/// Configurations; every value of the table below is in several of them.
const CONFIGURATIONS: u64 = 14;
const SEEDS: u64 = 5;
const BLOCKS: u64 = 10_000;

const KEYS: [(&str, &[&str]); 12] = [
    ("xlen", &["32", "64"]),
    ("reset", &["async", "sync"]),
    ("form", &["block", "single"]),
    ("itype_width", &["3", "4"]),
    ("iretire_width", &["2", "3", "4", "5", "6"]),
    ("icnt_width", &["9", "10", "16", "22"]),
    ("hist_width", &["8", "9", "24", "31", "32"]),
    ("queue_depth", &["4", "8", "64"]),
    ("trap_btype", &["distinct", "single"]),
    ("icnt_full", &["resource", "sync"]),
    ("sink.kind", &["sram", "stream"]),
    ("sram_bytes", &["256", "4096"]),
];

#[test]
fn drawn_configurations_agree_with_the_model() {
    let mut rng = SmallRng::seed_from_u64(1);
    for configuration in 0..CONFIGURATIONS {
        let mut drawn: Vec<String> =
            KEYS.iter().map(|(key, values)| format!("{key}={}", values[rng.random_range(0..values.len())])).collect();
        if rng.random_bool(0.25) {
            drawn.extend(["build.encoder.stall=false".into(), "run.stall=false".into()]);
        }
        let build = config("mcu", &drawn).build;
        let design = design(&build, sources(&build));
        for seed in configuration * SEEDS..(configuration + 1) * SEEDS {
            let pressure = Some(Pressure::new(seed, &Knobs::draw(seed, &build)));
            let options = Options { pressure, ..Options::default() };
            let settings = Knobs::draw_run(seed, &build);
            let ran = run(&design, &settings, Random::new(seed, &build, BLOCKS), options);
            let summary = ran.unwrap_or_else(|error| panic!("{drawn:?}, seed {seed}: {error}"));
            assert!(!settings.stall || summary.lost_messages == 0, "{drawn:?}, seed {seed}: lost although stalled");
        }
    }
}
