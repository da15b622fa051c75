// SPDX-License-Identifier: Apache-2.0
//! A memory with a write port and a read port that synthesis maps to block RAM.

use super::words::{address_width, memory};
use crate::*;

/// A memory with a write port and a read port that answers in the cycle after.
///
/// It has `words` words of `D` bits; `words` is a power of two, and an index has at most `A` bits. At a rising edge of
/// `clock` with `write` high, `write_data` goes to `write_address`. The word at `read_address` appears at `read_data`
/// after an edge with `read` high; after one with `read` low `read_data` is 0. Nobody may read the word that is written
/// at the same edge: block RAMs differ in what that gives. There is no reset; what was never written is undefined. The
/// attributes in the Verilog keep small memories out of lookup tables, and tell that the ports do not meet.
#[derive(Clone, Debug, Default, Module)]
pub struct DualRam<const A: usize, const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write this cycle.
    pub write: Signal<In, Bit>,
    /// Index of the word to write.
    pub write_address: Narrow<In, A>,
    /// The word to write.
    pub write_data: Signal<In, Bits<D>>,
    /// Read this cycle.
    pub read: Signal<In, Bit>,
    /// Index of the word to read.
    pub read_address: Narrow<In, A>,
    /// The word that was read in the cycle before; 0 if none was.
    pub read_data: Signal<Out, Bits<D>>,
    _words: usize,
    _memory: Vec<Bits<D>>,
}

impl<const A: usize, const D: usize> DualRam<A, D> {
    /// A memory of `words` words: a power of two, 2 to 2^`A`.
    pub fn new(words: usize) -> Self {
        let (write_address, read_address) =
            (Narrow::new(address_width(words, A)), Narrow::new(address_width(words, A)));
        let _memory = vec![Bits::default(); words];
        DualRam { write_address, read_address, _words: words, _memory, ..DualRam::default() }
    }
}

impl<const A: usize, const D: usize> Logic for DualRam<A, D> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let read = self.read_address.val().index();
            self.read_data.next = if self.read.val() { self._memory[read] } else { Bits::default() };
            if self.write.val() {
                let index = self.write_address.val().index();
                self._memory[index] = self.write_data.val();
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let (addresses, data) = (["write_address", "read_address"], ["write_data", "read_data"]);
        memory(self._words, D, &addresses, &data, TEXT).verilog()
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "dual_ram".into(),
            clock: "clock".into(),
            inputs: vec![
                "write".into(),
                "write_address".into(),
                "write_data".into(),
                "read".into(),
                "read_address".into(),
            ],
            outputs: vec!["read_data".into()],
        }]
    }
}

const TEXT: &str = "(* ram_style = \"block\", no_rw_check *)
reg [WIDTH-1:0] words [0:(1<<ADDRESS)-1];
reg [WIDTH-1:0] read_data_q;

always @(posedge clk) begin
  if (write) begin
    words[write_address] <= write_data;
  end
end

always @(posedge clk) begin
  if (read) begin
    read_data_q <= words[read_address];
  end else begin
    read_data_q <= {WIDTH{1'b0}};
  end
end

assign read_data = read_data_q;
";
