// SPDX-License-Identifier: Apache-2.0
//! Handles of a hart: its ports, its encoder, and the entries of its queue.

use super::flags::empty;
use super::places::{entry, has};
use super::Sink;
use crate::entry::QueueEntry;
use crate::observed::{flag, shown};
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
    /// Bits of [`flag`] and of [`shown`].
    flags: Output,
    /// Which of them are all high when the encoder, and what is downstream of it up to a funnel, hold nothing.
    empty: u64,
    pub trigger_outputs: Vec<Output>,
    pub active: Output,
    pub room: Output,
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
        Ok(HartProbes {
            ingress: IngressPort::find(library, build, &before)?,
            units: UnitPins::find(library, build, &before)?,
            flags: output("flags")?,
            empty: u64::from(u16::MAX) >> (u16::BITS as usize - empty(build, hart).len()) << shown::EMPTY,
            trigger_outputs: outputs.iter().map(|name| output(name)).collect::<Result<_, _>>()?,
            active: output("active")?,
            room: output("room")?,
            now: has_time.then(|| output("now")).transpose()?,
            entries: (0..build.ingress.blocks)
                .map(|block| Entry::find(library, &of_hart, &before, block))
                .collect::<Result<_, _>>()?,
            sink: Sink::find(library, build, &before)?,
        })
    }
}

impl HartProbes {
    /// What the hardware shows of bits of [`flag`], and whether anything moves: an entry enters the queue, or there is
    /// trace for the sink.
    #[inline]
    pub fn flags(&self, model: &Model) -> (u16, bool) {
        let word = model.get(self.flags);
        let is_empty = word & self.empty == self.empty;
        (word as u16 | if is_empty { flag::EMPTY } else { 0 }, word >> shown::MOVES != 0)
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
