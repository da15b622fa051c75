// SPDX-License-Identifier: Apache-2.0
//! The counters in Verilator beside their model, cycle by cycle.

use tracewright_config::Build;
use tracewright_cosim::pmu::{PmuBench, PmuDesign};
use tracewright_csrs::pmu;
use tracewright_model::pmu::{Pmu, PmuCycle, PmuOutcome};
use verilator_sys::Settings;

/// The Verilog of a build, changed by a fault if there is one.
pub fn library(config: &Build, fault: Option<(&str, &str, &str)>) -> PmuDesign {
    let output = pmu::verilog(config, "").unwrap();
    let mut sources: Vec<_> = output.files.iter().map(|file| file.source()).collect();
    if let Some((file, from, to)) = fault {
        let (_, text) = sources.iter_mut().find(|(name, _)| name.starts_with(file)).expect("there is such a file");
        assert!(text.contains(from), "{file} has no {from}:\n{text}");
        *text = text.replacen(from, to, 1);
    }
    PmuDesign::of(config, sources, &Settings::quick()).unwrap()
}

/// The hardware and the model, after reset.
pub struct Bench(PmuBench);

impl Bench {
    pub fn new(design: &PmuDesign) -> Bench {
        Bench(PmuBench::new(design))
    }

    /// As [`Bench::new`], when accesses may come.
    pub fn ready(design: &PmuDesign) -> Bench {
        Bench(PmuBench::ready(design).unwrap())
    }

    pub fn model(&self) -> &Pmu {
        self.0.model()
    }

    /// One cycle of both; what differs is an error.
    pub fn cycle(&mut self, cycle: &PmuCycle) -> Result<PmuOutcome, String> {
        self.0.step(cycle).map(|(_, outcome)| outcome).map_err(|difference| difference.to_string())
    }
}
