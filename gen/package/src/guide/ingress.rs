// SPDX-License-Identifier: Apache-2.0
//! How to hook the ingress port.

use super::ports::table;
use crate::Package;
use std::fmt::Write;
use tracewright_config::IngressForm;

/// What 4-bit itype says (N-Trace Table 2).
const FOUR_BITS: &str = "\
| 0 | none of these: other instructions, `fence`, `wfi`, `cm.jt` |
| 1 | exception in the instruction after the block's (in the block's last one for `ecall`, which retires) |
| 2 | interrupt before the next instruction |
| 3 | `mret`, `sret`, `uret` |
| 4, 5 | branch, not taken; taken |
| 8 | `jalr` with rd a link register, rs1 none or the same; `c.jalr` but of x5 |
| 9 | `jal` with rd a link register, `c.jal`, `cm.jalt` |
| 12 | `jalr` with rd and rs1 two different link registers; `c.jalr x5` |
| 13 | `jalr` with rs1 a link register and rd none; `c.jr` of one; `cm.popret` |
| 14 | other `jalr`, `c.jr` |
| 15 | other `jal`, `c.j` |

Link registers are x1 and x5.
";

/// What 3-bit itype says.
const THREE_BITS: &str = "\
| 0 | none of these: other instructions, all of `jal`, `c.j`, `c.jal` |
| 1 | exception in the instruction after the block's (in the block's last one for `ecall`, which retires) |
| 2 | interrupt before the next instruction |
| 3 | `mret`, `sret`, `uret` |
| 4, 5 | branch, not taken; taken |
| 6 | `jalr`, `c.jr`, `c.jalr`, `cm.popret` |
";

pub(crate) fn text(package: &Package) -> String {
    let ingress = &package.build.ingress;
    let mut text = String::from("\n## Ingress: from the hart\n");
    text += "The port is E-Trace's ingress port, which N-Trace has adopted: what retired in a cycle, as *blocks*.\n";
    if package.build.system.harts > 1 {
        let last = package.build.system.harts - 1;
        writeln!(
            text,
            "Each hart has one; the table has hart 0's, those of the others are called `hart1_` to `hart{last}_`."
        )
        .ok();
    }
    text += &table(package, "Ingress:");
    match ingress.form {
        IngressForm::Single => {
            text += "A block is at most one instruction: `iretire` 1 if one retired. `ilastsize` \
            0: it has 16 bits; 1: 32 bits.\n"
        }
        IngressForm::Block => {
            let most = (1 << ingress.iretire_bits()) - 1;
            writeln!(
                text,
                "A block is one or more instructions at consecutive addresses, that retired together; \
                only the last of them may be other than itype 0. `iretire` counts its half-words, {most} at most; \
                `ilastsize` 0: the last one has 16 bits; 1: 32 bits. A hart that retires one instruction a cycle \
                shows each as a block of 1 or 2 half-words."
            )
            .ok();
        }
    }
    if ingress.blocks > 1 {
        writeln!(
            text,
            "There are {} blocks a cycle, the oldest in those that end in `_0`. A place without a block \
            has `iretire` 0 and `itype` 0; any may be empty.",
            ingress.blocks
        )
        .ok();
    }
    text += "`iretire` 0 and `itype` 0 is no block; leave it so in cycles in which nothing retires. `iaddr` is the \
        address of the block's first instruction.\n";
    text += "An exception or interrupt is the end of the block before it, or a block of its own with `iretire` 0; \
        `iaddr` is then the address of the instruction that failed (itype 1), or ";
    text += match ingress.interrupt_address {
        true => "of the one that would have run next (itype 2): what the interrupt saves as return address.\n\n",
        false => "anything (itype 2).\n\n",
    };
    text += "| itype | the block ends in |\n|---|---|\n";
    text += if ingress.itype_width == 4 { FOUR_BITS } else { THREE_BITS };
    text += &example(package);
    text += "\nRules, cycle by cycle:\n";
    text += "- The port is registered: a block counts in the cycle whose rising edge sees it. All of its inputs are \
        of `clk`; the hart is in that clock, too.\n";
    text += match package.build.encoder.stall {
        true => {
            "- `stall` high: what the port shows in this cycle is not taken. The hart holds it, or its clock, \
            until `stall` is low, and shows nothing new. It comes early in the cycle from registers, and does not \
            depend on the port. It is low unless teInstStallEn is set: a hart that can't wait leaves it open, and \
            that bit 0; what is lost then, the trace says.\n"
        }
        false => {
            "- `stall` stays low: this build loses trace rather than hold the hart, and says in the trace what \
            is lost.\n"
        }
    };
    text += "- `halted` is high while the hart is in debug mode, where it shows no blocks.\n";
    if ingress.triggers {
        text += "- `trigger_on` and `trigger_off` are high for the cycle in which a watchpoint fires, with the block \
            that it fired in; `trigger_notify` belongs to its block.\n";
    }
    if ingress.reset {
        text += "- `hart_reset` is high while the hart is in reset and the encoder is not: trace then says so.\n";
    }
    if ingress.low_power {
        text += "- `low_power` is high while the hart sleeps with its state gone; not for `wfi`.\n";
    }
    if package.build.encoder.context || package.build.has_csr_port() {
        text += "- `privilege` is the mode of the cycle's instructions: 0 U, 1 S or HS, 3 M, 5 VU, 6 VS.\n";
    }
    if package.build.encoder.scontext_width + package.build.encoder.hcontext_width > 0 {
        text += "- `hart_context` is hcontext above scontext, and `ctype` how a change of it is reported: 0 not, 1 \
            imprecisely, 2 precisely, 3 as an asynchronous discontinuity.\n";
    }
    if package.build.encoder.sequential_jump {
        text += "- `sijump` is high with a block whose last jump's target follows from the `lui`, `auipc` or `c.lui` \
            before it.\n";
    }
    text
}

