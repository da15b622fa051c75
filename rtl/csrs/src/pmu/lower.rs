// SPDX-License-Identifier: Apache-2.0
//! The lower bits of a counter.

use super::change::*;
use tracewright_prim::*;

/// The bits of a counter that change often. What they carry waits here until the upper bits are there to take it.
///
/// `LOW` is one more than there are bits: the highest is the carry of the last cycle.
#[synchronous(build: Build)]
pub struct Lower<const LOW: usize> {
    /// What is added to the counter in this cycle.
    pub increment: Signal<In, Bits<LOW>>,
    /// An access writes or sets bits 31-0 of the counter.
    pub puts: Signal<In, Bit>,
    /// An access writes or clears bits 31-0 of the counter.
    pub drops: Signal<In, Bit>,
    /// The operand of the access.
    pub operand: Signal<In, Bits<LOW>>,
    /// The upper bits take what waits.
    pub visit: Signal<In, Bit>,
    /// The bits; the highest is 0.
    pub value: Signal<Out, Bits<LOW>>,
    /// A carry waits.
    pub waits: Signal<Out, Bit>,
    /// The counter carried in the cycle before.
    pub carried: Signal<Out, Bit>,
    sum: Reg<Bits<LOW>>,
    /// A carry of an earlier cycle than the last one waits.
    waiting: Reg<Bit>,
    #[value(!bits::<LOW>(0) >> bits::<LOW>(1))]
    mask: Constant<Bits<LOW>>,
}

impl<const LOW: usize> Logic for Lower<LOW> {
    #[kernel]
    fn update(&mut self) {
        let old = self.sum.q.val() & self.mask.val();
        let operand = self.operand.val() & self.mask.val();
        let puts = all::<LOW>(self.puts.val());
        let drops = all::<LOW>(self.drops.val());
        let base = changed::<LOW>(old, operand, puts, drops);
        let sum = (base & self.mask.val()) + self.increment.val();
        self.sum.d.next = sum;
        // A carry is taken from the sum that is kept: what adds ends there.
        let carried = self.sum.q.val().get_bit(LOW - 1);
        let waits = self.waiting.q.val() | carried;
        self.waiting.d.next = waits & !self.visit.val();
        self.value.next = old;
        self.waits.next = waits;
        self.carried.next = carried;
    }
}
