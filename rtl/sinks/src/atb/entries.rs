// SPDX-License-Identifier: Apache-2.0
//! Entries of one width on their way from clock to clock.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::{many, AsyncFifo, Module};

/// A FIFO of beats in lanes of a byte; `D` is the bits of an entry: data, then whether it is a mark, then the bytes minus one.
#[derive(Module)]
pub struct AtbEntries<const D: usize> {
    /// The encoder's clock; rising edge.
    pub in_clock: Signal<In, Clock>,
    /// Active low.
    pub in_rst_n: Signal<In, Bit>,
    /// Drops all entries.
    pub in_clear: Signal<In, Bit>,
    /// There is an entry.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// Its bytes.
    pub in_data: Vec<Signal<In, Bits<8>>>,
    /// In bit 0: it is a mark. Above: how many bytes are trace, minus one.
    pub in_tail: Signal<In, Bits<5>>,
    /// All entries were taken on the other side.
    pub in_empty: Signal<Out, Bit>,
    /// The ATB's clock; rising edge.
    pub out_clock: Signal<In, Clock>,
    /// Active low.
    pub out_rst_n: Signal<In, Bit>,
    /// There is an entry.
    pub out_valid: Signal<Out, Bit>,
    /// It is taken.
    pub out_ready: Signal<In, Bit>,
    /// Its bytes.
    pub out_data: Vec<Signal<Out, Bits<8>>>,
    /// As `in_tail`.
    pub out_tail: Signal<Out, Bits<5>>,
    fifo: AsyncFifo<4, D>,
    joined: Vec<Signal<Local, Bits<D>>>,
    data_bits: Constant<Bits<8>>,
    _lanes: usize,
}

impl<const D: usize> AtbEntries<D> {
    /// For beats of so many bytes, as `D` says.
    pub fn new(reset: Reset, lanes: usize) -> Self {
        assert_eq!(D, 8 * lanes + 1 + lanes.ilog2() as usize, "bits of an entry of {lanes} bytes");
        AtbEntries {
            in_clock: Default::default(),
            in_rst_n: Default::default(),
            in_clear: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: many(lanes),
            in_tail: Default::default(),
            in_empty: Default::default(),
            out_clock: Default::default(),
            out_rst_n: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_data: many(lanes),
            out_tail: Default::default(),
            fifo: AsyncFifo::new(reset),
            joined: many(lanes + 1),
            data_bits: Constant::new((8 * lanes).to_bits()),
            _lanes: lanes,
        }
    }
}

impl<const D: usize> Logic for AtbEntries<D> {
    #[hdl_gen]
    fn update(&mut self) {
        self.fifo.in_clock.next = self.in_clock.val();
        self.fifo.in_rst_n.next = self.in_rst_n.val();
        self.fifo.in_clear.next = self.in_clear.val();
        self.fifo.in_valid.next = self.in_valid.val();
        self.in_ready.next = self.fifo.in_ready.val();
        self.in_empty.next = self.fifo.in_empty.val();
        self.joined[0].next = self.in_tail.val().get_bits::<D>(0) << self.data_bits.val();
        for i in 0..self._lanes {
            self.joined[i + 1].next =
                self.joined[i].val() | (self.in_data[i].val().get_bits::<D>(0) << (i * 8).to_bits::<8>());
            self.fifo.in_data.next = self.joined[i + 1].val();
        }

        self.fifo.out_clock.next = self.out_clock.val();
        self.fifo.out_rst_n.next = self.out_rst_n.val();
        // The writer's clear is long enough for both.
        self.fifo.out_clear.next = false;
        self.fifo.out_ready.next = self.out_ready.val();
        self.out_valid.next = self.fifo.out_valid.val();
        for i in 0..self._lanes {
            self.out_data[i].next = self.fifo.out_data.val().get_bits::<8>(i * 8);
        }
        self.out_tail.next = (self.fifo.out_data.val() >> self.data_bits.val()).get_bits::<5>(0);
    }
}
