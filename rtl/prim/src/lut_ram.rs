// SPDX-License-Identifier: Apache-2.0
//! A small memory that synthesis maps to LUTs.

use super::words::{address_width, memory};
use crate::*;

/// A memory with a write port and a read port that answers in the same cycle.
///
/// It has `words` words of `D` bits; `words` is a power of two, and an index has at most `A` bits. At a rising edge of
/// `clock` with `write` high, `write_data` goes to `write_address`. `read_data` is the word at `read_address` as it is
/// before the edge. There is no reset; what was never written is undefined.
#[derive(Clone, Debug, Default, Module)]
pub struct LutRam<const A: usize, const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write this cycle.
    pub write: Signal<In, Bit>,
    /// Index of the word to write.
    pub write_address: Narrow<In, A>,
    /// The word to write.
    pub write_data: Signal<In, Bits<D>>,
    /// Index of the word to read.
    pub read_address: Narrow<In, A>,
    /// The word at `read_address`.
    pub read_data: Signal<Out, Bits<D>>,
    _words: usize,
    _memory: Vec<Bits<D>>,
}

impl<const A: usize, const D: usize> LutRam<A, D> {
    /// A memory of `words` words: a power of two, 2 to 2^`A`.
    pub fn new(words: usize) -> Self {
        let (write_address, read_address) =
            (Narrow::new(address_width(words, A)), Narrow::new(address_width(words, A)));
        let _memory = vec![Bits::default(); words];
        LutRam { write_address, read_address, _words: words, _memory, ..LutRam::default() }
    }
}

impl<const A: usize, const D: usize> Logic for LutRam<A, D> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.write.val() {
            let index = self.write_address.val().index();
            self._memory[index] = self.write_data.val();
        }
        self.read_data.next = self._memory[self.read_address.val().index()];
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let (addresses, data) = (["write_address", "read_address"], ["write_data", "read_data"]);
        memory(self._words, D, &addresses, &data, TEXT).verilog()
    }
}

const TEXT: &str = "reg [WIDTH-1:0] words [0:(1<<ADDRESS)-1];

always @(posedge clk) begin
  if (write) begin
    words[write_address] <= write_data;
  end
end

assign read_data = words[read_address];
";
