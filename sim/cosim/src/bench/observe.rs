// SPDX-License-Identifier: Apache-2.0
//! What is written down of a cycle of the encoder's clock.

use super::side::Side;
use super::Bench;
use crate::bus::Access;
use crate::check::FunnelCycle;
use crate::error::BusError;
use crate::observed::{flag, Cycle, Inside, BATCH};
use crate::probes::{Kind, Probes, SramPort, UNIT_BYTES};
use tracewright_messages::IDLE;
use tracewright_model::control::SinkInputs;
use verilator_sys::{Model, Output};

/// What all harts see of a cycle.
struct Common<'c> {
    /// An access, and the component that it is for.
    access: Option<&'c (usize, Inside)>,
    /// The time that comes from outside, or that of hart 0.
    time: u64,
    /// The time of hart 0.
    shared: Option<u64>,
    /// The port `time_broadcast`, if it belongs to the encoder's clock.
    broadcast: Option<u64>,
    is_ready: bool,
}

/// What a cycle moves: its part of [`Cycle`].
#[derive(Clone, Copy, Default)]
struct Moved {
    /// [`flag::FILL`], [`flag::WAITS`].
    flags: u16,
    entries: u8,
    bytes: u8,
}

impl Bench<'_> {
    pub(super) fn observe<const PLAIN: bool>(&mut self) -> Result<(), BusError> {
        let access = if self.probes.access.is_shown(&self.model) { Some(self.access()) } else { None };
        let access = access.as_ref();
        let (model, probes) = (&self.model, self.probes);
        let shared = probes.shared_time.filter(|_| !PLAIN).map(|time| model.get(time));
        let near = |time: Option<u64>| time.filter(|_| !PLAIN && !self.has_time_clock);
        let common = Common {
            access,
            time: self.time,
            shared,
            broadcast: near(shared).or(near(probes.outside.broadcast.map(|port| model.get(port)))),
            is_ready: self.is_ready,
        };
        let shown = probes.shown.as_ref().filter(|_| !PLAIN).map(|shown| shown.read(model));
        if let Some(watched) = self.watched.as_mut().filter(|_| !PLAIN) {
            watch(watched, model, probes, shown);
        }
        let longest_stall = self.longest_stall;
        for (number, hart) in self.harts.iter_mut().enumerate() {
            if let Some(shown) = shown.as_ref().filter(|_| probes.harts.len() == 1) {
                hart.batch.sinks.push(*shown);
            }
            let sram = probes.sram.as_ref().filter(|_| !PLAIN && probes.harts.len() == 1);
            let (flows, cycle) = (hart.flowing, self.cycles);
            let stalled = hart.observe::<PLAIN>(model, number, &common, sram);
            if let Some(csrs) = hart.csrs.as_mut().filter(|_| !PLAIN) {
                let shown = access.filter(|(of, inside)| *of == number && inside.records.is_some());
                let lock = hart.state & flag::LOCKED != 0;
                let compared = csrs.compare(model, flows, stalled, shown.map(|(_, inside)| inside), lock);
                compared.map_err(|difference| BusError::Csrs { hart: number, cycle, difference })?;
            }
            if hart.stalled_for > longest_stall {
                return Err(BusError::Stalled { cycles: longest_stall });
            }
        }
        if let Some((component, inside)) = access {
            self.done(*component, inside)?;
        }
        if !PLAIN {
            let active = match probes.funnels.last() {
                Some(funnel) => funnel.is_active(&self.model),
                None => self.model.get(probes.harts[0].active) != 0,
            };
            let inside = access.filter(|(component, _)| *component == probes.sink_component).map(|(_, inside)| inside);
            self.outlet.follow(&self.model, inside, active)?;
            if !self.funnels.is_empty() {
                self.observe_funnels(access, shown)?;
            }
        }
        self.cycles += 1;
        if self.cycles > self.limit {
            return Err(BusError::Endless { cycles: self.limit });
        }
        if self.harts[0].batch.cycles.len() == BATCH {
            self.send_batches()?;
        }
        Ok(())
    }

    /// What is connected to the sinks takes what the cycle showed, and so does the bus, if it has the same clock.
    pub(super) fn observe_around<const PLAIN: bool>(&mut self, has_bus: bool) -> Result<(), BusError> {
        if !PLAIN {
            self.outlet.observe(&self.model)?;
        }
        if has_bus {
            self.observe_bus()?;
        }
        Ok(())
    }

    /// The access of this cycle, and the component that it is for.
    #[cold]
    fn access(&self) -> (usize, Inside) {
        let (model, probes) = (&self.model, self.probes);
        let is_set = |signal: &Output| model.get(*signal) != 0;
        let component = probes.outside.selected.iter().position(is_set).unwrap_or(0);
        let records = probes.harts.get(component).and_then(|hart| hart.units.records.as_ref());
        let of_records = records.map_or(0, |pins| pins.read_by_debugger(model));
        (component, Inside { of_records, ..probes.access.read(model) })
    }

    /// Compares the registers of the funnels. The last one has those of the sinks.
    fn observe_funnels(&mut self, access: Option<&(usize, Inside)>, shown: Option<SinkInputs>) -> Result<(), BusError> {
        let (model, probes) = (&self.model, self.probes);
        let is_set = |signal: Output| model.get(signal) != 0;
        let locked = self.harts[0].state & flag::LOCKED != 0;
        let mut stored = [IDLE; UNIT_BYTES];
        let count = probes.sram.as_ref().map_or(0, |sram| sram.taken(model, &mut stored));
        for (number, (checker, probes)) in self.funnels.iter_mut().zip(&probes.funnels).enumerate() {
            let component = self.harts.len() + number;
            let is_last = number + 1 == self.probes.funnels.len();
            let cycle = FunnelCycle {
                access: access.filter(|(for_component, _)| *for_component == component).map(|(_, inside)| inside),
                locked,
                active: probes.is_active(model),
                enable: probes.is_enabled(model),
                empty: probes.empty.iter().all(|empty| is_set(*empty)),
                stored: if is_last { &stored[..count] } else { &[] },
                sinks: shown.filter(|_| is_last).unwrap_or_default(),
            };
            let compared = checker.cycle(&cycle);
            let cycle = self.cycles;
            compared.map_err(|difference| BusError::Funnel {
                funnel: number,
                cycle,
                difference: difference.to_string(),
            })?;
        }
        Ok(())
    }

    /// An access inside, which may end.
    fn done(&mut self, component: usize, inside: &Inside) -> Result<(), BusError> {
        if inside.done {
            let (data, strobe) = if inside.write { (inside.data, inside.strobe) } else { (0, 0) };
            let offset = (component as u32) << 12 | inside.offset;
            let access = Access { write: inside.write, offset, data, strobe };
            self.ledger.inside(access, inside.read)?;
        }
        Ok(())
    }
}

