// SPDX-License-Identifier: Apache-2.0
//! `tracewright cosim` of performance counters by themselves.

use super::events::differs;
use super::run::{design, Run};
use crate::cli::{CosimArgs, Format};
use crate::commands::cosim::with_wave;
use crate::failure::Failure;
use crate::program;
use crate::progress::Progress;
use crate::report::{self, grouped};
use crate::signature::{self, Signature};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use tracewright_config::{Build, Config};
use tracewright_cosim::pmu::{PmuBench, PmuTraffic};
use tracewright_model::pmu::Answer;

/// What a co-simulation without a difference was.
#[derive(Debug, Serialize)]
struct Cosimulated {
    /// Instructions that retired; random traffic has none.
    instructions: Option<u64>,
    /// What the counters did.
    pmu: Counters,
    /// Every answer and output was the model's.
    model_equal: bool,
    /// What is to be said of the program's end.
    note: Option<String>,
}

/// What the counters did.
#[derive(Debug, Serialize)]
struct Counters {
    /// Clock cycles.
    cycles: u64,
    /// Accesses of the program's CSR instructions, and of what answers its SBI calls.
    accesses: u64,
    /// Those that raised an exception.
    exceptions: u64,
    /// Overflow interrupts that were asked for.
    overflows: u64,
}

/// Runs the command.
pub fn run(arguments: &CosimArgs, config: &Config, format: Format) -> Result<(), Failure> {
    for (is_given, option) in [(arguments.output.is_some(), "-o"), (arguments.retired.is_some(), "--retired")] {
        if is_given {
            let problem = format!("{option} is of an encoder, and build.encoder.built is false");
            return Err(
                Failure::usage(problem).hint("leave it out: a program that runs has its counters, and no trace")
            );
        }
    }
    let found = match &arguments.elf[..] {
        [] if arguments.wave.is_some() => {
            return Err(Failure::usage("--wave of counters is of a program, not of random traffic"));
        }
        [] => random(&config.build, arguments.seed.unwrap_or_default(), arguments.blocks.unwrap_or_default())?,
        [elf] => with_wave(arguments, |wave| program(arguments, config, elf, wave))?,
        _ => return Err(Failure::usage("several programs for one hart").hint("give --elf once")),
    };
    report::print(&found, format)
}

/// Random events and accesses at all ports, for so many cycles.
fn random(build: &Build, seed: u64, cycles: u64) -> Result<Cosimulated, Failure> {
    let design = design(build, None)?;
    let _progress = Progress::spinner("simulating");
    let (mut bench, mut traffic) = (PmuBench::new(&design), PmuTraffic::new(build, seed));
    let mut pmu = Counters { cycles, accesses: 0, exceptions: 0, overflows: 0 };
    for _ in 0..cycles {
        let (_, outcome) = differs(bench.step(&traffic.cycle()))?;
        pmu.overflows += u64::from(outcome.lcofi);
        if let Some(answer) = outcome.answer {
            pmu.accesses += 1;
            pmu.exceptions += u64::from(matches!(answer, Answer::Illegal | Answer::Virtual));
        }
    }
    Ok(Cosimulated { instructions: None, pmu, model_equal: true, note: Some(format!("seed {seed}")) })
}

/// Runs a program beside the hardware.
fn program(arguments: &CosimArgs, config: &Config, elf: &Path, wave: Option<&Path>) -> Result<Cosimulated, Failure> {
    let image = program::load(elf, &config.build)?;
    let signature = arguments.signature.as_ref().map(|_| Signature::of(&image, elf)).transpose()?;
    let mut run = Run::new(&config.build, &image, wave)?;
    let ran = run.run_out(arguments.limit, |_, _| Ok(()));
    let finished = ran.and_then(|ran| Ok((ran, differs(run.hardware.finish())?)));
    run.hardware.close_wave()?;
    let (ran, summary) = finished?;
    let signed = signature.map(|signature| signature.read(&run.execution)).transpose()?;
    signature::write(arguments.signature.as_deref(), signed)?;
    let tracewright_cosim::pmu::PmuSummary { cycles, accesses, exceptions, overflows } = summary;
    let pmu = Counters { cycles, accesses, exceptions, overflows };
    Ok(Cosimulated { instructions: Some(ran.instructions), pmu, model_equal: true, note: ran.note })
}

impl fmt::Display for Cosimulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(instructions) = self.instructions {
            writeln!(f, "instructions      {:>14}", grouped(instructions))?;
        }
        writeln!(f, "PMU cycles        {:>14}", grouped(self.pmu.cycles))?;
        writeln!(f, "CSR accesses      {:>14}", grouped(self.pmu.accesses))?;
        writeln!(f, "  exceptions      {:>14}", grouped(self.pmu.exceptions))?;
        writeln!(f, "overflows         {:>14}", grouped(self.pmu.overflows))?;
        writeln!(f, "counters of hardware and model agree in every cycle")?;
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
