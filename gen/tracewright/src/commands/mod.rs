// SPDX-License-Identifier: Apache-2.0
//! One file a subcommand.

pub mod cosim;
pub mod ctr;
mod ctr_cosim;
mod decode;
pub mod decode_options;
mod demo;
mod encode;
mod generate;
mod info;
mod init;
mod places;
pub mod pmu;
mod registers;
mod synth;
pub mod tandem;

use crate::cli::{Cli, Command};
use crate::failure::Failure;

/// Does what the command line says.
pub fn run(cli: Cli) -> Result<(), Failure> {
    let format = cli.format;
    places::of(&cli.command).check()?;
    match cli.command {
        Command::Init(arguments) => init::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments, format),
        Command::Encode(arguments) => encode::run(&arguments, format),
        Command::Cosim(arguments) => cosim::run(&arguments, format),
        Command::Synth(arguments) => synth::run(&arguments, format),
        Command::Decode(arguments) => decode::run(&arguments, format),
        Command::Info(arguments) => info::run(&arguments, format),
        Command::Registers(arguments) => registers::run(&arguments, format),
        Command::Demo(arguments) => demo::run(&arguments, format),
        Command::Ctr(arguments) => ctr::run(&arguments, format),
        Command::Pmu(arguments) => pmu::run(&arguments, format),
        Command::Tandem(arguments) => tandem::run(&arguments, format),
    }
}
