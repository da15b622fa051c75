// SPDX-License-Identifier: Apache-2.0
//! From chunks to full words.

use crate::encoder::built::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Joins chunks of 1 to `OUT` / 8 bytes to words of `OUT` bits, one behind the other, a chunk a cycle. `TWICE` is twice `OUT`.
///
/// A chunk is turned by the bytes that the word under way has already, so that its bytes are where the word wants them. Those that
/// are too many for it are then where the next word wants them, and wait there. A word leaves when it is full, or, filled with
/// idle bytes, at a flush.
#[derive(Module)]
pub struct Words<const OUT: usize, const TWICE: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// There is a chunk.
    pub chunk_valid: Signal<In, Bit>,
    /// The chunk is taken.
    pub chunk_ready: Signal<Out, Bit>,
    /// Its bytes, the first one lowest; what is above them means nothing.
    pub chunk_data: Signal<In, Bits<OUT>>,
    /// Which bytes it has.
    pub chunk_has: Vec<Signal<In, Bit>>,
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
    /// Bytes that the word under way lacks; 0 if it has none yet.
    lacks: Reg<Bits<3>>,
    comes: Signal<Local, Bits<4>>,
    completes: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    fills: Signal<Local, Bit>,
    twice: Signal<Local, Bits<TWICE>>,
    turned: Signal<Local, Bits<TWICE>>,
    /// The word under way has this byte already.
    has: Vec<Signal<Local, Bit>>,
    under_way: Vec<Reg<Bits<8>>>,
    byte: Vec<Signal<Local, Bits<8>>>,
    valid: Reg<Bit>,
    word: Vec<Reg<Bits<8>>>,
    joined: Vec<Signal<Local, Bits<OUT>>>,
    /// Of each byte between the first and the last: the most that a word lacks that has it.
    most_lacking: Vec<Constant<Bits<3>>>,
    modulus: Constant<Bits<3>>,
    word_bits: Constant<Bits<8>>,
    _bytes: usize,
    _last: usize,
    _between: usize,
}

impl<const OUT: usize, const TWICE: usize> Words<OUT, TWICE> {
    /// What fills the words of `build`.
    pub fn new(build: &Build) -> Self {
        let bytes = OUT / 8;
        let last = bytes - 1;
        Words {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            chunk_valid: Default::default(),
            chunk_ready: Default::default(),
            chunk_data: Default::default(),
            chunk_has: many(bytes),
            flush: Default::default(),
            word_valid: Default::default(),
            word_ready: Default::default(),
            word_data: Default::default(),
            empty: Default::default(),
            lacks: Reg::new(build.reset),
            comes: Default::default(),
            completes: Default::default(),
            moves: Default::default(),
            takes: Default::default(),
            fills: Default::default(),
            twice: Default::default(),
            turned: Default::default(),
            has: many(last),
            under_way: (0..last).map(|_| Reg::new(build.reset)).collect(),
            byte: many(bytes),
            valid: Reg::new(build.reset),
            word: (0..bytes).map(|_| Reg::new(build.reset)).collect(),
            joined: many(bytes),
            most_lacking: (1..last).map(|byte| Constant::new((last - byte).to_bits())).collect(),
            modulus: Constant::new(last.to_bits()),
            word_bits: Constant::new(OUT.to_bits()),
            _bytes: bytes,
            _last: last,
            _between: last - 1,
        }
    }
}

impl<const OUT: usize, const TWICE: usize> Logic for Words<OUT, TWICE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, lacks, valid);

        self.moves.next = !self.valid.q.val() | self.word_ready.val();
        self.chunk_ready.next = self.moves.val();
        self.takes.next = self.chunk_valid.val() & self.moves.val();
        self.fills.next = self.flush.val() & !self.chunk_valid.val() & self.moves.val() & self.lacks.q.val().any();

        // Is the word full with this chunk, and how much does the one under way lack then?
        self.comes.next = bits::<4>(0);
        for i in 0..self._bytes {
            if self.chunk_has[i].val() {
                self.comes.next = (i + 1).to_bits::<4>();
            }
            self.completes.next = self.chunk_has[i].val();
        }
        for i in 0..self._last {
            if self.lacks.q.val() == (i + 1).to_bits::<3>() {
                self.completes.next = self.chunk_has[i].val();
            }
        }
        if self.takes.val() {
            self.lacks.d.next = (self.lacks.q.val() - self.comes.val().get_bits::<3>(0)) & self.modulus.val();
        }

        // Its bytes.
        self.twice.next = bit_cast::<TWICE, OUT>(self.chunk_data.val())
            | (bit_cast::<TWICE, OUT>(self.chunk_data.val()) << self.word_bits.val());
        self.turned.next = self.twice.val() >> (bit_cast::<8, 3>(self.lacks.q.val()) << bits::<8>(3));
        for i in 0..self._bytes {
            self.byte[i].next = self.turned.val().get_bits::<8>(i * 8);
            if self.fills.val() {
                self.byte[i].next = bits::<8>(0xFF);
            }
        }
        self.has[0].next = self.lacks.q.val().any();
        for i in 0..self._between {
            self.has[i + 1].next = self.lacks.q.val().any() & (self.lacks.q.val() <= self.most_lacking[i].val());
        }
        for i in 0..self._last {
            if self.has[i].val() {
                self.byte[i].next = self.under_way[i].q.val();
            }
            self.under_way[i].clock.next = self.clock.val();
            self.under_way[i].rst_n.next = self.rst_n.val();
            self.under_way[i].d.next = self.under_way[i].q.val();
            if self.takes.val() & (self.completes.val() | !self.has[i].val()) {
                self.under_way[i].d.next = self.turned.val().get_bits::<8>(i * 8);
            }
        }
        for i in 0..self._bytes {
            self.word[i].clock.next = self.clock.val();
            self.word[i].rst_n.next = self.rst_n.val();
            self.word[i].d.next = self.word[i].q.val();
            if self.moves.val() {
                self.word[i].d.next = self.byte[i].val();
            }
        }
        if self.moves.val() {
            self.valid.d.next = self.takes.val() & self.completes.val();
        }
        if self.fills.val() {
            self.valid.d.next = true;
            self.lacks.d.next = bits::<3>(0);
        }

        self.joined[0].next = self.word[0].q.val().get_bits::<OUT>(0);
        for i in 0..self._last {
            self.joined[i + 1].next =
                self.joined[i].val() | (self.word[i + 1].q.val().get_bits::<OUT>(0) << (i * 8 + 8).to_bits::<7>());
            self.word_data.next = self.joined[i + 1].val();
        }
        self.word_valid.next = self.valid.q.val();
        self.empty.next = !self.valid.q.val() & !self.lacks.q.val().any();
        if self.clear.val() {
            self.valid.d.next = false;
            self.lacks.d.next = bits::<3>(0);
        }
    }
}
