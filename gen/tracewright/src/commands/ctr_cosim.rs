// SPDX-License-Identifier: Apache-2.0
//! `tracewright cosim` of a build without an encoder: Control Transfer Records by themselves.

use crate::cli::{CosimArgs, Format};
use crate::cosimulation::records::{self, Records};
use crate::failure::Failure;
use crate::files::Written;
use crate::program::{self, limited, Execution, Recorded, DEFAULT_LIMIT};
use crate::progress::Progress;
use crate::report::{self, grouped};
use crate::signature::{self, Signature};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use tracewright_config::Config;
use tracewright_hart::{Event, Stream};
use verilator_sys::Wave;

/// What a co-simulation without a difference was.
#[derive(Debug, Serialize)]
struct Cosimulated {
    /// Instructions that retired; random traffic has none.
    instructions: Option<u64>,
    /// Blocks of random traffic, valid or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<u64>,
    /// What the records did; of random traffic it is not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    ctr: Option<Records>,
    /// Every answer and entry were those of the model.
    model_equal: bool,
    /// What is to be said of the program's end.
    note: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &CosimArgs, config: &Config, format: Format) -> Result<(), Failure> {
    for (is_given, option) in [(arguments.output.is_some(), "-o"), (arguments.retired.is_some(), "--retired")] {
        if is_given {
            let problem = format!("{option} is of an encoder, and build.encoder.built is false");
            return Err(Failure::usage(problem).hint("leave it out: a program that runs has its records, and no trace"));
        }
    }
    let report = match (&arguments.elf[..], arguments.seed, arguments.blocks) {
        ([], seed, blocks) => {
            if arguments.wave.is_some() {
                return Err(Failure::usage("--wave of records is of a program, not of random traffic"));
            }
            let (seed, blocks) = (seed.unwrap_or_default(), blocks.unwrap_or_default());
            records::random(&config.build, seed, blocks)?;
            let note = Some(format!("seed {seed}"));
            Cosimulated { instructions: None, blocks: Some(blocks), ctr: None, model_equal: true, note }
        }
        ([elf], ..) => {
            arguments.wave.as_deref().map(Wave::of_path).transpose()?;
            let wave = arguments.wave.as_deref().map(Written::create).transpose()?;
            let found = program(arguments, config, elf, wave.as_ref().map(|wave| wave.at.as_path()));
            let found = match (found, &wave, &arguments.wave) {
                (Err(failure), Some(wave), Some(name)) => Err(failure.naming(&wave.at, name)),
                (found, ..) => found,
            };
            if found.as_ref().map_or_else(Failure::is_found, |_| true) {
                wave.map_or(Ok(()), Written::finish)?;
            }
            found?
        }
        _ => return Err(Failure::usage("several programs for one hart").hint("give --elf once")),
    };
    report::print(&report, format)
}

/// Runs a program beside the hardware.
fn program(arguments: &CosimArgs, config: &Config, elf: &Path, wave: Option<&Path>) -> Result<Cosimulated, Failure> {
    let image = program::load(elf, &config.build)?;
    let signature = arguments.signature.as_ref().map(|_| Signature::of(&image, elf)).transpose()?;
    let hardware = records::hardware(&config.build, wave)?;
    let beside = (&config.build, Some(Box::new(hardware.clone()) as Box<_>));
    let mut execution = Execution::beside(&image, Recorded::default(), beside)?;
    let progress = Progress::instructions("simulating", arguments.limit);
    let most = arguments.limit.unwrap_or(DEFAULT_LIMIT);
    let mut instructions = 0;
    let mut ended = Ok(());
    while instructions < most {
        match execution.next() {
            Ok(Some(Event::Retired { .. })) => instructions += 1,
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => {
                ended = Err(program::failure(error));
                break;
            }
        }
        if instructions % 0x1000 == 0 {
            progress.set(instructions);
        }
    }
    drop(progress);
    let finished = ended.and_then(|()| execution.show_unit().map_err(program::failure));
    let finished = finished.and_then(|()| Records::finish(&hardware));
    hardware.close_wave()?;
    let records = finished?;
    let signed = signature.map(|signature| signature.read(&execution)).transpose()?;
    signature::write(arguments.signature.as_deref(), signed)?;
    let note = limited(instructions, arguments.limit).or(execution.complaint());
    Ok(Cosimulated { instructions: Some(instructions), blocks: None, ctr: Some(records), model_equal: true, note })
}

impl fmt::Display for Cosimulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(instructions) = self.instructions {
            writeln!(f, "instructions      {:>14}", grouped(instructions))?;
        }
        match (&self.ctr, self.blocks) {
            (Some(records), _) => write!(f, "{records}")?,
            (None, Some(blocks)) => {
                writeln!(f, "blocks            {:>14}", grouped(blocks))?;
                writeln!(f, "records of hardware and model agree in every answer and entry")?;
            }
            _ => {}
        }
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
