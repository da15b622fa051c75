// SPDX-License-Identifier: Apache-2.0
//! C, for firmware and for benches in C++.

use super::{comment, Plan, Read, READS};
use crate::sequence::Step;
use std::fmt::Write;
use tracewright_regmap::{TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP};

pub(super) fn header(plan: &Plan) -> String {
    let read = match plan.read {
        Read::Sram { .. } => SRAM_HEADER,
        Read::Memory { .. } => MEMORY_HEADER,
        Read::Nowhere => "",
    };
    format!(
        "/* tw_trace.h: starts a trace, stops it and reads it. */\n/* {} */\n{HEADER}{read}{HEADER_END}",
        plan.banner
    )
}

pub(super) fn source(plan: &Plan) -> String {
    let mut text = format!("/* tw_trace.c: starts a trace, stops it and reads it. */\n/* {} */\n{SOURCE}", plan.banner);
    text = text.replace("READS", &READS.to_string());
    for (name, steps) in [("start", &plan.start), ("stop", &plan.stop)] {
        text += &table(name, steps);
    }
    text += SOURCE_END;
    match plan.read {
        Read::Sram { block } => {
            for (name, register) in
                [("RAM_LIMIT", TE_RAM_LIMIT), ("RAM_WP", TE_RAM_WP), ("RAM_RP", TE_RAM_RP), ("RAM_DATA", TE_RAM_DATA)]
            {
                writeln!(text, "#define TW_{name} 0x{:05X}u", block + register as u32).ok();
            }
            text += SRAM_SOURCE;
        }
        Read::Memory { block, base } => {
            for (name, register) in [("RAM_LIMIT", TE_RAM_LIMIT), ("RAM_WP", TE_RAM_WP)] {
                writeln!(text, "#define TW_{name} 0x{:05X}u", block + register as u32).ok();
            }
            writeln!(text, "#define TW_RAM_BASE 0x{base:X}ull").ok();
            text += MEMORY_SOURCE;
        }
        Read::Nowhere => {}
    }
    text
}

fn table(name: &str, steps: &[Step]) -> String {
    let mut text = format!("static const struct tw_step {name}_steps[] = {{\n");
    for step in steps {
        let Step { write, address, mask, value, .. } = step;
        let (what, mask) = if *write { (1, 0) } else { (0, *mask) };
        writeln!(text, "  {{{what}, 0x{address:05X}u, 0x{mask:08X}u, 0x{value:08X}u}}, /* {} */", comment(step)).ok();
    }
    text + "};\n\n"
}

const HEADER: &str = "\
#ifndef TW_TRACE_H
#define TW_TRACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif

/* The control bus: addresses are in bytes, from the first register on. */
struct tw_bus {
  uint32_t (*read)(void *context, uint32_t address);
  void (*write)(void *context, uint32_t address, uint32_t value);
  void *context;
};

/* From reset to tracing. 0, or -1 where the hardware did not follow. */
int tw_start(const struct tw_bus *bus);

/* From tracing to trace that has arrived. 0, or -1 where the hardware did not follow. */
int tw_stop(const struct tw_bus *bus);

";

const SRAM_HEADER: &str = "\
/* Reads the SRAM, oldest byte first, at most `room` bytes; says how many there are. */
size_t tw_read_trace(const struct tw_bus *bus, uint8_t *trace, size_t room);

";

const MEMORY_HEADER: &str = "\
/* A piece of system memory. */
struct tw_piece {
  uint64_t address;
  uint64_t bytes;
};

/* The pieces of system memory that have the trace, the older one first. */
void tw_read_trace(const struct tw_bus *bus, struct tw_piece pieces[2]);

";

const HEADER_END: &str = "\
#ifdef __cplusplus
}
#endif

#endif
";

const SOURCE: &str = "\
#include \"tw_trace.h\"

/* A write of `value`, or reading until the bits of `mask` are `value`. */
struct tw_step {
  int write;
  uint32_t address;
  uint32_t mask;
  uint32_t value;
};

#define STEPS(list) list, sizeof(list) / sizeof(list[0])

static int run(const struct tw_bus *bus, const struct tw_step *steps, size_t count) {
  for (size_t n = 0; n < count; n++) {
    const struct tw_step *step = &steps[n];
    if (step->write) {
      bus->write(bus->context, step->address, step->value);
      continue;
    }
    uint32_t reads = 0;
    while ((bus->read(bus->context, step->address) & step->mask) != step->value) {
      if (++reads == READSu) return -1;
    }
  }
  return 0;
}

";

const SOURCE_END: &str = "\
int tw_start(const struct tw_bus *bus) { return run(bus, STEPS(start_steps)); }

int tw_stop(const struct tw_bus *bus) { return run(bus, STEPS(stop_steps)); }

";

const SRAM_SOURCE: &str = "
/* Bytes of the SRAM from one address to before another, after the `count` that there are. */
static size_t take(const struct tw_bus *bus, uint32_t first, uint32_t end, uint8_t *trace, size_t room, size_t count) {
  bus->write(bus->context, TW_RAM_RP, first);
  for (uint32_t at = first; at < end; at += 4) {
    uint32_t word = bus->read(bus->context, TW_RAM_DATA);
    for (int byte = 0; byte < 4; byte++, count++) {
      if (count < room) trace[count] = (uint8_t)(word >> (8 * byte));
    }
  }
  return count;
}

size_t tw_read_trace(const struct tw_bus *bus, uint8_t *trace, size_t room) {
  uint32_t pointer = bus->read(bus->context, TW_RAM_WP);
  uint32_t next = pointer & ~3u;
  size_t count = 0;
  /* teWrap: the oldest word is the one that would be written next. */
  if (pointer & 1u) count = take(bus, next, (bus->read(bus->context, TW_RAM_LIMIT) & ~3u) + 4u, trace, room, count);
  return take(bus, 0u, next, trace, room, count);
}
";

const MEMORY_SOURCE: &str = "
void tw_read_trace(const struct tw_bus *bus, struct tw_piece pieces[2]) {
  uint32_t pointer = bus->read(bus->context, TW_RAM_WP);
  /* The registers have the low 32 bits of addresses. */
  uint64_t next = TW_RAM_BASE + (uint32_t)((pointer & ~3u) - (uint32_t)TW_RAM_BASE);
  pieces[0].address = next;
  pieces[0].bytes = 0;
  /* teWrap: the oldest word is the one that would be written next. The limit is less than 4 GiB away. */
  if (pointer & 1u) pieces[0].bytes = (uint32_t)((bus->read(bus->context, TW_RAM_LIMIT) & ~3u) + 4u - (uint32_t)next);
  pieces[1].address = TW_RAM_BASE;
  pieces[1].bytes = next - TW_RAM_BASE;
}
";
