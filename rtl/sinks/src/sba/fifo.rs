// SPDX-License-Identifier: Apache-2.0
//! The words that wait for the bus.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::*;

/// A FIFO of words, each in lanes of 32 bits, that knows which of them belong to the burst under way.
///
/// `mark` gives a burst the words at the front. `drop` throws away what is behind them, and what comes; those of the burst stay
/// until they are taken.
#[derive(Module)]
pub struct SbaFifo {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Only the words of the burst count.
    pub drop: Signal<In, Bit>,
    /// There is a word.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The word, first bytes in the first lane.
    pub in_data: Vec<Signal<In, Bits<32>>>,
    /// A burst begins.
    pub mark: Signal<In, Bit>,
    /// Words of the burst behind the first one.
    pub mark_more: Signal<In, Bits<6>>,
    /// The word at the front is taken.
    pub pop: Signal<In, Bit>,
    /// The word at the front.
    pub out_data: Vec<Signal<Out, Bits<32>>>,
    /// As many words are held as a burst has at most.
    pub full: Signal<Out, Bit>,
    /// No word is held.
    pub empty: Signal<Out, Bit>,
    /// Words held behind the first one; means nothing if there is none.
    pub more: Signal<Out, Bits<6>>,
    lanes: Vec<LutRam<6, 32>>,
    written: Reg<Bits<7>>,
    taken: Reg<Bits<7>>,
    burst_end: Reg<Bits<7>>,
    differ: Signal<Local, Bits<7>>,
    behind: Signal<Local, Bits<7>>,
    write: Signal<Local, Bit>,
    /// The most words that are held.
    size: Constant<Bits<7>>,
    /// The bits of the pointers that tell those apart, and whether there are any.
    wrap: Constant<Bits<7>>,
    /// As large as `more` gets.
    most: Constant<Bits<6>>,
    _lanes: usize,
}

impl SbaFifo {
    /// For `words` words, a power of two up to 64, of `lanes` times 32 bits.
    pub fn new(reset: Reset, words: usize, lanes: usize) -> Self {
        assert!(words.is_power_of_two() && words <= 64, "{words} words");
        SbaFifo {
            clock: Default::default(),
            rst_n: Default::default(),
            drop: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: vec![Default::default(); lanes],
            mark: Default::default(),
            mark_more: Default::default(),
            pop: Default::default(),
            out_data: vec![Default::default(); lanes],
            full: Default::default(),
            empty: Default::default(),
            more: Default::default(),
            lanes: (0..lanes).map(|_| LutRam::new(words.max(2))).collect(),
            written: Reg::new(reset),
            taken: Reg::new(reset),
            burst_end: Reg::new(reset),
            differ: Default::default(),
            behind: Default::default(),
            write: Default::default(),
            size: Constant::new(words.to_bits()),
            wrap: Constant::new((2 * words - 1).to_bits()),
            most: Constant::new((words - 1).to_bits()),
            _lanes: lanes,
        }
    }
}

impl Logic for SbaFifo {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, written, taken, burst_end);

        self.differ.next = (self.written.q.val() ^ self.taken.q.val()) & self.wrap.val();
        self.full.next = self.differ.val() == self.size.val();
        self.empty.next = !self.differ.val().any();
        self.behind.next = self.written.q.val() + !self.taken.q.val();
        self.more.next = self.behind.val().get_bits::<6>(0) & self.most.val();

        self.in_ready.next = self.drop.val() | !self.full.val();
        self.write.next = self.in_valid.val() & !self.full.val();
        if self.write.val() {
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

        for i in 0..self._lanes {
            self.lanes[i].clock.next = self.clock.val();
            self.lanes[i].write.next = self.write.val();
            self.lanes[i].write_address.next = self.written.q.val().get_bits::<6>(0);
            self.lanes[i].write_data.next = self.in_data[i].val();
            self.lanes[i].read_address.next = self.taken.q.val().get_bits::<6>(0);
            self.out_data[i].next = self.lanes[i].read_data.val();
        }
    }
}
