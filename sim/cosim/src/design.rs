// SPDX-License-Identifier: Apache-2.0
//! The Verilog of a build, ready to run.

use crate::ports::ports;
use crate::probes::{self, Probes};
use tracewright_config::Build;
use verilator_sys::{Error, Input, Library, Port, Settings};

/// The Verilog of a build, in Verilator. Any number of runs can be made with it.
#[derive(Clone)]
pub struct Design {
    pub(crate) build: Build,
    pub(crate) library: Library,
    pub(crate) probes: Probes,
    /// Inputs that stay as they are in every run.
    pub(crate) held: Vec<(Input, u64)>,
}

impl Design {
    /// Builds `sources`, the Verilog files (name and text) of `build`, or finds them built.
    ///
    /// A run that writes a waveform needs a design whose `settings` ask for its format.
    pub fn new(build: &Build, sources: Vec<(String, String)>, settings: &Settings) -> Result<Design, Error> {
        Design::with_inputs(build, sources, &[], settings)
    }

    /// As [`Design::new`], with inputs of the top module that the build does not have. They are 0, or what
    /// [`Design::holding`] says.
    pub fn with_inputs(
        build: &Build,
        sources: Vec<(String, String)>,
        inputs: &[Port],
        settings: &Settings,
    ) -> Result<Design, Error> {
        let probes = probes::probes(build, &sources);
        let design = verilator_sys::Design {
            top: probes::TOP.into(),
            clock: probes::CLOCK.into(),
            ports: [&ports(build), inputs].concat(),
            flags: probes::flags(build, &probes),
            probes,
            sources,
        };
        let library = verilator_sys::build(&design, settings)?;
        let probes = Probes::find(&library, build)?;
        Ok(Design { build: build.clone(), library, probes, held: Vec::new() })
    }

    /// The same design, with an input at this value in every run.
    pub fn holding(&self, input: &str, value: u64) -> Result<Design, Error> {
        let mut held = self.held.clone();
        held.push((self.library.input(input)?, value));
        Ok(Design { held, ..self.clone() })
    }

    /// The build whose Verilog this is.
    pub fn config(&self) -> &Build {
        &self.build
    }
}
