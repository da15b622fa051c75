// SPDX-License-Identifier: Apache-2.0
//! The Verilog of a build, ready to run.

use crate::ports::ports;
use crate::seams::{self, Seams};
use tracewright_config::Build;
use verilator_sys::{Error, Library, Settings};

/// The Verilog of a build, in Verilator. Any number of runs can be made with it.
pub struct Design {
    pub(crate) build: Build,
    pub(crate) library: Library,
    pub(crate) seams: Seams,
}

impl Design {
    /// Builds `sources`, the Verilog files (name and text) of `build`, or finds them built.
    ///
    /// A run that writes a waveform needs a design whose `settings` ask for its format.
    pub fn new(build: &Build, sources: Vec<(String, String)>, settings: &Settings) -> Result<Design, Error> {
        let design = verilator_sys::Design {
            top: seams::TOP.into(),
            clock: seams::CLOCK.into(),
            ports: ports(build),
            probes: seams::probes(build, &sources),
            sources,
        };
        let library = verilator_sys::build(&design, settings)?;
        let seams = Seams::find(&library, build)?;
        Ok(Design { build: build.clone(), library, seams })
    }

    /// The build whose Verilog this is.
    pub fn config(&self) -> &Build {
        &self.build
    }
}
