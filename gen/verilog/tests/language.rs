// SPDX-License-Identifier: Apache-2.0
//! What the hardware language looks like in Verilog.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::{Reg, Resets};
use tracewright_verilog::{emit, kernel, Module, Optional, Options, Record};

/// What is built.
struct Build {
    tagged: bool,
}

impl Resets for Build {
    fn reset(&self) -> Reset {
        Reset::Async
    }
}

/// A word, and whom it belongs to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
struct Word {
    data: Bits<8>,
    #[built(tags)]
    tag: Bits<4>,
}

/// Keeps the last word.
#[derive(Module)]
#[module(build: Build)]
struct Last {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The word comes.
    pub valid: Signal<In, Bit>,
    /// The word.
    pub word: Signal<In, Word>,
    /// Tags that are kept.
    #[built(build.tagged)]
    pub mask: Optional<Signal<In, Bits<4>>>,
    /// The last word.
    pub last: Signal<Out, Word>,
    #[value(Word { data: bits(0x5A), ..Word::default() })]
    kept: Reg<Word>,
    masked: Signal<Local, Bits<4>>,
}

impl Logic for Last {
    #[kernel]
    fn update(&mut self) {
        // Of a tag, only what the mask says is kept.
        self.masked.next = self.word.val().tag & self.mask.val();
        // The word stays
        // until the next one comes.
        if self.valid.val() {
            let doubled = self.word.val().data + self.word.val().data;
            self.kept.d.next = Word { data: doubled, tag: self.masked.val() };
        }
        self.last.next = self.kept.q.val();
    }
}

fn text(tagged: bool) -> String {
    let options = Options { features: &[("tags", tagged)], ..Options::default() };
    emit(&Last::new(&Build { tagged }), "last", &options).expect("Verilog").files.remove(0).text
}

#[test]
fn a_record_is_a_net_for_each_field() {
    let text = text(true);
    for line in [
        "  input  wire [7:0] word_data,  // The word.",
        "  input  wire [3:0] word_tag,   // The word.",
        "      kept_data_q <= 8'h5a;",
        "      kept_tag_q <= 4'd0;",
        "  // Of a tag, only what the mask says is kept.\n  assign masked = word_tag & mask;",
        "  // The word stays\n  // until the next one comes.\n  assign doubled = word_data + word_data;",
        "      kept_tag_d = masked;",
        "  assign last_tag = kept_tag_q;",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn what_a_build_does_not_have_leaves_no_trace() {
    const UNTAGGED: &str = "\
module last (
  input  wire       clk,        // Rising edge.
  input  wire       rst_n,      // Active low.
  input  wire       valid,      // The word comes.
  input  wire [7:0] word_data,  // The word.
  output wire [7:0] last_data   // The last word.
);

  reg  [7:0] kept_data_q, kept_data_d;
  wire [7:0] doubled;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      kept_data_q <= 8'h5a;
    end else begin
      kept_data_q <= kept_data_d;
    end
  end

  // The word stays
  // until the next one comes.
  assign doubled = word_data + word_data;

  always @(*) begin
    kept_data_d = kept_data_q;
    if (valid) begin
      kept_data_d = doubled;
    end
  end

  assign last_data = kept_data_q;

endmodule
";
    let text = text(false);
    assert!(text.contains(UNTAGGED), "{text}");
}
