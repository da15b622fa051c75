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
        "`rtl/{TOP}.v` makes blocks of what a core shows for riscv-formal. It stands beside `{}`, one for each hart:\n",
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
    text += "  .halted(halted), .overflow(), .clk(clk), .rst_n(rst_n)\n);\n```\n\n";
    writeln!(
        text,
        "Channels of the core: {}, side by side, the oldest lowest. A block is shown two cycles after the \
        instruction retired. RVFI can't be stalled: `stall` gates the core's clock (and the adapter's), or is left \
        open, with teInstStallEn 0. `overflow` says that the core retired faster than the adapter can show traps; it \
        stays until reset.",
        ingress.blocks
    )
    .ok();
    if ingress.interrupt_address {
        text += "`rvfi_pc_wdata` tells where an interrupt came, so it must be right of trap returns, too (Ibex: take mepc).\n";
    }
    text
}
