// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records beside the golden model: a clock cycle at a time, every output compared in every cycle.
//!
//! A [`CtrDesign`] is the Verilog of a build in Verilator. A [`CtrBench`] is one run of it: [`CtrBench::step`] shows
//! the ports of a cycle to both, and [`CtrBench::access`] makes an access of the CSR port and waits for its answer.

mod pins;
mod program;
mod random;
#[cfg(test)]
mod tests;

pub use program::{CtrHardware, CtrSummary};
pub use random::random_ctr;

use pins::Pins;
use std::collections::VecDeque;
use std::fmt;
use tracewright_config::Build;
use tracewright_csrs::ctr;
use tracewright_model::ctr::{Access, Answer, Ctr, CtrCycle, CtrOutcome, DebugAccess, LATENCY};
use verilator_sys::{Design, Error, Library, Model, Port, Settings};

/// The Verilog of Control Transfer Records, in Verilator.
#[derive(Clone)]
pub struct CtrDesign {
    build: Build,
    library: Library,
    pins: Pins,
}

/// A run of the hardware and of the model.
pub struct CtrBench {
    model: Ctr,
    hardware: Model,
    pins: Pins,
    cycles: u64,
    /// What the model answered in the last cycles, the oldest first.
    outcomes: VecDeque<CtrOutcome>,
    /// Cycles since the last access of the CSR port, and since the last of the debug port was taken.
    since_access: usize,
    since_debug: usize,
}

/// What the outputs show in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Shown {
    /// The answer of the CSR port, if there is one in this cycle.
    pub answer: Option<Answer>,
    /// What the debug port reads, if an access of it ends with this cycle; 0 of a write.
    pub debug: Option<u32>,
}

/// The hardware is not as the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CtrMismatch {
    /// The cycle, from the end of reset.
    pub cycle: u64,
    /// What the model says.
    pub model: Shown,
    /// What the hardware shows.
    pub hardware: Shown,
}

impl fmt::Display for CtrMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cycle {}: the model says {:x?}, the hardware shows {:x?}", self.cycle, self.model, self.hardware)
    }
}

impl std::error::Error for CtrMismatch {}

impl CtrDesign {
    /// The Verilog of `build`, built or found built.
    ///
    /// # Panics
    /// If the build was not validated, or has no Control Transfer Records.
    pub fn new(build: &Build, settings: &Settings) -> Result<CtrDesign, Error> {
        let output = ctr::verilog(build, "").expect("the back end writes every build");
        let sources = output.files.iter().map(|file| file.source()).collect();
        CtrDesign::of(build, sources, settings)
    }

    /// As [`CtrDesign::new`], from files that may have been changed.
    pub fn of(build: &Build, sources: Vec<(String, String)>, settings: &Settings) -> Result<CtrDesign, Error> {
        let output = ctr::verilog(build, "").expect("the back end writes every build");
        let port = |port: &tracewright_csrs::Port| match port.input {
            true => Port::input(&port.name, port.width as u32),
            false => Port::output(&port.name, port.width as u32),
        };
        let ports = output.ports.iter().map(port).collect();
        let design = Design { top: ctr::TOP.into(), clock: "clk".into(), ports, probes: Vec::new(), sources };
        let library = verilator_sys::build(&design, settings)?;
        let pins = Pins::find(&library, build)?;
        Ok(CtrDesign { build: build.clone(), library, pins })
    }

    /// The build whose Verilog this is.
    pub fn config(&self) -> &Build {
        &self.build
    }
}

impl CtrBench {
    /// After reset.
    ///
    /// # Panics
    /// If the build has no Control Transfer Records.
    pub fn new(design: &CtrDesign) -> CtrBench {
        let model = Ctr::new(&design.build).expect("a build with Control Transfer Records");
        let mut hardware = design.library.model();
        design.pins.reset(&mut hardware);
        let outcomes = VecDeque::from([CtrOutcome::default(); LATENCY]);
        let pins = design.pins.clone();
        CtrBench { model, hardware, pins, cycles: 0, outcomes, since_access: LATENCY, since_debug: LATENCY }
    }

    /// The model: what the hardware holds.
    pub fn model(&self) -> &Ctr {
        &self.model
    }

    /// A clock cycle: the ports, with an access that waits at the debug port (what `cycle` says of it does not count).
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn step(&mut self, cycle: &CtrCycle, request: Option<DebugAccess>) -> Result<Shown, CtrMismatch> {
        let is_free = cycle.access.is_none() && self.since_access >= LATENCY && self.since_debug >= LATENCY;
        let debug = request.filter(|_| is_free);
        let after = |since: usize, now: bool| if now { 0 } else { (since + 1).min(LATENCY) };
        self.since_access = after(self.since_access, cycle.access.is_some());
        self.since_debug = after(self.since_debug, debug.is_some());
        self.outcomes.push_back(self.model.cycle(&CtrCycle { debug, ..*cycle }));
        let due = self.outcomes.pop_front().unwrap_or_default();
        let is_write = self.pins.show(&mut self.hardware, cycle, request);
        self.hardware.cycle();
        let model = Shown { answer: due.answer, debug: due.debug.map(|read| if is_write { 0 } else { read }) };
        let hardware = self.pins.shown(&self.hardware, is_write);
        self.cycles += 1;
        match model == hardware {
            true => Ok(hardware),
            false => Err(CtrMismatch { cycle: self.cycles - 1, model, hardware }),
        }
    }

    /// An access of the CSR port, from the cycle in which it is made to that of its answer; `idle` is what the other
    /// ports show.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn access(&mut self, access: Access, idle: &CtrCycle) -> Result<Answer, CtrMismatch> {
        self.step(&CtrCycle { access: Some(access), ..*idle }, None)?;
        let quiet = CtrCycle { access: None, ..*idle };
        for _ in 1..LATENCY {
            self.step(&quiet, None)?;
        }
        Ok(self.step(&quiet, None)?.answer.unwrap_or(Answer::NotHere))
    }

    /// An access of the debug port, up to the cycle in which it ends.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn debug(&mut self, access: DebugAccess, idle: &CtrCycle) -> Result<u32, CtrMismatch> {
        loop {
            if let Some(read) = self.step(&CtrCycle { access: None, ..*idle }, Some(access))?.debug {
                return Ok(read);
            }
        }
    }
}
