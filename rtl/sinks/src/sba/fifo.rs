// SPDX-License-Identifier: Apache-2.0
//! The words that wait for the bus.

use super::ports::{lanes, words};
use tracewright_prim::*;

/// A FIFO of words, each in lanes of 32 bits, that knows which of them belong to the burst under way.
///
/// `mark` gives a burst the words at the front, to stay until taken. `drop` throws away what is after them or comes.
#[synchronous(build: Build)]
pub struct SbaFifo {
    /// Only the words of the burst count.
    pub drop: Signal<In, Bit>,
    /// There is a word.
    pub in_valid: Signal<In, Bit>,
    /// The word that comes is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The word, first bytes in the first lane.
    #[count(lanes(build))]
    pub in_data: Vec<Signal<In, Bits<32>>>,
    /// A burst begins.
    pub mark: Signal<In, Bit>,
    /// Words of the burst after the first one.
    pub mark_more: Signal<In, Bits<6>>,
    /// The word at the front is taken.
    pub pop: Signal<In, Bit>,
    /// The word at the front.
    #[count(lanes(build))]
    pub out_data: Vec<Signal<Out, Bits<32>>>,
    /// As many words are held as a burst has at most.
    pub full: Signal<Out, Bit>,
    /// No word is held.
    pub empty: Signal<Out, Bit>,
    /// Words held after the first one; means nothing if there is none.
    pub more: Signal<Out, Bits<6>>,
    #[count(lanes(build))]
    #[new(LutRam::new(words(build).max(2)))]
    lanes: Vec<LutRam<6, 32>>,
    written: Reg<Bits<7>>,
    taken: Reg<Bits<7>>,
    burst_end: Reg<Bits<7>>,
    /// The most words that are held.
    #[value(words(build).to_bits())]
    size: Constant<Bits<7>>,
    /// The bits of `written` and `taken` that count: one more than an index of a word has, which tells full from empty.
    #[value((2 * words(build) - 1).to_bits())]
    wrap: Constant<Bits<7>>,
    /// As large as `more` gets.
    #[value((words(build) - 1).to_bits())]
    most: Constant<Bits<6>>,
}

impl Logic for SbaFifo {
    #[kernel]
    fn update(&mut self) {
        let differ = (self.written.q.val() ^ self.taken.q.val()) & self.wrap.val();
        self.full.next = differ == self.size.val();
        self.empty.next = !differ.any();
        let after = self.written.q.val() + !self.taken.q.val();
        self.more.next = after.get_bits::<6>(0) & self.most.val();

        self.in_ready.next = self.drop.val() | !self.full.val();
        let write = self.in_valid.val() & !self.full.val();
        if write {
            self.written.d.next = self.written.q.val() + bits::<7>(1);
        }
        if self.drop.val() {
            self.written.d.next = self.burst_end.q.val();
        }
        if self.pop.val() {
            self.taken.d.next = self.taken.q.val() + bits::<7>(1);
        }
        if self.mark.val() {
            self.burst_end.d.next = self.taken.q.val() + bit_cast::<7, 6>(self.mark_more.val()) + bits::<7>(1);
        }

        for i in 0..self.lanes.len() {
            self.lanes[i].write.next = write;
            self.lanes[i].write_address.next = self.written.q.val().get_bits::<6>(0);
            connect!(lanes[i]: write_data = in_data[i], read_data = out_data[i]);
            self.lanes[i].read_address.next = self.taken.q.val().get_bits::<6>(0);
        }
    }
}
