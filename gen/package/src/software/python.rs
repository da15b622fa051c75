// SPDX-License-Identifier: Apache-2.0
//! Coroutines, for cocotb.

use super::{comment, Plan, Read, READS};
use crate::sequence::Step;
use std::fmt::Write;
use tracewright_regmap::{TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP};

pub(super) fn text(plan: &Plan) -> String {
    let mut text =
        format!("\"\"\"Starts a trace, stops it and reads it.\n\n{}\n{HEAD}\nREADS = {READS}\n", plan.banner);
    for (name, steps) in [("START", &plan.start), ("STOP", &plan.stop)] {
        text += &table(name, steps);
    }
    text += STEPS;
    let register = |block: u32, register: usize| format!("0x{:05X}", block + register as u32);
    text += &match plan.read {
        Read::Sram { block } => SRAM
            .replace("RAM_WP", &register(block, TE_RAM_WP))
            .replace("RAM_RP", &register(block, TE_RAM_RP))
            .replace("RAM_LIMIT", &register(block, TE_RAM_LIMIT))
            .replace("RAM_DATA", &register(block, TE_RAM_DATA)),
        Read::Memory { block, base } => MEMORY
            .replace("RAM_WP", &register(block, TE_RAM_WP))
            .replace("RAM_LIMIT", &register(block, TE_RAM_LIMIT))
            .replace("RAM_BASE", &format!("0x{base:X}")),
        Read::Nowhere => String::new(),
    };
    text
}

fn table(name: &str, steps: &[Step]) -> String {
    let mut text =
        format!("\n# Writes, and what is read until the bits of a mask are so: address, mask, value.\n{name} = [\n");
    for step in steps {
        let Step { write, address, mask, value, .. } = step;
        let mask = if *write { "None".to_string() } else { format!("0x{mask:08X}") };
        writeln!(text, "    (0x{address:05X}, {mask}, 0x{value:08X}),  # {}", comment(step)).ok();
    }
    text + "]\n"
}

const HEAD: &str = "
A bus has two coroutines, `read(address)` and `write(address, value)`; addresses are in bytes, from the first register on.
\"\"\"

# How often a register is read at most until it is so.";

const STEPS: &str = "

async def _run(bus, steps):
    for address, mask, value in steps:
        if mask is None:
            await bus.write(address, value)
            continue
        for _ in range(READS):
            if await bus.read(address) & mask == value:
                break
        else:
            raise TimeoutError(f\"register 0x{address:05X} does not become 0x{value:08X} in the bits 0x{mask:08X}\")


async def start(bus):
    \"\"\"From reset to tracing.\"\"\"
    await _run(bus, START)


async def stop(bus):
    \"\"\"From tracing to trace that has arrived.\"\"\"
    await _run(bus, STOP)
";

const SRAM: &str = "

async def _words(bus, first, end):
    await bus.write(RAM_RP, first)
    return [await bus.read(RAM_DATA) for _ in range(first, end, 4)]


async def read_trace(bus):
    \"\"\"The bytes in the SRAM, oldest first. Where teWrap is 1 the oldest word is the one that would be written next.\"\"\"
    pointer = await bus.read(RAM_WP)
    following = pointer & ~3
    words = []
    if pointer & 1:
        words = await _words(bus, following, (await bus.read(RAM_LIMIT) & ~3) + 4)
    words += await _words(bus, 0, following)
    return b\"\".join(word.to_bytes(4, \"little\") for word in words)
";

const MEMORY: &str = "

async def read_trace(bus):
    \"\"\"The pieces of system memory that have the trace, the older one first: address and bytes of each.

    Where teWrap is 1 the oldest word is the one that would be written next. The registers have the low 32 bits of addresses.
    \"\"\"
    pointer = await bus.read(RAM_WP)
    newer = ((pointer & ~3) - RAM_BASE) & 0xFFFF_FFFF
    pieces = [(RAM_BASE, newer)]
    if pointer & 1:
        limit = await bus.read(RAM_LIMIT) & ~3
        pieces.insert(0, (RAM_BASE + newer, (limit + 4 - (pointer & ~3)) & 0xFFFF_FFFF))
    return pieces
";
