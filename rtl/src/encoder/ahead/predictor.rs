// SPDX-License-Identifier: Apache-2.0
//! Whether a block is where a return is predicted to go (N-Trace 9.2; docs/encoder.md, "Implicit return").

use super::ReturnStack;
use crate::encoder::has::{blocks, has, Has};
use crate::encoder::records::Block;
use crate::prim::*;

/// Follows calls and returns of all blocks, and compares each block's address with what was popped last before it. Mode
/// 2 compares `return_address_bits` low bits (`mask`), mode 3 all. `tw_step` leaves out the message of a return
/// if they are equal. How many entries are valid, `tw_step` counts: in a trace every block is traced, so places
/// are right from its start on, whatever was there before. What several blocks do to it is found out a cycle before.
#[synchronous(build: Build)]
pub struct Predictor<const ADDR: usize> {
    /// The blocks of a cycle.
    #[count(blocks(build))]
    pub block: Vec<Signal<In, Block<ADDR>>>,
    /// Addresses of the blocks of the cycle before the one whose `moved` is applied.
    #[count(blocks(build))]
    pub addr: Vec<Signal<In, Bits<ADDR>>>,
    /// The block at each `addr` is where a return was predicted to go.
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
    /// What each block of the cycle does to the stack.
    #[count(blocks(build))]
    found: Vec<Signal<Local, Move<ADDR>>>,
    /// What each block of the cycle before does to it.
    #[count(blocks(build) * has(build).many as usize)]
    found_before: Vec<Reg<Move<ADDR>>>,
    /// What each block does to the stack in this cycle.
    #[count(blocks(build))]
    moved: Vec<Signal<Local, Move<ADDR>>>,
    #[value(build.encoder.return_mask(ADDR as u32).to_bits())]
    mask: Constant<Bits<ADDR>>,
    #[new(has(build))]
    _has: Has,
}

/// What a block does to the return stack. The place above its newest entry before the cycle is n, the number
/// of blocks of a cycle, so that none is negative: places are 0 to 2n. Example, a call and a return in a cycle of two
/// blocks: the call writes place 2 (`top_after` 3); the return pops place 2, `written_by` block 0 (`top_after` 2).
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Move<const ADDR: usize> {
    /// The block is valid and has an address: only such a block moves the stack.
    moves: Bit,
    /// The block calls.
    pub(super) calls: Bit,
    /// The place of the newest entry before the block.
    pub(super) newest: Bits<4>,
    /// A bit for each block: the block of the cycle that has written that entry.
    written_by: Bits<4>,
    /// The place that the block writes if it calls.
    pub(super) written_at: Bits<4>,
    /// The place above the newest entry after the block.
    pub(super) top_after: Bits<4>,
    /// The address after the block, to which a call returns.
    pub(super) return_addr: Bits<ADDR>,
}

#[kernel]
impl<const ADDR: usize> Predictor<ADDR> {
    fn update(&mut self) {
        for b in 0..self.block.len() {
            self.find(b);
        }
        for b in 0..self.block.len() {
            self.moved[b].next = self.found[b].val();
        }
        for b in 0..self.found_before.len() {
            self.found_before[b].d.next = self.found[b].val();
            self.moved[b].next = self.found_before[b].q.val();
        }
        self.popped[0].next = self.prediction.q.val();
        for b in 0..self.block.len() {
            self.follow(b);
        }
        self.prediction.d.next = self.popped[self.block.len()].val();
        connect!(stack: moved);
    }

    /// Finds what a block does, whatever is on the stack. A call pushes the address after the block; a swap pops first.
    fn find(&mut self, b: usize) {
        let block: Block<ADDR> = self.block[b].val();
        let has_addr: Bit = if self._has.undefined { block.has_addr } else { true };
        let moves = block.valid & has_addr;
        let top: Bits<4> = if b == 0 { self.block.len().to_bits::<4>() } else { self.found[b - 1].val().top_after };
        let newest = top - 1;
        let written_at: Bits<4> = if moves & block.returns { newest } else { top };
        self.found[b].next.moves = moves;
        self.found[b].next.calls = moves & block.call;
        self.found[b].next.newest = newest;
        self.found[b].next.written_at = written_at;
        self.found[b].next.top_after = if moves & block.call { written_at + 1 } else { written_at };
        self.found[b].next.return_addr = (block.addr + bit_cast::<ADDR, 6>(block.half_words)) & self.mask.val();
        let mut written_by: Bits<4> = bits::<4>(0);
        for i in 0..b {
            let before: Move<ADDR> = self.found[i].val();
            if before.calls & (before.written_at == newest) {
                written_by = bits::<4>(1) << i.to_bits::<4>();
            }
        }
        self.found[b].next.written_by = written_by;
    }

    /// Pops what the block returns to. Compares the addresses of the cycle before with what was popped before them.
    fn follow(&mut self, b: usize) {
        let moved: Move<ADDR> = self.moved[b].val();
        // A block of this cycle may have written the newest entry.
        let mut newest: Bits<ADDR> = self.stack.newest[b].val();
        for i in 0..b {
            if moved.written_by.get_bit(i) {
                newest = self.moved[i].val().return_addr;
            }
        }
        self.popped[b + 1].next = if moved.moves { newest } else { self.popped[b].val() };
        self.expected[b].d.next = self.popped[b].val();
        self.as_predicted[b].next = (self.addr[b].val() & self.mask.val()) == self.expected[b].q.val();
    }
}
