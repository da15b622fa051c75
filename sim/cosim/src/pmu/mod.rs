// SPDX-License-Identifier: Apache-2.0
//! Performance counters beside the golden model: a clock cycle at a time, every output compared in every cycle.
//!
//! A [`PmuDesign`] is the Verilog of a build in Verilator. A [`PmuBench`] is one run of it: [`PmuBench::step`] shows
//! the ports of a cycle to both, and [`PmuBench::access`] makes an access of the CSR port and waits for its answer.

mod firmware;
mod pins;
mod program;
mod random;

pub use firmware::{PmuFirmware, PMU_EXTENSION};
pub use program::{PmuHardware, PmuSummary};
pub use random::PmuTraffic;

pub(crate) use pins::Pins;

use std::collections::VecDeque;
use std::fmt;
use tracewright_config::Build;
use tracewright_csrs::pmu;
use tracewright_model::pmu::{Access, Answer, Pmu, PmuCycle, PmuOutcome};
use verilator_sys::{Design, Error, Library, Model, Port, Settings};

/// Cycles from an access to its answer.
pub const LATENCY: usize = 2;
/// Cycles after reset without an access.
pub const QUIET: usize = 32;

/// The Verilog of performance counters, in Verilator.
#[derive(Clone)]
pub struct PmuDesign {
    build: Build,
    library: Library,
    pins: Pins,
}

/// A run of the hardware and of the model.
pub struct PmuBench {
    model: Pmu,
    hardware: Model,
    pins: Pins,
    cycles: u64,
    /// What the model brought in the last cycles, the oldest first.
    outcomes: VecDeque<PmuOutcome>,
}

/// What the outputs show in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PmuShown {
    /// The answer of the CSR port, if there is one in this cycle.
    pub answer: Option<Answer>,
    /// An overflow interrupt is asked for.
    pub lcofi: bool,
    /// mcycle counted the cycle before.
    pub cycle: bool,
}

/// The hardware is not as the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PmuMismatch {
    /// The cycle, from the end of reset.
    pub cycle: u64,
    /// What the model says.
    pub model: PmuShown,
    /// What the hardware shows.
    pub hardware: PmuShown,
}

impl fmt::Display for PmuMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cycle {}: the model says {:x?}, the hardware shows {:x?}", self.cycle, self.model, self.hardware)
    }
}

impl std::error::Error for PmuMismatch {}

impl PmuDesign {
    /// The Verilog of `build`, built or found built.
    ///
    /// # Panics
    /// If the build was not validated, or has no performance counters.
    pub fn new(build: &Build, settings: &Settings) -> Result<PmuDesign, Error> {
        let output = pmu::verilog(build, "").expect("the back end writes every build");
        let sources = output.files.iter().map(|file| file.source()).collect();
        PmuDesign::of(build, sources, settings)
    }

    /// As [`PmuDesign::new`], from files that may have been changed.
    pub fn of(build: &Build, sources: Vec<(String, String)>, settings: &Settings) -> Result<PmuDesign, Error> {
        let output = pmu::verilog(build, "").expect("the back end writes every build");
        let port = |port: &tracewright_verilog::Port| match port.input {
            true => Port::input(&port.name, port.width as u32),
            false => Port::output(&port.name, port.width as u32),
        };
        let ports = output.ports.iter().map(port).collect();
        let design =
            Design { top: pmu::PMU.into(), clock: "clk".into(), ports, probes: Vec::new(), flags: Vec::new(), sources };
        let library = verilator_sys::build(&design, settings)?;
        let pins = Pins::find(&library, build, "")?;
        Ok(PmuDesign { build: build.clone(), library, pins })
    }

    /// The build whose Verilog this is.
    pub fn config(&self) -> &Build {
        &self.build
    }
}

impl PmuBench {
    /// After reset.
    ///
    /// # Panics
    /// If the build has no performance counters.
    pub fn new(design: &PmuDesign) -> PmuBench {
        let model = Pmu::new(&design.build).expect("a build with performance counters");
        let mut hardware = design.library.model();
        design.pins.reset(&mut hardware);
        let outcomes = VecDeque::from([PmuOutcome::default(); LATENCY]);
        PmuBench { model, hardware, pins: design.pins.clone(), cycles: 0, outcomes }
    }

    /// As [`PmuBench::new`], when accesses may come.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn ready(design: &PmuDesign) -> Result<PmuBench, PmuMismatch> {
        let mut bench = PmuBench::new(design);
        let mut idle = PmuCycle::default();
        idle.ingress.halted = true;
        for _ in 0..QUIET {
            bench.step(&idle)?;
        }
        Ok(bench)
    }

    /// The model: what the hardware holds.
    pub fn model(&self) -> &Pmu {
        &self.model
    }

    /// Cycles since reset.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// A clock cycle. What it showed, which is of earlier cycles, and what the model says that this one brought.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn step(&mut self, cycle: &PmuCycle) -> Result<(PmuShown, PmuOutcome), PmuMismatch> {
        self.pins.show(&mut self.hardware, cycle);
        self.hardware.cycle();
        let due = self.outcomes.pop_front().unwrap_or_default();
        let before = self.outcomes.back().copied().unwrap_or_default();
        let model = PmuShown { answer: due.answer, lcofi: due.lcofi, cycle: before.cycle };
        let hardware = self.pins.shown(&self.hardware);
        let outcome = self.model.cycle(cycle);
        self.outcomes.push_back(outcome);
        self.cycles += 1;
        match model == hardware {
            true => Ok((hardware, outcome)),
            false => Err(PmuMismatch { cycle: self.cycles - 1, model, hardware }),
        }
    }

    /// An access of the CSR port, up to its answer; `idle` is what the other ports show. And whether an overflow
    /// interrupt was asked for meanwhile.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn access(&mut self, access: Access, idle: &PmuCycle) -> Result<(Answer, bool), PmuMismatch> {
        let quiet = PmuCycle { access: None, ..*idle };
        let mut overflowed = self.step(&PmuCycle { access: Some(access), ..*idle })?.0.lcofi;
        for _ in 1..LATENCY {
            overflowed |= self.step(&quiet)?.0.lcofi;
        }
        let (shown, _) = self.step(&quiet)?;
        Ok((shown.answer.unwrap_or(Answer::NotHere), overflowed | shown.lcofi))
    }
}
