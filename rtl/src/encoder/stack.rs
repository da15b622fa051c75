// SPDX-License-Identifier: Apache-2.0
//! The return stack (N-Trace 9.2).

use super::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Keeps return addresses from cycle to cycle: a circular buffer in as many banks as there are blocks a cycle, since these can
/// push as many addresses.
///
/// The blocks of a cycle work on the newest entries as a list; a bank has one place among the lower half of the list and one among
/// the upper half, and they never write both. With `implicit_return = "count"` there is only the count.
#[derive(Module)]
pub struct ReturnStack<const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Empties the stack.
    pub clear: Signal<In, Bit>,
    /// How many entries are valid.
    pub count: Signal<Out, Bits<6>>,
    /// How many are after this cycle.
    pub next_count: Signal<In, Bits<6>>,
    /// The newest entries, the newest last, and as many places for more.
    pub list: Vec<Signal<Out, Bits<ADDR>>>,
    /// They after this cycle.
    pub next_list: Vec<Signal<In, Bits<ADDR>>>,
    /// The place above the newest.
    pub at: Vec<Signal<Out, Bits<4>>>,
    /// The place above the newest after this cycle.
    pub next_at: Vec<Signal<In, Bits<4>>>,
    /// Places that were written.
    pub written: Vec<Signal<In, Bits<8>>>,
    valid: Reg<Bits<6>>,
    top: Vec<Reg<Bits<6>>>,
    bank: Vec<LutRam<5, ADDR>>,
    moved: Signal<Local, Bits<4>>,
    lane: Vec<Signal<Local, Bits<6>>>,
    lowest: Vec<Signal<Local, Bits<6>>>,
    row: Vec<Signal<Local, Bits<6>>>,
    write_row: Vec<Signal<Local, Bits<6>>>,
    blocks: Constant<Bits<6>>,
    lane_mask: Constant<Bits<6>>,
    lane_bits: Constant<Bits<6>>,
    middle: Constant<Bits<4>>,
    _stack: usize,
    _blocks: usize,
    _places: usize,
}

impl<const ADDR: usize> ReturnStack<ADDR> {
    /// The return stack of `build`.
    pub fn new(build: &Build) -> Self {
        let Built { stack, blocks, places, .. } = Built::of(build);
        let words = (build.encoder.return_stack_depth as usize).next_power_of_two().max(2 * blocks);
        let rows = (words / blocks).max(2);
        let banks = blocks * stack;
        ReturnStack {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            count: Default::default(),
            next_count: Default::default(),
            list: many(places),
            next_list: many(places),
            at: many(stack),
            next_at: many(stack),
            written: many(stack),
            valid: Reg::new(build.reset),
            top: (0..stack).map(|_| Reg::new(build.reset)).collect(),
            bank: (0..banks).map(|_| LutRam::new(rows)).collect(),
            moved: Default::default(),
            lane: many(banks),
            lowest: many(banks),
            row: many(banks),
            write_row: many(banks),
            blocks: Constant::new((blocks as u64).to_bits()),
            lane_mask: Constant::new((blocks as u64 - 1).to_bits()),
            lane_bits: Constant::new(u64::from(blocks.ilog2()).to_bits()),
            middle: Constant::new((blocks as u64).to_bits()),
            _stack: stack,
            _blocks: banks,
            _places: places,
        }
    }
}

impl<const ADDR: usize> Logic for ReturnStack<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid);

        self.count.next = self.valid.q.val();
        self.valid.d.next = self.next_count.val();
        if self.clear.val() {
            self.valid.d.next = bits::<6>(0);
        }

        for i in 0..self._stack {
            self.at[i].next = self.middle.val();
            self.top[i].clock.next = self.clock.val();
            self.top[i].rst_n.next = self.rst_n.val();
            self.moved.next = self.next_at[i].val();
            self.top[i].d.next = (self.top[i].q.val() + bit_cast::<6, 4>(self.moved.val())) - self.blocks.val();
        }
        // The place of the list that bank b has, and where in the bank that is.
        for b in 0..self._blocks {
            self.lane[b].next = (b.to_bits::<6>() - self.top[0].q.val()) & self.lane_mask.val();
            self.lowest[b].next = (self.top[0].q.val() + self.lane[b].val()) - self.blocks.val();
            self.row[b].next = self.lowest[b].val() >> self.lane_bits.val();
            self.bank[b].clock.next = self.clock.val();
            self.bank[b].read_address.next = self.row[b].val().get_bits::<5>(0);
            self.bank[b].write_address.next = self.write_row[b].val().get_bits::<5>(0);
        }
        for k in 0..self._places {
            self.list[k].next = bits::<ADDR>(0);
        }
        for k in 0..self._blocks {
            for b in 0..self._blocks {
                if self.lane[b].val() == k.to_bits::<6>() {
                    self.list[k].next = self.bank[b].read_data.val();
                }
            }
        }
        for b in 0..self._blocks {
            self.bank[b].write.next = false;
            self.bank[b].write_data.next = bits::<ADDR>(0);
            self.write_row[b].next = self.row[b].val();
            for k in 0..self._blocks {
                if self.lane[b].val() == k.to_bits::<6>() {
                    self.bank[b].write_data.next = self.next_list[k].val();
                    self.bank[b].write.next = self.written[0].val().get_bit(k);
                }
            }
            for k in self._blocks..self._places {
                if (self.lane[b].val() == (k.to_bits::<6>() & self.lane_mask.val())) & self.written[0].val().get_bit(k)
                {
                    self.bank[b].write.next = true;
                    self.bank[b].write_data.next = self.next_list[k].val();
                    self.write_row[b].next = self.row[b].val() + bits::<6>(1);
                }
            }
        }
    }
}
