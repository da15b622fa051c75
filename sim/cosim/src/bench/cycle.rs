// SPDX-License-Identifier: Apache-2.0
//! A cycle of the encoder's clock, and those of other clocks before it.

use super::clocks::Other;
use super::{Bench, BUS_RESTS_AFTER};
use crate::error::BusError;
use crate::observed::TimeCycle;
use crate::probes::{Kind, Probes};
use tracewright_model::stimulus::Pressure;

impl Bench<'_> {
    /// Whether [`Bench::is_plain`] holds: what is around the encoder is its bus, its ingress port and its SRAM.
    pub(super) fn nothing_is_around(&self) -> bool {
        let Probes { outside, harts, funnels, shared_time, shown, sram, .. } = self.probes;
        let has_one_clock = !self.has_bus_clock && !self.has_time_clock;
        let has_one_encoder = harts.len() == 1 && self.harts[0].csrs.is_none() && funnels.is_empty();
        let has_one_memory = matches!(harts[0].sink.kind, Kind::Sram { .. }) && shown.is_none() && sram.is_none();
        let is_inside = self.outlet.is_unused();
        has_one_clock
            && has_one_encoder
            && has_one_memory
            && is_inside
            && shared_time.is_none()
            && outside.broadcast.is_none()
    }

    /// Runs a cycle of the encoder's clock, and before it those of other clocks that come before.
    pub fn clock(&mut self) -> Result<(), BusError> {
        match self.is_plain {
            true => self.cycle::<true>(),
            false => self.cycle::<false>(),
        }
    }

    /// [`Bench::clock`]. `PLAIN` is [`Bench::is_plain`], known to the compiler, so that the most common build pays
    /// nothing for what others have.
    fn cycle<const PLAIN: bool>(&mut self) -> Result<(), BusError> {
        for hart in &mut self.harts {
            hart.advance::<PLAIN>(&mut self.model);
        }
        if !PLAIN {
            if let Kind::Stream { ready } = self.probes.harts[0].sink.kind {
                self.is_ready = !self.pressure.as_mut().is_some_and(Pressure::is_busy);
                self.model.set(ready, self.is_ready.into());
            }
            self.others()?;
        }
        self.clocks.pass();
        if PLAIN || !self.has_time_clock {
            self.next_time();
        }
        if !PLAIN {
            self.outlet.drive(&mut self.model);
        }
        let has_bus = (PLAIN || !self.has_bus_clock) && self.bus_rest < BUS_RESTS_AFTER;
        if has_bus {
            self.master.drive(&mut self.model);
        }
        let [falls, rises] = self.clocks.moments();
        self.model.at(falls, rises);
        self.model.cycle();
        match self.observe::<PLAIN>() {
            Ok(()) => self.observe_around::<PLAIN>(has_bus),
            // What is downstream, and the bus, go first.
            Err(error) => self.observe_around::<PLAIN>(has_bus).and(Err(error)),
        }
    }

    /// Cycles of the other clocks.
    fn others(&mut self) -> Result<(), BusError> {
        while let Some((which, clock)) = self.clocks.before() {
            match which {
                Other::Bus => self.master.drive(&mut self.model),
                Other::Time => self.next_time(),
                Other::Sink(which) => self.outlet.drive_own(which, &mut self.model),
            }
            let [falls, rises] = self.clocks.moments();
            self.model.at(falls, rises);
            self.model.set(clock, 0);
            self.model.settle();
            match which {
                Other::Bus => self.observe_bus()?,
                Other::Time => self.observe_time(),
                Other::Sink(which) => self.outlet.observe_own(which, &self.model)?,
            }
            self.model.set(clock, 1);
            self.model.settle();
        }
        Ok(())
    }

    fn next_time(&mut self) {
        self.time = self.time.wrapping_add(self.time_step);
        if let Some(port) = self.time_port {
            self.model.set(port, self.time);
        }
    }

    fn observe_time(&mut self) {
        let broadcast = self.probes.outside.broadcast.map(|port| self.model.get(port));
        let shared = self.probes.shared_time.map(|time| self.model.get(time));
        for (number, hart) in self.harts.iter_mut().enumerate() {
            let outside = shared.filter(|_| number > 0).unwrap_or(self.time);
            let broadcast = if number == 0 { shared.or(broadcast) } else { None };
            hart.batch.time_cycles.push(TimeCycle { outside, broadcast: broadcast.unwrap_or(0) });
            hart.time_cycles += 1;
        }
    }
}
