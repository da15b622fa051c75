// SPDX-License-Identifier: Apache-2.0
//! `tracewright cosim` of an encoder of tandem-verification trace: the generated Verilog against its golden model.

use super::super::cosim::with_wave;
use crate::cli::{CosimArgs, Format};
use crate::failure::Failure;
use crate::files::OutputFile;
use crate::hardware::Hardware;
use crate::program::{self, limited, DEFAULT_LIMIT};
use crate::progress::Progress;
use crate::report::{self, grouped};
use crate::simulation::settings;
use serde::Serialize;
use std::cell::Cell;
use std::collections::VecDeque;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use tracewright_config::{Build, Config, Run, TandemClass};
use tracewright_cosim::tandem::{
    random_run, random_whole, run as simulate, run_whole, Drawn, Error, Options, Retired, Summary, Tandem, Whole,
};
use tracewright_cosim::SourceError;
use tracewright_hart::{Hart, Recorder};
use tracewright_tandem::{Kind, Retirement};

/// Retirements of a random run. More of them are several runs.
const RANDOM_RUN: u64 = 5_000;

/// What a co-simulation without a difference was.
#[derive(Debug, Serialize)]
struct Cosimulated {
    /// Instructions and traps; random retirements are not counted so.
    instructions: Option<u64>,
    /// What the port took.
    retirements: u64,
    /// Clock cycles.
    cycles: u64,
    /// Clock cycles in which the hart was stalled.
    stall_cycles: u64,
    /// Bytes of trace.
    trace_bytes: u64,
    /// Bytes of trace to a retirement.
    bytes_per_retirement: f64,
    /// Every byte was that of the model.
    model_equal: bool,
    /// What is to be said of the run.
    note: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &CosimArgs, config: &Config, format: Format) -> Result<(), Failure> {
    refuse(arguments)?;
    let hardware = Hardware::of(&config.build)?;
    let found = with_wave(arguments, |wave| simulated(arguments, config, (&hardware, wave)))?;
    report::print_beside(&found, format, arguments.output.as_deref())
}

/// Simulates what the command line asks for.
fn simulated(
    arguments: &CosimArgs,
    config: &Config,
    (hardware, wave): (&Hardware, Option<&Path>),
) -> Result<Cosimulated, Failure> {
    match (&arguments.elf[..], arguments.seed, arguments.blocks) {
        ([], seed, blocks) => {
            random(&Simulated::new(hardware, config, wave)?, seed.unwrap_or_default(), blocks.unwrap_or_default())
        }
        (elves, ..) => of_programs(arguments, elves, (config, hardware, wave)),
    }
}

/// What N-Trace alone has.
fn refuse(arguments: &CosimArgs) -> Result<(), Failure> {
    let asked = [
        ("--retired", arguments.retired.is_some()),
        ("--as-read", arguments.as_read),
        ("--signature", arguments.signature.is_some()),
    ];
    match asked.into_iter().find(|(_, is_asked)| *is_asked) {
        Some((option, _)) => {
            let problem = format!("{option} is for an N-Trace encoder, and this build has none");
            Err(Failure::usage(problem).hint("leave it out, or choose another preset"))
        }
        None => Ok(()),
    }
}

/// The hardware, ready to run, with a waveform if there is to be one.
struct Simulated<'a> {
    design: Design<'a>,
    wave: Option<&'a Path>,
}

/// What there is of it.
enum Design<'a> {
    /// The encoder alone.
    Alone(Box<Tandem>),
    /// With its registers and sinks.
    Whole(Box<Whole>, &'a Run),
}

impl<'a> Simulated<'a> {
    fn new(hardware: &Hardware, config: &'a Config, wave: Option<&'a Path>) -> Result<Simulated<'a>, Failure> {
        let Config { build, run } = config;
        let _progress = Progress::spinner("building the Verilog with Verilator");
        let (sources, settings) = (hardware.sources(), settings(wave)?);
        let design = match build.tandem.registers {
            true => Design::Whole(Box::new(Whole::new(build, sources, &settings)?), run),
            false => Design::Alone(Box::new(Tandem::new(build, sources, &settings)?)),
        };
        Ok(Simulated { design, wave })
    }

    fn random(&self, seed: u64, retirements: u64) -> Result<Summary, Error> {
        match &self.design {
            Design::Alone(design) => random_run(design, seed, retirements, self.wave),
            Design::Whole(design, run) => random_whole(design, run, seed, retirements, self.wave),
        }
    }

    /// Runs what the sources give, one for each hart.
    fn run<'b, S>(&'b self, sources: Vec<S>, options: Options<'b>) -> Result<Summary, Error>
    where
        S: Iterator<Item = Result<Retired, SourceError>>,
    {
        let options = Options { wave: self.wave, ..options };
        match &self.design {
            Design::Alone(design) => simulate(design, sources.into_iter().flatten(), options),
            Design::Whole(design, run) => run_whole(design, run, sources, options),
        }
    }
}

