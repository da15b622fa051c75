// SPDX-License-Identifier: Apache-2.0
//! The adapter for cores with a riscv-formal port.

use crate::Package;
use std::fmt::Write;
use tracewright_config::Adapter;

/// The adapter's module.
const TOP: &str = "tw_rvfi";

pub(crate) fn text(package: &Package) -> String {
    let ingress = &package.build.ingress;
    if ingress.adapter == Adapter::None {
        return String::new();
    }
    let mut text = String::from("\n### From RVFI\n");
    writeln!(
        text,
        "`rtl/{TOP}.v` makes blocks of what a core shows for riscv-formal. It stands beside `{}`, one for each hart. \
         `bench/tw_example.v` has both, and the clock of the core: begin with it, put the core in, and hand it \
         `core_clk`. What it needs, in one place:\n",
        package.top
    )
    .ok();
    text += "```verilog\n";
    writeln!(text, "{TOP} u_rvfi (").ok();
    for name in [
        "rvfi_valid",
        "rvfi_insn",
        "rvfi_trap",
        "rvfi_halt",
        "rvfi_intr",
        "rvfi_mode",
        "rvfi_pc_rdata",
        "rvfi_pc_wdata",
    ] {
        writeln!(text, "  .{name}({name}),").ok();
    }
    text += "  .debug_mode(1'b0), // or the core's, such as rvfi_ext_debug_mode of Ibex\n";
    if ingress.interrupt_address && package.build.encoder.context {
        text +=
            "  .return_mode(2'd3), // the mode that a trap return leads to, where the core has others than M-mode\n";
    }
    for name in ["itype", "iaddr", "iretire", "ilastsize"] {
        match ingress.blocks {
            1 => writeln!(text, "  .{name}({name}),").ok(),
            blocks => writeln!(
                text,
                "  {}",
                (0..blocks).map(|n| format!(".{name}_{n}({name}_{n}),")).collect::<Vec<_>>().join(" ")
            )
            .ok(),
        };
    }
    if package.build.encoder.context {
        text += "  .privilege(privilege),\n";
    }
    text += "  .halted(halted), .overflow(rvfi_overflow), .clk(core_clk), .rst_n(rst_n)\n);\n```\n\n";
    text += &signals(package);
    text += &stalling(package);
    text += &check(package);
    text
}

/// What the core has to say, signal by signal.
fn signals(package: &Package) -> String {
    let ingress = &package.build.ingress;
    let (n, xlen) = (ingress.blocks, package.build.xlen);
    let of_next = match ingress.interrupt_address {
        true => {
            "the address of the next one, interrupts left out; it tells where an interrupt came, so it must be \
                 right of branches, jumps and trap returns (Ibex: take mepc for mret). Ignored of what trapped"
        }
        false => {
            "the address of the next one, interrupts left out. Ignored of what trapped, of trap returns, jal and jalr"
        }
    };
    let modes = match package.build.encoder.context {
        true => "privilege mode that it was executed in: 0 U, 1 S, 3 M",
        false => "not used by this build",
    };
    let mut text = format!(
        "Channels of the core: {n}, side by side, the oldest lowest. All of these are of `core_clk`.\n\n\
         | signal | width | what the core says in it |\n|---|--:|---|\n"
    );
    for (name, width, what) in [
        ("rvfi_valid", 1, "an instruction retired, or trapped; the others mean something only then"),
        (
            "rvfi_insn",
            32,
            "the instruction as it is in memory: of a compressed one its own 16 bits, not expanded, and not the word of \
             the bus",
        ),
        ("rvfi_trap", 1, "it had an exception, and did not retire; never an interrupt"),
        ("rvfi_halt", 1, "it is the last one before the core stops for good; 0 if there is no such thing"),
        ("rvfi_intr", 1, "it is the first one of a handler, of an interrupt or an exception"),
        ("rvfi_mode", 2, modes),
        ("rvfi_pc_rdata", xlen, "its address; a fetch that failed is an instruction that trapped"),
        ("rvfi_pc_wdata", xlen, of_next),
        ("debug_mode", 1, "it was executed in debug mode; not of RVFI"),
    ] {
        writeln!(text, "| `{name}` | {} | {what} |", width * n).ok();
    }
    text += "\nA block is shown two cycles after the instruction retired. `rvfi_overflow` rises, and stays high, where the \
             core retired faster than the adapter can show traps: the trace is wrong from there on.\n\n";
    text
}

/// What holds the core.
fn stalling(package: &Package) -> String {
    let gated = "`core_clk` is the clock of the core and of the adapter.";
    match package.build.encoder.stall {
        true => format!(
            "RVFI can't be stalled, so {gated} Either `stall` stops it (a clock gate of your technology, enabled by \
             `!stall`), and with teInstStallEn nothing is lost; or `stall` is left open, `core_clk` is `clk`, and \
             teInstStallEn (`run.stall`) stays 0: then messages are lost where the queue is full, and the trace says \
             so. `tw_example` has the first with `GATED` 1, the second with `GATED` 0. Either way: release `rst_n` with \
             the core in reset, write what is under *The first trace*, then release the core. With teInstStallEn 1 and \
             `stall` left open the encoder takes blocks for held that were not: the trace is wrong.\n\n"
        ),
        false => format!(
            "{gated} This build can't hold it: messages are lost where the queue is full, and the trace says so.\n\n"
        ),
    }
}

/// How the core is checked in a simulation.
fn check(package: &Package) -> String {
    format!(
        "`bench/tw_rvfi_check.v` says in a simulation where the core's RVFI breaks what the adapter relies on: connect \
         it beside the adapter, to the same signals, and look for `tw_rvfi_check: rule` in what the simulator prints.\n\n\
         ```verilog\ntw_rvfi_check #(.XLEN({}), .NRET({})) u_rvfi_check (\n  \
         .clk(core_clk), .rst_n(rst_n), .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap),\n  \
         .rvfi_halt(rvfi_halt), .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_pc_rdata(rvfi_pc_rdata),\n  \
         .rvfi_pc_wdata(rvfi_pc_wdata), .debug_mode(1'b0), .violated()\n);\n```\n\n\
         Set its parameter `FETCH_FAULTS` to 1 for a core whose fetches can fail (PMP, MMU, bus errors), or that has \
         breakpoint triggers. Of any other core a trap of an instruction that can't trap is an interrupt in disguise.\n\n\
         Then compare a decoded trace with what retired: `tracewright decode --config configuration.toml --elf PROGRAM \
         TRACE --output none --retired FILE`, where FILE has `rvfi_pc_rdata` and `rvfi_insn` of each retirement, in \
         hexadecimal, a line each (`$fdisplay(file, \"%h %h\", rvfi_pc_rdata, rvfi_insn)`).\n",
        package.build.xlen, package.build.ingress.blocks
    )
}
