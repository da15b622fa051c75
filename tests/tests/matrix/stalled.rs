// SPDX-License-Identifier: Apache-2.0
//! A hart that waits loses nothing, however often tracing goes on and off meanwhile.

use rayon::prelude::*;
use tracewright_config::Run;
use tracewright_cosim::{run, Options, Random};
use tracewright_model::stimulus::{Knobs, Pressure};
use tracewright_tests::hardware::{config, quick_design, soak, sources, EVERY_OPTION};

/// Blocks of a run.
const BLOCKS: u64 = 1_500;
/// Runs of a build.
const SEEDS: u64 = 10;

/// Queues that are just deep enough, and deeper ones.
const BUILDS: [&str; 5] = [
    "blocks=1 queue_depth=4 sink.kind=stream",
    "blocks=1 queue_depth=64 packer=4 sink.kind=stream",
    "blocks=2 queue_depth=8 xlen=64 sink.kind=stream",
    "blocks=4 queue_depth=16 packer=4 sink.kind=stream",
    "blocks=2 queue_depth=64 sink.kind=stream",
];

/// Much that stops and starts the trace, and a sink that is busy for long.
fn restless(seed: u64, knobs: Knobs) -> Knobs {
    let [often, seldom] = if seed % 2 == 0 { [0.3, 0.05] } else { [0.05, 0.3] };
    Knobs {
        halts: often / 4.0,
        low_powers: seldom / 4.0,
        trigger_on: often,
        trigger_off: seldom,
        external_triggers: 0.2,
        switches: 0.05,
        busy: 0.1,
        busy_cycles: 40,
        ..knobs
    }
}

#[test]
fn a_hart_that_waits_loses_nothing_while_tracing_goes_on_and_off() {
    let stalls = BUILDS.par_iter().map(|changes| {
        let changes: Vec<&str> = changes.split(' ').collect();
        let build = config("mcu", &[EVERY_OPTION, &changes].concat()).build;
        let design = quick_design(&build, sources(&build));
        let stalls = (0..SEEDS * soak()).map(|seed| {
            let knobs = restless(seed, Knobs::draw(seed, &build));
            let settings = Run { stall: true, ..Knobs::draw_run(seed, &build) };
            let pressure = Some(Pressure::new(seed, &knobs));
            let options = Options { pressure, jitter: Some(seed), restless: Some(seed), ..Options::default() };
            let source = Random::with_knobs(seed, &build, knobs, BLOCKS);
            let ran = run(&design, &settings, source, options);
            let summary = ran.unwrap_or_else(|error| panic!("{changes:?}, seed {seed}: {error}\n{settings:?}"));
            assert_eq!(summary.lost_messages, 0, "{changes:?}, seed {seed}");
            summary.stall_cycles
        });
        stalls.sum::<u64>()
    });
    let stalls: Vec<u64> = stalls.collect();
    assert!(stalls.iter().all(|cycles| *cycles > 1_000 * soak()), "{stalls:?}");
}
