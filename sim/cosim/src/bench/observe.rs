// SPDX-License-Identifier: Apache-2.0
//! What is written down of a cycle of the encoder's clock.

use super::{Bench, LONGEST_STALL};
use crate::bus::Access;
use crate::error::BusError;
use crate::observed::{flag, Cycle, Inside, BATCH};
use crate::seams::Kind;

impl Bench<'_> {
    pub(super) fn observe(&mut self) -> Result<(), BusError> {
        let (model, seams) = (&self.model, self.seams);
        let outside = &seams.outside;
        let bit = |signal, flag| if model.get(signal) != 0 { flag } else { 0 };
        let is_empty = seams.empty.iter().all(|empty| model.get(*empty) != 0);
        let outputs = outside.trigger_outputs.iter().rev();
        let mut cycle = Cycle {
            room: model.get(seams.room) as u8,
            now: seams.now.map_or(0, |now| model.get(now)),
            outside: self.time,
            triggers: self.triggers,
            trigger_outputs: outputs.fold(0, |levels, output| levels << 1 | model.get(*output) as u8),
            time_cycles: std::mem::take(&mut self.time_cycles),
            flags: self.state
                | bit(seams.active, flag::ACTIVE)
                | bit(seams.enable, flag::ENABLE)
                | bit(seams.tracing, flag::TRACING)
                | bit(seams.stall, flag::STALL)
                | outside.clock_request.map_or(0, |request| bit(request, flag::CLOCK_REQUEST))
                | if is_empty { flag::EMPTY } else { 0 },
            ..Cycle::default()
        };
        if let Some(inside) = seams.access.read(model) {
            cycle.flags |= flag::ACCESS;
            self.batch.accesses.push(inside);
            self.done(&inside)?;
        }
        let model = &self.model;
        if let Some(broadcast) = outside.broadcast.filter(|_| !self.has_time_clock) {
            self.batch.broadcasts.push(model.get(broadcast));
        }
        for entry in &seams.entries {
            if let Some(shape) = entry.read(model) {
                self.batch.entries.push(shape);
                cycle.entries += 1;
            }
        }
        self.observe_sink(&mut cycle);
        self.counts.cycles += 1;
        if cycle.has(flag::STALL) {
            self.counts.stall_cycles += 1;
            self.stalled_for += 1;
            if self.stalled_for > LONGEST_STALL {
                return Err(BusError::Stalled { cycles: LONGEST_STALL });
            }
        } else {
            self.stalled_for = 0;
            if self.flowing {
                self.take_port(&mut cycle);
            }
        }
        self.batch.cycles.push(cycle);
        if self.batch.cycles.len() == BATCH {
            self.send_batch()?;
        }
        Ok(())
    }

    /// An access inside, which may end.
    fn done(&mut self, inside: &Inside) -> Result<(), BusError> {
        if inside.done {
            let (data, strobe) = if inside.write { (inside.data, inside.strobe) } else { (0, 0) };
            let access = Access { write: inside.write, offset: inside.offset, data, strobe };
            self.ledger.inside(access, inside.read)?;
        }
        Ok(())
    }

    /// Writes down what goes to the sink.
    fn observe_sink(&mut self, cycle: &mut Cycle) {
        let (model, sink) = (&self.model, &self.seams.sink);
        let valid = model.get(sink.valid) != 0;
        let taken = match &sink.kind {
            Kind::Stream { .. } => self.is_ready,
            Kind::Sram { ready, take } => {
                let is_ready = model.get(*ready) != 0;
                if is_ready && !valid && model.get(*take) != 0 {
                    cycle.flags |= flag::FILL;
                }
                is_ready
            }
        };
        if valid && taken {
            let bytes = sink.bytes.map_or(sink.width, |bytes| model.get(bytes) as usize);
            let words = model.get_wide(sink.data);
            self.batch.bytes.extend((0..bytes.min(sink.width)).map(|n| (words[n / 8] >> (n % 8 * 8)) as u8));
            cycle.bytes = bytes.min(sink.width) as u8;
        }
    }

    /// The port took what it showed.
    fn take_port(&mut self, cycle: &mut Cycle) {
        let Some(port) = self.at_port.take() else { return };
        let blocks = port.blocks.iter().filter(|block| block.is_valid()).count() as u64;
        if blocks > 0 || port.trigger_on || port.trigger_off {
            cycle.flags |= flag::PORT;
            self.batch.ports.push(port);
            self.counts.blocks += blocks;
        }
    }
}
