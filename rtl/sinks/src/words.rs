// SPDX-License-Identifier: Apache-2.0
//! The joiner: from chunks to words (docs/sinks.md, "The path").

use tracewright_prim::*;

/// What a [`Words`] makes.
#[derive(Clone, Copy, Debug)]
pub struct WordsPlan {
    /// How registers are reset.
    reset: Reset,
    /// Each word belongs to one message.
    within: bool,
}

impl Resets for WordsPlan {
    fn reset(&self) -> Reset {
        self.reset
    }
}

/// Bytes of a word. Where chunks are whole messages, nothing is joined.
fn bytes<const OUT: usize>() -> usize {
    (OUT / 8).min(8)
}

/// Puts chunks of at most a word after one another, a chunk a cycle, to words of `OUT` bits. `TWICE` is twice `OUT`.
///
/// A chunk is rotated by as many bytes as the word under way has, so that its bytes are where the word wants them.
/// Those that are too many for it are then where the next word wants them, and wait there. Across messages, a word
/// leaves when it is full, or, filled with idle bytes, at a flush. Within a message, it also leaves with its end.
#[synchronous(plan: WordsPlan)]
pub struct Words<const OUT: usize, const TWICE: usize> {
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// There is a chunk.
    pub in_valid: Signal<In, Bit>,
    /// The chunk is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The bytes of the chunk, the first one lowest; what is above them means nothing.
    pub in_data: Signal<In, Bits<OUT>>,
    /// How many bytes the chunk has, at least one.
    pub in_bytes: Signal<In, Bits<4>>,
    /// The chunk has the last bytes of a message.
    #[built(plan.within)]
    pub in_last: Optional<Signal<In, Bit>>,
    /// Nothing comes any more: what is left of a word is filled.
    #[built(!plan.within)]
    pub flush: Optional<Signal<In, Bit>>,
    /// There is a word.
    pub word_valid: Signal<Out, Bit>,
    /// The word is taken.
    pub word_ready: Signal<In, Bit>,
    /// The word, first byte lowest.
    pub word_data: Signal<Out, Bits<OUT>>,
    /// How many bytes of the word are trace.
    pub word_bytes: Signal<Out, Bits<4>>,
    /// The word has the last bytes of a message.
    #[built(plan.within)]
    pub word_last: Optional<Signal<Out, Bit>>,
    /// Nothing is held.
    pub empty: Signal<Out, Bit>,
    /// Bytes that the word under way lacks; 0 if it has none yet.
    lacks: Reg<Bits<3>>,
    #[count(OUT / 8 - 1)]
    under_way: Vec<Reg<Bits<8>>>,
    valid: Reg<Bit>,
    bytes: Reg<Bits<4>>,
    #[count(OUT / 8)]
    word: Vec<Reg<Bits<8>>>,
    /// What is under way are the last bytes of a message.
    #[built(plan.within)]
    rest: Optional<Reg<Bit>>,
    #[built(plan.within)]
    last: Optional<Reg<Bit>>,
    #[value(bytes::<OUT>().to_bits())]
    full: Constant<Bits<4>>,
    #[value((bytes::<OUT>() - 1).to_bits())]
    modulus: Constant<Bits<3>>,
    #[value((bytes::<OUT>() * 8).to_bits())]
    word_bits: Constant<Bits<8>>,
    #[new(plan.within)]
    _within: bool,
}

impl<const OUT: usize, const TWICE: usize> Words<OUT, TWICE> {
    /// One that fills words with one message after the other.
    pub fn across_messages(reset: Reset) -> Self {
        Words::new(&WordsPlan { reset, within: false })
    }

    /// One that fills words with what belongs to one message: its words are chunks, as full as they can be.
    pub fn within_messages(reset: Reset) -> Self {
        Words::new(&WordsPlan { reset, within: true })
    }
}

impl<const OUT: usize, const TWICE: usize> Logic for Words<OUT, TWICE> {
    #[kernel]
    fn update(&mut self) {
        let moves = !self.valid.q.val() | self.word_ready.val();
        let lacks = self.lacks.q.val();
        let ends: Bit = if self._within { self.in_last.val() } else { false };
        let fills: Bit = if self._within { false } else { self.flush.val() & !self.in_valid.val() & lacks.any() };
        let leaves = if self._within { self.rest.q.val() } else { fills };
        // While the end of a message leaves, there is room for the next word's first bytes, but not to send a word.
        let gap = if self.rest.q.val() { bits::<3>(0) } else { lacks };

        // Is the word full with this chunk, and how much does the one under way lack then?
        let is_full = self.in_bytes.val() == self.full.val();
        let completes = if gap.any() { self.in_bytes.val() >= bit_cast::<4, 3>(gap) } else { is_full };
        let ready = if self.rest.q.val() { moves & !completes & !ends } else { moves };
        self.in_ready.next = ready;
        let takes = self.in_valid.val() & ready;
        let above = (gap - self.in_bytes.val().get_bits::<3>(0)) & self.modulus.val();
        if leaves & moves {
            self.lacks.d.next = bits::<3>(0);
        }
        if takes {
            self.lacks.d.next = above;
            if ends & !completes {
                self.lacks.d.next = bits::<3>(0);
            }
        }

        // The bytes of the chunk, turned to where the word wants them.
        let twice = bit_cast::<TWICE, OUT>(self.in_data.val())
            | (bit_cast::<TWICE, OUT>(self.in_data.val()) << self.word_bits.val());
        let turned = twice >> (bit_cast::<8, 3>(gap) << bits::<8>(3));
        let mut joined: Bits<OUT> = 0.into();
        for i in 0..self.word.len() {
            let shown = turned.get_bits::<8>(i * 8);
            let come = if fills { bits::<8>(0xFF) } else { shown };
            if i < self.under_way.len() {
                // The word under way has this byte already, if it lacks at most those that follow.
                let has = if i == 0 {
                    lacks.any()
                } else {
                    lacks.any() & (lacks <= (self.under_way.len() - i).to_bits::<3>())
                };
                let filled = if has { self.under_way[i].q.val() } else { come };
                if takes & (completes | leaves | !has) {
                    self.under_way[i].d.next = shown;
                }
                if moves {
                    self.word[i].d.next = filled;
                }
            } else {
                if moves {
                    self.word[i].d.next = come;
                }
            }
            joined = joined | (self.word[i].q.val().get_bits::<OUT>(0) << (i * 8).to_bits::<7>());
        }

        // What leaves.
        if moves {
            self.valid.d.next = leaves | (takes & (completes | ends));
            self.bytes.d.next = self.full.val();
            if leaves {
                self.bytes.d.next = self.full.val() - bit_cast::<4, 3>(lacks);
            } else if !completes {
                self.bytes.d.next = bit_cast::<4, 3>((self.in_bytes.val().get_bits::<3>(0) - gap) & self.modulus.val());
            }
            self.rest.d.next = takes & ends & completes & above.any();
            self.last.d.next = leaves | (ends & (!completes | !above.any()));
        }
        connect!(self: word_valid = valid.q, word_bytes = bytes.q, word_last = last.q);
        self.word_data.next = joined;
        self.empty.next = !self.valid.q.val() & !lacks.any();
        if self.clear.val() {
            self.valid.d.next = false;
            self.lacks.d.next = bits::<3>(0);
            self.rest.d.next = false;
        }
    }
}
