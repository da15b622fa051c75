// SPDX-License-Identifier: Apache-2.0
//! A run: retirements into the Verilog and into the model, and their bytes compared.

use super::{settings, Retired, Tandem};
use crate::{BusError, SinkError, SourceError};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::collections::VecDeque;
use std::fmt;
use std::path::Path;
use tracewright_model::tandem::Encoder;
use verilator_sys::Model;

/// Cycles without a byte after which it is said that none will come.
const PATIENCE: u32 = 2_000;
/// Bytes that are given to who wants them at once.
const CHUNK: usize = 1 << 16;

/// Takes the trace as it is sent.
pub type TraceSink<'a> = &'a mut dyn FnMut(&[u8]);

/// How a run goes.
pub struct Options<'a> {
    /// Classes that are traced, as the port has them.
    pub classes: u16,
    /// What the hart's pauses and those of what takes the trace are drawn from; without pauses if there is none.
    pub pauses: Option<u64>,
    /// Gets the trace.
    pub trace: Option<TraceSink<'a>>,
    /// Gets the waveform.
    pub wave: Option<&'a Path>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { classes: 0x3FF, pauses: None, trace: None, wave: None }
    }
}

/// What a run without a difference was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// What was taken at the port.
    pub retirements: u64,
    /// Cycles.
    pub cycles: u64,
    /// Cycles in which the hart was stalled.
    pub stall_cycles: u64,
    /// Bytes of trace.
    pub trace_bytes: u64,
}

impl Summary {
    /// Adds what another run was.
    pub fn add(&mut self, other: &Summary) {
        self.retirements += other.retirements;
        self.cycles += other.cycles;
        self.stall_cycles += other.stall_cycles;
        self.trace_bytes += other.trace_bytes;
    }
}

/// Hardware and model differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In which cycle.
    pub cycle: u64,
    /// After so many bytes of trace.
    pub offset: u64,
    /// The byte of the hardware, if one left.
    pub hardware: Option<u8>,
    /// The byte of the model, if there is one.
    pub model: Option<u8>,
    /// What was taken last.
    pub retired: Option<Box<Retired>>,
}

