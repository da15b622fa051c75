// SPDX-License-Identifier: Apache-2.0
//! An ATB slave.

mod sides;

use crate::error::SinkError;
use sides::Sides;
use tracewright_config::Build;
use tracewright_peers::buses::{AtbOut, AtbSettings, AtbSlave};
use verilator_sys::{Error, Input, Library, Model, Output, Port};

/// ATCLKEN cycles that a flush may take: the encoder's clock may be the slower one.
const PATIENCE: u32 = 1 << 14;

pub(super) fn ports(build: &Build) -> Vec<Port> {
    let width = build.sink.atb_width;
    let inputs = ["atclk", "atresetn", "atclken", "atready", "afvalid", "syncreq"];
    let mut ports: Vec<Port> = inputs.map(|name| Port::input(name, 1)).into();
    let outputs = [("atvalid", 1), ("atdata", width), ("atid", 7), ("afready", 1)];
    ports.extend(outputs.map(|(name, width)| Port::output(name, width)));
    if width > 8 {
        ports.push(Port::output("atbytes", (width / 8).trailing_zeros()));
    }
    ports
}

/// The slave.
pub(super) struct Atb {
    pub clock: [Input; 2],
    inputs: [Input; 4],
    valid: Output,
    data: Output,
    bytes: Option<Output>,
    id: Output,
    flushed: Output,
    /// atbEmpty.
    empty: Output,
    slave: AtbSlave,
    sides: Sides,
}

impl Atb {
    pub fn new(library: &Library, build: &Build, seed: Option<u64>) -> Result<Atb, Error> {
        let width = build.sink.atb_width;
        let [enable, ready, flush, sync] = ["atclken", "atready", "afvalid", "syncreq"].map(|name| library.input(name));
        let settings = seed.map_or_else(|| AtbSettings::fast(width), |seed| AtbSettings::new(width, seed));
        let mut slave = AtbSlave::new(AtbSettings { patience: PATIENCE, ..settings });
        // A source that is disabled sends its last word as it is.
        slave.set_drained(true);
        Ok(Atb {
            clock: [library.input("atclk")?, library.input("atresetn")?],
            inputs: [enable?, ready?, flush?, sync?],
            valid: library.output("atvalid")?,
            data: library.output("atdata")?,
            bytes: (width > 8).then(|| library.output("atbytes")).transpose()?,
            id: library.output("atid")?,
            flushed: library.output("afready")?,
            empty: library.output("sinks_atb_empty")?,
            slave,
            sides: Sides::new(library, build)?,
        })
    }

    pub fn drive(&mut self, model: &mut Model) {
        let shown = self.slave.inputs();
        let levels = [shown.atclken, shown.atready, shown.afvalid, shown.syncreq];
        self.inputs.iter().zip(levels).for_each(|(input, level)| model.set(*input, level.into()));
    }

    pub fn observe(&mut self, model: &Model) -> Result<(), SinkError> {
        let words = model.get_wide(self.data);
        let data = words.iter().take(2).rev().fold(0, |data, word| data << 64 | u128::from(*word));
        let out = AtbOut {
            atvalid: model.get(self.valid) != 0,
            atdata: data,
            atbytes: self.bytes.map_or(0, |bytes| model.get(bytes) as u8),
            atid: model.get(self.id) as u8,
            afready: model.get(self.flushed) != 0,
        };
        self.sides.atb_cycle(model, self.slave.inputs(), &out, self.slave.flush_begins())?;
        self.slave.cycle(&out);
        if model.get(self.valid) != 0 && model.get(self.empty) != 0 {
            return Err(SinkError::Rule("ATB: a beat is offered, and atbEmpty is 1".into()));
        }
        self.slave.check().map_err(|violation| SinkError::Rule(violation.to_string()))
    }

    /// Takes what a cycle of the encoder's clock showed.
    pub fn observe_encoder(&mut self, model: &Model) -> Result<(), SinkError> {
        self.sides.encoder_cycle(model, self.slave.syncs())
    }

    /// The bytes, whatever ID they had.
    pub fn received(self) -> Vec<u8> {
        self.slave.beats().iter().flat_map(|beat| beat.bytes.iter().copied()).collect()
    }
}
