// SPDX-License-Identifier: Apache-2.0
//! Where software has put the buffer in system memory: what the sink may write, whatever else it does.

use crate::observed::Inside;
use std::ops::RangeInclusive;
use tracewright_config::Build;
use tracewright_model::control::{BusAccess, Doing, RegisterFile, SystemBuffer};
use tracewright_regmap::{Unit, FUNNEL_REGISTERS, REGISTERS};

/// The registers that say it, of the component that feeds the sink.
pub(super) struct Buffer {
    file: RegisterFile,
    unit: Unit,
    buffer: SystemBuffer,
}

impl Buffer {
    /// After reset.
    pub fn new(build: &Build) -> Buffer {
        let (list, features, unit) = match build.system.harts {
            1 => (REGISTERS, build.features(), Unit::Encoder),
            harts => (FUNNEL_REGISTERS, build.funnel_features(build.sink_component() - harts), Unit::Funnel),
        };
        let file = RegisterFile::new(list, &features);
        Buffer { buffer: SystemBuffer::new(&features.sinks, &file), file, unit }
    }

    /// The bytes that may be written in this cycle.
    pub fn range(&self) -> Option<RangeInclusive<u64>> {
        self.buffer.range(&self.file)
    }

    /// A cycle: what the bus does to the registers in it, and whether the component was active.
    pub fn cycle(&mut self, inside: Option<&Inside>, active: bool) {
        let written = inside.filter(|inside| inside.acts);
        let access = written.map(|&Inside { offset, data, strobe, .. }| BusAccess::Write { offset, data, strobe });
        self.file.follow(self.unit, active);
        let written = self.file.cycle(&Doing { access, ..Doing::default() });
        self.buffer.step(written, active);
    }
}
