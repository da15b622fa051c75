// SPDX-License-Identifier: Apache-2.0
//! The side of the time's own clock.

use super::{Kind, TimeSource};
use crate::encoder::many;
use crate::prim::{clock, dff_setup, Module, Reg, Synchronizer};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// The time where it has a clock of its own, and what brings it to the encoder's.
///
/// The other side is [`TimeReceiver`](super::TimeReceiver). All inputs but `external_time`, which belongs to this clock, belong to the encoder's and pass a synchroniser each. `held` stands still
/// from the edge at which `request` changes until `acknowledge` has followed it: the other side reads it meanwhile.
#[derive(Module)]
pub struct TimeSender {
    /// The time's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low; released with the time's clock.
    pub rst_n: Signal<In, Bit>,
    /// tsActive as written.
    pub asked: Signal<In, Bit>,
    /// Counter only: tsCount.
    pub count: Vec<Signal<In, Bit>>,
    /// Counter only: tsDebug.
    pub debug: Vec<Signal<In, Bit>>,
    /// Counter only: tsPrescale. Its bits pass each by itself: it is to change while tsCount is 0.
    pub prescale: Vec<Signal<In, Bits<2>>>,
    /// Counter only: changes for each tsReset.
    pub restart: Vec<Signal<In, Bit>>,
    /// Counter only: the hart is halted in debug mode.
    pub halted: Vec<Signal<In, Bit>>,
    /// Port only: the time from outside.
    pub external_time: Vec<Signal<In, Bits<64>>>,
    /// Equal to `request` when the other side has taken `held`.
    pub acknowledge: Signal<In, Bit>,
    /// tsActive as it has arrived here.
    pub active: Signal<Out, Bit>,
    /// Changes when there is another time in `held`.
    pub request: Signal<Out, Bit>,
    /// A time for the other side.
    pub held: Signal<Out, Bits<64>>,
    /// The time as it was a cycle ago, for other encoders.
    pub broadcast: Vec<Signal<Out, Bits<64>>>,
    source: TimeSource,
    asked_sync: Synchronizer,
    acknowledge_sync: Synchronizer,
    count_sync: Vec<Synchronizer>,
    debug_sync: Vec<Synchronizer>,
    prescale_low_sync: Vec<Synchronizer>,
    prescale_high_sync: Vec<Synchronizer>,
    restart_sync: Vec<Synchronizer>,
    halted_sync: Vec<Synchronizer>,
    restarted: Vec<Reg<Bit>>,
    requested: Reg<Bit>,
    holding: Reg<Bits<64>>,
    _counter: usize,
    _external: usize,
    _broadcast: usize,
}

impl TimeSender {
    /// How many there are in `build`: one if the time has a clock of its own.
    pub fn count(build: &Build) -> usize {
        Kind::of(build).own_clock
    }

    /// The sender of `build`.
    pub fn new(build: &Build) -> Self {
        let Kind { counter, external, broadcast, .. } = Kind::of(build);
        let synchronizers = |count: usize| (0..count).map(|_| Synchronizer::new(build.reset)).collect();
        TimeSender {
            clock: Default::default(),
            rst_n: Default::default(),
            asked: Default::default(),
            count: many(counter),
            debug: many(counter),
            prescale: many(counter),
            restart: many(counter),
            halted: many(counter),
            external_time: many(external),
            acknowledge: Default::default(),
            active: Default::default(),
            request: Default::default(),
            held: Default::default(),
            broadcast: many(broadcast),
            source: TimeSource::new(build),
            asked_sync: Synchronizer::new(build.reset),
            acknowledge_sync: Synchronizer::new(build.reset),
            count_sync: synchronizers(counter),
            debug_sync: synchronizers(counter),
            prescale_low_sync: synchronizers(counter),
            prescale_high_sync: synchronizers(counter),
            restart_sync: synchronizers(counter),
            halted_sync: synchronizers(counter),
            restarted: (0..counter).map(|_| Reg::new(build.reset)).collect(),
            requested: Reg::new(build.reset),
            holding: Reg::new(build.reset),
            _counter: counter,
            _external: external,
            _broadcast: broadcast,
        }
    }
}

impl Logic for TimeSender {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, requested, holding);
        clock!(self, clock, source, asked_sync, acknowledge_sync);

        self.asked_sync.d.next = self.asked.val();
        self.source.active.next = self.asked_sync.q.val();
        self.active.next = self.asked_sync.q.val();
        for i in 0..self._counter {
            self.count_sync[i].clock.next = self.clock.val();
            self.count_sync[i].rst_n.next = self.rst_n.val();
            self.count_sync[i].d.next = self.count[i].val();
            self.source.count[i].next = self.count_sync[i].q.val();
            self.debug_sync[i].clock.next = self.clock.val();
            self.debug_sync[i].rst_n.next = self.rst_n.val();
            self.debug_sync[i].d.next = self.debug[i].val();
            self.source.debug[i].next = self.debug_sync[i].q.val();
            self.prescale_low_sync[i].clock.next = self.clock.val();
            self.prescale_low_sync[i].rst_n.next = self.rst_n.val();
            self.prescale_low_sync[i].d.next = self.prescale[i].val().get_bit(0);
            self.prescale_high_sync[i].clock.next = self.clock.val();
            self.prescale_high_sync[i].rst_n.next = self.rst_n.val();
            self.prescale_high_sync[i].d.next = self.prescale[i].val().get_bit(1);
            self.source.prescale[i].next = bits::<2>(0);
            if self.prescale_low_sync[i].q.val() {
                self.source.prescale[i].next = bits::<2>(1);
            }
            if self.prescale_high_sync[i].q.val() {
                self.source.prescale[i].next = bits::<2>(2);
                if self.prescale_low_sync[i].q.val() {
                    self.source.prescale[i].next = bits::<2>(3);
                }
            }
            self.halted_sync[i].clock.next = self.clock.val();
            self.halted_sync[i].rst_n.next = self.rst_n.val();
            self.halted_sync[i].d.next = self.halted[i].val();
            self.source.halted[i].next = self.halted_sync[i].q.val();
            self.restart_sync[i].clock.next = self.clock.val();
            self.restart_sync[i].rst_n.next = self.rst_n.val();
            self.restart_sync[i].d.next = self.restart[i].val();
            self.restarted[i].clock.next = self.clock.val();
            self.restarted[i].rst_n.next = self.rst_n.val();
            self.restarted[i].d.next = self.restart_sync[i].q.val();
            self.source.restart[i].next = self.restart_sync[i].q.val() != self.restarted[i].q.val();
        }
        for i in 0..self._external {
            self.source.external_time[i].next = self.external_time[i].val();
        }
        for i in 0..self._broadcast {
            self.broadcast[i].next = self.source.broadcast[i].val();
        }

        self.acknowledge_sync.d.next = self.acknowledge.val();
        if self.acknowledge_sync.q.val() == self.requested.q.val() {
            self.holding.d.next = self.source.now.val();
            self.requested.d.next = !self.requested.q.val();
        }
        self.request.next = self.requested.q.val();
        self.held.next = self.holding.q.val();
    }
}