/// A loop with a trap, in the form of the build.
fn example(package: &Package) -> String {
    let ingress = &package.build.ingress;
    let is_single = ingress.form == IngressForm::Single;
    let jump = if ingress.itype_width == 4 { 13 } else { 6 };
    let digits = package.build.xlen as usize / 4;
    let mut text = String::from(
        "\nFor instance (one block a cycle):\n\n| cycle | retires | itype | iaddr | iretire \
        | ilastsize |\n|---|---|---|---|---|---|\n",
    );
    let rows: [(&str, u32, u64, [u32; 2], u32); 7] = [
        ("`addi` at 0x80000000", 0, 0x8000_0000, [2, 1], 1),
        ("`c.beqz` at 0x80000004, taken", 5, 0x8000_0004, [1, 1], 0),
        ("nothing", 0, 0, [0, 0], 0),
        ("`ret` at 0x80000010", jump, 0x8000_0010, [1, 1], 0),
        ("`lw` at 0x80000200 fails: not retired", 1, 0x8000_0200, [0, 0], 1),
        ("`csrr` at 0x80000100, the handler", 0, 0x8000_0100, [2, 1], 1),
        ("`mret` at 0x80000104", 3, 0x8000_0104, [2, 1], 1),
    ];
    for (cycle, (what, itype, iaddr, retired, size)) in rows.into_iter().enumerate() {
        let address = if retired[0] == 0 && itype == 0 { "any".into() } else { format!("0x{iaddr:0digits$x}") };
        let size = if retired[0] == 0 { "any".into() } else { size.to_string() };
        writeln!(text, "| {cycle} | {what} | {itype} | {address} | {} | {size} |", retired[usize::from(is_single)])
            .ok();
    }
    if !is_single {
        text +=
            "\nIn block form cycles 0 and 1 could be one block: itype 5, iaddr 0x80000000, iretire 3, ilastsize 0.\n";
    }
    text
}
