// SPDX-License-Identifier: Apache-2.0
//! A small memory that synthesis maps to LUTs.

use super::words::{check_words, index};
use crate::*;

/// A memory of `words` words of `D` bits with a write port and a read port that answers in the same cycle.
///
/// At a rising edge of `clock` with `write` high, `write_data` goes to `write_address`. `read_data` is the word at
/// `read_address` as it is before the edge. There is no reset; what was never written is undefined.
/// The ports are `A` bits wide; `words` is a power of two, and address bits beyond it have no effect.
#[derive(Clone, Debug, Default, Module)]
pub struct LutRam<const A: usize, const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write this cycle.
    pub write: Signal<In, Bit>,
    /// Index of the word to write.
    pub write_address: Signal<In, Bits<A>>,
    /// The word to write.
    pub write_data: Signal<In, Bits<D>>,
    /// Index of the word to read.
    pub read_address: Signal<In, Bits<A>>,
    /// The word at `read_address`.
    pub read_data: Signal<Out, Bits<D>>,
    _words: usize,
    _memory: Vec<Bits<D>>,
}

impl<const A: usize, const D: usize> LutRam<A, D> {
    /// A memory of `words` words: a power of two, 2 to 2^`A`.
    pub fn new(words: usize) -> Self {
        check_words(words, A);
        LutRam { _words: words, _memory: vec![Bits::default(); words], ..LutRam::default() }
    }
}

impl<const A: usize, const D: usize> Logic for LutRam<A, D> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.write.val() {
            let index = self.write_address.val().index() % self._words;
            self._memory[index] = self.write_data.val();
        }
        self.read_data.next = self._memory[self.read_address.val().index() % self._words];
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let (data, last) = (D - 1, self._words - 1);
        let (write_index, write_unused) = index("write_address", self._words, A);
        let (read_index, read_unused) = index("read_address", self._words, A);
        Verilog::Custom(format!(
            "reg [{data}:0] words [0:{last}];

always @(posedge clk) begin
  if (write) begin
    words[{write_index}] <= write_data;
  end
end

assign read_data = words[{read_index}];
{write_unused}{read_unused}"
        ))
    }
}
