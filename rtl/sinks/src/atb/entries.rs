// SPDX-License-Identifier: Apache-2.0
//! Entries of one width on their way from clock to clock.

use super::ports::{lanes, Passage};
use tracewright_prim::*;

/// A FIFO of beats in lanes of a byte. An entry of `D` bits is data, whether it is a mark, and the bytes minus one.
#[derive(Module)]
#[module(build: Build)]
pub struct AtbEntries<const D: usize> {
    /// Both sides.
    pub passage: Passage,
    fifo: AsyncFifo<4, D>,
    #[value((8 * lanes(build)).to_bits())]
    data_bits: Constant<Bits<8>>,
}

impl<const D: usize> Logic for AtbEntries<D> {
    #[kernel]
    fn update(&mut self) {
        connect!(fifo: passage.{in_clock, in_rst_n, in_clear, in_empty}, passage.entry_in.{in_valid = valid,
            in_ready = ready});
        let mut joined: Bits<D> = self.passage.entry_in.tail.val().get_bits::<D>(0) << self.data_bits.val();
        for i in 0..self.passage.entry_in.data.len() {
            joined = joined | (self.passage.entry_in.data[i].val().get_bits::<D>(0) << (i * 8).to_bits::<8>());
        }
        self.fifo.in_data.next = joined;

        connect!(fifo: passage.{out_clock, out_rst_n});
        // The writer's clear (`AtbControl`) lasts four cycles of each clock or more: it clears the reader, too.
        self.fifo.out_clear.next = false;
        connect!(fifo: passage.entry_out.{out_valid = valid, out_ready = ready});
        for i in 0..self.passage.entry_out.data.len() {
            self.passage.entry_out.data[i].next = self.fifo.out_data.val().get_bits::<8>(i * 8);
        }
        self.passage.entry_out.tail.next = (self.fifo.out_data.val() >> self.data_bits.val()).get_bits::<5>(0);
    }
}
