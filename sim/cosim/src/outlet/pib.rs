// SPDX-License-Identifier: Apache-2.0
//! A probe at the pins.

use crate::error::SinkError;
use tracewright_config::{Build, PibMode, Run};
use tracewright_receivers::{Pins, Receiver, Recording};
use verilator_sys::{Error, Input, Library, Model, Output, Port};

/// Samples of each cycle of the pins' clock: a receiver wants some in each bit.
const SAMPLES: u32 = 4;

pub(super) fn ports(build: &Build) -> Vec<Port> {
    let mut ports = vec![Port::input("pib_clk", 1), Port::input("pib_rst_n", 1)];
    ports.push(Port::output("tdata", build.sink.pib_pins()));
    if build.sink.pib_modes.iter().any(PibMode::is_parallel) {
        ports.push(Port::output("tref", 1));
    }
    ports
}

/// The probe.
pub(super) struct Pib {
    pub clock: [Input; 2],
    tref: Option<Output>,
    tdata: Output,
    receiver: Receiver,
    recording: Recording,
}

impl Pib {
    pub fn new(library: &Library, build: &Build, run: &Run) -> Result<Pib, Error> {
        let mode = run.pib_mode_of(build);
        let ticks = if mode == PibMode::Manchester { 2 } else { 1 };
        let bit = SAMPLES * (run.pib_divider + 1) * ticks;
        let has_tref = build.sink.pib_modes.iter().any(PibMode::is_parallel);
        Ok(Pib {
            clock: [library.input("pib_clk")?, library.input("pib_rst_n")?],
            tref: has_tref.then(|| library.output("tref")).transpose()?,
            tdata: library.output("tdata")?,
            receiver: Receiver::new(mode, bit.into()),
            recording: Recording::default(),
        })
    }

    pub fn observe(&mut self, model: &Model) {
        let tref = self.tref.is_some_and(|tref| model.get(tref) != 0);
        let pins = Pins { tref, tdata: model.get(self.tdata) as u16 };
        for _ in 0..SAMPLES {
            self.receiver.sample(pins, &mut |event| self.recording.take(event));
        }
    }

    /// The bytes of the messages.
    pub fn received(mut self) -> Result<Vec<u8>, SinkError> {
        let cut = self.receiver.finish(&mut |event| self.recording.take(event));
        match self.recording.first_error {
            Some(error) => Err(SinkError::Pins(error.to_string())),
            None if cut => Err(SinkError::Pins("the last message has no end".into())),
            None => Ok(self.recording.bytes),
        }
    }
}
