// SPDX-License-Identifier: Apache-2.0
//! The side of the encoder's clock, where the time has its own.

use super::Kind;
use crate::encoder::many;
use crate::prim::{clock, dff_setup, Module, Reg, Synchronizer};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Takes the time from its own clock.
///
/// `now` is a time that [`TimeSender`](super::TimeSender) really had: at most six cycles of this clock and four of the other ago.
#[derive(Module)]
pub struct TimeReceiver {
    /// The encoder's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// tsActive as written.
    pub asked: Signal<In, Bit>,
    /// Counter only: tsReset, a pulse.
    pub restart: Vec<Signal<In, Bit>>,
    /// Of the sender: tsActive as it has arrived there.
    pub active: Signal<In, Bit>,
    /// Of the sender: changes when there is another time in `held`.
    pub request: Signal<In, Bit>,
    /// Of the sender: a time.
    pub held: Signal<In, Bits<64>>,
    /// For the sender: equal to `request` when `held` has been taken.
    pub acknowledge: Signal<Out, Bit>,
    /// For the sender: changes for each tsReset.
    pub restarts: Vec<Signal<Out, Bit>>,
    /// tsActive has been there and back.
    pub followed: Signal<Out, Bit>,
    /// The time; 0 unless tsActive is asked and followed.
    pub now: Signal<Out, Bits<64>>,
    active_sync: Synchronizer,
    request_sync: Synchronizer,
    toggle: Vec<Reg<Bit>>,
    acknowledged: Reg<Bit>,
    taken: Reg<Bits<64>>,
    _counter: usize,
}

impl TimeReceiver {
    /// The receiver of `build`.
    pub fn new(build: &Build) -> Self {
        let Kind { counter, .. } = Kind::of(build);
        TimeReceiver {
            clock: Default::default(),
            rst_n: Default::default(),
            asked: Default::default(),
            restart: many(counter),
            active: Default::default(),
            request: Default::default(),
            held: Default::default(),
            acknowledge: Default::default(),
            restarts: many(counter),
            followed: Default::default(),
            now: Default::default(),
            active_sync: Synchronizer::new(build.reset),
            request_sync: Synchronizer::new(build.reset),
            toggle: (0..counter).map(|_| Reg::new(build.reset)).collect(),
            acknowledged: Reg::new(build.reset),
            taken: Reg::new(build.reset),
            _counter: counter,
        }
    }
}

impl Logic for TimeReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, acknowledged, taken);
        clock!(self, clock, active_sync, request_sync);

        self.active_sync.d.next = self.active.val();
        self.followed.next = self.active_sync.q.val();
        for i in 0..self._counter {
            self.toggle[i].clock.next = self.clock.val();
            self.toggle[i].rst_n.next = self.rst_n.val();
            self.toggle[i].d.next = self.toggle[i].q.val() ^ self.restart[i].val();
            self.restarts[i].next = self.toggle[i].q.val();
        }

        self.request_sync.d.next = self.request.val();
        if self.request_sync.q.val() != self.acknowledged.q.val() {
            self.taken.d.next = self.held.val();
            self.acknowledged.d.next = !self.acknowledged.q.val();
        }
        if !(self.asked.val() & self.active_sync.q.val()) {
            self.taken.d.next = bits::<64>(0);
        }
        self.acknowledge.next = self.acknowledged.q.val();
        self.now.next = self.taken.q.val();
    }
}
