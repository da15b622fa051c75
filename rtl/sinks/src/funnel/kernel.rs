// SPDX-License-Identifier: Apache-2.0
//! The funnel, a cycle at a time.

use super::Funnel;
use rust_hdl_core::prelude::*;
use tracewright_prim::dff_setup;

impl<const IN: usize> Logic for Funnel<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, data);
        self.moves.next = !self.valid.q.val() | self.out_ready.val();

        // Who wants the output. While a message is passed, nobody else may.
        self.closes.next = false;
        for i in 0..self._closes {
            self.cut[i].clock.next = self.clock.val();
            self.cut[i].rst_n.next = self.rst_n.val();
            self.closes.next = self.cut[i].q.val();
        }
        self.busy_before[0].next = self.closes.val();
        for i in 0..self._inputs {
            self.busy_before[i + 1].next = self.busy_before[i].val() | self.passes[i].q.val();
            self.busy.next = self.busy_before[i + 1].val();
        }
        for i in 0..self._inputs {
            for _k in 0..self._bytes {
                self.ends[i].next = self.in_data[i].val().get_bits::<2>(0) == bits::<2>(3);
            }
            for _k in 0..self._chunks {
                self.ends[i].next = self.in_last[i].val();
            }
            self.throws[i].next = self.clear.val()
                | self.drops[i].q.val()
                | (!self.passes[i].q.val() & (!self.enable.val() | self.disable.val().get_bit(i)));
            self.asks[i].next =
                self.in_valid[i].val() & !self.throws[i].val() & (self.passes[i].q.val() | !self.busy.val());
            self.near[i].next = self.asks[i].val() & self.behind[i].q.val();
        }

        // The next behind the one that had it, or else the first of all: the lowest bit that is set.
        self.asking[0].next = bits::<32>(0);
        self.nearing[0].next = bits::<32>(0);
        for i in 0..self._inputs {
            self.asking[i + 1].next = self.asking[i].val().replace_bit(i, self.asks[i].val());
            self.nearing[i + 1].next = self.nearing[i].val().replace_bit(i, self.near[i].val());
            self.wants.next = (self.asking[i + 1].val() << self.inputs.val()) | self.nearing[i + 1].val();
        }
        self.negative.next = !self.wants.val() + bits::<32>(1);
        self.lowest.next = self.wants.val() & self.negative.val();
        self.lowest_asking.next = self.lowest.val() >> self.inputs.val();
        self.above.next = self.wants.val() ^ self.negative.val();
        self.above_asking.next = self.above.val() >> self.inputs.val();
        for i in 0..self._inputs {
            self.given[i].next = self.lowest.val().get_bit(i) | self.lowest_asking.val().get_bit(i);
            self.in_ready[i].next = self.throws[i].val() | (self.given[i].val() & self.moves.val());
        }

        // Where each input is in its messages.
        for i in 0..self._inputs {
            self.passes[i].clock.next = self.clock.val();
            self.passes[i].rst_n.next = self.rst_n.val();
            self.passes[i].d.next = self.passes[i].q.val();
            self.drops[i].clock.next = self.clock.val();
            self.drops[i].rst_n.next = self.rst_n.val();
            self.drops[i].d.next = self.drops[i].q.val();
            self.behind[i].clock.next = self.clock.val();
            self.behind[i].rst_n.next = self.rst_n.val();
            self.behind[i].d.next = self.behind[i].q.val();
            if self.given[i].val() & self.moves.val() {
                self.passes[i].d.next = !self.ends[i].val();
            }
            if self.moves.val() & self.wants.val().any() {
                self.behind[i].d.next = self.above_asking.val().get_bit(i);
                if self.above_asking.val().get_bit(0) {
                    self.behind[i].d.next = self.above.val().get_bit(i);
                }
            }
            if self.throws[i].val() & self.in_valid[i].val() {
                self.drops[i].d.next = !self.ends[i].val();
            }
            if self.clear.val() {
                self.passes[i].d.next = false;
                self.behind[i].d.next = false;
                if self.passes[i].q.val() & !self.in_valid[i].val() {
                    self.drops[i].d.next = true;
                }
            }
        }

        // What is passed.
        self.data_before[0].next = bits::<IN>(0);
        for i in 0..self._inputs {
            self.given_data[i].next = bits::<IN>(0);
            if self.given[i].val() {
                self.given_data[i].next = self.in_data[i].val();
            }
            self.data_before[i + 1].next = self.data_before[i].val() | self.given_data[i].val();
        }
        if self.moves.val() {
            self.valid.d.next = self.wants.val().any();
            self.data.d.next = self.data_before[self._inputs].val();
        }
        for k in 0..self._chunks {
            self.bytes_before[0].next = bits::<4>(0);
            self.last_before[0].next = false;
            for i in 0..self._inputs {
                self.given_bytes[i].next = bits::<4>(0);
                if self.given[i].val() {
                    self.given_bytes[i].next = self.in_bytes[i].val();
                }
                self.given_last[i].next = self.given[i].val() & self.in_last[i].val();
                self.bytes_before[i + 1].next = self.bytes_before[i].val() | self.given_bytes[i].val();
                self.last_before[i + 1].next = self.last_before[i].val() | self.given_last[i].val();
            }
            self.bytes[k].clock.next = self.clock.val();
            self.bytes[k].rst_n.next = self.rst_n.val();
            self.bytes[k].d.next = self.bytes[k].q.val();
            self.last[k].clock.next = self.clock.val();
            self.last[k].rst_n.next = self.rst_n.val();
            self.last[k].d.next = self.last[k].q.val();
            if self.moves.val() {
                self.bytes[k].d.next = self.bytes_before[self._inputs].val();
                self.last[k].d.next = self.last_before[self._inputs].val();
            }
            self.out_bytes[k].next = self.bytes[k].q.val();
            self.out_last[k].next = self.last[k].q.val();
        }
        for i in 0..self._closes {
            self.cut[i].d.next =
                (self.closes.val() & !self.moves.val()) | (self.clear.val() & self.busy.val() & !self.closes.val());
            if self.closes.val() & self.moves.val() {
                self.valid.d.next = true;
                self.data.d.next = bits::<IN>(3);
            }
        }
        for i in 0..self._closed_chunks {
            if self.closes.val() & self.moves.val() {
                self.bytes[i].d.next = bits::<4>(1);
                self.last[i].d.next = true;
            }
        }
        for _i in 0..self._forgets {
            if self.clear.val() {
                self.valid.d.next = false;
            }
        }
        self.out_valid.next = self.valid.q.val();
        self.out_data.next = self.data.q.val();
        self.empty.next = !self.valid.q.val() & !self.busy.val();
    }
}
