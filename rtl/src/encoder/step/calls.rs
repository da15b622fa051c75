// SPDX-License-Identifier: Apache-2.0
//! What one block does to the return stack.

use crate::encoder::built::{many, return_mask, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Pops and pushes (docs/encoder.md, "Implicit return").
///
/// There is no register in it. With N blocks a cycle `list` has the N newest entries of the stack, the newest at N - 1, and N places
/// above them; `at` is the place above the newest. `next_x` is what the block makes of `x`. With `implicit_return = "count"`
/// there is no list.
#[derive(Module)]
pub struct Calls<const ADDR: usize> {
    /// The block's main message synchronises.
    pub clear: Signal<In, Bit>,
    /// The block ends in a call, or a co-routine swap.
    pub call: Signal<In, Bit>,
    /// The block ends in a return, or a co-routine swap.
    pub returns: Signal<In, Bit>,
    /// The address behind the block.
    pub behind: Vec<Signal<In, Bits<ADDR>>>,
    /// How many entries are valid.
    pub count: Signal<In, Bits<6>>,
    /// How many are after this block.
    pub next_count: Signal<Out, Bits<6>>,
    /// The newest entries.
    pub list: Vec<Signal<In, Bits<ADDR>>>,
    /// The newest entries after this block.
    pub next_list: Vec<Signal<Out, Bits<ADDR>>>,
    /// The place above the newest.
    pub at: Vec<Signal<In, Bits<4>>>,
    /// The place above the newest after this block.
    pub next_at: Vec<Signal<Out, Bits<4>>>,
    /// Places that were written in this cycle.
    pub written: Vec<Signal<In, Bits<8>>>,
    /// Those with this block.
    pub next_written: Vec<Signal<Out, Bits<8>>>,
    /// There is something to pop.
    pub has_entry: Signal<Out, Bit>,
    /// The entry that a return pops.
    pub popped: Vec<Signal<Out, Bits<ADDR>>>,
    valid: Signal<Local, Bits<6>>,
    left: Signal<Local, Bits<6>>,
    below: Signal<Local, Bits<4>>,
    place: Signal<Local, Bits<4>>,
    depth: Constant<Bits<6>>,
    mask: Constant<Bits<ADDR>>,
    _stack: usize,
    _low: usize,
    _above_low: usize,
    _high: usize,
    _places: usize,
}

impl<const ADDR: usize> Calls<ADDR> {
    /// The calls and returns of block `block` of a cycle of `build`.
    pub fn new(build: &Build, block: usize) -> Self {
        let Built { stack, blocks, places, .. } = Built::of(build);
        Calls {
            clear: Default::default(),
            call: Default::default(),
            returns: Default::default(),
            behind: many(stack),
            count: Default::default(),
            next_count: Default::default(),
            list: many(places),
            next_list: many(places),
            at: many(stack),
            next_at: many(stack),
            written: many(stack),
            next_written: many(stack),
            has_entry: Default::default(),
            popped: many(stack),
            valid: Default::default(),
            left: Default::default(),
            below: Default::default(),
            place: Default::default(),
            depth: Constant::new(u64::from(build.encoder.return_stack_depth).to_bits()),
            mask: Constant::new(return_mask(build, ADDR).to_bits()),
            _stack: stack,
            _low: stack * (blocks - block - 1),
            _above_low: stack * (blocks - block),
            _high: stack * (blocks + block),
            _places: places,
        }
    }
}

impl<const ADDR: usize> Logic for Calls<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        self.valid.next = self.count.val();
        if self.clear.val() {
            self.valid.next = bits::<6>(0);
        }
        self.has_entry.next = self.valid.val().any();
        self.left.next = self.valid.val();
        if self.returns.val() & self.valid.val().any() {
            self.left.next = self.valid.val() - bits::<6>(1);
        }
        self.next_count.next = self.left.val();
        if self.call.val() & (self.left.val() != self.depth.val()) {
            self.next_count.next = self.left.val() + bits::<6>(1);
        }

        for i in 0..self._stack {
            self.below.next = self.at[i].val() - bits::<4>(1);
            self.place.next = self.at[i].val();
            if self.returns.val() {
                self.place.next = self.below.val();
            }
            self.next_at[i].next = self.place.val();
            self.next_written[i].next = self.written[i].val();
            if self.call.val() {
                self.next_at[i].next = self.place.val() + bits::<4>(1);
                self.next_written[i].next = self.written[i].val() | (bits::<8>(1) << self.place.val());
            }
        }
        // After as many blocks, the newest entry can only be near where it was.
        for j in self._low..self._above_low {
            self.popped[0].next = self.list[j].val();
        }
        for j in self._above_low..self._high {
            if self.below.val() == j.to_bits::<4>() {
                self.popped[0].next = self.list[j].val();
            }
        }
        for j in 0..self._places {
            self.next_list[j].next = self.list[j].val();
            if self.call.val() & (self.place.val() == j.to_bits::<4>()) {
                self.next_list[j].next = self.behind[0].val() & self.mask.val();
            }
        }
    }
}
