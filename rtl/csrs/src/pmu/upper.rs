// SPDX-License-Identifier: Apache-2.0
//! The upper bits of all counters.

use super::change::*;
use tracewright_prim::*;

/// A memory with the upper bits of each counter. A visit reads them, adds what the lower bits carried, does what an
/// access does, and writes them: it begins in one cycle and ends in the next. Visits of one counter do not overlap.
///
/// Each counter has a turn. An access to a counter takes the place of a turn.
#[synchronous(build: Build)]
pub struct Upper<const HIGH: usize> {
    /// There will be an access in the next cycle, or may be.
    pub soon: Signal<In, Bit>,
    /// There is an access.
    pub busy: Signal<In, Bit>,
    /// The access is to a counter that is built, and is done.
    pub access: Signal<In, Bit>,
    /// The counter of the access.
    pub index: Signal<In, Bits<5>>,
    /// The access writes or sets bits 31-0 of the counter, and bits 63-32.
    pub puts: Signal<In, Bits<2>>,
    /// The access writes or clears bits 31-0, and bits 63-32.
    pub drops: Signal<In, Bits<2>>,
    /// The operand of the access, in the cycle after; 0 until there has been one.
    pub operand: Signal<In, Bits<HIGH>>,
    /// A turn begins.
    pub turns: Signal<Out, Bit>,
    /// The counter whose turn it is.
    pub turn_index: Signal<Out, Bits<5>>,
    /// The lower bits of the counter whose visit begins have a carry.
    pub carry: Signal<In, Bit>,
    /// The upper bits of the counter whose visit ends, before the access; 0 after an access to something else.
    pub value: Signal<Out, Bits<HIGH>>,
    /// A visit ended in the cycle before.
    pub ended: Signal<Out, Bit>,
    /// The counter whose visit ended.
    pub ended_index: Signal<Out, Bits<5>>,
    /// The bits that the visit left are all 1.
    pub full: Signal<Out, Bit>,
    #[new(LutRam::new(words(build)))]
    memory: LutRam<5, HIGH>,
    turn: Reg<Bits<5>>,
    /// The memory has not been cleared since reset.
    #[value(true)]
    clears: Reg<Bit>,
    visits: Reg<Bit>,
    at: Reg<Bits<5>>,
    old: Reg<Bits<HIGH>>,
    carries: Reg<Bit>,
    putting: Reg<Bits<2>>,
    dropping: Reg<Bits<2>>,
    done: Reg<Bit>,
    done_at: Reg<Bits<5>>,
    left: Reg<Bits<HIGH>>,
    #[value((words(build) as u64 - 1).to_bits())]
    last: Constant<Bits<5>>,
    /// The bits that mhpmcounters have.
    #[value(!bits::<HIGH>(0) >> (64 - build.pmu.width as usize).to_bits::<HIGH>())]
    mask: Constant<Bits<HIGH>>,
    /// Those of the upper bits that are among bits 31-0 of a counter.
    #[value(!bits::<HIGH>(0) >> bits::<HIGH>(32))]
    narrow: Constant<Bits<HIGH>>,
}

/// Places of the memory: one for each number of a counter, up to the last that is built.
pub fn words(build: &Build) -> usize {
    (build.pmu.counters as usize + 3).next_power_of_two()
}

impl<const HIGH: usize> Logic for Upper<HIGH> {
    #[kernel]
    fn update(&mut self) {
        // A visit begins.
        let free = !self.soon.val() & !self.busy.val();
        let clashes = self.visits.q.val() & (self.at.q.val() == self.turn.q.val());
        let turns = free & !clashes;
        // What any other access reads is at the place of the time, where there is nothing but 0.
        let turn: Bits<5> = if self.busy.val() { bits::<5>(1) } else { self.turn.q.val() };
        let visited: Bits<5> = if self.access.val() { self.index.val() & self.last.val() } else { turn };
        if free {
            self.turn.d.next = (self.turn.q.val() + 1) & self.last.val();
            if self.turn.q.val() == self.last.val() {
                self.clears.d.next = false;
            }
        }
        self.turns.next = turns;
        connect!(self: turn_index = turn.q, carry = carries.d);
        self.memory.read_address.next = visited;
        self.visits.d.next = self.access.val() | turns;
        self.at.d.next = visited;
        self.old.d.next = self.memory.read_data.val();
        self.putting.d.next = self.puts.val() | all::<2>(self.clears.q.val());
        self.dropping.d.next = self.drops.val() | all::<2>(self.clears.q.val());

        // It ends.
        let is_fixed = self.at.q.val() < bits::<5>(3);
        let built = self.mask.val() | all::<HIGH>(is_fixed);
        let sum = (self.old.q.val() + bit_cast::<HIGH, 1>(self.carries.q.val().into())) & built;
        let putting = self.putting.q.val();
        let dropping = self.dropping.q.val();
        let narrow = self.narrow.val();
        let wide = !narrow;
        let put_bits = (all::<HIGH>(putting.get_bit(0)) & narrow) | (all::<HIGH>(putting.get_bit(1)) & wide);
        let drop_bits = (all::<HIGH>(dropping.get_bit(0)) & narrow) | (all::<HIGH>(dropping.get_bit(1)) & wide);
        let kept = changed::<HIGH>(sum, self.operand.val(), put_bits, drop_bits) & built;
        connect!(memory: write = visits.q, write_address = at.q);
        self.memory.write_data.next = kept;
        self.value.next = sum;
        self.done.d.next = self.visits.q.val();
        self.done_at.d.next = self.at.q.val();
        self.left.d.next = kept;
        connect!(self: ended = done.q, ended_index = done_at.q);
        self.full.next = (self.left.q.val() | !self.mask.val()).all();
    }
}
