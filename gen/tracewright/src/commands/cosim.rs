// SPDX-License-Identifier: Apache-2.0
//! `tracewright cosim`: the generated Verilog against the golden model.

use crate::cli::{CosimArgs, Format};
use crate::cosimulation::{self, Cosimulated};
use crate::failure::Failure;
use crate::files::OutputFile;
use crate::hardware::Hardware;
use crate::program::{self, Execution};
use crate::report::{self, grouped};
use std::fmt;
use std::io::Write;
use std::path::Path;
use tracewright_config::Config;
use tracewright_cosim::Design;

/// Runs the command.
pub fn run(arguments: &CosimArgs, format: Format) -> Result<(), Failure> {
    let config = arguments.config.load()?;
    let hardware = Hardware::of(&config.build)?;
    let report = match (&arguments.elf, arguments.seed, arguments.blocks) {
        (Some(elf), ..) => {
            let image = program::load(elf, &config.build)?;
            let execution = Execution::new(&image, arguments.retired.as_deref())?;
            let design = cosimulation::design(&hardware, &config.build, arguments.wave.as_deref())?;
            run_program(arguments, &config, &design, execution)?
        }
        (None, seed, blocks) => {
            let design = cosimulation::design(&hardware, &config.build, arguments.wave.as_deref())?;
            let (seed, blocks) = (seed.unwrap_or_default(), blocks.unwrap_or_default());
            cosimulation::random(&design, seed, blocks, arguments.wave.clone())?
        }
    };
    report::print(&report, format)
}

fn run_program(
    arguments: &CosimArgs,
    config: &Config,
    design: &Design,
    execution: Execution<'_>,
) -> Result<Cosimulated, Failure> {
    let path = arguments.output.as_deref();
    let mut file = path.map(OutputFile::create).transpose()?;
    let mut written = Ok(());
    let mut sink = |bytes: &[u8]| {
        if let (Some(file), Ok(())) = (&mut file, &written) {
            written = file.write_all(bytes);
        }
    };
    let what = (execution, arguments.limit);
    let report = cosimulation::program(design, config, what, arguments.wave.clone(), |_| (), &mut sink)?;
    written.map_err(|e| Failure::io("write", path.unwrap_or(Path::new("the trace")), e))?;
    file.map_or(Ok(()), OutputFile::finish)?;
    Ok(report)
}

impl fmt::Display for Cosimulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(instructions) = self.instructions {
            writeln!(f, "instructions      {:>14}", grouped(instructions))?;
        }
        writeln!(f, "blocks            {:>14}", grouped(self.blocks))?;
        writeln!(f, "cycles            {:>14}", grouped(self.cycles))?;
        writeln!(f, "  stalled         {:>14}", grouped(self.stall_cycles))?;
        writeln!(f, "trace bytes       {:>14}", grouped(self.trace_bytes))?;
        if let Some(bits) = self.bits_per_instruction {
            writeln!(f, "bits/instruction  {bits:>14.3}")?;
        }
        write!(f, "{}", self.messages)?;
        writeln!(f, "messages lost     {:>14}", grouped(self.lost_messages))?;
        writeln!(f, "cycles/s          {:>14}", grouped(self.cycles_per_second as u64))?;
        writeln!(f, "hardware and model agree in every message, byte and register")?;
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
