// SPDX-License-Identifier: Apache-2.0
//! Handles of what trace goes to: the sink of an encoder, and an SRAM.

use super::{compared_at, ComparedAt};
use crate::ports::sink_width;
use tracewright_config::{Build, Packer};
use tracewright_messages::IDLE;
use verilator_sys::{Error, Input, Library, Model, Output};

/// Handles of how the SRAM completes a word with idle bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fill {
    /// That it has idle bytes for a unit, and that it waits; none where a word is one unit.
    nets: Option<(Output, Output)>,
}

/// Whether the SRAM may have to complete a word: its words are of several units.
pub(crate) fn fills(build: &Build) -> bool {
    sink_width(build) < build.sink.sram_width
}

impl Fill {
    pub(super) fn find(library: &Library, build: &Build) -> Result<Fill, Error> {
        let find = || Ok((library.output("sram_fill")?, library.output("sram_waits")?));
        Ok(Fill { nets: fills(build).then(find).transpose()? })
    }

    /// Whether a unit of idle bytes is added in this cycle.
    pub fn happens(self, model: &Model) -> bool {
        self.nets.is_some_and(|(fill, waits)| model.get(fill) != 0 && model.get(waits) == 0)
    }
}

/// Handles of what enters the SRAM.
#[derive(Clone, Debug)]
pub(crate) struct SramPort {
    valid: Output,
    ready: Output,
    data: Output,
    fill: Fill,
    /// Bytes of a unit.
    width: usize,
}

/// Handles of where trace reaches the sink.
#[derive(Clone, Debug)]
pub(crate) struct Sink {
    pub valid: Output,
    pub data: Output,
    /// Bytes of `data` that count; all of them if there is none.
    pub bytes: Option<Output>,
    /// Bytes that `data` holds at most.
    pub width: usize,
    pub kind: Kind,
}

/// Handles that depend on the kind of the sink.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// The port of a stream: whether its user takes the trace is for the bench to say.
    Stream { ready: Input },
    /// The SRAM sink.
    Sram { ready: Output, fill: Fill },
    /// What leaves the encoder, whoever takes it.
    Chunks { ready: Output },
}

/// Bytes of the widest unit.
pub(crate) const UNIT_BYTES: usize = 8;

impl SramPort {
    /// What it takes in this cycle: how many bytes, idle bytes of its own included.
    pub fn taken(&self, model: &Model, bytes: &mut [u8; UNIT_BYTES]) -> usize {
        if model.get(self.valid) != 0 && model.get(self.ready) != 0 {
            *bytes = model.get_wide(self.data)[0].to_le_bytes();
            self.width
        } else if self.fill.happens(model) {
            *bytes = [IDLE; UNIT_BYTES];
            self.width
        } else {
            0
        }
    }

    pub(super) fn find(library: &Library, build: &Build) -> Result<SramPort, Error> {
        Ok(SramPort {
            valid: library.output("sram_unit_valid")?,
            ready: library.output("sram_unit_ready")?,
            data: library.output("sram_unit_data")?,
            fill: Fill::find(library, build)?,
            width: sink_width(build) as usize / 8,
        })
    }
}

impl Sink {
    pub(super) fn find(library: &Library, build: &Build, before: &str) -> Result<Sink, Error> {
        let compared = compared_at(build);
        let kind = if compared == ComparedAt::Chunks { "chunk" } else { "trace" };
        let output = |name: &str| library.output(&format!("{before}{kind}_{name}"));
        // Chunks and messages differ in length.
        let counts = match compared {
            ComparedAt::Chunks => build.encoder.packer != Packer::Byte,
            ComparedAt::Sram | ComparedAt::Stream => build.encoder.packer == Packer::Message,
        };
        Ok(Sink {
            valid: output("valid")?,
            data: output("data")?,
            bytes: counts.then(|| output("bytes")).transpose()?,
            width: sink_width(build) as usize / 8,
            kind: match compared {
                ComparedAt::Sram => Kind::Sram { ready: output("ready")?, fill: Fill::find(library, build)? },
                ComparedAt::Stream => Kind::Stream { ready: library.input("trace_ready")? },
                ComparedAt::Chunks => Kind::Chunks { ready: output("ready")? },
            },
        })
    }
}
