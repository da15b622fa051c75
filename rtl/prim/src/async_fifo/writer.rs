// SPDX-License-Identifier: Apache-2.0
//! The side of an asynchronous FIFO that is written.

use crate::*;

/// Counts words in Gray code, and sees how many the other side has taken.
///
/// A count has `A`+1 bits: the lowest `A` of its Gray code, and the *lap*, its highest.
#[derive(Module)]
#[module(reset: impl Resets)]
pub struct AsyncWriter<const A: usize> {
    /// The writer's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// As a reset.
    pub clear: Signal<In, Bit>,
    /// There is a word.
    pub valid: Signal<In, Bit>,
    /// The word is taken.
    pub ready: Signal<Out, Bit>,
    /// Everything written has been taken by the other side.
    pub empty: Signal<Out, Bit>,
    /// Write the word to the memory.
    pub write: Signal<Out, Bit>,
    /// Where in the memory the word goes.
    pub address: Signal<Out, Bits<A>>,
    /// To the other clock: words written, in Gray code.
    pub written: Signal<Out, Bits<A>>,
    /// To the other clock: the highest bit of the count of words written.
    pub written_lap: Signal<Out, Bit>,
    /// To the other clock: the count is 0, and stays so until the reader has settled.
    pub down: Signal<Out, Bit>,
    /// From the other clock: words taken, in Gray code.
    pub taken: Signal<In, Bits<A>>,
    /// From the other clock: the highest bit of the count of words taken.
    pub taken_lap: Signal<In, Bit>,
    /// From the other clock: the reader has seen this side down since its reset.
    pub settled: Signal<In, Bit>,
    /// From the other clock: the reader then saw this side up.
    pub running: Signal<In, Bit>,
    #[count(A)]
    taken_sync: Vec<Synchronizer>,
    taken_lap_sync: Synchronizer,
    settled_sync: Synchronizer,
    running_sync: Synchronizer,
    #[value(true)]
    is_down: Reg<Bit>,
    linked: Reg<Bit>,
    count: Reg<Bits<A>>,
    lap: Reg<Bit>,
    gray: Reg<Bits<A>>,
    full: Signal<Local, Bit>,
    same: Signal<Local, Bit>,
    goes_down: Signal<Local, Bit>,
    #[value((1_usize << (A - 1)).to_bits())]
    highest: Constant<Bits<A>>,
}

impl<const A: usize> Logic for AsyncWriter<A> {
    #[kernel]
    fn update(&mut self) {
        connect!(self: taken_lap = taken_lap_sync.d, settled = settled_sync.d, running = running_sync.d);

        // Full: a lap ahead of the reader, in whose Gray code that is the two highest bits turned round.
        let full_gray = self.gray.q.val() ^ self.highest.val();
        self.full.next = self.lap.q.val() != self.taken_lap_sync.q.val();
        self.same.next = self.lap.q.val() == self.taken_lap_sync.q.val();
        for i in 0..A {
            self.taken_sync[i].d.next = self.taken.val().get_bit(i);
            if self.taken_sync[i].q.val() != full_gray.get_bit(i) {
                self.full.next = false;
            }
            if self.taken_sync[i].q.val() != self.gray.q.val().get_bit(i) {
                self.same.next = false;
            }
        }
        self.ready.next = self.linked.q.val() & !self.full.val();
        self.empty.next = !self.linked.q.val() | self.same.val();

        let take = self.valid.val() & self.linked.q.val() & !self.full.val();
        let next = self.count.q.val() + 1;
        let next_lap = self.lap.q.val() ^ !next.any();
        let next_gray = next ^ (next >> bits::<1>(1));
        if take {
            self.count.d.next = next;
            self.lap.d.next = next_lap;
            self.gray.d.next = next_gray;
            if next_lap {
                self.gray.d.next = next_gray ^ self.highest.val();
            }
        }

        // Up when the reader waits for it, linked when the reader runs, down when it is fresh. A clear takes it down
        // unless it has just come up: then there is nothing to clear, and the reader is still to answer.
        self.goes_down.next = !self.settled_sync.q.val() | (self.is_down.q.val() & self.running_sync.q.val());
        if self.clear.val() & (self.is_down.q.val() | self.running_sync.q.val()) {
            self.goes_down.next = true;
        }
        self.is_down.d.next = self.goes_down.val();
        self.linked.d.next = !self.is_down.q.val() & self.running_sync.q.val();
        if self.goes_down.val() {
            self.linked.d.next = false;
            self.count.d.next = bits::<A>(0);
            self.lap.d.next = false;
            self.gray.d.next = bits::<A>(0);
        }

        self.write.next = take;
        connect!(self: address = count.q, written = gray.q, written_lap = lap.q, down = is_down.q);
    }
}
