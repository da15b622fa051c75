// SPDX-License-Identifier: Apache-2.0
//! Whether a block is where the last call or return predicts a return to (docs/encoder.md, "Implicit return").

use super::ReturnStack;
use crate::encoder::has::{blocks, has, places, return_mask, Has};
use crate::encoder::records::Block;
use crate::prim::*;

/// Follows calls and returns of all blocks, and compares each block's address with what was popped last before it.
///
/// How many entries of the stack are valid is not known here: within a trace every block is traced, so entries lie
/// where they would if the stack had been empty at its start.
#[synchronous(build: Build)]
pub struct Calls<const ADDR: usize> {
    /// The blocks of a cycle.
    #[count(blocks(build))]
    pub block: Vec<Signal<In, Block<ADDR>>>,
    /// The addresses of the blocks of the cycle before.
    #[count(blocks(build))]
    pub addr: Vec<Signal<In, Bits<ADDR>>>,
    /// Each of these is as predicted.
    #[count(blocks(build))]
    pub as_predicted: Vec<Signal<Out, Bit>>,
    stack: ReturnStack<ADDR>,
    /// What was popped last, before this cycle.
    prediction: Reg<Bits<ADDR>>,
    /// What was popped last, before each block of the cycle before.
    #[count(blocks(build))]
    expected: Vec<Reg<Bits<ADDR>>>,
    /// What was popped last, before each block and after the last one.
    #[count(blocks(build) + 1)]
    popped: Vec<Signal<Local, Bits<ADDR>>>,
    /// The place above the newest entry, before each block and after the last one.
    #[count(blocks(build) + 1)]
    at: Vec<Signal<Local, Bits<4>>>,
    /// Places of the list that were written, before each block and after the last one.
    #[count(blocks(build) + 1)]
    written: Vec<Signal<Local, Bits<8>>>,
    /// The list, before each block and after the last one.
    #[count((blocks(build) + 1) * places(build))]
    list: Vec<Signal<Local, Bits<ADDR>>>,
    #[value(return_mask(build, ADDR).to_bits())]
    mask: Constant<Bits<ADDR>>,
    #[value((blocks(build) as u64).to_bits())]
    middle: Constant<Bits<4>>,
    #[new(has(build))]
    _has: Has,
    #[new(blocks(build))]
    _blocks: usize,
    #[new(places(build))]
    _places: usize,
}

impl<const ADDR: usize> Logic for Calls<ADDR> {
    #[kernel]
    fn update(&mut self) {
        self.popped[0].next = self.prediction.q.val();
        self.at[0].next = self.middle.val();
        self.written[0].next = bits::<8>(0);
        for k in 0..self._places {
            self.list[k].next = self.stack.list[k].val();
        }
        for b in 0..self._blocks {
            let block: Block<ADDR> = self.block[b].val();
            let has_addr: Bit = if self._has.undefined { block.has_addr } else { true };
            let moves = block.valid & has_addr;
            let is_call = moves & block.call;
            let below = self.at[b].val() - 1;
            let place: Bits<4> = if moves & block.returns { below } else { self.at[b].val() };
            self.at[b + 1].next = place;
            self.written[b + 1].next = self.written[b].val();
            if is_call {
                self.at[b + 1].next = place + 1;
                self.written[b + 1].next = self.written[b].val() | (bits::<8>(1) << place);
            }
            let behind = (block.addr + bit_cast::<ADDR, 6>(block.half_words)) & self.mask.val();
            for k in 0..self._places {
                self.list[(b + 1) * self._places + k].next = self.list[b * self._places + k].val();
                // The only block of a cycle writes nothing else.
                if (self._blocks == 1) | (is_call & (place == k.to_bits::<4>())) {
                    self.list[(b + 1) * self._places + k].next = behind;
                }
            }
            // After as many blocks, the newest entry can only be near where it was.
            let mut newest: Bits<ADDR> = self.list[b * self._places + self._blocks - b - 1].val();
            for k in self._blocks - b..self._blocks + b {
                let is_there = below == k.to_bits::<4>();
                if is_there {
                    newest = self.list[b * self._places + k].val();
                }
            }
            self.popped[b + 1].next = if moves { newest } else { self.popped[b].val() };
            self.expected[b].d.next = self.popped[b].val();
            self.as_predicted[b].next = (self.addr[b].val() & self.mask.val()) == self.expected[b].q.val();
        }
        self.prediction.d.next = self.popped[self._blocks].val();
        connect!(stack: next_at = at[self._blocks], written[self._blocks]);
        for k in 0..self._places {
            self.stack.next_list[k].next = self.list[self._blocks * self._places + k].val();
        }
    }
}
