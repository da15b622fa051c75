// SPDX-License-Identifier: Apache-2.0
//! The side of an asynchronous FIFO that is written.

use crate::{clock, dff_setup, Module, Reg, Synchronizer};
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;

/// Counts words in Gray code, and sees how many the other side has taken.
///
/// A count has `A`+1 bits: the lowest `A` of its Gray code, and the *lap*, its highest.
#[derive(Module)]
pub struct AsyncWriter<const A: usize> {
    /// The writer's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// As a reset.
    pub clear: Signal<In, Bit>,
    /// There is a word.
    pub valid: Signal<In, Bit>,
    /// It is taken.
    pub ready: Signal<Out, Bit>,
    /// Everything written has been taken by the other side.
    pub empty: Signal<Out, Bit>,
    /// Write the word to the memory.
    pub write: Signal<Out, Bit>,
    /// Where in the memory.
    pub address: Signal<Out, Bits<A>>,
    /// To the other clock: words written, in Gray code.
    pub written: Signal<Out, Bits<A>>,
    /// To the other clock: the highest bit of that.
    pub written_lap: Signal<Out, Bit>,
    /// To the other clock: the count is 0, and stays so until the reader has settled.
    pub down: Signal<Out, Bit>,
    /// From the other clock: words taken, in Gray code.
    pub taken: Signal<In, Bits<A>>,
    /// From the other clock: the highest bit of that.
    pub taken_lap: Signal<In, Bit>,
    /// From the other clock: the reader has seen this side down since its reset.
    pub settled: Signal<In, Bit>,
    /// From the other clock: the reader then saw this side up.
    pub running: Signal<In, Bit>,
    taken_sync: Vec<Synchronizer>,
    taken_lap_sync: Synchronizer,
    settled_sync: Synchronizer,
    running_sync: Synchronizer,
    is_down: Reg<Bit>,
    linked: Reg<Bit>,
    count: Reg<Bits<A>>,
    lap: Reg<Bit>,
    gray: Reg<Bits<A>>,
    next: Signal<Local, Bits<A>>,
    next_lap: Signal<Local, Bit>,
    next_gray: Signal<Local, Bits<A>>,
    full_gray: Signal<Local, Bits<A>>,
    full: Signal<Local, Bit>,
    same: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    goes_down: Signal<Local, Bit>,
    highest: Constant<Bits<A>>,
    _bits: usize,
}

impl<const A: usize> AsyncWriter<A> {
    /// One whose registers are reset in this way.
    pub fn new(reset: Reset) -> Self {
        AsyncWriter {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            valid: Default::default(),
            ready: Default::default(),
            empty: Default::default(),
            write: Default::default(),
            address: Default::default(),
            written: Default::default(),
            written_lap: Default::default(),
            down: Default::default(),
            taken: Default::default(),
            taken_lap: Default::default(),
            settled: Default::default(),
            running: Default::default(),
            taken_sync: (0..A).map(|_| Synchronizer::new(reset)).collect(),
            taken_lap_sync: Synchronizer::new(reset),
            settled_sync: Synchronizer::new(reset),
            running_sync: Synchronizer::new(reset),
            is_down: Reg::with(reset, true),
            linked: Reg::new(reset),
            count: Reg::new(reset),
            lap: Reg::new(reset),
            gray: Reg::new(reset),
            next: Default::default(),
            next_lap: Default::default(),
            next_gray: Default::default(),
            full_gray: Default::default(),
            full: Default::default(),
            same: Default::default(),
            take: Default::default(),
            goes_down: Default::default(),
            highest: Constant::new((1u64 << (A - 1)).to_bits()),
            _bits: A,
        }
    }
}

impl<const A: usize> Logic for AsyncWriter<A> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, is_down, linked, count, lap, gray);
        clock!(self, clock, taken_lap_sync, settled_sync, running_sync);
        self.taken_lap_sync.d.next = self.taken_lap.val();
        self.settled_sync.d.next = self.settled.val();
        self.running_sync.d.next = self.running.val();

        // Full: a lap ahead of the reader, in whose Gray code that is the two highest bits turned round.
        self.full_gray.next = self.gray.q.val() ^ self.highest.val();
        self.full.next = self.lap.q.val() != self.taken_lap_sync.q.val();
        self.same.next = self.lap.q.val() == self.taken_lap_sync.q.val();
        for i in 0..self._bits {
            self.taken_sync[i].clock.next = self.clock.val();
            self.taken_sync[i].rst_n.next = self.rst_n.val();
            self.taken_sync[i].d.next = self.taken.val().get_bit(i);
            if self.taken_sync[i].q.val() != self.full_gray.val().get_bit(i) {
                self.full.next = false;
            }
            if self.taken_sync[i].q.val() != self.gray.q.val().get_bit(i) {
                self.same.next = false;
            }
        }
        self.ready.next = self.linked.q.val() & !self.full.val();
        self.empty.next = !self.linked.q.val() | self.same.val();

        self.take.next = self.valid.val() & self.linked.q.val() & !self.full.val();
        self.next.next = self.count.q.val() + 1;
        self.next_lap.next = self.lap.q.val() ^ !self.next.val().any();
        self.next_gray.next = self.next.val() ^ (self.next.val() >> bits::<1>(1));
        if self.take.val() {
            self.count.d.next = self.next.val();
            self.lap.d.next = self.next_lap.val();
            self.gray.d.next = self.next_gray.val();
            if self.next_lap.val() {
                self.gray.d.next = self.next_gray.val() ^ self.highest.val();
            }
        }

        // Up when the reader waits for it, linked when the reader runs, down when it is fresh. A clear takes it down unless
        // it has just come up: then there is nothing to clear, and the reader is still to answer.
        self.goes_down.next = !self.settled_sync.q.val() | (self.is_down.q.val() & self.running_sync.q.val());
        if self.clear.val() & (self.is_down.q.val() | self.running_sync.q.val()) {
            self.goes_down.next = true;
        }
        self.is_down.d.next = self.goes_down.val();
        self.linked.d.next = !self.is_down.q.val() & self.running_sync.q.val();
        if self.goes_down.val() {
            self.linked.d.next = false;
            self.count.d.next = bits::<A>(0);
            self.lap.d.next = false;
            self.gray.d.next = bits::<A>(0);
        }

        self.write.next = self.take.val();
        self.address.next = self.count.q.val();
        self.written.next = self.gray.q.val();
        self.written_lap.next = self.lap.q.val();
        self.down.next = self.is_down.q.val();
    }
}
