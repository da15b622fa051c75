// SPDX-License-Identifier: Apache-2.0
//! A register without a reset.

use crate::*;
use tracewright_verilog::Parameterised;

/// A word that keeps its value through resets: `read_data` is the `write_data` of the last edge with `write` high.
///
/// What was never written is undefined.
#[derive(Clone, Debug, Module)]
pub struct Hold<const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write this cycle.
    pub write: Signal<In, Bit>,
    /// The word to write.
    pub write_data: Signal<In, Bits<D>>,
    /// The word.
    pub read_data: Signal<Out, Bits<D>>,
}

impl<const D: usize> Default for Hold<D> {
    fn default() -> Self {
        Hold {
            clock: Signal::default(),
            write: Signal::default(),
            write_data: Signal::default(),
            read_data: Signal::default(),
        }
    }
}

impl<const D: usize> Logic for Hold<D> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.write.val() {
            self.read_data.next = self.write_data.val();
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let parameters = vec![("WIDTH".into(), D, "Bits of the word.".into())];
        let ports = ["write_data", "read_data"].map(|port| (port.into(), "WIDTH".into())).into();
        Parameterised { parameters, ports, text: TEXT.into() }.verilog()
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "hold".into(),
            clock: "clock".into(),
            inputs: vec!["write".into(), "write_data".into()],
            outputs: vec!["read_data".into()],
        }]
    }
}

const TEXT: &str = "reg [WIDTH-1:0] word_q;

always @(posedge clk) begin
  if (write) begin
    word_q <= write_data;
  end
end

assign read_data = word_q;
";
