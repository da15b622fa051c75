// SPDX-License-Identifier: Apache-2.0
//! The messages of an entry, one after the other.

use crate::codes::*;
use crate::prim::*;

/// Steps through the parts that an entry has, in the order of their codes (`PART_`).
#[synchronous(build: Build)]
pub struct Sequence {
    /// Starts again with the first part.
    pub clear: Signal<In, Bit>,
    /// Parts that the entry has, by code; none without an entry.
    pub has: [Signal<In, Bit>; 4],
    /// The part's message is taken.
    pub taken: Signal<In, Bit>,
    /// The part whose message is shown.
    pub part: Signal<Out, Bits<2>>,
    /// The part whose message is shown is the entry's last.
    pub last: Signal<Out, Bit>,
    /// Parts before this one have been sent.
    from: Reg<Bits<2>>,
}

impl Logic for Sequence {
    #[kernel]
    fn update(&mut self) {
        self.part.next = PART_SCONTEXT.to_bits::<2>();
        self.last.next = true;
        if self.has[0].val() & (self.from.q.val() == PART_REPEAT.to_bits::<2>()) {
            self.part.next = PART_REPEAT.to_bits::<2>();
            self.last.next = !self.has[1].val() & !self.has[2].val() & !self.has[3].val();
        } else if self.has[1].val() & (self.from.q.val() <= PART_MAIN.to_bits::<2>()) {
            self.part.next = PART_MAIN.to_bits::<2>();
            self.last.next = !self.has[2].val() & !self.has[3].val();
        } else if self.has[2].val() & (self.from.q.val() <= PART_HCONTEXT.to_bits::<2>()) {
            self.part.next = PART_HCONTEXT.to_bits::<2>();
            self.last.next = !self.has[3].val();
        }
        // After the entry's last part the next entry's first one is sent.
        if self.taken.val() {
            self.from.d.next = if self.last.val() { bits::<2>(0) } else { self.part.val() + 1 };
        }
        if self.clear.val() {
            self.from.d.next = bits::<2>(0);
        }
    }
}
