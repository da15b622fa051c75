// SPDX-License-Identifier: Apache-2.0
//! A run from reset to read-out.

use crate::bench::{Bench, Ended, Surroundings};
use crate::bus::{self, Gaps};
use crate::check::{Checker, FunnelChecker};
use crate::differences::of_encoder;
use crate::discovered::capabilities;
use crate::downstream;
use crate::error::{Error, SinkError, SourceError};
use crate::observed::{Item, Memory, Readout};
use crate::options::{Options, Progress};
use crate::outlet::{Kept, Outlet, Received};
use crate::probes::{compared_at, ComparedAt};
use crate::source::{feed, Lot, Steps};
use crate::{system, Design, Mismatch, Summary};
use std::sync::mpsc::{sync_channel, Receiver, SyncSender};
use std::time::Instant;
use tracewright_config::{Build, Run, SinkKind};
use tracewright_driver::{Driver, Mmio};
use tracewright_model::stimulus::{Pressure, Request, Step};
use tracewright_package::programming::{pib_settings, settings};
use tracewright_regmap::{TE_CONTROL, TE_RAM_DATA, TE_RAM_WP};

/// What makes the steps of a hart.
type Feeder<'a> = Box<dyn FnOnce(SyncSender<Lot>) -> Result<(), SourceError> + Send + 'a>;
/// A hand on what is seen of the hardware.
type Tamper<'a> = Box<dyn FnMut(&mut Item) + Send + 'a>;
/// What happens to the hardware.
type Drive<'a> = Box<dyn FnOnce(Bench, Option<Pressure>) -> Result<Ended, Error> + 'a>;
/// What compares what arrived downstream of the sink with what the encoders sent.
type Compare<'a> = Box<dyn FnOnce(&Build, &[Vec<u8>], Received) -> Result<Vec<u8>, SinkError> + 'a>;

/// Batches that wait between two threads, at most: as many as a thread makes while others have the processor. With 64
/// a thirtieth of the time went into memory for them, with 8 threads waited for each other (docs/performance.md).
const BATCHES_BETWEEN: usize = 16;

/// How often the driver reads a bit before it gives up: pins are slow.
pub(crate) const POLLS: u32 = 1_000_000;
/// Cycles that a run goes on for when nothing is held any more.
const CYCLES_BEHIND: u32 = 10;

/// How much a timestamp from outside counts before it wraps.
const BEFORE_WRAP: u64 = 20_000;

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

/// Runs a system and the model on the ingress of its harts, a source for each, and compares them, as [`run`] does.
///
/// What arrives downstream of the sink is compared with what left the encoders: whole messages of each hart, in order,
/// none missing. The summary of each hart is in [`Summary::harts`].
pub fn run_system<S>(design: &Design, run: &Run, sources: Vec<S>, options: Options) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Step, SourceError>> + Send,
{
    let patterns = system::patterns(&design.build, run, options.calibrate);
    let drive = |bench: Bench, _| system::drive(bench, &design.build, run, &patterns);
    simulate(design, run, sources, options, |_| (), drive, downstream::compare)
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
    let patterns = system::patterns(&design.build, run, options.calibrate);
    let drive = |bench: Bench, pressure| drive(bench, &design.build, run, &patterns, pressure);
    simulate(design, run, vec![source], options, tamper, drive, downstream::compare)
}

/// Simulates what `drive` does to the hardware, which also gets the pressure of the sink, and compares. `run` is how
/// the sinks are used; `arrived` compares what arrived downstream of the sink with what the encoders sent, if that is
/// not the same.
pub(crate) fn simulate<S>(
    design: &Design,
    run: &Run,
    sources: Vec<S>,
    options: Options,
    tamper: impl FnMut(&mut Item) + Send,
    drive: impl FnOnce(Bench, Option<Pressure>) -> Result<Ended, Error>,
    arrived: impl FnOnce(&Build, &[Vec<u8>], Received) -> Result<Vec<u8>, SinkError>,
) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Step, SourceError>> + Send,
{
    let feeder = |source: S| Box::new(move |lots| feed(source, lots)) as Feeder;
    let feeders = sources.into_iter().map(feeder).collect();
    simulate_once(design, run, feeders, options, Box::new(tamper), Box::new(drive), Box::new(arrived))
}

