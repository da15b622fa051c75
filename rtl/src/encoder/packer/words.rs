// SPDX-License-Identifier: Apache-2.0
//! From whole messages to full words.

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Cuts messages into words of `OUT` bits, one behind the other, without gaps.
///
/// A message is taken apart in chunks of two words, so that a message of at least a word a cycle fills every word. A word
/// leaves when it is full, or, filled with idle bytes, at a flush. `CHUNK` is twice `OUT`, `SPACE` five times.
#[derive(Module)]
pub struct Words<const OUT: usize, const CHUNK: usize, const SPACE: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// There is a whole message.
    pub whole_valid: Signal<In, Bit>,
    /// The whole message is taken.
    pub whole_ready: Signal<Out, Bit>,
    /// Its bytes, the first one lowest, zeros above.
    pub whole_data: Signal<In, Bits<304>>,
    /// How many there are.
    pub whole_count: Signal<In, Bits<6>>,
    /// Nothing comes any more: what is left of a word is filled.
    pub flush: Signal<In, Bit>,
    /// There is a word.
    pub word_valid: Signal<Out, Bit>,
    /// The word is taken.
    pub word_ready: Signal<In, Bit>,
    /// The word, first byte lowest.
    pub word_data: Signal<Out, Bits<OUT>>,
    /// Nothing is held.
    pub empty: Signal<Out, Bit>,
    rest: Reg<Bits<304>>,
    left: Reg<Bits<6>>,
    space: Reg<Bits<SPACE>>,
    held: Reg<Bits<6>>,
    filling: Reg<Bit>,
    accept: Signal<Local, Bit>,
    finishes: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    chunk: Signal<Local, Bits<CHUNK>>,
    moved: Signal<Local, Bits<6>>,
    staying: Signal<Local, Bits<SPACE>>,
    staying_count: Signal<Local, Bits<6>>,
    ones: Constant<Bits<OUT>>,
    none: Constant<Bits<SPACE>>,
    word: Constant<Bits<6>>,
    two_words: Constant<Bits<6>>,
    three_words: Constant<Bits<6>>,
    chunk_shift: Constant<Bits<9>>,
    word_shift: Constant<Bits<9>>,
}

impl<const OUT: usize, const CHUNK: usize, const SPACE: usize> Words<OUT, CHUNK, SPACE> {
    /// What fills the words of `build`.
    pub fn new(build: &Build) -> Self {
        let bytes = OUT / 8;
        Words {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            whole_valid: Default::default(),
            whole_ready: Default::default(),
            whole_data: Default::default(),
            whole_count: Default::default(),
            flush: Default::default(),
            word_valid: Default::default(),
            word_ready: Default::default(),
            word_data: Default::default(),
            empty: Default::default(),
            rest: Reg::new(build.reset),
            left: Reg::new(build.reset),
            space: Reg::new(build.reset),
            held: Reg::new(build.reset),
            filling: Reg::new(build.reset),
            accept: Default::default(),
            finishes: Default::default(),
            full: Default::default(),
            leaves: Default::default(),
            chunk: Default::default(),
            moved: Default::default(),
            staying: Default::default(),
            staying_count: Default::default(),
            ones: Constant::new(!Bits::default()),
            none: Constant::new(Bits::default()),
            word: Constant::new(bytes.to_bits()),
            two_words: Constant::new((2 * bytes).to_bits()),
            three_words: Constant::new((3 * bytes).to_bits()),
            chunk_shift: Constant::new(CHUNK.to_bits()),
            word_shift: Constant::new(OUT.to_bits()),
        }
    }
}

impl<const OUT: usize, const CHUNK: usize, const SPACE: usize> Logic for Words<OUT, CHUNK, SPACE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, rest, left, space, held, filling);

        // The message that is taken apart.
        self.accept.next =
            self.left.q.val().any() & (self.held.q.val() < self.three_words.val()) & !self.filling.q.val();
        self.finishes.next = self.left.q.val() <= self.two_words.val();
        self.whole_ready.next = !self.left.q.val().any() | (self.accept.val() & self.finishes.val());
        self.chunk.next = self.rest.q.val().get_bits::<CHUNK>(0);
        self.moved.next = self.two_words.val();
        if self.finishes.val() {
            self.moved.next = self.left.q.val();
        }
        if self.whole_ready.val() {
            self.rest.d.next = self.whole_data.val();
            self.left.d.next = bits::<6>(0);
            if self.whole_valid.val() {
                self.left.d.next = self.whole_count.val();
            }
        } else if self.accept.val() {
            self.rest.d.next = self.rest.q.val() >> self.chunk_shift.val();
            self.left.d.next = self.left.q.val() - self.two_words.val();
        }

        // The words.
        self.full.next = self.held.q.val() >= self.word.val();
        self.word_valid.next = self.full.val() | self.filling.q.val();
        self.word_data.next = self.space.q.val().get_bits::<OUT>(0);
        if self.filling.q.val() {
            self.word_data.next = self.space.q.val().get_bits::<OUT>(0)
                | (self.ones.val() << (bit_cast::<9, 6>(self.held.q.val()) << bits::<9>(3)));
        }
        self.leaves.next = self.word_valid.val() & self.word_ready.val();
        self.staying.next = self.space.q.val();
        self.staying_count.next = self.held.q.val();
        if self.leaves.val() {
            self.staying.next = self.space.q.val() >> self.word_shift.val();
            self.staying_count.next = self.held.q.val() - self.word.val();
            if self.filling.q.val() {
                self.staying_count.next = bits::<6>(0);
            }
            self.filling.d.next = false;
        }
        self.space.d.next = self.staying.val();
        self.held.d.next = self.staying_count.val();
        if self.accept.val() {
            self.space.d.next = self.staying.val()
                | (bit_cast::<SPACE, CHUNK>(self.chunk.val())
                    << (bit_cast::<9, 6>(self.staying_count.val()) << bits::<9>(3)));
            self.held.d.next = self.staying_count.val() + self.moved.val();
        }
        self.empty.next = !self.left.q.val().any() & !self.held.q.val().any();
        if self.flush.val()
            & !self.whole_valid.val()
            & !self.left.q.val().any()
            & !self.full.val()
            & self.held.q.val().any()
            & !self.filling.q.val()
        {
            self.filling.d.next = true;
        }
        if self.clear.val() {
            self.left.d.next = bits::<6>(0);
            self.space.d.next = self.none.val();
            self.held.d.next = bits::<6>(0);
            self.filling.d.next = false;
        }
    }
}
