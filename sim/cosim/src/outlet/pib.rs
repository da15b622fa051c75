// SPDX-License-Identifier: Apache-2.0
//! A probe at the pins.

use crate::error::SinkError;
use tracewright_config::{Build, PibMode, Run};
use tracewright_peers::pins::{Calibrator, Change, Pins, Receiver, Recording};
use verilator_sys::{Error, Input, Library, Model, Output, Port};

/// Samples of each cycle of the pins' clock: a receiver wants some in each bit.
const SAMPLES: u32 = 4;
/// Idle bits that a receiver wants in front of the first message (docs/pib.md), and some.
const IDLE_BITS: f64 = 32.0;
/// Bits for which the calibration pattern is looked at, and how often it is in them at least.
const PATTERN_BITS: f64 = 384.0;
const REPETITIONS: u64 = 4;
/// The slowest clock of the pins, in cycles of the encoder's clock.
const SLOWEST: f64 = 5.0;

pub(super) fn ports(build: &Build) -> Vec<Port> {
    let mut ports = vec![Port::input("pib_clk", 1), Port::input("pib_rst_n", 1)];
    ports.push(Port::output("tdata", build.sink.pib_pins()));
    if build.sink.pib_modes.iter().any(PibMode::is_parallel) {
        ports.push(Port::output("tref", 1));
    }
    ports
}

/// Samples of a bit.
fn bit(build: &Build, run: &Run) -> f64 {
    (SAMPLES * (run.pib_divider + 1) * run.pib_bit_ticks(build)).into()
}

/// Cycles of the encoder's clock that so many bits take, at most.
fn cycles(bits: f64, bit: f64) -> u32 {
    (bits * SLOWEST * bit / f64::from(SAMPLES)) as u32
}

/// The probe.
pub(super) struct Pib {
    pub clock: [Input; 2],
    tref: Option<Output>,
    tdata: Output,
    mode: PibMode,
    bit: f64,
    /// None before the mode is set: pins in other modes say nothing.
    receiver: Option<Receiver>,
    recording: Recording,
    /// The pins from when the mode is set on, if they are to be kept: four units of time are a cycle of their clock.
    changes: Option<Vec<Change>>,
    last: Option<Pins>,
    time: u64,
    /// What looks for the calibration pattern, and the time.
    calibrator: Option<(Calibrator, u64)>,
    /// Errors are in the bytes, and no failure.
    tolerant: bool,
}

impl Pib {
    pub fn new(library: &Library, build: &Build, run: &Run, keeps: bool) -> Result<Pib, Error> {
        let mode = run.pib_mode_of(build);
        let has_tref = build.sink.pib_modes.iter().any(PibMode::is_parallel);
        Ok(Pib {
            clock: [library.input("pib_clk")?, library.input("pib_rst_n")?],
            tref: has_tref.then(|| library.output("tref")).transpose()?,
            tdata: library.output("tdata")?,
            mode,
            bit: bit(build, run),
            receiver: None,
            recording: Recording::default(),
            changes: keeps.then(Vec::new),
            last: None,
            time: 0,
            calibrator: None,
            tolerant: false,
        })
    }

    /// Cycles of the encoder's clock in which the pins are idle for long enough to be understood, whatever the ratio of
    /// the clocks.
    pub fn warm_up(&self) -> u32 {
        cycles(IDLE_BITS, self.bit)
    }

    /// Looks for the calibration pattern of the mode of `run`. Gives how many cycles of the encoder's clock that may
    /// take.
    pub fn calibrate(&mut self, build: &Build, run: &Run) -> u32 {
        let bit = bit(build, run);
        self.calibrator = Some((Calibrator::new(run.pib_mode_of(build), bit), 0));
        cycles(PATTERN_BITS, bit)
    }

    /// Whether it was there.
    pub fn calibrated(&mut self) -> Result<(), SinkError> {
        match self.calibrator.take().map(|(calibrator, _)| calibrator.repetitions()) {
            Some(times) if times < REPETITIONS => {
                Err(SinkError::Pins(format!("the calibration pattern is there {times} times, one after the other")))
            }
            _ => Ok(()),
        }
    }

    /// The mode is set: the probe is switched on.
    pub fn start(&mut self) {
        self.receiver = Some(Receiver::new(self.mode, self.bit));
    }

    /// Errors are in the bytes from now on, and no failure.
    pub fn tolerate(&mut self) {
        self.tolerant = true;
    }

    pub fn observe(&mut self, model: &Model) {
        let tref = self.tref.is_some_and(|tref| model.get(tref) != 0);
        let pins = Pins { tref, tdata: model.get(self.tdata) as u16 };
        if let Some((calibrator, time)) = &mut self.calibrator {
            calibrator.change(Change { time: *time, pins });
            *time += u64::from(SAMPLES);
        }
        let Some(receiver) = &mut self.receiver else { return };
        if let Some(changes) = self.changes.as_mut().filter(|_| self.last != Some(pins)) {
            changes.push(Change { time: self.time, pins });
            self.last = Some(pins);
        }
        self.time += u64::from(SAMPLES);
        for _ in 0..SAMPLES {
            receiver.sample(pins, &mut |event| self.recording.take(event));
        }
    }

    /// The pins, if they were kept.
    pub fn changes(&mut self) -> Vec<Change> {
        self.changes.take().unwrap_or_default()
    }

    /// The bytes of the messages.
    pub fn received(mut self) -> Result<Vec<u8>, SinkError> {
        let recording = &mut self.recording;
        let cut = self.receiver.is_some_and(|mut receiver| receiver.finish(&mut |event| recording.take(event)));
        match self.recording.first_error {
            Some(error) if !self.tolerant => Err(SinkError::Pins(error.to_string())),
            _ if cut && !self.tolerant => Err(SinkError::Pins("the last message has no end".into())),
            _ => Ok(self.recording.bytes),
        }
    }
}