/// [`simulate`], which is there once for all sources and all that is done with the hardware: a compiler takes long for
/// it.
fn simulate_once(
    design: &Design,
    run: &Run,
    feeders: Vec<Feeder>,
    options: Options,
    tamper: Tamper,
    drive: Drive,
    arrived: Compare,
) -> Result<Summary, Error> {
    let started = Instant::now();
    let Options { wave, pressure, trace, jitter, restless, calibrate: _, pins, bus_errors, units, limit, mut progress } =
        options;
    let build = &design.build;
    let harts: Vec<Build> = (0..build.system.harts).map(|hart| build.hart(hart)).collect();
    let mut model = design.library.model();
    design.held.iter().for_each(|(input, value)| model.set(*input, *value));
    if let Some(path) = &wave {
        model.open_wave(path)?;
    }
    let mut on_batch = |cycles: u64| {
        if let Some(progress) = &mut progress {
            progress(Progress { cycles });
        }
    };
    let master = bus::master(&design.library, build, jitter.map_or_else(Gaps::none, Gaps::random))?;
    let stream_pressure = pressure.clone().filter(|_| build.sink.has(SinkKind::Stream));
    let mut outlet = Outlet::new(&design.library, build, run, jitter, stream_pressure.clone(), pins.is_some())?;
    outlet.set_bus_errors(bus_errors);
    let keeps = compared_at(build) == ComparedAt::Chunks;
    let funnels = (0..build.funnels().len() as u32).map(|funnel| FunnelChecker::new(build, funnel)).collect();
    let time = first_time(build);
    let around = Surroundings {
        master,
        pressure: stream_pressure,
        outlet,
        keeps,
        time,
        jitter,
        restless,
        units,
        limit,
        funnels,
    };
    let (fed, driven, checked) = std::thread::scope(|scope| {
        let (mut fed, mut checkers, mut sides) = (Vec::new(), Vec::new(), Vec::new());
        let mut trace = trace;
        // A hand on what is seen is one on the first hart.
        let mut tampers = vec![tamper];
        for (feeder, build) in feeders.into_iter().zip(&harts) {
            let (steps_in, steps) = sync_channel(BATCHES_BETWEEN);
            let (items, items_out) = sync_channel(BATCHES_BETWEEN);
            fed.push(scope.spawn(move || feeder(steps_in)));
            let checker = Checker::new(build, trace.take());
            let tamper = tampers.pop().unwrap_or_else(|| Box::new(|_: &mut Item| ()));
            checkers.push(scope.spawn(move || follow(checker, items_out, tamper)));
            sides.push((Steps::new(steps), items));
        }
        let bench = Bench::new(model, (build, &design.probes), sides, around, &mut on_batch);
        let driven = drive(bench, pressure);
        let join_all = |threads: Vec<_>| threads.into_iter().map(join).collect::<Vec<_>>();
        let fed = fed.into_iter().map(join).collect::<Result<Vec<()>, _>>();
        (fed, driven, join_all(checkers))
    });
    let mut summaries = Vec::new();
    for (hart, checked) in checked.into_iter().enumerate() {
        summaries.push(checked.map_err(|mismatch| match harts.len() {
            1 => Error::Mismatch(mismatch),
            _ => Error::HartMismatch { hart, mismatch },
        })?);
    }
    fed.map_err(Error::Source)?;
    let Ended { sent, mut outlet, wave } = driven?;
    wave?;
    if let Some(pins) = pins {
        *pins = outlet.pins();
    }
    let pointer = summaries.iter().find_map(|summary| summary.pointer);
    let mut summary = Summary::of(summaries);
    if keeps {
        let memory = std::mem::take(&mut summary.memory);
        let received = match run.sink_of(build) {
            // Software of its own reads it, or not.
            SinkKind::Sram if !summary.is_read => None,
            SinkKind::Sram => Some(Received { bytes: memory, kept: Kept::by(run, summary.wrapped) }),
            _ => outlet.received(pointer)?,
        };
        if let Some(received) = received {
            summary.wrapped = received.kept != Kept::All;
            summary.memory = arrived(build, &sent, received)?;
        }
    }
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
fn drive(
    bench: Bench,
    build: &Build,
    run: &Run,
    patterns: &[Run],
    mut pressure: Option<Pressure>,
) -> Result<Ended, Error> {
    let is_sram_alone = compared_at(build) == ComparedAt::Sram;
    let used = run.sink_of(build);
    let mut encoder = Driver::new(bench).poll_limit(POLLS);
    encoder.registers().show_state();
    scrub(encoder.registers(), build)?;
    discover(&mut encoder, build)?;
    for pattern in patterns {
        encoder.start_calibration(&pib_settings(build, pattern))?;
        encoder.registers().recognise_pattern(build, pattern)?;
        encoder.stop_calibration()?;
    }
    encoder.enable(&settings(build, run))?;
    encoder.registers().listen()?;
    encoder.registers().flow();
    while !encoder.registers().is_drained() {
        if let Some(Request { enable, tracing, hold }) = encoder.registers().take_request(0) {
            encoder.switch(enable, tracing)?;
            if hold {
                // What it reads comes after what was written.
                encoder.registers().read(TE_CONTROL as u32)?;
            }
            encoder.registers().release(0);
        } else if is_sram_alone && pressure.as_mut().is_some_and(Pressure::is_busy) {
            encoder.registers().read(TE_RAM_DATA as u32)?;
        } else {
            encoder.registers().clock()?;
        }
    }
    encoder.disable()?;
    settle(encoder.registers())?;
    let readout = match used {
        SinkKind::Sram => {
            let mut words = Vec::new();
            let wrapped = encoder.read_trace(|word| words.push(word))?.wrapped;
            Readout { memory: Some(Memory { words, wrapped }), pointer: None }
        }
        SinkKind::Sba => {
            let pointer = encoder.registers().read(TE_RAM_WP as u32)?;
            Readout { memory: None, pointer: Some(pointer) }
        }
        _ => Readout::default(),
    };
    Ok(encoder.into_registers().finish(vec![Item::End(readout)])?)
}

/// Waits until reset has overwritten the SRAM, where it does: trace would wait for it.
pub(crate) fn scrub(bench: &mut Bench, build: &Build) -> Result<(), Error> {
    for _ in 0..build.scrubbed_words() {
        bench.clock()?;
    }
    Ok(())
}

/// Lets what has left the sinks arrive: a few cycles of each clock.
pub(crate) fn settle(bench: &mut Bench) -> Result<(), Error> {
    for _ in 0..CYCLES_BEHIND {
        bench.clock()?;
    }
    Ok(())
}

fn discover(encoder: &mut Driver<Bench>, build: &Build) -> Result<(), Error> {
    match of_encoder(&capabilities(build), &encoder.discover()?) {
        fields if fields.is_empty() => Ok(()),
        fields => Err(Error::Discovery(fields)),
    }
}
