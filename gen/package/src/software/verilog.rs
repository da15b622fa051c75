// SPDX-License-Identifier: Apache-2.0
//! Verilog tasks, for a bench to include.

use super::{comment, Plan, Read, READS};
use crate::sequence::Step;
use std::fmt::Write;
use tracewright_regmap::{TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP};

pub(super) fn text(plan: &Plan) -> String {
    let mut text = format!(
        "// tw_trace.vh: tasks that start a trace, stop it and read it, to be included in a module.\n// {}\n{HEAD}",
        plan.banner
    );
    text = text.replace("READS", &READS.to_string());
    for (name, steps) in [("start", &plan.start), ("stop", &plan.stop)] {
        text += &task(name, steps);
    }
    let register = |block: u32, register: usize| format!("32'h{:05X}", block + register as u32);
    text += &match plan.read {
        Read::Sram { block } => SRAM
            .replace("RAM_WP", &register(block, TE_RAM_WP))
            .replace("RAM_RP", &register(block, TE_RAM_RP))
            .replace("RAM_LIMIT", &register(block, TE_RAM_LIMIT))
            .replace("RAM_DATA", &register(block, TE_RAM_DATA)),
        Read::Memory { block, base } => MEMORY
            .replace("RAM_WP", &register(block, TE_RAM_WP))
            .replace("RAM_LIMIT", &register(block, TE_RAM_LIMIT))
            .replace("BASE_LOW", &format!("32'h{:X}", base & u64::from(u32::MAX)))
            .replace("RAM_BASE", &format!("64'h{base:X}")),
        Read::Nowhere => String::new(),
    };
    text
}

fn task(name: &str, steps: &[Step]) -> String {
    let mut text = format!("\n  task tw_{name};\n    begin\n");
    for step in steps {
        let Step { write, address, mask, value, .. } = step;
        match write {
            true => writeln!(text, "      tw_write(32'h{address:05X}, 32'h{value:08X});  // {}", comment(step)),
            false => writeln!(
                text,
                "      tw_until(32'h{address:05X}, 32'h{mask:08X}, 32'h{value:08X});  // {}",
                comment(step)
            ),
        }
        .ok();
    }
    text + "    end\n  endtask\n"
}

const HEAD: &str = "
  // All names begin with tw_. The module has the two tasks of the control bus; addresses are in bytes, from the first
  // register on:
  //   task tw_write(input [31:0] address, input [31:0] value);
  //   task tw_read(input [31:0] address, output [31:0] value);

  // The hardware did not follow. Nothing is waited for after that.
  reg tw_failed = 1'b0;

  task tw_until(input [31:0] tw_address, input [31:0] tw_mask, input [31:0] tw_value);
    reg [31:0] tw_got;
    integer    tw_reads;
    if (!tw_failed) begin
      tw_reads = 1;
      tw_read(tw_address, tw_got);
      while ((tw_got & tw_mask) !== tw_value && tw_reads < READS) begin
        tw_reads = tw_reads + 1;
        tw_read(tw_address, tw_got);
      end
      if ((tw_got & tw_mask) !== tw_value) tw_failed = 1'b1;
    end
  endtask
";

const SRAM: &str = "
  // Bytes of the SRAM from one address to before another: each is handed to
  //   task tw_take(input [7:0] data);
  // of the module.
  task tw_take_words(input [31:0] tw_first, input [31:0] tw_end);
    reg [31:0] tw_word, tw_address;
    begin
      tw_write(RAM_RP, tw_first);
      for (tw_address = tw_first; tw_address < tw_end; tw_address = tw_address + 32'd4) begin
        tw_read(RAM_DATA, tw_word);
        tw_take(tw_word[7:0]);
        tw_take(tw_word[15:8]);
        tw_take(tw_word[23:16]);
        tw_take(tw_word[31:24]);
      end
    end
  endtask

  // The trace, oldest byte first. Where teWrap is 1 the oldest word is the one that would be written next.
  task tw_read_trace;
    reg [31:0] tw_pointer, tw_last;
    begin
      tw_read(RAM_WP, tw_pointer);
      if (tw_pointer[0]) begin
        tw_read(RAM_LIMIT, tw_last);
        tw_take_words(tw_pointer & ~32'h3, (tw_last & ~32'h3) + 32'd4);
      end
      tw_take_words(32'h0, tw_pointer & ~32'h3);
    end
  endtask
";

const MEMORY: &str = "
  // The pieces of system memory that have the trace, the older one first. Where teWrap is 1 the oldest word is the one
  // that would be written next. The registers have the low 32 bits of addresses.
  task tw_read_trace(output [63:0] tw_older, output [31:0] tw_older_bytes, output [63:0] tw_newer, output [31:0] tw_newer_bytes);
    reg [31:0] tw_pointer, tw_last;
    begin
      tw_read(RAM_WP, tw_pointer);
      tw_newer       = RAM_BASE;
      tw_newer_bytes = (tw_pointer & ~32'h3) - BASE_LOW;
      tw_older       = tw_newer + {32'h0, tw_newer_bytes};
      tw_older_bytes = 32'h0;
      if (tw_pointer[0]) begin
        tw_read(RAM_LIMIT, tw_last);
        tw_older_bytes = (tw_last & ~32'h3) + 32'd4 - (tw_pointer & ~32'h3);
      end
    end
  endtask
";
