// SPDX-License-Identifier: Apache-2.0
//! Performance counters: the Verilog is the model, in every cycle (docs/pmu.md).

mod bench;
mod corners;
mod directed;
mod faults;

use bench::{library, Bench};
use corners::CORNERS;
use tracewright_cosim::pmu::PmuTraffic;

/// Random cycles of a corner.
const CYCLES: u64 = 20_000;

fn soak() -> u64 {
    std::env::var("TRACEWRIGHT_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

#[test]
fn random_events_and_accesses_do_what_the_model_does_in_every_corner() {
    for (name, keys) in CORNERS {
        let config = corners::config(keys);
        let library = library(&config, None);
        let (mut overflows, mut answers) = (0, 0);
        for seed in 0..soak() {
            let mut bench = Bench::new(&library);
            let mut traffic = PmuTraffic::new(&config, seed);
            for _ in 0..CYCLES {
                let outcome =
                    bench.cycle(&traffic.cycle()).unwrap_or_else(|what| panic!("{name}, seed {seed}: {what}"));
                overflows += u64::from(outcome.lcofi);
                answers += u64::from(outcome.answer.is_some());
            }
        }
        println!("{name}: {} cycles, {answers} accesses, {overflows} overflows", CYCLES * soak());
        assert!(overflows > 0 || !config.pmu.sscofpmf || config.pmu.counters == 0, "{name}: no counter has wrapped");
    }
}
