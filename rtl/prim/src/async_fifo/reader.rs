// SPDX-License-Identifier: Apache-2.0
//! The side of an asynchronous FIFO that is read.

use crate::*;

/// Counts the words that were taken in Gray code, and holds the next one.
///
/// Counts are as in [`AsyncWriter`](super::AsyncWriter).
#[derive(Module)]
#[module(reset: impl Resets)]
pub struct AsyncReader<const A: usize, const D: usize> {
    /// The reader's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// As a reset.
    pub clear: Signal<In, Bit>,
    /// There is a word.
    pub valid: Signal<Out, Bit>,
    /// The word is taken.
    pub ready: Signal<In, Bit>,
    /// The word.
    pub data: Signal<Out, Bits<D>>,
    /// No word is here or seen in the memory.
    pub empty: Signal<Out, Bit>,
    /// Where in the memory the next word is.
    pub address: Signal<Out, Bits<A>>,
    /// From the memory, which the other clock writes: the word there.
    pub word: Signal<In, Bits<D>>,
    /// From the other clock: words written, in Gray code.
    pub written: Signal<In, Bits<A>>,
    /// From the other clock: the highest bit of the count of words written.
    pub written_lap: Signal<In, Bit>,
    /// From the other clock: the writer's count is 0, and stays so until this side has settled.
    pub down: Signal<In, Bit>,
    /// To the other clock: words taken, in Gray code.
    pub taken: Signal<Out, Bits<A>>,
    /// To the other clock: the highest bit of the count of words taken.
    pub taken_lap: Signal<Out, Bit>,
    /// To the other clock: this side has seen the writer down since its reset.
    pub settled: Signal<Out, Bit>,
    /// To the other clock: this side then saw the writer up.
    pub running: Signal<Out, Bit>,
    #[count(A)]
    written_sync: Vec<Synchronizer>,
    written_lap_sync: Synchronizer,
    down_sync: Synchronizer,
    waited: Reg<Bits<2>>,
    has_settled: Reg<Bit>,
    runs: Reg<Bit>,
    count: Reg<Bits<A>>,
    lap: Reg<Bit>,
    gray: Reg<Bits<A>>,
    holds: Reg<Bit>,
    held: Reg<Bits<D>>,
    next_gray: Signal<Local, Bits<A>>,
    here: Signal<Local, Bit>,
    ahead: Signal<Local, Bit>,
    #[value((1_usize << (A - 1)).to_bits())]
    highest: Constant<Bits<A>>,
}

impl<const A: usize, const D: usize> Logic for AsyncReader<A, D> {
    #[kernel]
    fn update(&mut self) {
        connect!(self: written_lap = written_lap_sync.d, down = down_sync.d);

        let next = self.count.q.val() + 1;
        let next_lap = self.lap.q.val() ^ !next.any();
        let next_code = next ^ (next >> bits::<1>(1));
        self.next_gray.next = next_code;
        if next_lap {
            self.next_gray.next = next_code ^ self.highest.val();
        }

        // Whether there is a word at the count, and at the one after it.
        self.here.next = self.lap.q.val() != self.written_lap_sync.q.val();
        self.ahead.next = next_lap != self.written_lap_sync.q.val();
        for i in 0..A {
            self.written_sync[i].d.next = self.written.val().get_bit(i);
            if self.written_sync[i].q.val() != self.gray.q.val().get_bit(i) {
                self.here.next = true;
            }
            if self.written_sync[i].q.val() != self.next_gray.val().get_bit(i) {
                self.ahead.next = true;
            }
        }

        // A count that the writer's reset has made jump is seen a cycle before `down` at the earliest, and what it made
        // of this register is hidden then.
        let shown = self.holds.q.val() & !self.down_sync.q.val();
        let take = shown & self.ready.val();
        self.address.next = self.count.q.val();
        if take {
            self.address.next = next;
            self.count.d.next = next;
            self.lap.d.next = next_lap;
            self.gray.d.next = self.next_gray.val();
            self.holds.d.next = self.ahead.val();
            if self.ahead.val() {
                self.held.d.next = self.word.val();
            }
        } else if !self.holds.q.val() {
            self.holds.d.next = self.here.val();
            if self.here.val() {
                self.held.d.next = self.word.val();
            }
        }

        // Settled when the writer is seen down, running when it is then seen up. What the synchroniser shows just after
        // a clear is from before the writer knew of it.
        if !self.waited.q.val().all() {
            self.waited.d.next = self.waited.q.val() + 1;
        }
        if self.down_sync.q.val() {
            self.has_settled.d.next = self.waited.q.val().all();
            self.runs.d.next = false;
        } else if self.has_settled.q.val() {
            self.runs.d.next = true;
        }
        if self.clear.val() {
            self.waited.d.next = bits::<2>(0);
            self.has_settled.d.next = false;
            self.runs.d.next = false;
        }
        if self.clear.val() | self.down_sync.q.val() | !self.runs.q.val() {
            self.count.d.next = bits::<A>(0);
            self.lap.d.next = false;
            self.gray.d.next = bits::<A>(0);
            self.holds.d.next = false;
        }

        self.valid.next = shown;
        connect!(self: data = held.q, taken = gray.q, taken_lap = lap.q, settled = has_settled.q, running = runs.q);
        self.empty.next = !shown & !(self.runs.q.val() & self.here.val());
    }
}
