// SPDX-License-Identifier: Apache-2.0
//! The generated Verilog against the golden model.

pub mod records;
pub mod system;

use crate::failure::Failure;
use crate::hardware::Hardware;
use crate::program::{blocks, limited, source_failure, Execution, DEFAULT_LIMIT};
use crate::progress::Progress;
use crate::report::{ratio, Messages};
use crate::signature::Signature;
use crate::simulation::settings;
use crate::sink::Kept;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use tracewright_config::{Build, Config, Run};
use tracewright_cosim::{from_parts, random_run, run, Design, Drawn, Error, Options, SourceError, Summary, UnitSource};
use tracewright_cosim::{SharedCycles, UnitCycle};
use tracewright_hart::{Event, Stream};
use tracewright_model::stimulus::Step;

/// What a co-simulation without a difference was.
#[derive(Clone, Debug, Serialize)]
pub struct Cosimulated {
    /// Instructions that retired; random ingress has none.
    pub instructions: Option<u64>,
    /// Blocks at the ingress port.
    pub blocks: u64,
    /// Clock cycles.
    pub cycles: u64,
    /// Cycles in which the hart was stalled.
    pub stall_cycles: u64,
    /// Bytes of trace.
    pub trace_bytes: u64,
    /// Bits of trace to an instruction.
    pub bits_per_instruction: Option<f64>,
    /// Messages by type.
    pub messages: Messages,
    /// Messages that found no room.
    pub lost_messages: u64,
    /// Of a system: each hart's part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub harts: Vec<HartReport>,
    /// Messages, bytes, trace memory and registers were those of the model.
    pub model_equal: bool,
    /// Simulated clock cycles in a second.
    pub cycles_per_second: f64,
    /// What the sink has, if it has wrapped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sink: Option<Kept>,
    /// What software read out of the sink, or what arrived downstream of it.
    #[serde(skip)]
    pub memory: Vec<u8>,
    /// The program's signature, if it was asked for.
    #[serde(skip)]
    pub signature: Option<Vec<u8>>,
    /// What is to be said of the program's end, or of the random ingress.
    pub note: Option<String>,
}

/// A hart's part in the co-simulation of a system.
#[derive(Clone, Debug, Serialize)]
pub struct HartReport {
    /// Which hart.
    pub hart: usize,
    /// Instructions that retired; random ingress has none.
    pub instructions: Option<u64>,
    /// Blocks at its ingress port.
    pub blocks: u64,
    /// Cycles in which it was stalled.
    pub stall_cycles: u64,
    /// Bytes of its trace.
    pub trace_bytes: u64,
    /// Its messages that found no room.
    pub lost_messages: u64,
}

/// Blocks of a random run. More blocks are several runs, in each of which the registers are set otherwise.
const RANDOM_RUN: u64 = 5_000;

/// Builds the Verilog for simulation, or finds it built. `wave` is the waveform that will be written.
pub fn design(hardware: &Hardware, build: &Build, wave: Option<&Path>) -> Result<Design, Failure> {
    let _progress = Progress::spinner("building the Verilog with Verilator");
    Ok(Design::new(build, hardware.sources(), &settings(wave)?)?)
}

/// A program, and what it has beside it.
pub struct Program<'a> {
    /// Its execution.
    pub execution: Execution<'a>,
    /// What its Control Transfer Records are shown.
    pub records: Option<SharedCycles>,
    /// Instructions after which it ends.
    pub limit: Option<u64>,
    /// Where its signature is.
    pub signature: Option<&'a Signature>,
}

/// Runs a program, and takes its signature if asked for. `retired` gets the address of every instruction, `sink` the
/// trace as it is sent.
pub fn program(
    design: &Design,
    config: &Config,
    program: Program<'_>,
    wave: Option<PathBuf>,
    mut retired: impl FnMut(u64) + Send,
    sink: TraceSink<'_>,
) -> Result<Cosimulated, Failure> {
    let Program { mut execution, records, limit, signature } = program;
    let mut instructions = 0;
    let observe = |pc| {
        instructions += 1;
        retired(pc);
    };
    let (steps, records) = steps(&mut execution, records, &config.build, limit, observe);
    let records = records.map_or(UnitSource::Quiet, UnitSource::Program);
    let summary = simulate(design, &config.run, steps, (wave, sink), records)?;
    let complaint = execution.complaint();
    let signed = signature.map(|signature| signature.read(&execution)).transpose()?;
    let mut report = Cosimulated::new(&summary, limited(instructions, limit).or(complaint));
    report.read_out(config, summary.wrapped, summary.memory);
    report.signature = signed;
    report.instructions = Some(instructions);
    report.bits_per_instruction = Some(ratio(report.trace_bytes * 8, instructions));
    Ok(report)
}

/// Steps of an execution, on their way to the port.
type Steps<'a> = Box<dyn Iterator<Item = Result<Step, SourceError>> + Send + 'a>;

