// SPDX-License-Identifier: Apache-2.0
//! What is connected to the sinks, and what arrives there.

mod atb;
mod buffer;
mod memory;
mod pib;
mod sram;

use crate::error::SinkError;
use crate::observed::Inside;
use crate::ports::sink_width;
use crate::probes::{compared_at, ComparedAt};
use atb::Atb;
use memory::Memory;
use pib::Pib;
use sram::Sram;
use tracewright_config::{Build, Packer, Run, SinkKind};
use tracewright_model::stimulus::Pressure;
use tracewright_peers::pins::Change;
use verilator_sys::{Error, Input, Library, Model, Output, Port};

/// The ports of the sinks.
pub(crate) fn ports(build: &Build) -> Vec<Port> {
    let mut ports = Vec::new();
    if build.sink.has(SinkKind::Stream) {
        let input = Port::input("trace_ready", 1);
        ports.extend([Port::output("trace_valid", 1), input, Port::output("trace_data", sink_width(build))]);
        if build.encoder.packer == Packer::Message {
            ports.push(Port::output("trace_bytes", 6));
        }
    }
    if has_macro(build) {
        ports.extend(sram::ports(build));
    }
    if build.sink.has(SinkKind::Sba) {
        ports.extend(memory::ports(build));
    }
    if build.sink.has(SinkKind::Pib) {
        ports.extend(pib::ports(build));
    }
    if build.sink.has(SinkKind::Atb) {
        ports.extend(atb::ports(build));
    }
    ports
}

/// Whether the memory of the SRAM sink is outside the hardware.
fn has_macro(build: &Build) -> bool {
    build.sink.has(SinkKind::Sram) && build.sink.sram_macro
}

/// The clock of a sink that has one of its own, and its reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// Of the pins.
    Pib,
    /// Of the ATB.
    Atb,
}

/// Everything downstream of the sinks.
pub(crate) struct Outlet {
    stream: Option<StreamPort>,
    sram: Option<Sram>,
    memory: Option<Memory>,
    pib: Option<Pib>,
    atb: Option<Atb>,
    /// The sink that is used.
    used: SinkKind,
}

/// A stream whose bytes are not those that leave the encoder in the same cycle.
struct StreamPort {
    valid: Output,
    ready: Input,
    data: Output,
    width: usize,
    is_ready: bool,
    pressure: Option<Pressure>,
    /// The receiver is ready only after it has seen valid, as AXI-Stream allows.
    waits_for_valid: bool,
    /// The last cycle has shown what was not taken.
    is_shown: bool,
    received: Vec<u8>,
}

impl Outlet {
    /// What is downstream of the sinks of `build`, which is used as `run` says. `seed` draws how fast it is; without it
    /// nothing waits.
    pub fn new(
        library: &Library,
        build: &Build,
        run: &Run,
        seed: Option<u64>,
        pressure: Option<Pressure>,
        keeps_pins: bool,
    ) -> Result<Outlet, Error> {
        let has = |kind| build.sink.has(kind);
        let is_compared_here = build.tandem.built || compared_at(build) != ComparedAt::Stream;
        let stream = || {
            Ok::<_, Error>(StreamPort {
                valid: library.output("trace_valid")?,
                ready: library.input("trace_ready")?,
                data: library.output("trace_data")?,
                width: sink_width(build) as usize / 8,
                is_ready: true,
                pressure,
                waits_for_valid: seed.is_some_and(|seed| seed % 2 == 1),
                is_shown: false,
                received: Vec::new(),
            })
        };
        Ok(Outlet {
            stream: (has(SinkKind::Stream) && is_compared_here).then(stream).transpose()?,
            sram: has_macro(build).then(|| Sram::new(library, build)).transpose()?,
            memory: has(SinkKind::Sba).then(|| Memory::new(library, build, run, seed)).transpose()?,
            pib: has(SinkKind::Pib).then(|| Pib::new(library, build, run, keeps_pins)).transpose()?,
            atb: has(SinkKind::Atb).then(|| Atb::new(library, build, seed)).transpose()?,
            used: run.sink_of(build),
        })
    }

    /// Whether nothing is connected: trace ends in a memory of the hardware.
    pub fn is_unused(&self) -> bool {
        let Outlet { stream, sram, memory, pib, atb, used: _ } = self;
        stream.is_none() && sram.is_none() && memory.is_none() && pib.is_none() && atb.is_none()
    }

    /// System memory answers with an error from now on, with this probability.
    pub fn set_bus_errors(&mut self, rate: f64) {
        if let Some(memory) = &mut self.memory {
            memory.set_errors(rate);
        }
    }

    /// What the stream has received so far.
    pub fn streamed(&self) -> &[u8] {
        self.stream.as_ref().map_or(&[], |stream| &stream.received)
    }

