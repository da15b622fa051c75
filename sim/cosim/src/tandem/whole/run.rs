// SPDX-License-Identifier: Apache-2.0
//! A run: software enables the encoder, a hart retires, software disables it and takes the trace out of the sink.

use super::bench::Bench;
use super::merged;
use super::received::compare;
use super::Whole;
use crate::outlet::{Kept, Received};
use crate::tandem::{settings, Difference, Error, Options, Retired, Summary};
use crate::SourceError;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::{Build, Run, RunSink, SinkKind};
use tracewright_driver::System;
use tracewright_model::tandem::Encoder;
use tracewright_package::programming::{funnel_settings, tandem_settings};

/// Cycles for which a hart may be stalled.
const LONGEST_STALL: u64 = 100_000;

/// Runs what `sources` give, one for each hart, with the sink that `run` names. The trace ends with the end of its last
/// group.
pub fn run_whole<S>(design: &Whole, run: &Run, sources: Vec<S>, mut options: Options<'_>) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Retired, SourceError>>,
{
    let build = &design.build;
    let mut bench = Bench::new(design, run, options.pauses)?;
    options.wave.map_or(Ok(()), |wave| bench.model.open_wave(wave))?;
    bench.scrub()?;
    enable(&mut bench, run, options.classes)?;
    let mut harts: Vec<_> = (0..build.system.harts).map(|hart| Hart::new(build, hart, &options)).collect();
    retire(&mut bench, &mut harts, sources.into_iter().map(S::into_iter).collect())?;
    harts.iter_mut().for_each(Hart::end);
    let (encoders, funnels) = (build.system.harts, build.funnels().len() as u32);
    let mut driver = System::new(&mut bench, encoders, funnels);
    driver.disable_tandem()?;
    let mut pointer = None;
    let mut read = None;
    match run.sink_of(build) {
        SinkKind::Sram => {
            let mut bytes = vec![];
            let take = |word: u32| bytes.extend(word.to_le_bytes());
            let readout = match funnels {
                0 => driver.tandem(0).read_trace(take)?,
                _ => driver.funnel(funnels - 1).read_trace(take)?,
            };
            read = Some(Received { bytes, kept: Kept::by(run, readout.wrapped) });
        }
        SinkKind::Sba => {
            let extent = match funnels {
                0 => driver.tandem(0).extent()?,
                _ => driver.funnel(funnels - 1).extent()?,
            };
            pointer = Some(extent.next as u32 | u32::from(extent.wrapped));
        }
        SinkKind::Pib | SinkKind::Atb | SinkKind::Stream | SinkKind::Funnel => {}
    }
    let mut summary = Summary::default();
    harts.iter().for_each(|hart| summary.add(&hart.summary));
    summary.cycles = bench.cycles;
    bench.model.close_wave()?;
    let received = match read {
        Some(received) => received,
        None => bench.outlet.received(pointer)?.expect("the sink that is used receives"),
    };
    summary.trace_bytes = received.bytes.len() as u64;
    let word = if run.sink_of(build) == SinkKind::Sba { build.sink.sba_width } else { build.sink.sram_width };
    if let Some(take) = &mut options.trace {
        take(&received.bytes);
    }
    let compared = match &harts[..] {
        [hart] => compare(&received, &hart.trace, word as usize / 8),
        harts => merged::compare(&received, harts.iter().map(Hart::pieces).collect(), word as usize / 8),
    };
    compared.map_err(|(offset, hardware, model)| {
        let (cycle, offset) = (summary.cycles, offset as u64);
        Error::Difference(Box::new(Difference { cycle, offset, hardware, model, retired: None }))
    })?;
    Ok(summary)
}

/// Software enables all, and waits until the sink can take trace.
pub(super) fn enable(bench: &mut Bench<'_>, run: &Run, classes: u16) -> Result<(), Error> {
    let build = bench.design().config();
    let (encoders, funnels) = (build.system.harts, build.funnels().len() as u32);
    let mut driver = System::new(&mut *bench, encoders, funnels);
    let has = driver.tandem(0).classes()?;
    let traced = has & u32::from(classes);
    // Of several harts, the sink is that of the last funnel.
    let of_hart = if funnels == 0 { run.clone() } else { Run { sink: RunSink::Default, ..run.clone() } };
    let settings: Vec<_> = (0..encoders).map(|hart| tandem_settings(&build.hart(hart), &of_hart, traced)).collect();
    let merged: Vec<_> = (0..funnels).map(|funnel| funnel_settings(build, run, funnel)).collect();
    driver.enable_tandem(&settings, &merged)?;
    for _ in 0..bench.outlet.start() {
        bench.clock()?;
    }
    Ok(())
}

/// A hart, and the model that sees what it retires.
pub(super) struct Hart {
    number: usize,
    encoder: Encoder,
    pauses: Option<SmallRng>,
    /// How often it pauses, in eighths.
    eighths: u32,
    /// What it shows.
    shown: Vec<Option<Retired>>,
    /// There is more to show.
    left: bool,
    /// What the model has sent.
    pub(super) trace: Vec<u8>,
    /// Bytes of the model's trace after each retirement.
    pub(super) ends: Vec<usize>,
    summary: Summary,
    /// Cycles for which it has been stalled.
    stalled: u64,
}

/// All harts retire everything.
pub(super) fn retire<S>(bench: &mut Bench<'_>, harts: &mut [Hart], mut sources: Vec<S>) -> Result<(), Error>
where
    S: Iterator<Item = Result<Retired, SourceError>>,
{
    while harts.iter().any(Hart::goes_on) {
        for (hart, source) in harts.iter_mut().zip(&mut sources) {
            hart.show(bench, source)?;
        }
        bench.clock()?;
        harts.iter_mut().try_for_each(|hart| hart.take(bench))?;
    }
    Ok(())
}

impl Hart {
    /// A hart of `build` that has retired nothing.
    pub(super) fn new(build: &Build, number: u32, options: &Options<'_>) -> Hart {
        let mut pauses = options.pauses.map(|seed| SmallRng::seed_from_u64(seed.wrapping_add(number.into())));
        Hart {
            number: number as usize,
            encoder: Encoder::new(settings(&build.hart(number), options.classes)),
            eighths: pauses.as_mut().map_or(0, |pauses| pauses.random_range(0..7)),
            pauses,
            shown: vec![None; build.tandem.instructions as usize],
            left: true,
            trace: vec![],
            ends: vec![],
            summary: Summary::default(),
            stalled: 0,
        }
    }

    /// Ends the trace of the model.
    pub(super) fn end(&mut self) {
        self.encoder.flush(&mut self.trace);
    }

    /// What the model sent for each retirement that has trace.
    pub(super) fn pieces(&self) -> Vec<&[u8]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let pieces = starts.zip(&self.ends).map(|(start, end)| &self.trace[start..*end]);
        pieces.filter(|piece| !piece.is_empty()).collect()
    }

    fn goes_on(&self) -> bool {
        self.left || self.shown.iter().any(Option::is_some)
    }

    /// Shows what retires next, when all that was shown has been taken.
    fn show(
        &mut self,
        bench: &mut Bench<'_>,
        source: &mut impl Iterator<Item = Result<Retired, SourceError>>,
    ) -> Result<(), Error> {
        if !self.left || self.shown.iter().any(Option::is_some) {
            return Ok(());
        }
        for place in &mut self.shown {
            let pause = self.pauses.as_mut().is_some_and(|pauses| pauses.random_range(0..8) < self.eighths);
            if self.left && !pause {
                *place = source.next().transpose().map_err(Error::Source)?;
                self.left = place.is_some();
            }
        }
        for (lane, retired) in bench.design().harts[self.number].lanes.iter().zip(&self.shown) {
            lane.show(&mut bench.model, retired.as_ref());
        }
        Ok(())
    }

    /// What is taken in a cycle is no longer shown.
    fn take(&mut self, bench: &mut Bench<'_>) -> Result<(), Error> {
        let port = &bench.design().harts[self.number];
        if self.shown.iter().all(Option::is_none) {
            return Ok(());
        }
        if bench.model.get(port.stall) != 0 {
            self.summary.stall_cycles += 1;
            self.stalled += 1;
            return match self.stalled > LONGEST_STALL {
                true => Err(Error::Stalled { cycle: bench.cycles }),
                false => Ok(()),
            };
        }
        self.stalled = 0;
        for (lane, place) in port.lanes.iter().zip(&mut self.shown) {
            let Some(retired) = place.take() else { continue };
            self.encoder.begin();
            retired.outside().for_each(|outside| self.encoder.outside(&outside, &mut self.trace));
            if let Some(retirement) = &retired.retirement {
                self.encoder.retire(retirement, &mut self.trace);
            }
            self.summary.retirements += 1;
            self.ends.push(self.trace.len());
            lane.show(&mut bench.model, None);
        }
        Ok(())
    }
}
