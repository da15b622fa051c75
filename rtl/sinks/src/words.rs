// SPDX-License-Identifier: Apache-2.0
//! The joiner: from chunks to words (docs/sinks.md, "The path").

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::*;

/// Puts chunks of 1 to `OUT` / 8 bytes behind one another, a chunk a cycle, to words of `OUT` bits. `TWICE` is twice
/// `OUT`.
///
/// A chunk is turned by the bytes that the word under way has already, so that its bytes are where the word wants them.
/// Those that are too many for it are then where the next word wants them, and wait there. Across messages, a word
/// leaves when it is full, or, filled with idle bytes, at a flush. Within a message, it also leaves with the last bytes
/// of the message.
#[derive(Module)]
pub struct Words<const OUT: usize, const TWICE: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// There is a chunk.
    pub in_valid: Signal<In, Bit>,
    /// The chunk is taken.
    pub in_ready: Signal<Out, Bit>,
    /// Its bytes, the first one lowest; what is above them means nothing.
    pub in_data: Signal<In, Bits<OUT>>,
    /// How many bytes it has, at least one.
    pub in_bytes: Signal<In, Bits<4>>,
    /// It has the last bytes of a message (within messages only).
    pub in_last: Vec<Signal<In, Bit>>,
    /// Nothing comes any more: what is left of a word is filled (across messages only).
    pub flush: Vec<Signal<In, Bit>>,
    /// There is a word.
    pub word_valid: Signal<Out, Bit>,
    /// The word is taken.
    pub word_ready: Signal<In, Bit>,
    /// The word, first byte lowest.
    pub word_data: Signal<Out, Bits<OUT>>,
    /// How many bytes of it are trace.
    pub word_bytes: Signal<Out, Bits<4>>,
    /// It has the last bytes of a message (within messages only).
    pub word_last: Vec<Signal<Out, Bit>>,
    /// Nothing is held.
    pub empty: Signal<Out, Bit>,
    /// Bytes that the word under way lacks; 0 if it has none yet.
    lacks: Reg<Bits<3>>,
    /// The same, as far as the chunk may be put behind what there is.
    gap: Signal<Local, Bits<3>>,
    above: Signal<Local, Bits<3>>,
    completes: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    fills: Signal<Local, Bit>,
    /// What is under way leaves as it is: the end of a message, filled if need be.
    leaves: Signal<Local, Bit>,
    twice: Signal<Local, Bits<TWICE>>,
    turned: Signal<Local, Bits<TWICE>>,
    /// The word under way has this byte already.
    has: Vec<Signal<Local, Bit>>,
    under_way: Vec<Reg<Bits<8>>>,
    byte: Vec<Signal<Local, Bits<8>>>,
    valid: Reg<Bit>,
    bytes: Reg<Bits<4>>,
    word: Vec<Reg<Bits<8>>>,
    joined: Vec<Signal<Local, Bits<OUT>>>,
    /// What is under way are the last bytes of a message.
    rest: Vec<Reg<Bit>>,
    last: Vec<Reg<Bit>>,
    /// Of each byte between the first and the last: the most that a word lacks that has it.
    most_lacking: Vec<Constant<Bits<3>>>,
    full: Constant<Bits<4>>,
    modulus: Constant<Bits<3>>,
    word_bits: Constant<Bits<8>>,
    _bytes: usize,
    _last: usize,
    _between: usize,
    _across: usize,
    _within: usize,
}

impl<const OUT: usize, const TWICE: usize> Words<OUT, TWICE> {
    /// One that fills words with one message after the other.
    pub fn across_messages(reset: Reset) -> Self {
        Words::new(reset, 0)
    }

    /// One that fills words with what belongs to one message: its words are chunks, as full as they can be.
    pub fn within_messages(reset: Reset) -> Self {
        Words::new(reset, 1)
    }

    fn new(reset: Reset, within: usize) -> Self {
        let bytes = OUT / 8;
        let last = bytes - 1;
        Words {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: Default::default(),
            in_bytes: Default::default(),
            in_last: many(within),
            flush: many(1 - within),
            word_valid: Default::default(),
            word_ready: Default::default(),
            word_data: Default::default(),
            word_bytes: Default::default(),
            word_last: many(within),
            empty: Default::default(),
            lacks: Reg::new(reset),
            gap: Default::default(),
            above: Default::default(),
            completes: Default::default(),
            ends: Default::default(),
            moves: Default::default(),
            takes: Default::default(),
            fills: Default::default(),
            leaves: Default::default(),
            twice: Default::default(),
            turned: Default::default(),
            has: many(last),
            under_way: (0..last).map(|_| Reg::new(reset)).collect(),
            byte: many(bytes),
            valid: Reg::new(reset),
            bytes: Reg::new(reset),
            word: (0..bytes).map(|_| Reg::new(reset)).collect(),
            joined: many(bytes),
            rest: (0..within).map(|_| Reg::new(reset)).collect(),
            last: (0..within).map(|_| Reg::new(reset)).collect(),
            most_lacking: (1..last).map(|byte| Constant::new((last - byte).to_bits())).collect(),
            full: Constant::new(bytes.to_bits()),
            modulus: Constant::new(last.to_bits()),
            word_bits: Constant::new(OUT.to_bits()),
            _bytes: bytes,
            _last: last,
            _between: last - 1,
            _across: 1 - within,
            _within: within,
        }
    }
}

