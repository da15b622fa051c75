// SPDX-License-Identifier: Apache-2.0
//! The write pointer: where each block of a cycle is recorded (Control Transfer Records 2.4, 2.5 and 5.4).

use super::description::{blocks, is_draft, Positions};
use super::records::{Action, Target};
use tracewright_prim::*;

/// WRPTR, WRAP and FROZEN.
#[synchronous(build: Build)]
pub struct Status {
    /// What each block does.
    #[count(blocks(build))]
    pub action: Vec<Signal<In, Action>>,
    /// FROZEN after the blocks.
    pub freezes: Signal<In, Bit>,
    /// The last entry of the array.
    pub last: Signal<In, Bits<8>>,
    /// The last entry of the array from the next cycle on.
    pub next_last: Signal<In, Bits<8>>,
    /// What is written.
    pub target: Signal<In, Target>,
    /// The value that is written.
    pub value: Signal<In, Bits<64>>,
    /// CLR.
    pub clear: Signal<In, Bit>,
    /// The physical entry of each block.
    #[count(blocks(build))]
    pub place: Vec<Signal<Out, Bits<8>>>,
    /// WRPTR.
    pub pointer: Signal<Out, Bits<8>>,
    /// FROZEN.
    pub frozen: Signal<Out, Bit>,
    /// What the CSR reads.
    pub word: Signal<Out, Bits<64>>,
    /// WRPTR.
    at: Reg<Bits<8>>,
    #[built(is_draft(build))]
    wrapped: Optional<Reg<Bit>>,
    /// FROZEN.
    is_frozen: Reg<Bit>,
    #[new(Positions::of(build))]
    _at: Positions,
}

impl Logic for Status {
    #[kernel]
    fn update(&mut self) {
        let last = self.last.val();
        let mut at: Bits<8> = self.at.q.val();
        let mut wrapped: Bit = self.wrapped.q.val();
        for i in 0..self.action.len() {
            let action: Action = self.action[i].val();
            // A pop and a swap are of the newest entry, a swap leaves it the newest.
            let down = (at - 1) & last;
            let up = (at + 1) & last;
            self.place[i].next = if action.pops { down } else { at };
            if action.records & !action.pops {
                wrapped |= at == last;
            }
            if action.pops & !action.records {
                wrapped &= at.any();
            }
            if action.records & !action.pops {
                at = up;
            }
            if action.pops & !action.records {
                at = down;
            }
        }
        self.at.d.next = at & self.next_last.val();
        self.wrapped.d.next = wrapped;
        connect!(self: is_frozen.{freezes = d, frozen = q}, pointer = at.q);
        let value = self.value.val();
        if self.target.val().status {
            self.at.d.next = value.get_bits::<8>(0) & last;
            self.wrapped.d.next = value.get_bit(self._at.wrapped);
            self.is_frozen.d.next = value.get_bit(self._at.frozen);
        }
        if self.clear.val() {
            self.at.d.next = bits::<8>(0);
            self.wrapped.d.next = false;
            self.is_frozen.d.next = false;
        }
        self.word.next = bit_cast::<64, 8>(self.at.q.val())
            | (bit_cast::<64, 1>(self.wrapped.q.val().into()) << self._at.wrapped.to_bits::<6>())
            | (bit_cast::<64, 1>(self.is_frozen.q.val().into()) << self._at.frozen.to_bits::<6>());
    }
}
