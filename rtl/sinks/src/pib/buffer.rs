// SPDX-License-Identifier: Apache-2.0
//! The buffer of the PIB.

use super::Kind;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{dff_setup, LutRam, Module, Reg};

/// A FIFO of `pib_buffer` bytes that knows how many messages end in it.
#[derive(Module)]
pub struct PibBuffer {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Empties it.
    pub clear: Signal<In, Bit>,
    /// There is an entry.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The entry: a byte, or two of a message, first lowest.
    pub in_data: Signal<In, Bits<16>>,
    /// There is an entry.
    pub out_valid: Signal<Out, Bit>,
    /// It is taken.
    pub out_ready: Signal<In, Bit>,
    /// The entry.
    pub out_data: Signal<Out, Bits<16>>,
    /// The end of a message is used up in this cycle.
    pub ended: Signal<In, Bit>,
    /// A message is here as a whole, or no more of one has room.
    pub whole: Signal<Out, Bit>,
    memory: Vec<LutRam<10, 8>>,
    write_at: Reg<Bits<10>>,
    read_at: Reg<Bits<10>>,
    held: Reg<Bits<11>>,
    some: Reg<Bit>,
    full: Reg<Bit>,
    messages: Reg<Bits<11>>,
    any_message: Reg<Bit>,
    last: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    completed: Signal<Local, Bit>,
    last_word: Constant<Bits<11>>,
    counts: Constant<Bits<11>>,
    _lanes: usize,
    _single: usize,
    _pairs: usize,
}

impl PibBuffer {
    /// That of `build`.
    pub fn new(build: &Build) -> Self {
        let lanes = 1 + Kind::of(build).pairs;
        let words = build.sink.pib_buffer as usize / lanes;
        PibBuffer {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_data: Default::default(),
            ended: Default::default(),
            whole: Default::default(),
            memory: (0..lanes).map(|_| LutRam::new(words)).collect(),
            write_at: Reg::new(build.reset),
            read_at: Reg::new(build.reset),
            held: Reg::new(build.reset),
            some: Reg::new(build.reset),
            full: Reg::new(build.reset),
            messages: Reg::new(build.reset),
            any_message: Reg::new(build.reset),
            last: Default::default(),
            write: Default::default(),
            read: Default::default(),
            completed: Default::default(),
            last_word: Constant::new((words - 1).to_bits()),
            counts: Constant::new((2 * words - 1).to_bits()),
            _lanes: lanes,
            _single: 2 - lanes,
            _pairs: lanes - 1,
        }
    }
}

impl Logic for PibBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_at, read_at, held, some, full, messages, any_message);

        self.write.next = self.in_valid.val() & !self.full.q.val();
        self.read.next = self.out_ready.val() & self.some.q.val();
        self.in_ready.next = !self.full.q.val();
        self.out_valid.next = self.some.q.val();
        for i in 0..self._lanes {
            self.memory[i].clock.next = self.clock.val();
            self.memory[i].write.next = self.write.val();
            self.memory[i].write_address.next = self.write_at.q.val();
            self.memory[i].write_data.next = self.in_data.val().get_bits::<8>(8 * i);
            self.memory[i].read_address.next = self.read_at.q.val();
        }
        for i in 0..self._single {
            self.out_data.next = self.memory[i].read_data.val().get_bits::<16>(0);
            self.last.next = self.in_data.val().get_bits::<2>(i).all();
        }
        for i in 0..self._pairs {
            self.out_data.next = self.memory[i].read_data.val().get_bits::<16>(0)
                | (self.memory[i + 1].read_data.val().get_bits::<16>(0) << bits::<16>(8));
            self.last.next = self.in_data.val().get_bits::<2>(i).all() | self.in_data.val().get_bits::<2>(i + 8).all();
        }
        if self.write.val() {
            self.write_at.d.next = self.write_at.q.val() + bits::<10>(1);
        }
        if self.read.val() {
            self.read_at.d.next = self.read_at.q.val() + bits::<10>(1);
        }
        if self.write.val() & !self.read.val() {
            self.held.d.next = (self.held.q.val() + bits::<11>(1)) & self.counts.val();
            self.some.d.next = true;
            self.full.d.next = self.held.q.val() == self.last_word.val();
        } else if self.read.val() & !self.write.val() {
            self.held.d.next = (self.held.q.val() - bits::<11>(1)) & self.counts.val();
            self.some.d.next = self.held.q.val() != bits::<11>(1);
            self.full.d.next = false;
        }

        self.completed.next = self.write.val() & self.last.val();
        if self.completed.val() & !self.ended.val() {
            self.messages.d.next = (self.messages.q.val() + bits::<11>(1)) & self.counts.val();
            self.any_message.d.next = true;
        } else if self.ended.val() & !self.completed.val() {
            self.messages.d.next = (self.messages.q.val() - bits::<11>(1)) & self.counts.val();
            self.any_message.d.next = self.messages.q.val() != bits::<11>(1);
        }
        self.whole.next = self.any_message.q.val() | self.full.q.val();

        if self.clear.val() {
            self.write_at.d.next = bits::<10>(0);
            self.read_at.d.next = bits::<10>(0);
            self.held.d.next = bits::<11>(0);
            self.some.d.next = false;
            self.full.d.next = false;
            self.messages.d.next = bits::<11>(0);
            self.any_message.d.next = false;
        }
    }
}