/// Random retirements, in runs of [`RANDOM_RUN`].
fn random(design: &Simulated<'_>, seed: u64, retirements: u64) -> Result<Cosimulated, Failure> {
    let _progress = Progress::spinner("simulating");
    let (mut all, mut left, mut next) = (Summary::default(), retirements, seed);
    while left > 0 {
        let part = left.min(RANDOM_RUN);
        let found = design.random(next, part).map_err(|error| {
            failure(error).hint(format!("that run by itself: --random --seed {next} --blocks {part}"))
        })?;
        all.add(&found);
        (left, next) = (left - part, next.wrapping_add(1));
    }
    let note = format!("seeds {seed} to {}, the first with {}", next.wrapping_sub(1), Drawn::new(seed));
    Ok(Cosimulated::new(&all, None, Some(note)))
}

/// A program on each embedded hart.
fn of_programs(
    arguments: &CosimArgs,
    elves: &[PathBuf],
    (config, hardware, wave): (&Config, &Hardware, Option<&Path>),
) -> Result<Cosimulated, Failure> {
    let harts = config.build.system.harts;
    if elves.len() != 1 && elves.len() != harts as usize {
        let problem = format!("{} programs, but build.system.harts is {harts}", elves.len());
        return Err(Failure::usage(problem).hint("give --elf once, for all of them, or once for each"));
    }
    let images = elves.iter().map(|elf| program::load(elf, &config.build)).collect::<Result<Vec<_>, Failure>>()?;
    let design = Simulated::new(hardware, config, wave)?;
    let path = arguments.output.as_deref();
    let mut file = path.map(OutputFile::create).transpose()?;
    let mut sink = |bytes: &[u8]| {
        if let Some(file) = &mut file {
            let failed = |error| Failure::io("write", path.unwrap_or(Path::new("the trace")), error);
            file.write_all(bytes).unwrap_or_else(|error| failed(error).exit());
        }
    };
    let limit = arguments.limit.unwrap_or(DEFAULT_LIMIT);
    let progress = Progress::instructions("simulating", arguments.limit);
    // Of all harts, and of the one that has executed most.
    let (instructions, longest) = (Cell::new(0), Cell::new(0));
    let sources = (0..harts).zip(images.iter().cycle()).map(|(number, image)| {
        let hart_id = u64::from(config.build.hart(number).tandem.hart_id);
        let hart = Hart::new(image, &tracewright_hart::Options { hart_id, ..Default::default() });
        let (mut recorder, mut own, mut waiting) =
            (Recorder::new(hart.map_err(|error| Failure::usage(error.to_string()))?), 0, VecDeque::new());
        let (progress, instructions, longest) = (&progress, &instructions, &longest);
        Ok(std::iter::from_fn(move || {
            if waiting.is_empty() && own < limit {
                match recorder.advance() {
                    Err(error) => return Some(Err(SourceError::from(error))),
                    Ok(recorded) => {
                        let recorded = recorded?;
                        if let Err(error) = fits(&recorded.retirement, &config.build) {
                            return Some(Err(error));
                        }
                        let retired = u64::from(recorded.retirement.kind == Kind::Retired);
                        own += retired;
                        instructions.set(instructions.get() + retired);
                        longest.set(own.max(longest.get()));
                        progress.set(longest.get());
                        waiting.extend(Retired::of(&recorded.outside, recorded.retirement));
                    }
                }
            }
            waiting.pop_front().map(Ok)
        }))
    });
    let sources = sources.collect::<Result<Vec<_>, Failure>>()?;
    let found = design.run(sources, Options { trace: Some(&mut sink), ..Options::default() }).map_err(failure)?;
    drop(progress);
    file.map_or(Ok(()), OutputFile::finish)?;
    Ok(Cosimulated::new(&found, Some(instructions.get()), limited(longest.get(), arguments.limit)))
}

/// Refuses what the port can't show of an instruction.
fn fits(retirement: &Retirement, build: &Build) -> Result<(), SourceError> {
    let most = build.tandem.csrs as usize;
    let changed = retirement.csr.iter().flatten().count();
    if changed <= most || !build.has_tandem(TandemClass::Csr) {
        return Ok(());
    }
    let pc = retirement.pc.unwrap_or_default();
    Err(format!("what retires at 0x{pc:x} changes {changed} CSRs, and the port shows {most} (build.tandem.csrs)")
        .into())
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Source(error) => program::source_failure(error),
        error => Failure::found(error.to_string()),
    }
}

impl Cosimulated {
    fn new(summary: &Summary, instructions: Option<u64>, note: Option<String>) -> Cosimulated {
        let Summary { retirements, cycles, stall_cycles, trace_bytes } = *summary;
        let bytes_per_retirement = report::ratio(trace_bytes, retirements);
        Cosimulated {
            instructions,
            retirements,
            cycles,
            stall_cycles,
            trace_bytes,
            bytes_per_retirement,
            model_equal: true,
            note,
        }
    }
}

impl fmt::Display for Cosimulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(instructions) = self.instructions {
            writeln!(f, "instructions       {:>14}", grouped(instructions))?;
        }
        writeln!(f, "retirements        {:>14}", grouped(self.retirements))?;
        writeln!(f, "cycles             {:>14}", grouped(self.cycles))?;
        writeln!(f, "  stalled          {:>14}", grouped(self.stall_cycles))?;
        writeln!(f, "trace bytes        {:>14}", grouped(self.trace_bytes))?;
        writeln!(f, "bytes/retirement   {:>14.3}", self.bytes_per_retirement)?;
        writeln!(f, "hardware and model agree in every byte")?;
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
