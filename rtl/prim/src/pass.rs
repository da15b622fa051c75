// SPDX-License-Identifier: Apache-2.0
//! A register without a reset that is 0 unless it is written.

use crate::*;
use tracewright_verilog::language::Make;

/// A word for one cycle: `read_data` is the `write_data` of the edge before if `write` was high, else 0.
///
/// There is no reset, so that synthesis makes the choice between the word and 0 with the register's own clear.
#[derive(Clone, Debug, Module)]
pub struct Pass<const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write this cycle.
    pub write: Signal<In, Bit>,
    /// The word to write.
    pub write_data: Signal<In, Bits<D>>,
    /// The word that was written in the cycle before; 0 if none was.
    pub read_data: Signal<Out, Bits<D>>,
}

impl<const D: usize> Default for Pass<D> {
    fn default() -> Self {
        Pass {
            clock: Signal::default(),
            write: Signal::default(),
            write_data: Signal::default(),
            read_data: Signal::default(),
        }
    }
}

impl<C, const D: usize> Make<C> for Pass<D> {
    fn make(_context: &C) -> Self {
        Pass::default()
    }
}

impl<const D: usize> Logic for Pass<D> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.read_data.next = if self.write.val() { self.write_data.val() } else { Bits::default() };
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(format!(
            "reg [{}:0] word_q;

always @(posedge clk) begin
  if (write) begin
    word_q <= write_data;
  end else begin
    word_q <= {D}'d0;
  end
end

assign read_data = word_q;
",
            D - 1
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "pass".into(),
            clock: "clock".into(),
            inputs: vec!["write".into(), "write_data".into()],
            outputs: vec!["read_data".into()],
        }]
    }
}
