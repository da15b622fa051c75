// SPDX-License-Identifier: Apache-2.0
//! A FIFO in one clock.

use crate::*;

/// A FIFO of 2^`A` words of `D` bits. A word comes out in the cycle after it was taken, at the earliest.
///
/// `out_data` comes from the memory of LUTs; it means nothing while there is no word. `A` is at most 15.
#[synchronous(reset: impl Resets)]
pub struct Fifo<const A: usize, const D: usize> {
    /// Empties the FIFO at the end of the cycle; beats a word that is taken in that cycle.
    pub clear: Signal<In, Bit>,
    /// A word comes.
    pub in_valid: Signal<In, Bit>,
    /// The word that comes is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The word that comes.
    pub in_data: Signal<In, Bits<D>>,
    /// There is a word at the front.
    pub out_valid: Signal<Out, Bit>,
    /// The word at the front is taken.
    pub out_ready: Signal<In, Bit>,
    /// The word at the front.
    pub out_data: Signal<Out, Bits<D>>,
    /// Words in the FIFO: 0 to 2^`A`.
    pub count: Signal<Out, Bits<16>>,
    /// There is no word.
    pub empty: Signal<Out, Bit>,
    #[new(LutRam::new(1 << A))]
    memory: LutRam<A, D>,
    write_at: Reg<Bits<A>>,
    read_at: Reg<Bits<A>>,
    full: Reg<Bit>,
    #[value((1_usize << A).to_bits())]
    words: Constant<Bits<16>>,
}

impl<const A: usize, const D: usize> Logic for Fifo<A, D> {
    #[kernel]
    fn update(&mut self) {
        let between = self.write_at.q.val() - self.read_at.q.val();
        let is_empty = !between.any() & !self.full.q.val();
        let write = self.in_valid.val() & !self.full.q.val();
        let read = self.out_ready.val() & !is_empty;

        self.memory.write.next = write;
        connect!(memory: write_data = in_data, write_address = write_at.q, read_address = read_at.q);
        if write {
            self.write_at.d.next = self.write_at.q.val() + 1;
        }
        if read {
            self.read_at.d.next = self.read_at.q.val() + 1;
            self.full.d.next = false;
        } else if write & !(between + 1).any() {
            self.full.d.next = true;
        }
        if self.clear.val() {
            self.write_at.d.next = bits::<A>(0);
            self.read_at.d.next = bits::<A>(0);
            self.full.d.next = false;
        }

        self.in_ready.next = !self.full.q.val();
        self.out_valid.next = !is_empty;
        self.out_data.next = self.memory.read_data.val();
        self.empty.next = is_empty;
        self.count.next = bit_cast::<16, A>(between);
        if self.full.q.val() {
            self.count.next = self.words.val();
        }
    }
}
