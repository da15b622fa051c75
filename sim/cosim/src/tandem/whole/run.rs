// SPDX-License-Identifier: Apache-2.0
//! A run: software enables the encoder, a hart retires, software disables it and takes the trace out of the sink.

use super::bench::Bench;
use super::received::compare;
use super::Whole;
use crate::outlet::{Kept, Received};
use crate::tandem::{settings, Difference, Error, Options, Retired, Summary};
use crate::SourceError;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::{Build, Run, SinkKind};
use tracewright_driver::Tandem;
use tracewright_model::tandem::Encoder;
use tracewright_programming::tandem_settings;

/// Cycles for which a hart may be stalled.
const LONGEST_STALL: u64 = 100_000;

/// Runs what `source` gives, with the sink that `run` names. The trace ends with the end of its last group.
pub fn run_whole<S>(design: &Whole, run: &Run, source: S, mut options: Options<'_>) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Retired, SourceError>>,
{
    let build = &design.build;
    let mut bench = Bench::new(design, run, options.pauses)?;
    options.wave.map_or(Ok(()), |wave| bench.model.open_wave(wave))?;
    let mut driver = Tandem::new(&mut bench);
    let has = driver.classes()?;
    driver.enable(&tandem_settings(build, run, has & u32::from(options.classes)))?;
    for _ in 0..bench.outlet.start() {
        bench.clock()?;
    }
    let mut hart = Hart::new(build, &options);
    hart.retire(&mut bench, source.into_iter())?;
    let Hart { mut encoder, mut trace, mut summary, .. } = hart;
    encoder.flush(&mut trace);
    let mut driver = Tandem::new(&mut bench);
    driver.disable()?;
    let mut pointer = None;
    let mut read = None;
    match run.sink_of(build) {
        SinkKind::Sram => {
            let mut bytes = vec![];
            let readout = driver.read_trace(|word| bytes.extend(word.to_le_bytes()))?;
            read = Some(Received { bytes, kept: Kept::by(run, readout.wrapped) });
        }
        SinkKind::Sba => {
            let extent = driver.extent()?;
            pointer = Some(extent.next as u32 | u32::from(extent.wrapped));
        }
        SinkKind::Pib | SinkKind::Atb | SinkKind::Stream | SinkKind::Funnel => {}
    }
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
    compare(&received, &trace, word as usize / 8).map_err(|(offset, hardware, model)| {
        let (cycle, offset) = (summary.cycles, offset as u64);
        Error::Difference(Box::new(Difference { cycle, offset, hardware, model, retired: None }))
    })?;
    Ok(summary)
}

/// The hart, and the model that sees what it retires.
pub(super) struct Hart {
    pub(super) encoder: Encoder,
    pauses: Option<SmallRng>,
    /// What the model has sent.
    pub(super) trace: Vec<u8>,
    /// Bytes of the model's trace after each cycle in which something was taken.
    pub(super) ends: Vec<usize>,
    summary: Summary,
    /// Cycles for which it has been stalled.
    stalled: u64,
}

impl Hart {
    /// A hart that has retired nothing.
    pub(super) fn new(build: &Build, options: &Options<'_>) -> Hart {
        Hart {
            encoder: Encoder::new(settings(build, options.classes)),
            pauses: options.pauses.map(SmallRng::seed_from_u64),
            trace: vec![],
            ends: vec![],
            summary: Summary::default(),
            stalled: 0,
        }
    }

    /// Retires everything.
    pub(super) fn retire(
        &mut self,
        bench: &mut Bench<'_>,
        mut source: impl Iterator<Item = Result<Retired, SourceError>>,
    ) -> Result<(), Error> {
        let design = bench.design();
        let mut shown: Vec<Option<Retired>> = vec![None; design.lanes.len()];
        // How often it pauses, in eighths.
        let eighths = self.pauses.as_mut().map_or(0, |pauses| pauses.random_range(0..7));
        let mut left = true;
        while left || shown.iter().any(Option::is_some) {
            if left && shown.iter().all(Option::is_none) {
                for place in &mut shown {
                    let pause = self.pauses.as_mut().is_some_and(|pauses| pauses.random_range(0..8) < eighths);
                    if left && !pause {
                        *place = source.next().transpose().map_err(Error::Source)?;
                        left = place.is_some();
                    }
                }
                for (lane, retired) in design.lanes.iter().zip(&shown) {
                    lane.show(&mut bench.model, retired.as_ref());
                }
            }
            bench.clock()?;
            self.take(bench, &mut shown)?;
        }
        Ok(())
    }

    /// What is taken in a cycle is no longer shown.
    fn take(&mut self, bench: &mut Bench<'_>, shown: &mut [Option<Retired>]) -> Result<(), Error> {
        let design = bench.design();
        if shown.iter().all(Option::is_none) {
            return Ok(());
        }
        if bench.model.get(design.stall) != 0 {
            self.summary.stall_cycles += 1;
            self.stalled += 1;
            return match self.stalled > LONGEST_STALL {
                true => Err(Error::Stalled { cycle: bench.cycles }),
                false => Ok(()),
            };
        }
        self.stalled = 0;
        for (lane, place) in design.lanes.iter().zip(shown) {
            let Some(retired) = place.take() else { continue };
            retired.outside().for_each(|outside| self.encoder.outside(&outside, &mut self.trace));
            if let Some(retirement) = &retired.retirement {
                self.encoder.retire(retirement, &mut self.trace);
            }
            self.summary.retirements += 1;
            lane.show(&mut bench.model, None);
        }
        self.ends.push(self.trace.len());
        Ok(())
    }
}