/// Why a run did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Hardware and model differ.
    #[error("{0}")]
    Difference(Box<Difference>),
    /// A chunk says of itself that it is the last of what retired together, and is not, or the other way round.
    #[error("cycle {cycle}: the chunk that ends after {offset} bytes of trace says {says} of being the last one of its retirement")]
    End {
        /// In which cycle.
        cycle: u64,
        /// After so many bytes of trace.
        offset: u64,
        /// What it says.
        says: bool,
    },
    /// What retires could not be made.
    #[error("{0}")]
    Source(SourceError),
    /// The hart is stalled for good.
    #[error("cycle {cycle}: the hart has been stalled for too long")]
    Stalled {
        /// In which cycle.
        cycle: u64,
    },
    /// The hardware could not be run.
    #[error(transparent)]
    Verilator(#[from] verilator_sys::Error),
    /// The bus, or what is downstream of a sink, breaks a rule.
    #[error("{0}")]
    Bus(#[from] BusError),
    /// What arrives downstream of a sink is not what was sent.
    #[error("sink: {0}")]
    Sink(#[from] SinkError),
    /// The driver met an encoder that does not behave.
    #[error("driver: {0}")]
    Driver(#[from] tracewright_driver::Error<BusError>),
    /// The same, in a system.
    #[error("driver: {0}")]
    System(#[from] tracewright_driver::SystemError<BusError>),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let byte = |byte: Option<u8>| byte.map_or("nothing".into(), |byte| format!("{byte:#04x}"));
        let (hardware, model) = (byte(self.hardware), byte(self.model));
        write!(f, "cycle {}: after {} bytes of trace, ", self.cycle, self.offset)?;
        write!(f, "hardware sends {hardware} and the model {model}")?;
        match &self.retired {
            Some(retired) => write!(f, "; taken last: {retired:x?}"),
            None => Ok(()),
        }
    }
}

struct Run<'a> {
    design: &'a Tandem,
    model: Model,
    encoder: Encoder,
    /// What the model has sent, and the hardware has not, with whether it ends what was retired together.
    expected: VecDeque<(u8, bool)>,
    last: Option<Box<Retired>>,
    summary: Summary,
    sent: Vec<u8>,
    idle: u32,
    /// A chunk that is shown is taken.
    taking: bool,
    /// Trace is disabled.
    ending: bool,
}

/// Runs what `source` gives. The trace ends with the end of its last group.
pub fn run<S>(design: &Tandem, source: S, mut options: Options<'_>) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Retired, SourceError>>,
{
    let mut source = source.into_iter();
    let mut pauses = options.pauses.map(SmallRng::seed_from_u64);
    let mut model = design.library.model();
    options.wave.map_or(Ok(()), |wave| model.open_wave(wave))?;
    model.cycle();
    model.set(design.rst_n, 1);
    model.set(design.classes, options.classes.into());
    model.set(design.enable, 1);
    let mut run = Run {
        design,
        model,
        encoder: Encoder::new(settings(&design.build, options.classes)),
        expected: VecDeque::new(),
        last: None,
        summary: Summary::default(),
        sent: vec![],
        idle: 0,
        taking: false,
        ending: false,
    };
    let mut shown: Vec<Option<Retired>> = vec![None; design.lanes.len()];
    // How often the hart pauses, and what takes the trace, in eighths.
    let (hart, sink) = pauses.as_mut().map_or((0, 0), |pauses| (pauses.random_range(0..7), pauses.random_range(0..7)));
    let mut pause = |eighths: u32| pauses.as_mut().is_some_and(|pauses| pauses.random_range(0..8) < eighths);
    let mut left = true;
    loop {
        if left && shown.iter().all(Option::is_none) {
            for place in &mut shown {
                if left && !pause(hart) {
                    *place = source.next().transpose().map_err(Error::Source)?;
                    left = place.is_some();
                }
            }
            for (lane, retired) in design.lanes.iter().zip(&shown) {
                lane.show(&mut run.model, retired.as_ref());
            }
        }
        if !left && !run.ending && shown.iter().all(Option::is_none) {
            run.end();
        }
        run.taking = !pause(sink);
        run.model.set(design.ready, run.taking.into());
        run.cycle(&mut shown)?;
        if run.is_done() {
            break;
        }
        if run.sent.len() > CHUNK {
            run.give(&mut options);
        }
    }
    run.give(&mut options);
    run.model.close_wave()?;
    Ok(run.summary)
}

impl Run<'_> {
    /// Trace is disabled: what was taken is sent to its end.
    fn end(&mut self) {
        let mut trace = vec![];
        self.encoder.flush(&mut trace);
        self.expect(&trace);
        self.model.set(self.design.enable, 0);
        self.ending = true;
    }

    /// A cycle of the hardware. What it takes is no longer shown.
    fn cycle(&mut self, shown: &mut [Option<Retired>]) -> Result<(), Error> {
        let design = self.design;
        self.model.cycle();
        self.summary.cycles += 1;
        let offers = shown.iter().any(Option::is_some);
        let stalls = self.model.get(design.stall) != 0;
        self.summary.stall_cycles += u64::from(offers && stalls);
        if offers && !stalls {
            let mut trace = vec![];
            for (lane, place) in design.lanes.iter().zip(shown) {
                let Some(retired) = place.take() else { continue };
                trace.clear();
                self.encoder.begin();
                retired.outside().for_each(|outside| self.encoder.outside(&outside, &mut trace));
                if let Some(retirement) = &retired.retirement {
                    self.encoder.retire(retirement, &mut trace);
                }
                self.expect(&trace);
                self.summary.retirements += 1;
                self.last = Some(Box::new(retired));
                lane.show(&mut self.model, None);
            }
        }
        if self.model.get(design.valid) == 0 {
            self.idle += 1;
            return match self.expected.front() {
                Some((byte, _)) if self.idle > PATIENCE => Err(self.differs(None, Some(*byte))),
                _ => Ok(()),
            };
        }
        if self.taking {
            self.idle = 0;
            self.take()?;
        }
        Ok(())
    }

    /// The chunk that is shown is the model's next bytes, and ends where the model's does.
    fn take(&mut self) -> Result<(), Error> {
        let bytes = self.design.bytes.map_or(1, |bytes| self.model.get(bytes) as usize);
        let data = self.model.get(self.design.data).to_le_bytes();
        let mut ends = false;
        for &byte in &data[..bytes.min(data.len())] {
            let expected = self.expected.pop_front();
            if ends || expected.map(|(expected, _)| expected) != Some(byte) {
                return Err(self.differs(Some(byte), expected.map(|(byte, _)| byte)));
            }
            ends = expected.is_some_and(|(_, ends)| ends);
            self.summary.trace_bytes += 1;
            self.sent.push(byte);
        }
        let says = self.model.get(self.design.last) != 0;
        match bytes != 0 && says == ends {
            true => Ok(()),
            false => Err(Error::End { cycle: self.summary.cycles, offset: self.summary.trace_bytes, says }),
        }
    }

    /// Adds what the hardware has to send next.
    fn expect(&mut self, trace: &[u8]) {
        self.expected.extend(trace.iter().enumerate().map(|(n, &byte)| (byte, n + 1 == trace.len())));
    }

    /// Everything has left, and the hardware says so.
    fn is_done(&self) -> bool {
        self.ending && self.expected.is_empty() && self.model.get(self.design.empty) != 0
    }

    fn differs(&self, hardware: Option<u8>, model: Option<u8>) -> Error {
        let Summary { cycles, trace_bytes, .. } = self.summary;
        let retired = self.last.clone();
        Error::Difference(Box::new(Difference { cycle: cycles, offset: trace_bytes, hardware, model, retired }))
    }

    fn give(&mut self, options: &mut Options<'_>) {
        if let Some(trace) = &mut options.trace {
            trace(&self.sent);
        }
        self.sent.clear();
    }
}
