// SPDX-License-Identifier: Apache-2.0
//! Where the time comes from: a counter, or a port.

use super::Kind;
use crate::encoder::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// The time, in the clock that it belongs to: a counter of that clock (tsType 2), or what the port says (1 and 4).
///
/// Until `active` it is 0.
#[derive(Module)]
pub struct TimeSource {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// tsActive.
    pub active: Signal<In, Bit>,
    /// Counter only: tsCount.
    pub count: Vec<Signal<In, Bit>>,
    /// Counter only: tsDebug.
    pub debug: Vec<Signal<In, Bit>>,
    /// Counter only: tsPrescale.
    pub prescale: Vec<Signal<In, Bits<2>>>,
    /// Counter only: tsReset; counter and prescaler are 0 in the next cycle.
    pub restart: Vec<Signal<In, Bit>>,
    /// Counter only: the hart is halted in debug mode.
    pub halted: Vec<Signal<In, Bit>>,
    /// Port only: the time from outside.
    pub external_time: Vec<Signal<In, Bits<64>>>,
    /// The time, as wide as configured; that of a port as it was a cycle ago.
    pub now: Signal<Out, Bits<64>>,
    /// The time as it was a cycle ago, for other encoders.
    pub broadcast: Vec<Signal<Out, Bits<64>>>,
    divider: Vec<Reg<Bits<6>>>,
    current: Reg<Bits<64>>,
    sent: Vec<Reg<Bits<64>>>,
    tick: Signal<Local, Bit>,
    mask: Constant<Bits<64>>,
    _counter: usize,
    _external: usize,
    _broadcast: usize,
}

impl TimeSource {
    /// The source of `build`.
    pub fn new(build: &Build) -> Self {
        let Kind { counter, external, broadcast, .. } = Kind::of(build);
        TimeSource {
            clock: Default::default(),
            rst_n: Default::default(),
            active: Default::default(),
            count: many(counter),
            debug: many(counter),
            prescale: many(counter),
            restart: many(counter),
            halted: many(counter),
            external_time: many(external),
            now: Default::default(),
            broadcast: many(broadcast),
            divider: (0..counter).map(|_| Reg::new(build.reset)).collect(),
            current: Reg::new(build.reset),
            sent: (0..broadcast).map(|_| Reg::new(build.reset)).collect(),
            tick: Default::default(),
            mask: Constant::new((u64::MAX >> (u64::BITS - build.timestamp.width)).to_bits()),
            _counter: counter,
            _external: external,
            _broadcast: broadcast,
        }
    }
}

impl Logic for TimeSource {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, current);

        self.tick.next = false;
        for i in 0..self._external {
            self.current.d.next = self.external_time[i].val() & self.mask.val();
        }
        for i in 0..self._counter {
            self.divider[i].clock.next = self.clock.val();
            self.divider[i].rst_n.next = self.rst_n.val();
            self.divider[i].d.next = self.divider[i].q.val();
            match self.prescale[i].val().index() {
                0 => {
                    self.tick.next = true;
                }
                1 => {
                    self.tick.next = self.divider[i].q.val().get_bits::<2>(0).all();
                }
                2 => {
                    self.tick.next = self.divider[i].q.val().get_bits::<4>(0).all();
                }
                _ => {
                    self.tick.next = self.divider[i].q.val().all();
                }
            }
            if self.count[i].val() & (self.debug[i].val() | !self.halted[i].val()) {
                self.divider[i].d.next = self.divider[i].q.val() + bits::<6>(1);
                if self.tick.val() {
                    self.current.d.next = (self.current.q.val() + bits::<64>(1)) & self.mask.val();
                }
            }
            if self.restart[i].val() {
                self.divider[i].d.next = bits::<6>(0);
                self.current.d.next = bits::<64>(0);
            }
            if !self.active.val() {
                self.divider[i].d.next = bits::<6>(0);
            }
        }
        if !self.active.val() {
            self.current.d.next = bits::<64>(0);
        }

        self.now.next = self.current.q.val();
        for i in 0..self._broadcast {
            self.sent[i].clock.next = self.clock.val();
            self.sent[i].rst_n.next = self.rst_n.val();
            self.sent[i].d.next = self.current.q.val();
            self.broadcast[i].next = self.sent[i].q.val();
        }
    }
}
