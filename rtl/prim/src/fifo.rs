// SPDX-License-Identifier: Apache-2.0
//! A FIFO in one clock.

use super::{dff_setup, LutRam, Module, Reg};
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;

/// A FIFO of 2^`A` words of `D` bits. A word can come out in the cycle after it was taken; nothing goes through in the same cycle.
///
/// `out_data` comes from the memory of LUTs; it means nothing while there is no word. `A` is at most 15.
#[derive(Module)]
pub struct Fifo<const A: usize, const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Empties it at the end of the cycle; beats a word that is taken in that cycle.
    pub clear: Signal<In, Bit>,
    /// There is a word.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The word.
    pub in_data: Signal<In, Bits<D>>,
    /// There is a word.
    pub out_valid: Signal<Out, Bit>,
    /// It is taken.
    pub out_ready: Signal<In, Bit>,
    /// The word.
    pub out_data: Signal<Out, Bits<D>>,
    /// Words in it: 0 to 2^`A`.
    pub count: Signal<Out, Bits<16>>,
    /// There is none.
    pub empty: Signal<Out, Bit>,
    memory: LutRam<A, D>,
    write_at: Reg<Bits<A>>,
    read_at: Reg<Bits<A>>,
    full: Reg<Bit>,
    between: Signal<Local, Bits<A>>,
    write: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    is_empty: Signal<Local, Bit>,
    words: Constant<Bits<16>>,
}

impl<const A: usize, const D: usize> Fifo<A, D> {
    /// One whose registers are reset in this way.
    pub fn new(reset: Reset) -> Self {
        Fifo {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_data: Default::default(),
            count: Default::default(),
            empty: Default::default(),
            memory: LutRam::new(1 << A),
            write_at: Reg::new(reset),
            read_at: Reg::new(reset),
            full: Reg::new(reset),
            between: Default::default(),
            write: Default::default(),
            read: Default::default(),
            is_empty: Default::default(),
            words: Constant::new((1u64 << A).to_bits()),
        }
    }
}

impl<const A: usize, const D: usize> Logic for Fifo<A, D> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_at, read_at, full);
        self.memory.clock.next = self.clock.val();

        self.between.next = self.write_at.q.val() - self.read_at.q.val();
        self.is_empty.next = !self.between.val().any() & !self.full.q.val();
        self.write.next = self.in_valid.val() & !self.full.q.val();
        self.read.next = self.out_ready.val() & !self.is_empty.val();

        self.memory.write.next = self.write.val();
        self.memory.write_address.next = self.write_at.q.val();
        self.memory.write_data.next = self.in_data.val();
        self.memory.read_address.next = self.read_at.q.val();
        if self.write.val() {
            self.write_at.d.next = self.write_at.q.val() + 1;
        }
        if self.read.val() {
            self.read_at.d.next = self.read_at.q.val() + 1;
            self.full.d.next = false;
        } else if self.write.val() & !(self.between.val() + 1).any() {
            self.full.d.next = true;
        }
        if self.clear.val() {
            self.write_at.d.next = bits::<A>(0);
            self.read_at.d.next = bits::<A>(0);
            self.full.d.next = false;
        }

        self.in_ready.next = !self.full.q.val();
        self.out_valid.next = !self.is_empty.val();
        self.out_data.next = self.memory.read_data.val();
        self.empty.next = self.is_empty.val();
        self.count.next = bit_cast::<16, A>(self.between.val());
        if self.full.q.val() {
            self.count.next = self.words.val();
        }
    }
}
