// SPDX-License-Identifier: Apache-2.0
//! Handles of a hart: its ports, its encoder, and the entries of its queue.

use super::places::{entry, has, has_chunks};
use super::{compared_at, ComparedAt, Sink};
use crate::entry::QueueEntry;
use crate::ports::{numbered, prefix, IngressPort};
use crate::{ctr, pmu};
use tracewright_config::{Build, TimestampSource};
use verilator_sys::{Error, Library, Model, Output};

/// Handles of a hart and its encoder.
#[derive(Clone, Debug)]
pub(crate) struct HartProbes {
    pub ingress: IngressPort,
    /// What is beside the encoder at the CSR port.
    pub units: UnitPins,
    pub stall: Output,
    /// The encoder, and what is downstream of it up to a funnel, hold nothing, if all of these are high.
    pub empty: Vec<Output>,
    pub trigger_outputs: Vec<Output>,
    pub clock_request: Option<Output>,
    pub sync_request: Option<Output>,
    pub active: Output,
    pub enable: Output,
    pub tracing: Output,
    pub room: Output,
    /// An entry leaves the queue.
    pub leaves: Output,
    pub now: Option<Output>,
    /// One for each block.
    pub entries: Vec<Entry>,
    pub sink: Sink,
}

/// Handles of Control Transfer Records and performance counters.
#[derive(Clone, Debug)]
pub(crate) struct UnitPins {
    pub records: Option<ctr::Pins>,
    pub counters: Option<pmu::Pins>,
}

/// Handles of an entry's fields.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    valid: Output,
    kind: Output,
    fixed: Output,
    count: Output,
    addr: Output,
    hist: Option<Output>,
    held: Option<Output>,
    repeats: Option<Output>,
    repeat_count: Option<Output>,
    repeat_hist: Option<Output>,
    repeat_held: Option<Output>,
    left_out: Option<Output>,
    /// The queue makes U-ADDR later.
    is_whole: bool,
    own: Option<Output>,
    own_privilege: Option<Output>,
    own_context: Option<Output>,
    time: Option<Output>,
}

impl HartProbes {
    pub(super) fn find(library: &Library, build: &Build, hart: u32) -> Result<HartProbes, Error> {
        let before = prefix(build, hart);
        let output = |name: &str| library.output(&format!("{before}{name}"));
        let has_time = build.timestamp.source != TimestampSource::None;
        let of_hart = build.hart(hart);
        let outputs = build.encoder.trigger_outputs;
        let outputs = if outputs == 0 { Vec::new() } else { numbered("trigger_out", outputs) };
        let mut empty = vec![output("empty")?];
        match (compared_at(build), build.system.harts) {
            (ComparedAt::Chunks, 1) => empty.push(library.output("sinks_empty")?),
            (ComparedAt::Chunks, _) if has_chunks(build) => {
                empty.extend([output("sliced_empty")?, output("joined_empty")?]);
            }
            (ComparedAt::Chunks, _) => {}
            (compared, _) => {
                if has_chunks(build) {
                    empty.push(output("joined_empty")?);
                }
                if compared == ComparedAt::Sram {
                    empty.push(library.output("sink_empty")?);
                }
            }
        }
        Ok(HartProbes {
            ingress: IngressPort::find(library, build, &before)?,
            units: UnitPins::find(library, build, &before)?,
            stall: output("stall")?,
            empty,
            trigger_outputs: outputs.iter().map(|name| output(name)).collect::<Result<_, _>>()?,
            clock_request: build.power.clock_request.then(|| output("clock_request")).transpose()?,
            sync_request: build.sink.requests_sync().then(|| output("sync_request")).transpose()?,
            active: output("active")?,
            enable: output("enable")?,
            tracing: output("tracing")?,
            room: output("room")?,
            leaves: output("leaves")?,
            now: has_time.then(|| output("now")).transpose()?,
            entries: (0..build.ingress.blocks)
                .map(|block| Entry::find(library, &of_hart, &before, block))
                .collect::<Result<_, _>>()?,
            sink: Sink::find(library, build, &before)?,
        })
    }
}

impl UnitPins {
    fn find(library: &Library, build: &Build, before: &str) -> Result<UnitPins, Error> {
        let records = build.has_records().then(|| ctr::Pins::find(library, build, before, false));
        let counters = build.pmu.built.then(|| pmu::Pins::find(library, build, before));
        Ok(UnitPins { records: records.transpose()?, counters: counters.transpose()? })
    }
}

impl Entry {
    fn find(library: &Library, build: &Build, before: &str, block: u32) -> Result<Entry, Error> {
        let output = |name: &str| {
            let name = &numbered(name, build.ingress.blocks)[block as usize];
            library.output(&format!("{before}{name}"))
        };
        let fields = entry(build);
        let optional = |name: &str| {
            let has = fields.iter().any(|(other, _)| *other == name);
            has.then(|| output(name)).transpose()
        };
        Ok(Entry {
            valid: output("entry_valid")?,
            kind: output("entry_kind")?,
            fixed: output("entry_fixed")?,
            count: output("entry_count")?,
            addr: output("entry_addr")?,
            hist: optional("entry_hist")?,
            held: optional("entry_held")?,
            repeats: optional("entry_repeats")?,
            repeat_count: optional("entry_repeat_count")?,
            repeat_hist: optional("entry_repeat_hist")?,
            repeat_held: optional("entry_repeat_held")?,
            left_out: optional("entry_left_out")?,
            is_whole: !has(build, "refers"),
            own: optional("entry_own")?,
            own_privilege: optional("entry_own_privilege")?,
            own_context: optional("entry_own_context")?,
            time: optional("entry_time")?,
        })
    }

    /// HIST of what repeats, or 0: the `held` branches above the `left_out` newest.
    fn repeat_hist(&self, model: &Model) -> u32 {
        let (Some(branches), Some(held), Some(left_out)) = (self.repeat_hist, self.repeat_held, self.left_out) else {
            return 0;
        };
        let branches = model.get(branches);
        if branches >> 31 == 0 {
            return 0;
        }
        with_stop((branches & !(1 << 31)) >> model.get(left_out), model.get(held)) as u32
    }

    /// The entry that enters the queue, if one does.
    pub fn read(&self, model: &Model) -> Option<QueueEntry> {
        if model.get(self.valid) == 0 {
            return None;
        }
        let optional = |output: Option<Output>| output.map_or(0, |output| model.get(output));
        Some(QueueEntry {
            kind: model.get(self.kind) as u8,
            fixed: model.get(self.fixed) as u8,
            count: model.get(self.count) as u32,
            addr: model.get(self.addr),
            hist: self.held.map_or(optional(self.hist), |held| with_stop(optional(self.hist), model.get(held))) as u32,
            repeat_count: if optional(self.repeats) == 0 { 0 } else { optional(self.repeat_count) as u32 },
            repeat_hist: self.repeat_hist(model),
            is_whole: self.is_whole,
            own: optional(self.own) as u8,
            own_privilege: optional(self.own_privilege) as u8,
            own_context: optional(self.own_context),
            time: optional(self.time),
        })
    }
}

/// The newest `held` branches, below the stop bit of HIST.
fn with_stop(branches: u64, held: u64) -> u64 {
    branches & ((1 << held) - 1) | 1 << held
}
