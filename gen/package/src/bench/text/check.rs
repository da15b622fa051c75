// SPDX-License-Identifier: Apache-2.0
//! `tw_bench_check`: the messages that must arrive, as a table, and what compares.

use super::constant;
use crate::bench::plan::{Expected, Plan};
use std::fmt::Write;
use tracewright_config::Build;

/// The module.
pub(super) fn text(build: &Build, plan: &Plan) -> String {
    let messages = plan.parts.iter().map(|part| part.expected.len()).sum::<usize>();
    let has_src = build.system.harts > 1;
    let mut text = String::from(
        "// tw_bench_check: compares bytes of trace with the messages that the golden model has made of the same ingress.\n\
         `default_nettype none\n\nmodule tw_bench_check;\n\n",
    );
    let _ = writeln!(text, "  localparam HARTS    = {};", build.system.harts);
    let _ = writeln!(text, "  localparam MESSAGES = {messages};");
    if has_src {
        let mask = (1_u64 << build.encoder.src_bits) - 1;
        let _ = writeln!(text, "  localparam [11:0] SRC_MASK  = {};", constant(12, mask));
        let _ = writeln!(
            text,
            "  localparam [11:0] FIRST_SRC = {};  // that of hart 0",
            constant(12, build.encoder.src_id.into())
        );
    }
    text.push_str(STATE);
    text.push_str(if has_src { HART_BY_SRC } else { ONE_HART });
    text.push_str(TASKS);
    text.push_str("  // Length in bytes, and the bytes, the first one highest.\n  initial begin\n    failed = 1'b0;\n    total  = 0;\n");
    let mut number = 0;
    for (hart, part) in plan.parts.iter().enumerate() {
        let _ = writeln!(
            text,
            "\n    // hart {hart}\n    first[{hart}] = {number};\n    after[{hart}] = {};",
            number + part.expected.len()
        );
        part.expected.iter().enumerate().for_each(|(n, message)| {
            text.push_str(&entry("    ", number + n, message));
        });
        number += part.expected.len();
    }
    text.push_str("  end\n");
    text.push_str(&later(plan));
    text.push_str("\nendmodule\n\n`default_nettype wire\n");
    text
}

/// A line of the table.
fn entry(indent: &str, number: usize, message: &Expected) -> String {
    let bytes: String = message.bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let length = message.bytes.len();
    format!("{indent}length_of[{number}] = {length}; bytes_of[{number}] = 304'h{bytes};  // {}\n", message.text)
}

/// The task with what differs after the first sink, if something does.
fn later(plan: &Plan) -> String {
    if !plan.differs_later() {
        return String::new();
    }
    let mut text = String::from(
        "\n  // After the first sink: a message that does not synchronise has the time since the last one of the run before.\n  \
         task expect_later;\n    begin\n",
    );
    let mut first = 0;
    for part in &plan.parts {
        part.later.iter().for_each(|(n, message)| text.push_str(&entry("      ", first + n, message)));
        first += part.expected.len();
    }
    text.push_str("    end\n  endtask\n");
    text
}

const STATE: &str = "
  integer     length_of [0:MESSAGES-1];
  reg [303:0] bytes_of [0:MESSAGES-1];
  // Of each hart: its first message, the one after its last, and the next to arrive.
  integer     first [0:HARTS-1];
  integer     after [0:HARTS-1];
  integer     next [0:HARTS-1];
  // What has arrived of a message, the first byte highest.
  reg [303:0] met;
  integer     length;
  integer     hart;
  // Bytes that were as expected, in all.
  integer     total;
  reg         failed;
";

const ONE_HART: &str = "
  task find_hart;
    hart = 0;
  endtask
";

const HART_BY_SRC: &str = "  reg [11:0]  src;

  // SRC follows the six bits of TCODE; a byte has six bits of a message above its MSEO.
  task find_hart;
    begin
      src = 12'h0;
      if (length > 1) src[5:0] = met[8*(length-2)+2 +: 6];
      if (length > 2) src[11:6] = met[8*(length-3)+2 +: 6];
      hart = {20'h0, (src & SRC_MASK) - FIRST_SRC};
    end
  endtask
";

const TASKS: &str = "
  // Before what arrives at another sink.
  task start;
    begin
      for (hart = 0; hart < HARTS; hart = hart + 1) next[hart] = first[hart];
      met    = 304'h0;
      length = 0;
    end
  endtask

  // A byte of trace. 0xFF where a message would begin is idle; MSEO 11 ends a message.
  task take(input [7:0] data);
    if (!failed && (length != 0 || data !== 8'hFF)) begin
      met    = {met[295:0], data};
      length = length + 1;
      if (data[1:0] == 2'b11) compare;
      else if (length == 38) begin
        $display(\"FAIL: a message does not end: 0x%h\", met);
        failed = 1'b1;
      end
    end
  endtask

  task compare;
    begin
      find_hart;
      if (hart >= HARTS) begin
        $display(\"FAIL: a message of no hart: %0d bytes 0x%0h\", length, met);
        failed = 1'b1;
      end else if (next[hart] == after[hart]) begin
        $display(\"FAIL: hart %0d: expected no more messages, met %0d bytes 0x%0h\", hart, length, met);
        failed = 1'b1;
      end else if (length != length_of[next[hart]] || met !== bytes_of[next[hart]]) begin
        $display(\"FAIL: hart %0d, message %0d: expected %0d bytes 0x%0h, met %0d bytes 0x%0h\", hart, next[hart] - first[hart],
                 length_of[next[hart]], bytes_of[next[hart]], length, met);
        failed = 1'b1;
      end else begin
        next[hart] = next[hart] + 1;
        total      = total + length;
      end
      met    = 304'h0;
      length = 0;
    end
  endtask

  // After what arrives at a sink.
  task finish;
    begin
      for (hart = 0; hart < HARTS; hart = hart + 1) begin
        if (next[hart] != after[hart] && !failed) begin
          $display(\"FAIL: hart %0d: expected %0d messages, met %0d\", hart, after[hart] - first[hart], next[hart] - first[hart]);
          failed = 1'b1;
        end
      end
      if (length != 0 && !failed) begin
        $display(\"FAIL: the last message does not end: 0x%0h\", met);
        failed = 1'b1;
      end
    end
  endtask

";