    /// The clocks of sinks that have one of their own, each with its reset.
    pub fn clocks(&self) -> impl Iterator<Item = (Which, [Input; 2])> + '_ {
        let pib = self.pib.iter().map(|pib| (Which::Pib, pib.clock));
        pib.chain(self.atb.iter().map(|atb| (Which::Atb, atb.clock)))
    }

    /// The sinks are set up: what is downstream of them is switched on. Gives how many cycles of the encoder's clock
    /// that may take.
    pub fn start(&mut self) -> u32 {
        self.pib.as_mut().filter(|_| self.used == SinkKind::Pib).map_or(0, |pib| {
            pib.start();
            pib.warm_up()
        })
    }

    /// The pins are to show the calibration pattern of the mode of `run` from now on. Gives how many cycles of the
    /// encoder's clock it takes to see that.
    pub fn calibrate(&mut self, build: &Build, run: &Run) -> u32 {
        self.pib.as_mut().map_or(0, |pib| pib.calibrate(build, run))
    }

    /// Whether they have shown it.
    pub fn calibrated(&mut self) -> Result<(), SinkError> {
        self.pib.as_mut().map_or(Ok(()), Pib::calibrated)
    }

    /// Sets the inputs for a cycle of the encoder's clock.
    #[inline]
    pub fn drive(&mut self, model: &mut Model) {
        if let Some(sram) = &self.sram {
            sram.drive(model);
        }
        if let Some(memory) = &mut self.memory {
            memory.drive(model);
        }
        if let Some(stream) = &mut self.stream {
            let is_busy = stream.pressure.as_mut().is_some_and(Pressure::is_busy);
            stream.is_ready = !is_busy && (!stream.waits_for_valid || stream.is_shown);
            model.set(stream.ready, stream.is_ready.into());
        }
    }

    /// What the bus does in a cycle to the registers of the component that feeds the sinks, and whether that is active.
    pub fn follow(&mut self, model: &Model, inside: Option<&Inside>, active: bool) -> Result<(), SinkError> {
        self.memory.as_mut().map_or(Ok(()), |memory| memory.follow(model, inside, active))
    }

    /// Takes what that cycle showed.
    #[inline]
    pub fn observe(&mut self, model: &Model) -> Result<(), SinkError> {
        if let Some(sram) = &mut self.sram {
            sram.observe(model);
        }
        if let Some(memory) = &mut self.memory {
            memory.observe(model)?;
        }
        if let Some(atb) = &mut self.atb {
            atb.observe_encoder(model)?;
        }
        if let Some(stream) = &mut self.stream {
            let valid = model.get(stream.valid) != 0;
            stream.is_shown = valid && !stream.is_ready;
            if valid && stream.is_ready {
                let words = model.get_wide(stream.data);
                stream.received.extend((0..stream.width).map(|n| (words[n / 8] >> (n % 8 * 8)) as u8));
            }
        }
        Ok(())
    }

    /// Sets the inputs for a cycle of the clock of a sink.
    pub fn drive_own(&mut self, which: Which, model: &mut Model) {
        match which {
            Which::Pib => {}
            Which::Atb => self.atb.iter_mut().for_each(|atb| atb.drive(model)),
        }
    }

    /// Takes what that cycle showed.
    pub fn observe_own(&mut self, which: Which, model: &Model) -> Result<(), SinkError> {
        match which {
            Which::Pib => self.pib.iter_mut().for_each(|pib| pib.observe(model)),
            Which::Atb => self.atb.iter_mut().try_for_each(|atb| atb.observe(model))?,
        }
        Ok(())
    }

    /// Pins that are switched off within a message are no error.
    pub fn tolerate(&mut self) {
        self.pib.iter_mut().for_each(Pib::tolerate);
    }

    /// The pins, if they were kept.
    pub fn pins(&mut self) -> Vec<Change> {
        self.pib.as_mut().map(Pib::changes).unwrap_or_default()
    }

    /// What the sink that is used has received, if it is none that the driver reads: `pointer` is teRamWP, with teWrap,
    /// at the end.
    pub fn received(self, pointer: Option<u32>) -> Result<Option<Received>, SinkError> {
        let whole = |bytes| Some(Received { bytes, kept: Kept::All });
        Ok(match self.used {
            // Without a pointer software of its own has used the memory.
            SinkKind::Sba => match (self.memory, pointer) {
                (Some(memory), Some(pointer)) => Some(memory.received(pointer)?),
                _ => None,
            },
            SinkKind::Pib => self.pib.map(Pib::received).transpose()?.and_then(whole),
            SinkKind::Atb => self.atb.map(Atb::received).and_then(whole),
            SinkKind::Stream => self.stream.and_then(|stream| whole(stream.received)),
            SinkKind::Sram | SinkKind::Funnel => None,
        })
    }
}

/// What a sink has received.
pub(crate) struct Received {
    pub bytes: Vec<u8>,
    /// What part of the trace that is.
    pub kept: Kept,
}

/// What part of the trace a sink has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// All of it.
    All,
    /// The newest part, which overwrote what was there.
    Newest,
    /// The oldest part: the buffer stopped when it was full.
    Oldest,
}

impl Kept {
    /// What a buffer has that is used as `run` says, from the first start of tracing to its first end, if it has
    /// wrapped or has not.
    pub fn by(run: &Run, wrapped: bool) -> Kept {
        match (wrapped, run.stop_on_wrap) {
            (false, _) => Kept::All,
            (true, false) => Kept::Newest,
            (true, true) => Kept::Oldest,
        }
    }
}
