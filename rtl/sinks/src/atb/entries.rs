// SPDX-License-Identifier: Apache-2.0
//! Entries of one width on their way from clock to clock.

use super::ports::{lanes, Passage};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, AsyncFifo, Module};

/// A FIFO of beats in lanes of a byte; `D` is the bits of an entry: data, then whether it is a mark, then the bytes
/// minus one.
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
        self.fifo.in_clock.next = self.passage.in_clock.val();
        self.fifo.in_rst_n.next = self.passage.in_rst_n.val();
        self.fifo.in_clear.next = self.passage.in_clear.val();
        self.passage.in_empty.next = self.fifo.in_empty.val();
        self.fifo.in_valid.next = self.passage.entry_in.valid.val();
        self.passage.entry_in.ready.next = self.fifo.in_ready.val();
        let mut joined: Bits<D> = self.passage.entry_in.tail.val().get_bits::<D>(0) << self.data_bits.val();
        for i in 0..self.passage.entry_in.data.len() {
            joined = joined | (self.passage.entry_in.data[i].val().get_bits::<D>(0) << (i * 8).to_bits::<8>());
        }
        self.fifo.in_data.next = joined;

        self.fifo.out_clock.next = self.passage.out_clock.val();
        self.fifo.out_rst_n.next = self.passage.out_rst_n.val();
        // The writer's clear is long enough for both.
        self.fifo.out_clear.next = false;
        self.passage.entry_out.valid.next = self.fifo.out_valid.val();
        self.fifo.out_ready.next = self.passage.entry_out.ready.val();
        for i in 0..self.passage.entry_out.data.len() {
            self.passage.entry_out.data[i].next = self.fifo.out_data.val().get_bits::<8>(i * 8);
        }
        self.passage.entry_out.tail.next = (self.fifo.out_data.val() >> self.data_bits.val()).get_bits::<5>(0);
    }
}
