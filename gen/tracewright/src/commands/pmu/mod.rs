// SPDX-License-Identifier: Apache-2.0
//! `tracewright pmu`: what the performance counters of a build count while a program runs beside them.

pub mod cosim;
mod events;
pub mod options;
mod record;
mod run;
mod samples;
mod stat;

use crate::cli::Format;
use crate::failure::Failure;
use options::{PmuArgs, PmuCommand};

/// Runs the command.
pub fn run(arguments: &PmuArgs, format: Format) -> Result<(), Failure> {
    match &arguments.command {
        PmuCommand::Stat(arguments) => stat::run(arguments, format),
        PmuCommand::Record(arguments) => record::run(arguments, format),
    }
}
