// SPDX-License-Identifier: Apache-2.0
// The addresses of board_core, the trace encoder's calls, and the program that is traced.
#ifndef BOARD_H
#define BOARD_H

#include "tracewright_registers.h"
#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
// Read: bit 31 is set if no byte has come. Write: sends a byte.
#define SERIAL REGISTER(0x80000000)
#define LIGHTS REGISTER(0x80000004)

// A register of the encoder, and a value in one of its fields.
#define TRACE(name) REGISTER(UINT32_C(0x40000000) + TW_##name##_OFFSET)
#define FIELD(name, value) ((uint32_t)(value) << TW_##name##_SHIFT)

// Where trace goes; what of it there is depends on the board.
struct target {
    uint32_t sink;      // teSink.
    uint32_t pib_mode;  // pibMode; 0 without pins.
    uint32_t divider;   // pibDivider.
};

// Resets the encoder, sets it and its sink up, and starts the trace.
void trace_start(const struct target *target);

// Stops the trace and waits until all of it has left.
void trace_stop(const struct target *target);

// Sorts and sums numbers that depend on the seed: loops, recursion, calls through pointers.
uint32_t workload(uint32_t seed);

#endif
