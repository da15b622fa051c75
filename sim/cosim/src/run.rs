// SPDX-License-Identifier: Apache-2.0
//! A run from reset to read-out.

use crate::bench::{Bench, Counts, Surroundings};
use crate::bus::{self, Gaps};
use crate::check::{Checker, TraceSink};
use crate::error::{Error, SourceError};
use crate::observed::{Item, Memory, Readout};
use crate::programming::{capabilities, settings};
use crate::source::{feed, Steps};
use crate::{Design, Mismatch, Summary};
use std::path::PathBuf;
use std::sync::mpsc::{sync_channel, Receiver};
use std::time::Instant;
use tracewright_config::{Build, Run, SinkKind};
use tracewright_driver::{Driver, Mmio};
use tracewright_model::stimulus::{Pressure, Request, Step};
use tracewright_regmap::TE_RAM_DATA;

/// Batches that wait between two threads, at most.
const BATCHES_BETWEEN: usize = 8;

/// How much a timestamp from outside counts before it wraps.
const BEFORE_WRAP: u64 = 20_000;

/// What else a run is to do.
#[derive(Default)]
pub struct Options<'a> {
    /// Writes a waveform. The design must have been built for its format.
    pub wave: Option<PathBuf>,
    /// When the sink is busy: the stream sink takes no byte, the SRAM sink answers reads of teRamData.
    pub pressure: Option<Pressure>,
    /// Takes all bytes of trace as they reach the sink, whatever the size of trace memory; no idle bytes.
    pub trace: Option<TraceSink<'a>>,
    /// Draws gaps and back-pressure on the bus, and the ratios of the clocks, if there are others than the encoder's. Without it
    /// nothing waits, and the ratios are always the same.
    pub jitter: Option<u64>,
    /// Called every few thousand cycles.
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Clock cycles simulated.
    pub cycles: u64,
    /// Blocks that the port took.
    pub blocks: u64,
}

/// Runs the hardware and the model on the ingress of `source` and compares them.
///
/// The driver discovers the encoder, enables tracing with the settings of `run`, carries out what the steps ask for,
/// disables tracing after the last step, and reads trace memory.
pub fn run<S>(design: &Design, run: &Run, source: S, options: Options) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Step, SourceError>> + Send,
{
    tampered_run(design, run, source, options, |_| ())
}

/// [`run`], with a hand on what is seen of the hardware.
pub(crate) fn tampered_run<S>(
    design: &Design,
    run: &Run,
    source: S,
    options: Options,
    tamper: impl FnMut(&mut Item) + Send,
) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Step, SourceError>> + Send,
{
    simulate(design, source, options, tamper, |bench, pressure| drive(bench, &design.build, run, pressure))
}

/// Simulates what `drive` does to the hardware, which also gets the pressure of the sink, and compares.
pub(crate) fn simulate<S>(
    design: &Design,
    source: S,
    options: Options,
    tamper: impl FnMut(&mut Item) + Send,
    drive: impl FnOnce(Bench, Option<Pressure>) -> Result<Counts, Error>,
) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Step, SourceError>> + Send,
{
    let started = Instant::now();
    let Options { wave, pressure, trace, jitter, mut progress } = options;
    let mut model = design.library.model();
    if let Some(path) = &wave {
        model.open_wave(path)?;
    }
    let mut on_batch = |counts: Counts| {
        if let Some(progress) = &mut progress {
            progress(Progress { cycles: counts.cycles, blocks: counts.blocks });
        }
    };
    let master = bus::master(&design.library, &design.build, jitter.map_or_else(Gaps::none, Gaps::random))?;
    let (steps_in, steps) = sync_channel(BATCHES_BETWEEN);
    let (items, items_out) = sync_channel(BATCHES_BETWEEN);
    let (fed, driven, checked) = std::thread::scope(|scope| {
        let feeder = scope.spawn(move || feed(source, steps_in));
        let checker = Checker::new(&design.build, trace);
        let checker = scope.spawn(move || follow(checker, items_out, tamper));
        let stream_pressure = pressure.clone().filter(|_| design.build.sink.has(SinkKind::Stream));
        let around = Surroundings { master, pressure: stream_pressure, time: first_time(&design.build), jitter };
        let bench = Bench::new(model, &design.seams, Steps::new(steps), items, around, &mut on_batch);
        let driven = drive(bench, pressure);
        (join(feeder), driven, join(checker))
    });
    let mut summary = checked.map_err(Error::Mismatch)?;
    fed.map_err(Error::Source)?;
    driven?;
    summary.elapsed = started.elapsed();
    Ok(summary)
}

/// Where a timestamp from outside begins: so that it wraps early in the run.
fn first_time(build: &Build) -> u64 {
    (u64::MAX >> (u64::BITS - build.timestamp.width)).saturating_sub(BEFORE_WRAP)
}

fn join<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn follow(
    checker: Checker,
    items: Receiver<Item>,
    mut tamper: impl FnMut(&mut Item),
) -> Result<Summary, Box<Mismatch>> {
    checker.follow(items.into_iter().map(|mut item| {
        tamper(&mut item);
        item
    }))
}

/// Everything that happens to the hardware, in order.
fn drive(bench: Bench, build: &Build, run: &Run, mut pressure: Option<Pressure>) -> Result<Counts, Error> {
    let has_sram = build.sink.has(SinkKind::Sram);
    let mut encoder = Driver::new(bench);
    encoder.registers().show_state();
    discover(&mut encoder, build)?;
    encoder.enable(&settings(build, run))?;
    encoder.registers().flow();
    while !encoder.registers().is_drained() {
        if let Some(Request { enable, tracing }) = encoder.registers().take_request() {
            encoder.switch(enable, tracing)?;
        } else if has_sram && pressure.as_mut().is_some_and(Pressure::is_busy) {
            encoder.registers().read(TE_RAM_DATA as u32)?;
        } else {
            encoder.registers().clock()?;
        }
    }
    encoder.disable()?;
    let mut words = Vec::new();
    let wrapped = encoder.read_trace(|word| words.push(word))?.wrapped;
    let memory = has_sram.then_some(Memory { words, wrapped });
    Ok(encoder.into_registers().finish(Item::End(Readout { memory }))?)
}

fn discover(encoder: &mut Driver<Bench>, build: &Build) -> Result<(), Error> {
    let expected = capabilities(build);
    let found = encoder.discover()?;
    if found == expected {
        Ok(())
    } else {
        Err(Error::Discovery { expected: format!("{expected:?}"), found: format!("{found:?}") })
    }
}
