// SPDX-License-Identifier: Apache-2.0
//! `tracewright synth`: size and speed of a configuration.

use crate::cli::{Format, SynthArgs};
use crate::failure::Failure;
use crate::hardware::{Hardware, CLOCK, CLOCKS, RESET, RESETS, TOP};
use crate::report;
use crate::synthesis::{self, Comparison, Design, Port, Synthesis, Target};
use std::path::Path;

/// Where results are kept, below the current folder.
const BUILD: &str = "build";

/// Runs the command.
pub fn run(arguments: &SynthArgs, format: Format) -> Result<(), Failure> {
    let target = Target::named(&arguments.target)?;
    let config = arguments.config.load()?;
    let hardware = Hardware::of(&config.build)?;
    if arguments.options.is_empty() {
        return report::print(&synthesise(&hardware, target, arguments.seeds)?, format);
    }
    report::print(&compare(arguments, &hardware, target)?, format)
}

/// Synthesises `base`, then the same with each option. Every option is checked before the first takes its time.
fn compare(arguments: &SynthArgs, base: &Hardware, target: Target) -> Result<Comparison, Failure> {
    let mut designs = vec![];
    for option in &arguments.options {
        let config = arguments.config.load_with(&option.split(',').collect::<Vec<_>>())?;
        designs.push((option.as_str(), Hardware::of(&config.build)?));
    }
    let mut comparison = Comparison::new(arguments.config.origin(), &synthesise(base, target, arguments.seeds)?);
    for (option, hardware) in designs {
        comparison.add(option, &synthesise(&hardware, target, arguments.seeds)?);
    }
    Ok(comparison)
}

/// Synthesises `hardware`.
pub fn synthesise(hardware: &Hardware, target: Target, seeds: u32) -> Result<Synthesis, Failure> {
    let is_data = |name: &str| name != CLOCK && name != RESET;
    let is_direct = |name: &str| CLOCKS.contains(&name) || RESETS.contains(&name);
    let design = Design {
        top: TOP.into(),
        files: hardware.sources(),
        ports: hardware
            .ports
            .iter()
            .filter(|port| is_data(&port.name))
            .map(|port| Port {
                name: port.name.clone(),
                input: port.input,
                width: port.width,
                direct: is_direct(&port.name),
            })
            .collect(),
    };
    synthesis::run(&design, target, seeds, Path::new(BUILD))
}
