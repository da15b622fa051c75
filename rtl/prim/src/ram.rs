// SPDX-License-Identifier: Apache-2.0
//! A single-port memory that synthesis maps to block RAM.

use super::words::{address_width, memory};
use crate::*;

/// A memory with one port.
///
/// It has `words` words of `D` bits; `words` is a power of two, and an index has at most `A` bits. At a rising edge of
/// `clock` the port either writes `write_data` (`write` high; `read_data` keeps its value) or reads: the word at
/// `address` appears at `read_data` after the edge. There is no reset; what was never written is undefined. The
/// attribute in the Verilog keeps small memories out of lookup tables, too; tools that do not know it ignore it.
#[derive(Clone, Debug, Default, Module)]
pub struct Ram<const A: usize, const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write this cycle, else read.
    pub write: Signal<In, Bit>,
    /// Index of the word.
    pub address: Narrow<In, A>,
    /// The word to write.
    pub write_data: Signal<In, Bits<D>>,
    /// The word that the last reading cycle read.
    pub read_data: Signal<Out, Bits<D>>,
    _words: usize,
    _memory: Vec<Bits<D>>,
}

impl<const A: usize, const D: usize> Ram<A, D> {
    /// A memory of `words` words: a power of two, 2 to 2^`A`.
    pub fn new(words: usize) -> Self {
        let address = Narrow::new(address_width(words, A));
        Ram { address, _words: words, _memory: vec![Bits::default(); words], ..Ram::default() }
    }
}

impl<const A: usize, const D: usize> Logic for Ram<A, D> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let index = self.address.val().index();
            if self.write.val() {
                self._memory[index] = self.write_data.val();
            } else {
                self.read_data.next = self._memory[index];
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        memory(self._words, D, &["address"], &["write_data", "read_data"], TEXT).verilog()
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "ram".into(),
            clock: "clock".into(),
            inputs: vec!["write".into(), "address".into(), "write_data".into()],
            outputs: vec!["read_data".into()],
        }]
    }
}

const TEXT: &str = "(* ram_style = \"block\" *)
reg [WIDTH-1:0] words [0:(1<<ADDRESS)-1];
reg [WIDTH-1:0] read_data_q;

always @(posedge clk) begin
  if (write) begin
    words[address] <= write_data;
  end else begin
    read_data_q <= words[address];
  end
end

assign read_data = read_data_q;
";
