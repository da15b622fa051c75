// SPDX-License-Identifier: Apache-2.0
//! `tracewright cosim`: the generated Verilog against the golden model.

use crate::cli::{CosimArgs, Format};
use crate::cosimulation::{self, system, Cosimulated};
use crate::failure::Failure;
use crate::files::{self, OutputFile};
use crate::hardware::Hardware;
use crate::program::{self, Execution};
use crate::report::{self, grouped};
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use tracewright_config::Config;
use tracewright_cosim::Design;

/// Runs the command.
pub fn run(arguments: &CosimArgs, format: Format) -> Result<(), Failure> {
    let config = arguments.config.load()?;
    let hardware = Hardware::of(&config.build)?;
    let is_system = config.build.system.harts > 1;
    let wave = arguments.wave.as_deref();
    let report = match (&arguments.elf[..], arguments.seed, arguments.blocks) {
        ([], seed, blocks) => {
            let design = cosimulation::design(&hardware, &config.build, wave)?;
            let (seed, blocks) = (seed.unwrap_or_default(), blocks.unwrap_or_default());
            let wave = arguments.wave.clone();
            match is_system {
                true => system::random(&design, &config, seed, blocks, wave)?,
                false => cosimulation::random(&design, seed, blocks, wave)?,
            }
        }
        (elves, ..) if is_system => run_system(arguments, &config, &hardware, elves)?,
        ([elf], ..) => {
            let image = program::load(elf, &config.build)?;
            let execution = Execution::new(&image, arguments.retired.as_deref())?;
            let design = cosimulation::design(&hardware, &config.build, wave)?;
            run_program(arguments, &config, &design, execution)?
        }
        _ => return Err(Failure::usage("several programs, but build.system.harts is 1").hint("give --elf once")),
    };
    report::print(&report, format)
}

/// Runs a program on each hart.
fn run_system(
    arguments: &CosimArgs,
    config: &Config,
    hardware: &Hardware,
    elves: &[PathBuf],
) -> Result<Cosimulated, Failure> {
    let harts = config.build.system.harts as usize;
    if elves.len() != 1 && elves.len() != harts {
        let problem = format!("{} programs for {harts} harts", elves.len());
        return Err(Failure::usage(problem).hint("give --elf once, for all of them, or once for each"));
    }
    if arguments.retired.is_some() {
        let problem = "--retired is the execution of one hart, but build.system.harts is more";
        return Err(Failure::usage(problem).hint("let the programs run, or choose a preset of one hart"));
    }
    let images = elves.iter().map(|elf| program::load(elf, &config.build)).collect::<Result<Vec<_>, Failure>>()?;
    let execution = |hart| Execution::new(&images[hart % images.len()], None);
    let executions = (0..harts).map(execution).collect::<Result<Vec<_>, Failure>>()?;
    let design = cosimulation::design(hardware, &config.build, arguments.wave.as_deref())?;
    let (report, trace) = system::programs(&design, config, (executions, arguments.limit), arguments.wave.clone())?;
    if let Some(path) = &arguments.output {
        files::write(path, &trace)?;
    }
    Ok(report)
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
        for hart in &self.harts {
            writeln!(f, "{hart}")?;
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
