// SPDX-License-Identifier: Apache-2.0
// What every program may use. main returns 0, or the number of the check that failed.
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

// Ends the program; 0 is a pass.
_Noreturn void exit(int code);

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);

// Marsaglia's xorshift32; the state must not be 0.
static inline uint32_t random_next(uint32_t *state) {
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

// Ticks between timer interrupts: those that a program likes, or TIMER_PERIOD of the build.
#ifdef TIMER_PERIOD
#define PERIOD_OR(usual) TIMER_PERIOD
#else
#define PERIOD_OR(usual) usual
#endif

#endif
