// SPDX-License-Identifier: Apache-2.0
// A loop without branches and indirect jumps that runs until an exception: the instruction counter alone grows.
#include "trap.h"

// More than 2^22 half-words, so that the widest I-CNT (22 bits) is exceeded.
enum { TURNS = 400000 };

// Counts down from `turns` by jumps alone; at 0 its address is misaligned for lr.w, which traps.
void wait_loop(uintptr_t turns, const uint32_t *word);
// Where wait_loop goes on after the trap.
void wait_loop_end(void);

static uint32_t word;
static uintptr_t traps, left, cause;

struct frame *trap(struct frame *frame) {
    traps++;
    left = frame->x[10];
    cause = frame->cause;
    frame->pc = (uintptr_t)wait_loop_end;
    return frame;
}

int main(void) {
    CSR_WRITE(mtvec, trap_entry);
    wait_loop(TURNS, &word);
    if (traps != 1) return 1;
    if (cause != LOAD_MISALIGNED && cause != LOAD_ACCESS_FAULT) return 2;
    return left == 0 ? 0 : 3;
}
