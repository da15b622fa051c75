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
mod unit;

pub use program::{CtrHardware, CtrSummary};
pub use random::random_ctr;

pub(crate) use pins::Pins;
pub(crate) use random::Traffic;
pub(crate) use unit::Unit;

use std::fmt;
use tracewright_config::Build;
use tracewright_csrs::ctr;
use tracewright_model::ctr::{Access, Answer, Ctr, CtrCycle, DebugAccess, LATENCY};
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
    unit: Unit,
    hardware: Model,
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
        let design =
            Design { top: ctr::TOP.into(), clock: "clk".into(), ports, probes: Vec::new(), flags: Vec::new(), sources };
        let library = verilator_sys::build(&design, settings)?;
        let pins = Pins::find(&library, build, "", true)?;
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
        let unit = Unit::new(&design.build, design.pins.clone()).expect("a build with Control Transfer Records");
        let mut hardware = design.library.model();
        unit.pins.reset(&mut hardware);
        CtrBench { unit, hardware }
    }

    /// The model: what the hardware holds.
    pub fn model(&self) -> &Ctr {
        &self.unit.model
    }

    /// A clock cycle: the ports, with an access that waits at the debug port (what `cycle` says of it does not count).
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn step(&mut self, cycle: &CtrCycle, request: Option<DebugAccess>) -> Result<Shown, CtrMismatch> {
        self.unit.pins.show(&mut self.hardware, cycle, request);
        self.hardware.cycle();
        self.unit.compare(&self.hardware, cycle, request)
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
