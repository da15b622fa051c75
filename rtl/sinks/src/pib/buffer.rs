// SPDX-License-Identifier: Apache-2.0
//! The buffer of the PIB.

use super::ports::has_pairs;
use tracewright_prim::*;

/// Bytes of an entry.
fn lanes(build: &Build) -> usize {
    1 + usize::from(has_pairs(build))
}

/// Entries that the buffer holds.
fn words(build: &Build) -> usize {
    build.sink.pib_buffer as usize / lanes(build)
}

/// A FIFO of `pib_buffer` bytes that knows how many messages end in it.
#[synchronous(build: Build)]
pub struct PibBuffer {
    /// Empties the buffer.
    pub clear: Signal<In, Bit>,
    /// An entry comes.
    pub in_valid: Signal<In, Bit>,
    /// The entry that comes is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The entry that comes: a byte, or two of a message, first lowest.
    pub in_data: Signal<In, Bits<16>>,
    /// An entry is at the front.
    pub out_valid: Signal<Out, Bit>,
    /// The entry at the front is taken.
    pub out_ready: Signal<In, Bit>,
    /// The entry at the front.
    pub out_data: Signal<Out, Bits<16>>,
    /// The end of a message is used up in this cycle.
    pub ended: Signal<In, Bit>,
    /// A message is here as a whole, or the buffer is full: it then holds a whole message of N-Trace in any case (at
    /// most 38 bytes, of at least 64).
    pub whole: Signal<Out, Bit>,
    #[count(lanes(build))]
    #[new(LutRam::new(words(build)))]
    memory: Vec<LutRam<10, 8>>,
    write_at: Reg<Bits<10>>,
    read_at: Reg<Bits<10>>,
    held: Reg<Bits<11>>,
    some: Reg<Bit>,
    full: Reg<Bit>,
    messages: Reg<Bits<11>>,
    any_message: Reg<Bit>,
    #[value((words(build) - 1).to_bits())]
    last_word: Constant<Bits<11>>,
    #[value((2 * words(build) - 1).to_bits())]
    counts: Constant<Bits<11>>,
}

impl Logic for PibBuffer {
    #[kernel]
    fn update(&mut self) {
        let write = self.in_valid.val() & !self.full.q.val();
        let read = self.out_ready.val() & self.some.q.val();
        self.in_ready.next = !self.full.q.val();
        self.out_valid.next = self.some.q.val();
        let mut out_data: Bits<16> = 0.into();
        let mut ends: Bit = false;
        for i in 0..self.memory.len() {
            self.memory[i].write.next = write;
            connect!(memory[i]: write_address = write_at.q, read_address = read_at.q);
            self.memory[i].write_data.next = self.in_data.val().get_bits::<8>(8 * i);
            out_data = out_data | (self.memory[i].read_data.val().get_bits::<16>(0) << (8 * i).to_bits::<4>());
            ends |= self.in_data.val().get_bits::<2>(8 * i).all();
        }
        self.out_data.next = out_data;
        if write {
            self.write_at.d.next = self.write_at.q.val() + bits::<10>(1);
        }
        if read {
            self.read_at.d.next = self.read_at.q.val() + bits::<10>(1);
        }
        if write & !read {
            self.held.d.next = (self.held.q.val() + bits::<11>(1)) & self.counts.val();
            self.some.d.next = true;
            self.full.d.next = self.held.q.val() == self.last_word.val();
        } else if read & !write {
            self.held.d.next = (self.held.q.val() - bits::<11>(1)) & self.counts.val();
            self.some.d.next = self.held.q.val() != bits::<11>(1);
            self.full.d.next = false;
        }

        let completed = write & ends;
        if completed & !self.ended.val() {
            self.messages.d.next = (self.messages.q.val() + bits::<11>(1)) & self.counts.val();
            self.any_message.d.next = true;
        } else if self.ended.val() & !completed {
            self.messages.d.next = (self.messages.q.val() - bits::<11>(1)) & self.counts.val();
            self.any_message.d.next = self.messages.q.val() != bits::<11>(1);
        }
        self.whole.next = self.any_message.q.val() | self.full.q.val();

        if self.clear.val() {
            self.write_at.d.next = bits::<10>(0);
            self.read_at.d.next = bits::<10>(0);
            self.held.d.next = bits::<11>(0);
            self.some.d.next = false;
            self.full.d.next = false;
            self.messages.d.next = bits::<11>(0);
            self.any_message.d.next = false;
        }
    }
}
