// SPDX-License-Identifier: Apache-2.0
//! `tracewright cosim`: the generated Verilog against the golden model.

use super::ctr_cosim;
use crate::cli::{CosimArgs, Format};
use crate::cosimulation::{self, system, Cosimulated, Program};
use crate::failure::Failure;
use crate::files::{self, OutputFile, Written};
use crate::hardware::Hardware;
use crate::program::{self, Execution, Recorded};
use crate::report::{self, grouped};
use crate::signature::{self, Signature};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tracewright_config::{Config, SinkKind};
use tracewright_cosim::Design;
use verilator_sys::Wave;

/// Runs the command.
pub fn run(arguments: &CosimArgs, format: Format) -> Result<(), Failure> {
    let config = arguments.config.load()?;
    if config.build.tandem.built {
        return super::tandem::cosim::run(arguments, &config, format);
    }
    if config.build.has_records() && !config.build.encoder.built {
        return ctr_cosim::run(arguments, &config, format);
    }
    if config.build.pmu.built && !config.build.encoder.built {
        return super::pmu::cosim::run(arguments, &config, format);
    }
    crate::hardware::with_encoder(&config)?;
    if arguments.as_read && config.build.sink.kind.is_only(SinkKind::Stream) {
        let problem = "--as-read is for a sink that keeps the trace, and a stream does not";
        return Err(Failure::usage(problem).hint("leave it out: -o takes what the stream gives"));
    }
    let hardware = Hardware::of(&config.build)?;
    let found = with_wave(arguments, |wave| compare(arguments, &config, &hardware, wave))?;
    report::print_beside(&found, format, arguments.output.as_deref())
}

/// Runs `simulation` with the waveform that the command line asks for, and what it found.
pub(super) fn with_wave<T>(
    arguments: &CosimArgs,
    simulation: impl FnOnce(Option<&Path>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    arguments.wave.as_deref().map(Wave::of_path).transpose()?;
    let wave = arguments.wave.as_deref().map(Written::create).transpose()?;
    let found = simulation(wave.as_ref().map(|wave| wave.at.as_path()));
    let found = match (found, &wave, &arguments.wave) {
        (Err(failure), Some(wave), Some(name)) => Err(failure.naming(&wave.at, name)),
        (found, ..) => found,
    };
    // What differs is looked for in the waveform; of a run that did not begin there is none.
    if found.as_ref().map_or_else(Failure::is_found, |_| true) {
        wave.map_or(Ok(()), Written::finish)?;
    }
    found
}

/// Simulates what the command line asks for, with a waveform at `wave`.
fn compare(
    arguments: &CosimArgs,
    config: &Config,
    hardware: &Hardware,
    wave: Option<&Path>,
) -> Result<Cosimulated, Failure> {
    let is_system = config.build.system.harts > 1;
    Ok(match (&arguments.elf[..], arguments.seed, arguments.blocks) {
        ([], seed, blocks) => {
            let design = cosimulation::design(hardware, &config.build, wave)?;
            let (seed, blocks) = (seed.unwrap_or_default(), blocks.unwrap_or_default());
            cosimulation::random(&design, seed, blocks, wave.map(Path::to_path_buf))?
        }
        (elves, ..) if is_system => run_system(arguments, config, hardware, elves, wave)?,
        ([elf], ..) => {
            let image = program::load(elf, &config.build)?;
            let recorded = Recorded { log: arguments.retired.as_deref(), allow_gaps: arguments.allow_gaps };
            let signature = arguments.signature.as_ref().map(|_| Signature::of(&image, elf)).transpose()?;
            let (execution, records) = Execution::shared(&image, recorded, config)?;
            let design = cosimulation::design(hardware, &config.build, wave)?;
            let signature = signature.as_ref();
            let program = Program { execution, records, limit: arguments.limit, signature };
            run_program(arguments, config, &design, program, wave)?
        }
        _ => return Err(Failure::usage("several programs, but build.system.harts is 1").hint("give --elf once")),
    })
}

/// Runs a program on each hart.
fn run_system(
    arguments: &CosimArgs,
    config: &Config,
    hardware: &Hardware,
    elves: &[PathBuf],
    wave: Option<&Path>,
) -> Result<Cosimulated, Failure> {
    let harts = config.build.system.harts as usize;
    if elves.len() != 1 && elves.len() != harts {
        let problem = format!("{} programs for {harts} harts", elves.len());
        return Err(Failure::usage(problem).hint("give --elf once, for all of them, or once for each"));
    }
    if arguments.signature.is_some() {
        let problem = "--signature is of one program, but build.system.harts is more";
        return Err(Failure::usage(problem).hint("choose a preset of one hart"));
    }
    if arguments.retired.is_some() {
        let problem = "--retired is the execution of one hart, but build.system.harts is more";
        return Err(Failure::usage(problem).hint("let the programs run, or choose a preset of one hart"));
    }
    let images = elves.iter().map(|elf| program::load(elf, &config.build)).collect::<Result<Vec<_>, Failure>>()?;
    let execution = |hart| Execution::shared(&images[hart % images.len()], Recorded::default(), config);
    let executions = (0..harts).map(execution).collect::<Result<Vec<_>, Failure>>()?;
    let design = cosimulation::design(hardware, &config.build, wave)?;
    let report = system::programs(&design, config, (executions, arguments.limit), wave.map(Path::to_path_buf))?;
    if let Some(path) = &arguments.output {
        files::write(path, &report.memory)?;
    }
    Ok(report)
}

fn run_program(
    arguments: &CosimArgs,
    config: &Config,
    design: &Design,
    program: Program<'_>,
    wave: Option<&Path>,
) -> Result<Cosimulated, Failure> {
    let path = arguments.output.as_deref();
    let mut file = path.map(OutputFile::create).transpose()?;
    let failed = |error: io::Error| Failure::io("write", path.unwrap_or(Path::new("the trace")), error);
    let mut sink = |bytes: &[u8]| {
        if let (Some(file), false) = (&mut file, arguments.as_read) {
            file.write_all(bytes).unwrap_or_else(|error| failed(error).exit());
        }
    };
    let mut report = cosimulation::program(design, config, program, wave.map(Path::to_path_buf), |_| (), &mut sink)?;
    if let (Some(file), true) = (&mut file, arguments.as_read) {
        file.write_all(&report.memory).map_err(failed)?;
    }
    file.map_or(Ok(()), OutputFile::finish)?;
    signature::write(arguments.signature.as_deref(), report.signature.take())?;
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
        if let Some(kept) = &self.sink {
            write!(f, "{kept}")?;
        }
        writeln!(f, "cycles/s          {:>14}", grouped(self.cycles_per_second as u64))?;
        writeln!(f, "hardware and model agree in every message, byte and register")?;
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
