// SPDX-License-Identifier: Apache-2.0
//! `tw_bench_hart`: what each hart shows at its ingress port, as a table, and what plays it.

use super::{constant, range};
use crate::bench::ingress::Line;
use crate::bench::plan::Plan;
use std::fmt::Write;
use tracewright_config::Build;
use tracewright_messages::Ingress;

/// Bits of a gap.
const GAP_BITS: u32 = 16;

/// A field of a line.
struct Column {
    /// The port.
    name: String,
    /// What it is a part of: nothing, or a block.
    block: Option<usize>,
    width: u32,
    value: fn(&Ingress, usize) -> u64,
}

/// What a port is called: with the number of the block where there are several.
fn numbered(build: &Build, name: &str, block: usize) -> String {
    match build.ingress.blocks {
        1 => name.into(),
        _ => format!("{name}_{block}"),
    }
}

/// The ports that a line drives, in its order.
fn columns(build: &Build) -> Vec<Column> {
    let (port, encoder) = (&build.ingress, &build.encoder);
    let context = encoder.scontext_width + encoder.hcontext_width;
    type Value = fn(&Ingress, usize) -> u64;
    let of_cycle: [(&str, bool, u32, Value); 4] = [
        ("halted", true, 1, |port, _| port.halted.into()),
        ("privilege", encoder.context, 3, |port, _| port.privilege.into()),
        ("hart_context", encoder.context && context > 0, context, |port, _| port.context),
        ("ctype", encoder.context && context > 0, 2, |port, _| port.ctype.into()),
    ];
    let of_block: [(&str, bool, u32, Value); 6] = [
        ("itype", true, port.itype_width, |port, n| port.blocks[n].itype.into()),
        ("iaddr", true, build.xlen, |port, n| port.blocks[n].iaddr),
        ("iretire", true, port.iretire_bits(), |port, n| port.blocks[n].iretire.into()),
        ("ilastsize", true, 1, |port, n| port.blocks[n].ilastsize.into()),
        ("sijump", encoder.sequential_jump, 1, |port, n| port.blocks[n].sijump.into()),
        ("trigger_notify", port.triggers, 1, |port, n| port.blocks[n].notify.into()),
    ];
    let mut columns: Vec<Column> = of_cycle
        .into_iter()
        .filter(|column| column.1)
        .map(|(name, _, width, value)| Column { name: name.into(), block: None, width, value })
        .collect();
    for block in 0..port.blocks as usize {
        columns.extend(of_block.iter().filter(|column| column.1).map(|(name, _, width, value)| Column {
            name: numbered(build, name, block),
            block: Some(block),
            width: *width,
            value: *value,
        }));
    }
    columns
}

/// The ports of a hart that a line drives: name and width.
pub(super) fn driven(build: &Build) -> Vec<(String, u32)> {
    columns(build).into_iter().map(|column| (column.name, column.width)).collect()
}

/// The module.
pub(super) fn text(build: &Build, plan: &Plan) -> String {
    let columns = columns(build);
    let gap = plan.longest_gap() > 0;
    let width: u32 = columns.iter().map(|column| column.width).sum();
    let gap_bits = if gap { GAP_BITS } else { 0 };
    let lines: Vec<&Line> = plan.parts.iter().flat_map(|part| &part.lines).collect();
    let mut text = String::from(
        "// tw_bench_hart: shows what a hart retires at its ingress port, line by line. While stall is high a line stays.\n\
         `default_nettype none\n\n\
         module tw_bench_hart #(\n  parameter FIRST = 0,  // its first line\n  parameter AFTER = 1   // the line after its last one\n) (\n\
         \x20 input  wire clk,\n  input  wire playing,\n  output wire done,\n  input  wire stall,\n",
    );
    let ports: Vec<_> =
        columns.iter().map(|column| format!("  output wire {}{}", range(column.width), column.name)).collect();
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
    let (port, after) = (format!("{}:0", width - 1), format!("{}:{width}", width + GAP_BITS - 1));
    text.push_str(&play.replace("ZERO", &constant(width, 0)).replace("PORT", &port).replace("GAP", &after));
    let mut low = width;
    for column in &columns {
        low -= column.width;
        let bits = match column.width {
            1 => format!("shown[{low}]"),
            width => format!("shown[{}:{low}]", low + width - 1),
        };
        let _ = match column.block {
            Some(_) => writeln!(text, "  assign {} = valid ? {bits} : {};", column.name, constant(column.width, 0)),
            None => writeln!(text, "  assign {} = {bits};", column.name),
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
                let value = (column.value)(&line.port, column.block.unwrap_or(0));
                format!("{}'h{value:0digits$X}", column.width, digits = column.width.div_ceil(4) as usize)
            }));
            let _ = writeln!(text, "    line[{number}] = {{{}}};  // {}", values.join(", "), line.text);
            number += 1;
        }
    }
    text.push_str("  end\n\nendmodule\n\n`default_nettype wire\n");
    text
}

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

  // The build can't stall the hart: after a line there is time for its messages to leave.
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
