// SPDX-License-Identifier: Apache-2.0
//! The `tracewright` command: generates N-Trace encoders, and encodes, co-simulates, decodes and synthesises with them.

mod against;
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
mod signature;
mod simulation;
mod sink;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(error) = tracewright_cleanup::on_signals() {
        report::to_stderr(format_args!("error: cannot take signals: {error}"));
        return ExitCode::from(2);
    }
    let done = match cli::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(said) if said.use_stderr() => {
            // As of every error: where it can't be written, there is nobody to tell.
            let _ = said.print();
            return ExitCode::from(2);
        }
        Err(said) => report::printed(said.print()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            report::to_stderr(&failure);
            failure.exit_code()
        }
    }
}
