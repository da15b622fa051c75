// SPDX-License-Identifier: Apache-2.0
//! `tw_bench_hart`: what each hart shows at its ingress port, as a table, and what plays it.

use super::columns::{columns, Column, When};
use super::{constant, range};
use crate::bench::ingress::Line;
use crate::bench::plan::Plan;
use std::fmt::Write;
use tracewright_config::{Adapter, Build};

/// Bits of a gap.
const GAP_BITS: u32 = 16;

/// The module.
pub(super) fn text(build: &Build, plan: &Plan) -> String {
    let columns = columns(build);
    let gap = plan.longest_gap() > 0;
    let width: u32 = columns.iter().map(|column| column.width).sum();
    let gap_bits = if gap { GAP_BITS } else { 0 };
    let lines: Vec<&Line> = plan.parts.iter().flat_map(|part| &part.lines).collect();
    // The clock of a core with the adapter is that which stall stops.
    let stall = build.ingress.adapter == Adapter::None;
    let (stays, stall_port) = match stall {
        true => (" While stall is high a line stays.", "  input  wire stall,\n"),
        false => ("", ""),
    };
    let mut text = format!(
        "// tw_bench_hart: shows what a hart retires at its port, line by line.{stays}\n\
         `default_nettype none\n\n\
         module tw_bench_hart #(\n  parameter FIRST = 0,  // its first line\n  parameter AFTER = 1   // the line after its last one\n) (\n\
         \x20 input  wire clk,\n  input  wire playing,\n  output wire done,\n{stall_port}",
    );
    let port = |column: &Column| format!("  output wire {}{}", range(column.width * column.channels), column.name);
    let ports: Vec<_> = columns.iter().map(port).collect();
    let _ = write!(text, "{}\n);\n\n", ports.join(",\n"));
    let index_bits = lines.len().max(1).ilog2() + 1;
    let _ = writeln!(text, "  localparam INDEX_BITS = {index_bits};\n");
    let _ = writeln!(text, "  reg [{}:0] line [0:(1<<INDEX_BITS)-1];", gap_bits + width - 1);
    let _ = writeln!(text, "  reg [{}:0] shown;", width - 1);
    text.push_str("  reg [INDEX_BITS-1:0] next;\n  reg valid;\n");
    if gap {
        let _ = writeln!(text, "  reg [{}:0] gap;", GAP_BITS - 1);
    }
    let play = if gap { PLAY_WITH_GAPS } else { PLAY };
    let play = match stall {
        true => play.into(),
        false => play.replace("if (!(valid && stall)) ", "").replace("&& !valid", "&& !valid && !passing[0]") + PASSING,
    };
    let (port, after) = (format!("{}:0", width - 1), format!("{}:{width}", width + GAP_BITS - 1));
    text.push_str(&play.replace("ZERO", &constant(width, 0)).replace("PORT", &port).replace("GAP", &after));
    let mut low = width;
    for column in &columns {
        low -= column.width;
        let bits = match column.width {
            1 => format!("shown[{low}]"),
            width => format!("shown[{}:{low}]", low + width - 1),
        };
        let bits = match column.channels {
            1 => bits,
            channels => format!("{{{channels}{{{bits}}}}}"),
        };
        let Column { name, width, .. } = column;
        let zero = constant(*width, 0);
        let _ = match column.when {
            When::Always => writeln!(text, "  assign {name} = {bits};"),
            When::Valid => writeln!(text, "  assign {name} = valid ? {bits} : {zero};"),
            When::AlwaysLate => text.write_str(&late(name, *width, &bits)),
            When::ValidLate => text.write_str(&late(name, *width, &format!("valid ? {bits} : {zero}"))),
        };
    }
    let names: Vec<_> = columns.iter().map(|column| column.name.as_str()).collect();
    let _ = writeln!(text, "\n  // {}{}", if gap { "cycles with nothing after it, " } else { "" }, names.join(", "));
    text.push_str("  initial begin\n");
    if lines.is_empty() {
        let _ = writeln!(text, "    line[0] = {};", constant(gap_bits + width, 0));
    }
    let mut number = 0;
    for (hart, part) in plan.parts.iter().enumerate() {
        if plan.parts.len() > 1 {
            let _ = writeln!(text, "    // hart {hart}");
        }
        for line in &part.lines {
            let mut values: Vec<String> = if gap { vec![constant(GAP_BITS, line.gap.into())] } else { Vec::new() };
            values.extend(columns.iter().map(|column| {
                let value = column.of(line);
                format!("{}'h{value:0digits$X}", column.width, digits = column.width.div_ceil(4) as usize)
            }));
            let _ = writeln!(text, "    line[{number}] = {{{}}};  // {}", values.join(", "), line.text);
            number += 1;
        }
    }
    text.push_str("  end\n\nendmodule\n\n`default_nettype wire\n");
    text
}

/// A port that has its value two cycles later.
fn late(name: &str, width: u32, value: &str) -> String {
    let range = range(width);
    format!(
        "  reg {range}next_{name}, late_{name};\n  always @(posedge clk) begin\n    next_{name} <= {value};\n    \
         late_{name} <= next_{name};\n  end\n  assign {name} = late_{name};\n"
    )
}

const PASSING: &str = "  // What has retired passes the adapter.
  reg [3:0] passing;

  always @(posedge clk) passing <= valid ? 4'hF : passing >> 1;

";

const PLAY: &str = "
  assign done = next == AFTER[INDEX_BITS-1:0] && !valid;

  // A line is taken in a cycle in which it is shown and stall is low. Before it plays, the first is the next.
  always @(posedge clk) begin
    if (!playing) begin
      next  <= FIRST[INDEX_BITS-1:0];
      valid <= 1'b0;
      shown <= ZERO;
    end else if (!(valid && stall)) begin
      valid <= next != AFTER[INDEX_BITS-1:0];
      if (next != AFTER[INDEX_BITS-1:0]) begin
        shown <= line[next];
        next  <= next + 1'b1;
      end
    end
  end

";

const PLAY_WITH_GAPS: &str = "
  assign done = next == AFTER[INDEX_BITS-1:0] && !valid && gap == 16'd0;

  // After a line there is time: for its messages to leave if the hart can't be stalled, and for a period to be due.
  always @(posedge clk) begin
    if (!playing) begin
      next  <= FIRST[INDEX_BITS-1:0];
      valid <= 1'b0;
      shown <= ZERO;
      gap   <= 16'd0;
    end else if (!(valid && stall)) begin
      valid <= next != AFTER[INDEX_BITS-1:0] && gap == 16'd0;
      if (gap != 16'd0) begin
        gap <= gap - 16'd1;
      end else if (next != AFTER[INDEX_BITS-1:0]) begin
        shown <= line[next][PORT];
        gap   <= line[next][GAP];
        next  <= next + 1'b1;
      end
    end
  end

";
