// SPDX-License-Identifier: Apache-2.0
//! `tracewright synth`: size and speed of a configuration.

use crate::cli::{Format, SynthArgs};
use crate::failure::Failure;
use crate::hardware::{Hardware, CLOCK, RESET, TOP};
use crate::report;
use crate::synthesis::{self, Design, Port, Synthesis, Target};
use std::path::Path;

/// Where results are kept, below the current folder.
const BUILD: &str = "build";

/// Runs the command.
pub fn run(arguments: &SynthArgs, format: Format) -> Result<(), Failure> {
    let target = Target::named(&arguments.target)?;
    let config = arguments.config.load()?;
    let hardware = Hardware::of(&config.build)?;
    report::print(&synthesise(&hardware, target, arguments.seeds)?, format)
}

/// Synthesises `hardware`.
pub fn synthesise(hardware: &Hardware, target: Target, seeds: u32) -> Result<Synthesis, Failure> {
    let is_data = |name: &str| name != CLOCK && name != RESET;
    let design = Design {
        top: TOP.into(),
        files: hardware.sources(),
        ports: hardware
            .ports
            .iter()
            .filter(|port| is_data(&port.name))
            .map(|port| Port { name: port.name.clone(), input: port.input, width: port.width })
            .collect(),
    };
    synthesis::run(&design, target, seeds, Path::new(BUILD))
}
