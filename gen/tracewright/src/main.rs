// SPDX-License-Identifier: Apache-2.0
//! The `tracewright` command: generates N-Trace encoders, and encodes, co-simulates, decodes and synthesises with them.

mod cli;
mod commands;
mod components;
mod cosimulation;
#[cfg(test)]
mod docs;
mod failure;
mod files;
mod hardware;
mod pib;
mod program;
mod progress;
mod registers;
mod report;
mod sink;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(error) = tracewright_cleanup::on_signals() {
        eprintln!("error: cannot take signals: {error}");
        return ExitCode::from(2);
    }
    match commands::run(cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            failure.exit_code()
        }
    }
}
