// SPDX-License-Identifier: Apache-2.0
//! `tracewright registers`: the registers of a configuration in one form.

use crate::cli::{Format, RegistersArgs, RegistersOutput};
use crate::failure::Failure;
use crate::files;
use crate::registers::render;
use tracewright_package::registers::Output;

/// Runs the command.
pub fn run(arguments: &RegistersArgs, format: Format) -> Result<(), Failure> {
    let config = arguments.config.load()?;
    crate::hardware::with_registers(&config)?;
    let output = match (arguments.kind, format) {
        (Some(kind), _) => Output::from(kind),
        (None, Format::Json) => Output::Json,
        (None, Format::Human) => Output::Markdown,
    };
    let text = render(&config.build, output);
    files::write_or_print(arguments.output.as_deref(), text.as_bytes())
}

impl From<RegistersOutput> for Output {
    fn from(output: RegistersOutput) -> Output {
        match output {
            RegistersOutput::SystemRdl => Output::SystemRdl,
            RegistersOutput::IpXact => Output::IpXact,
            RegistersOutput::Svd => Output::Svd,
            RegistersOutput::CHeader => Output::CHeader,
            RegistersOutput::RustModule => Output::RustModule,
            RegistersOutput::Json => Output::Json,
            RegistersOutput::Markdown => Output::Markdown,
        }
    }
}