/// The steps of an execution, at most so many instructions of it, and what the hardware's records are shown with them.
fn steps<'a>(
    execution: &'a mut Execution<'_>,
    records: Option<SharedCycles>,
    build: &Build,
    limit: Option<u64>,
    mut observe: impl FnMut(u64) + Send + 'a,
) -> (Steps<'a>, Option<Receiver<UnitCycle>>) {
    let most = limit.unwrap_or(DEFAULT_LIMIT);
    let Some(records) = records else {
        return (Box::new(from_parts(blocks(execution, build).limit(most).observe(observe))), None);
    };
    let mut instructions = 0;
    let (steps, cycles) = records.steps(move || -> Result<bool, tracewright_hart::Error> {
        let event = if instructions < most { execution.next()? } else { None };
        match event {
            Some(Event::Retired { pc, .. }) => {
                instructions += 1;
                observe(pc);
            }
            Some(_) => {}
            None => execution.show_unit()?,
        }
        Ok(event.is_some())
    });
    (Box::new(steps), Some(cycles))
}

/// Runs random, legal ingress on each hart, in runs of [`RANDOM_RUN`] blocks. The seed of a run also draws how the
/// registers are set, which sink is used and how, when it is busy, and register traffic after the blocks.
pub fn random(design: &Design, seed: u64, blocks: u64, wave: Option<PathBuf>) -> Result<Cosimulated, Failure> {
    let progress = Progress::cycles("simulating");
    let mut all = Summary::default();
    let mut left = blocks;
    let mut runs = 0;
    while left > 0 || runs == 0 {
        let (seed, part) = (seed_of(seed, runs), left.min(RANDOM_RUN));
        let before = all.cycles;
        let mut show = |now: tracewright_cosim::Progress| progress.set(before + now.cycles);
        let options = Options { wave: wave.clone(), progress: Some(&mut show), ..Options::default() };
        let summary = random_run(design, seed, part, options).map_err(|error| {
            Failure::from(error).hint(format!("that run by itself: --random --seed {seed} --blocks {part}"))
        })?;
        all.add(&summary);
        (left, runs) = (left - part, runs + 1);
    }
    let note = match runs {
        1 => format!("seed {seed}: {}", Drawn::new(seed, design.config())),
        _ => format!("{runs} runs, from seed {seed} to {}", seed_of(seed, runs - 1)),
    };
    match design.config().system.harts {
        1 => Ok(Cosimulated::new(&all, Some(note))),
        _ => Ok(Cosimulated::of_system(&all, note)),
    }
}

/// The seed of one of several runs: the first has the seed that was asked for, the others none that is asked for next.
fn seed_of(seed: u64, run: u64) -> u64 {
    seed.wrapping_add(run << 40)
}

/// Takes the trace as it is sent.
pub type TraceSink<'a> = &'a mut (dyn FnMut(&[u8]) + Send);

fn simulate<S>(
    design: &Design,
    settings: &Run,
    source: S,
    (wave, trace): (Option<PathBuf>, TraceSink<'_>),
    records: UnitSource,
) -> Result<Summary, Failure>
where
    S: IntoIterator<Item = Result<Step, SourceError>> + Send,
{
    let progress = Progress::cycles("simulating");
    let mut show = |now: tracewright_cosim::Progress| progress.set(now.cycles);
    let options = Options { wave, trace: Some(trace), units: records, progress: Some(&mut show), ..Options::default() };
    Ok(run(design, settings, source, options)?)
}

impl Cosimulated {
    fn new(summary: &Summary, note: Option<String>) -> Cosimulated {
        Cosimulated {
            instructions: None,
            blocks: summary.blocks,
            cycles: summary.cycles,
            stall_cycles: summary.stall_cycles,
            trace_bytes: summary.trace_bytes,
            bits_per_instruction: None,
            messages: Messages(
                summary.messages.iter().map(|(code, count)| (code.name().to_string(), *count)).collect(),
            ),
            lost_messages: summary.lost_messages,
            harts: vec![],
            model_equal: true,
            cycles_per_second: summary.cycles_per_second(),
            sink: None,
            memory: vec![],
            signature: None,
            note,
        }
    }

    /// Takes what the sink has, and what is to be said of it.
    pub fn read_out(&mut self, config: &Config, is_wrapped: bool, memory: Vec<u8>) {
        self.sink = if is_wrapped { Kept::read(config, &memory) } else { None };
        self.memory = memory;
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Source(error) => source_failure(error),
            Error::Verilator(error) => error.into(),
            _ => Failure::found(error.to_string()),
        }
    }
}

impl From<verilator_sys::Error> for Failure {
    fn from(error: verilator_sys::Error) -> Failure {
        match error {
            verilator_sys::Error::Io { .. }
            | verilator_sys::Error::Folder { .. }
            | verilator_sys::Error::WaveExtension(_) => Failure::usage(error.to_string()),
            _ => Failure::tool(error.to_string()),
        }
    }
}
