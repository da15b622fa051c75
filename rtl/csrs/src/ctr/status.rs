// SPDX-License-Identifier: Apache-2.0
//! mctrstatus, and sctrstatus, which is the same: where blocks record (Control Transfer Records 2.4, 2.5 and 5.4).

use super::description::{blocks, is_draft, Positions};
use super::records::{Action, Target};
use tracewright_prim::*;

/// WRPTR, WRAP and FROZEN. A record goes to the physical entry WRPTR. A CSR write overrides blocks of the same cycle.
#[synchronous(build: Build)]
pub struct Status {
    /// What each block does: it records, pops (a return in RAS emulation), or does both (a co-routine swap there).
    #[count(blocks(build))]
    pub action: Vec<Signal<In, Action>>,
    /// FROZEN after the blocks: a breakpoint or a local counter overflow interrupt may have set it (`tw_ctr_transfer`).
    pub freezes: Signal<In, Bit>,
    /// The last entry of the array: the depth less 1. WRPTR goes from it to 0, which sets WRAP; back, which clears it.
    pub last: Signal<In, Bits<8>>,
    /// The last entry of the array from the next cycle on: a write may change the depth (`tw_ctr_registers`).
    pub next_last: Signal<In, Bits<8>>,
    /// What an access writes: this CSR if `status` is 1, by either name, from S, VS or M-mode (`tw_ctr_decode`).
    pub target: Signal<In, Target>,
    /// The value that is written.
    pub value: Signal<In, Bits<64>>,
    /// CLR is written as 1 (0.1.4): the whole status becomes 0.
    pub clear: Signal<In, Bit>,
    /// The physical entry of each block: where its record goes, or of which its pop makes V 0.
    #[count(blocks(build))]
    pub place: Vec<Signal<Out, Bits<8>>>,
    /// WRPTR before the blocks of the cycle. Logical entry n is physical entry WRPTR - 1 - n, modulo the depth.
    pub pointer: Signal<Out, Bits<8>>,
    /// FROZEN before the blocks of the cycle. While it is 1 no transfer is recorded (`tw_ctr_transfer`).
    pub frozen: Signal<Out, Bit>,
    /// What the CSR reads: WRPTR in bits 7-0, WRAP in bit 14 (0.1.4), FROZEN in bit 15 (in 1.0 bit 31), 0 elsewhere.
    pub word: Signal<Out, Bits<64>>,
    /// WRPTR. Bits that the depth less 1 does not need stay 0: every value that it takes is within the depth.
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
            // A pop or swap is of the newest entry, WRPTR - 1. A pop moves WRPTR there: the array rotates.
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
