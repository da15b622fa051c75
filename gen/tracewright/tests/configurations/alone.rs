// SPDX-License-Identifier: Apache-2.0
//! Co-simulation of a build without an N-Trace encoder: the random traffic of the unit that is built in its place.

use super::simulate::SLOWEST;
use tracewright_config::{Build, Config, Run};
use tracewright_cosim::ctr::{random_ctr, CtrDesign};
use tracewright_cosim::pmu::{PmuBench, PmuDesign, PmuTraffic};
use tracewright_cosim::tandem::{random_run, random_whole, Tandem, Whole};
use verilator_sys::Settings;

type Sources = Vec<(String, String)>;

/// Runs `steps` steps of it: cycles, blocks or retirements.
pub fn random(config: &Config, sources: Sources, settings: &Settings, seed: u64, steps: u64) -> Result<(), String> {
    let build = &config.build;
    match (build.tandem.built, build.pmu.built) {
        (true, _) => tandem(config, sources, settings, seed, steps),
        (_, true) => counters(build, sources, settings, seed, steps),
        _ => {
            let design = CtrDesign::of(build, sources, settings).map_err(|error| error.to_string())?;
            random_ctr(&design, seed, steps).map_err(|difference| difference.to_string())
        }
    }
}

fn counters(build: &Build, sources: Sources, settings: &Settings, seed: u64, cycles: u64) -> Result<(), String> {
    let design = PmuDesign::of(build, sources, settings).map_err(|error| error.to_string())?;
    let (mut bench, mut traffic) = (PmuBench::new(&design), PmuTraffic::new(build, seed));
    for _ in 0..cycles {
        bench.step(&traffic.cycle()).map_err(|difference| difference.to_string())?;
    }
    Ok(())
}

fn tandem(config: &Config, sources: Sources, settings: &Settings, seed: u64, retirements: u64) -> Result<(), String> {
    let Config { build, run } = config;
    if !build.tandem.registers {
        let design = Tandem::new(build, sources, settings).map_err(|error| error.to_string())?;
        return random_run(&design, seed, retirements, None).map(drop).map_err(|error| error.to_string());
    }
    let design = Whole::new(build, sources, settings).map_err(|error| error.to_string())?;
    let run = Run { pib_divider: run.pib_divider.min(SLOWEST[0]), ..run.clone() };
    random_whole(&design, &run, seed, retirements, None)
        .map(drop)
        .map_err(|error| format!("random retirements: {error}\n{run:?}"))
}