/// Counts components that were active in the cycle before and are not now: `watched` is which were, and how often that
/// was so.
fn watch(watched: &mut (Vec<bool>, u64), model: &Model, probes: &Probes, shown: Option<SinkInputs>) {
    let harts = probes.harts.iter().map(|hart| model.get(hart.active) != 0);
    let sources = harts.chain(probes.funnels.iter().map(|funnel| funnel.is_active(model)));
    let sinks = shown.into_iter().flat_map(|shown| [shown.pib_active, shown.atb_active]).flatten();
    let sinks = sinks.flat_map(|active| [active, active]);
    let active: Vec<bool> = sources.chain(sinks).collect();
    let (before, resets) = watched;
    *resets += before.iter().zip(&active).filter(|(before, now)| **before && !**now).count() as u64;
    *before = active;
}

impl Side<'_> {
    /// Writes down a cycle. Gives whether the hart was stalled.
    fn observe<const PLAIN: bool>(
        &mut self,
        model: &Model,
        number: usize,
        common: &Common,
        sram: Option<&SramPort>,
    ) -> bool {
        let probes = self.probes;
        let (shown, moves) = probes.flags(model);
        let mut flags = self.state | shown;
        if let Some((_, inside)) = common.access.filter(|(component, _)| PLAIN || *component == number) {
            flags |= flag::ACCESS;
            self.batch.accesses.push(*inside);
        }
        if let Some(broadcast) = common.broadcast.filter(|_| !PLAIN && number == 0) {
            self.batch.broadcasts.push(broadcast);
        }
        let moved = if moves { self.observe_moves(model, common.is_ready) } else { Moved::default() };
        let stored = sram.map_or(0, |sram| self.observe_sram(model, sram));
        let is_stalled = flags & flag::STALL != 0;
        if is_stalled {
            self.stalled_for += 1;
        } else {
            self.stalled_for = 0;
            if self.flowing && self.take_port() {
                flags |= flag::PORT;
            }
        }
        let outputs = probes.trigger_outputs.iter().rev();
        // Made where it stays: it would wait for parts of it that were just written.
        self.batch.cycles.push(Cycle {
            flags: flags | moved.flags,
            room: model.get(probes.room) as u8,
            entries: moved.entries,
            bytes: moved.bytes,
            stored,
            time_cycles: if PLAIN { 0 } else { std::mem::take(&mut self.time_cycles) },
            triggers: self.triggers,
            trigger_outputs: outputs.fold(0, |levels, output| levels << 1 | model.get(*output) as u8),
            now: probes.now.map_or(0, |now| model.get(now)),
            outside: common.shared.filter(|_| !PLAIN && number > 0).unwrap_or(common.time),
        });
        is_stalled
    }

    /// Writes down what enters the queue, and what goes to the sink.
    fn observe_moves(&mut self, model: &Model, is_ready: bool) -> Moved {
        let mut moved = self.observe_sink(model, is_ready);
        for entry in &self.probes.entries {
            if let Some(entry) = entry.read(model) {
                self.batch.entries.push(entry);
                moved.entries += 1;
            }
        }
        moved
    }

    /// Writes down what goes to the sink.
    fn observe_sink(&mut self, model: &Model, is_ready: bool) -> Moved {
        let sink = &self.probes.sink;
        let valid = model.get(sink.valid) != 0;
        let mut moved = Moved::default();
        let taken = match &sink.kind {
            Kind::Stream { .. } => is_ready,
            Kind::Chunks { ready } => model.get(*ready) != 0,
            Kind::Sram { ready, fill } => {
                if fill.happens(model) {
                    moved.flags |= flag::FILL;
                }
                model.get(*ready) != 0
            }
        };
        if valid && taken {
            let bytes = sink.bytes.map_or(sink.width, |bytes| model.get(bytes) as usize);
            let words = model.get_wide(sink.data);
            self.batch.bytes.extend((0..bytes.min(sink.width)).map(|n| (words[n / 8] >> (n % 8 * 8)) as u8));
            moved.bytes = bytes.min(sink.width) as u8;
        } else if valid {
            moved.flags |= flag::WAITS;
        }
        moved
    }

    /// Writes down what goes to the SRAM among other sinks. Gives the number of bytes, idle bytes included.
    fn observe_sram(&mut self, model: &Model, sram: &SramPort) -> u8 {
        let mut stored = [IDLE; UNIT_BYTES];
        let count = sram.taken(model, &mut stored);
        self.batch.stored.extend(&stored[..count]);
        count as u8
    }
}
