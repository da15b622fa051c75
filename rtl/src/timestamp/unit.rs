// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit as registers and messages see it.

use super::{Kind, TimeReceiver, TimeSource};
use crate::encoder::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_regmap::*;

/// The timestamp unit in the encoder's clock (Trace Control, chapter 7).
///
/// tsControl is kept by the register file; it does not depend on teActive: a time that others share goes on while the encoder
/// is reset. Where the time has a clock of its own, its source is in [`TimeSender`](super::TimeSender), whose ports are
/// connected to those of the same names.
#[derive(Module)]
pub struct Timestamp {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// tsControl: what is stored, tsActive as written; and tsReset, in the cycle in which 1 is written to it.
    pub control: Signal<In, Bits<32>>,
    /// Byte offset of the register.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is read in this cycle.
    pub bus_read: Signal<In, Bit>,
    /// Counter in the encoder's clock: the hart is halted in debug mode.
    pub halted: Vec<Signal<In, Bit>>,
    /// Port in the encoder's clock: the time from outside.
    pub external_time: Vec<Signal<In, Bits<64>>>,
    /// In the encoder's clock: the time as it was a cycle ago, for other encoders.
    pub broadcast: Vec<Signal<Out, Bits<64>>>,
    /// Own clock, of the sender: tsActive as it has arrived there.
    pub active: Vec<Signal<In, Bit>>,
    /// Own clock, of the sender: changes when there is another time in `held`.
    pub request: Vec<Signal<In, Bit>>,
    /// Own clock, of the sender: a time.
    pub held: Vec<Signal<In, Bits<64>>>,
    /// Own clock, for the sender: equal to `request` when `held` has been taken.
    pub acknowledge: Vec<Signal<Out, Bit>>,
    /// Counter of an own clock, for the sender: changes for each tsReset.
    pub restart: Vec<Signal<Out, Bit>>,
    /// Own clock: tsActive has been there and back. Elsewhere tsActive has followed as soon as it is written.
    pub followed: Vec<Signal<Out, Bit>>,
    /// tsLower.
    pub lower: Signal<Out, Bits<32>>,
    /// tsUpper, where the time has more than 32 bits.
    pub upper: Vec<Signal<Out, Bits<32>>>,
    /// The time, as wide as configured.
    pub now: Signal<Out, Bits<64>>,
    source: Vec<TimeSource>,
    receiver: Vec<TimeReceiver>,
    kept: Vec<Reg<Bits<32>>>,
    current: Signal<Local, Bits<64>>,
    asked: Signal<Local, Bit>,
    is_active: Signal<Local, Bit>,
    _wide: usize,
    _same_clock: usize,
    _counter: usize,
    _external: usize,
    _broadcast: usize,
    _own_clock: usize,
    _restarts: usize,
}

impl Timestamp {
    /// How many there are in `build`: one or none.
    pub fn count(build: &Build) -> usize {
        Kind::of(build).time
    }

    /// The timestamp unit of `build`.
    pub fn new(build: &Build) -> Self {
        let Kind { own_clock, counter, external, broadcast, .. } = Kind::of(build);
        let same_clock = 1 - own_clock;
        let (restarts, counter) = (counter * own_clock, counter * same_clock);
        let (external, broadcast) = (external * same_clock, broadcast * same_clock);
        let wide = usize::from(build.timestamp.width > u32::BITS);
        Timestamp {
            clock: Default::default(),
            rst_n: Default::default(),
            control: Default::default(),
            bus_addr: Default::default(),
            bus_read: Default::default(),
            halted: many(counter),
            external_time: many(external),
            broadcast: many(broadcast),
            active: many(own_clock),
            request: many(own_clock),
            held: many(own_clock),
            acknowledge: many(own_clock),
            restart: many(restarts),
            followed: many(own_clock),
            lower: Default::default(),
            upper: many(wide),
            now: Default::default(),
            source: (0..same_clock).map(|_| TimeSource::new(build)).collect(),
            receiver: (0..own_clock).map(|_| TimeReceiver::new(build)).collect(),
            kept: (0..wide).map(|_| Reg::new(build.reset)).collect(),
            current: Default::default(),
            asked: Default::default(),
            is_active: Default::default(),
            _wide: wide,
            _same_clock: same_clock,
            _counter: counter,
            _external: external,
            _broadcast: broadcast,
            _own_clock: own_clock,
            _restarts: restarts,
        }
    }
}

impl Logic for Timestamp {
    #[hdl_gen]
    fn update(&mut self) {
        self.asked.next = self.control.val().get_bit(TS_CONTROL_TS_ACTIVE);
        for i in 0..self._same_clock {
            self.source[i].clock.next = self.clock.val();
            self.source[i].rst_n.next = self.rst_n.val();
            self.source[i].active.next = self.asked.val();
            self.is_active.next = self.asked.val();
            self.current.next = self.source[i].now.val();
        }
        for i in 0..self._counter {
            self.source[i].count[0].next = self.control.val().get_bit(TS_CONTROL_TS_COUNT);
            self.source[i].debug[0].next = self.control.val().get_bit(TS_CONTROL_TS_DEBUG);
            self.source[i].prescale[0].next = self.control.val().get_bits::<2>(TS_CONTROL_TS_PRESCALE);
            self.source[i].restart[0].next = self.control.val().get_bit(TS_CONTROL_TS_RESET);
            self.source[i].halted[0].next = self.halted[i].val();
        }
        for i in 0..self._external {
            self.source[i].external_time[0].next = self.external_time[i].val();
        }
        for i in 0..self._broadcast {
            self.broadcast[i].next = self.source[i].broadcast[0].val();
        }
        for i in 0..self._own_clock {
            self.receiver[i].clock.next = self.clock.val();
            self.receiver[i].rst_n.next = self.rst_n.val();
            self.receiver[i].asked.next = self.asked.val();
            self.receiver[i].active.next = self.active[i].val();
            self.receiver[i].request.next = self.request[i].val();
            self.receiver[i].held.next = self.held[i].val();
            self.acknowledge[i].next = self.receiver[i].acknowledge.val();
            self.followed[i].next = self.receiver[i].followed.val();
            self.is_active.next = self.asked.val() & self.receiver[i].followed.val();
            self.current.next = self.receiver[i].now.val();
        }
        for i in 0..self._restarts {
            self.receiver[i].restart[0].next = self.control.val().get_bit(TS_CONTROL_TS_RESET);
            self.restart[i].next = self.receiver[i].restarts[0].val();
        }

        for i in 0..self._wide {
            self.kept[i].clock.next = self.clock.val();
            self.kept[i].rst_n.next = self.rst_n.val();
            self.kept[i].d.next = self.kept[i].q.val();
            if self.bus_read.val() & (self.bus_addr.val() == TS_LOWER.to_bits::<12>()) {
                self.kept[i].d.next = self.current.val().get_bits::<32>(32);
            }
            if !self.is_active.val() {
                self.kept[i].d.next = bits::<32>(0);
            }
            self.upper[i].next = self.kept[i].q.val();
        }
        self.lower.next = self.current.val().get_bits::<32>(0);
        self.now.next = self.current.val();
    }
}