impl<const OUT: usize, const TWICE: usize> Logic for Words<OUT, TWICE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, lacks, valid, bytes);

        self.moves.next = !self.valid.q.val() | self.word_ready.val();
        self.in_ready.next = self.moves.val();
        self.takes.next = self.in_valid.val() & self.in_ready.val();
        self.gap.next = self.lacks.q.val();
        self.ends.next = false;
        for i in 0..self._across {
            self.fills.next = self.flush[i].val() & !self.in_valid.val() & self.lacks.q.val().any();
            self.leaves.next = self.fills.val();
        }
        for i in 0..self._within {
            self.fills.next = false;
            self.leaves.next = self.rest[i].q.val();
            self.ends.next = self.in_last[i].val();
            // While the end of a message leaves, there is room for the next word's first bytes, but not for a word to
            // leave.
            if self.rest[i].q.val() {
                self.gap.next = bits::<3>(0);
                self.in_ready.next = self.moves.val() & !self.completes.val() & !self.in_last[i].val();
            }
        }

        // Is the word full with this chunk, and how much does the one under way lack then?
        self.completes.next = self.in_bytes.val() == self.full.val();
        if self.gap.val().any() {
            self.completes.next = self.in_bytes.val() >= bit_cast::<4, 3>(self.gap.val());
        }
        self.above.next = (self.gap.val() - self.in_bytes.val().get_bits::<3>(0)) & self.modulus.val();
        if self.leaves.val() & self.moves.val() {
            self.lacks.d.next = bits::<3>(0);
        }
        if self.takes.val() {
            self.lacks.d.next = self.above.val();
            if self.ends.val() & !self.completes.val() {
                self.lacks.d.next = bits::<3>(0);
            }
        }

        // Its bytes.
        self.twice.next = bit_cast::<TWICE, OUT>(self.in_data.val())
            | (bit_cast::<TWICE, OUT>(self.in_data.val()) << self.word_bits.val());
        self.turned.next = self.twice.val() >> (bit_cast::<8, 3>(self.gap.val()) << bits::<8>(3));
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
            if self.takes.val() & (self.completes.val() | self.leaves.val() | !self.has[i].val()) {
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
            self.valid.d.next = self.leaves.val() | (self.takes.val() & (self.completes.val() | self.ends.val()));
            self.bytes.d.next = self.full.val();
            if self.leaves.val() {
                self.bytes.d.next = self.full.val() - bit_cast::<4, 3>(self.lacks.q.val());
            } else if !self.completes.val() {
                self.bytes.d.next =
                    bit_cast::<4, 3>((self.in_bytes.val().get_bits::<3>(0) - self.gap.val()) & self.modulus.val());
            }
        }
        for i in 0..self._within {
            self.rest[i].clock.next = self.clock.val();
            self.rest[i].rst_n.next = self.rst_n.val();
            self.rest[i].d.next = self.rest[i].q.val();
            self.last[i].clock.next = self.clock.val();
            self.last[i].rst_n.next = self.rst_n.val();
            self.last[i].d.next = self.last[i].q.val();
            if self.moves.val() {
                self.rest[i].d.next =
                    self.takes.val() & self.ends.val() & self.completes.val() & self.above.val().any();
                self.last[i].d.next = self.leaves.val() | !self.completes.val() | !self.above.val().any();
                if !self.leaves.val() & !self.ends.val() {
                    self.last[i].d.next = false;
                }
            }
            self.word_last[i].next = self.last[i].q.val();
            if self.clear.val() {
                self.rest[i].d.next = false;
            }
        }

        self.joined[0].next = self.word[0].q.val().get_bits::<OUT>(0);
        for i in 0..self._last {
            self.joined[i + 1].next =
                self.joined[i].val() | (self.word[i + 1].q.val().get_bits::<OUT>(0) << (i * 8 + 8).to_bits::<7>());
            self.word_data.next = self.joined[i + 1].val();
        }
        self.word_valid.next = self.valid.q.val();
        self.word_bytes.next = self.bytes.q.val();
        self.empty.next = !self.valid.q.val() & !self.lacks.q.val().any();
        if self.clear.val() {
            self.valid.d.next = false;
            self.lacks.d.next = bits::<3>(0);
        }
    }
}
