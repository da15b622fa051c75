// SPDX-License-Identifier: Apache-2.0
// Software interrupts through a vectored table, with timer interrupts nested inside their handler and the reverse.
#include "trap.h"

enum { ROUNDS = 60 };

// Vectored: entry n jumps to the handler of interrupt n.
void vectors(void);

static volatile uint32_t software, timer;
static uint32_t depth, deepest;

static void allow(enum interrupt interrupt) {
    CSR_WRITE(mie, (uintptr_t)1 << interrupt);
    CSR_SET(mstatus, STATUS_MIE);
}

static void forbid(void) { CSR_CLEAR(mstatus, STATUS_MIE); }

static void on_software(void) {
    *MSIP = 0;
    // A timer interrupt comes in here, until three handlers are nested.
    if (depth < 3) {
        uint32_t before = timer;
        timer_set(0);
        allow(MACHINE_TIMER);
        while (timer == before) {}
        forbid();
    }
    software++;
}

static void on_timer(void) {
    timer_set(UINT64_MAX);
    if (depth < 3) {
        uint32_t before = software;
        *MSIP = 1;
        allow(MACHINE_SOFTWARE);
        while (software == before) {}
        forbid();
    }
    timer++;
}

struct frame *trap(struct frame *frame) {
    uintptr_t enabled = CSR_READ(mie);
    depth++;
    if (depth > deepest) deepest = depth;
    if (frame->cause == (INTERRUPT | MACHINE_SOFTWARE)) {
        on_software();
    } else if (frame->cause == (INTERRUPT | MACHINE_TIMER)) {
        on_timer();
    } else {
        exit(50);
    }
    depth--;
    CSR_WRITE(mie, enabled);
    return frame;
}

int main(void) {
    CSR_WRITE(mtvec, (uintptr_t)vectors | 1);
    timer_set(UINT64_MAX);
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        *MSIP = 1;
        allow(MACHINE_SOFTWARE);
        // Each round counts two software interrupts and a timer interrupt.
        while (software < 2 * round) {}
        forbid();
        if (timer != round) return 1;
    }
    if (software != 2 * ROUNDS) return 2;
    return deepest == 3 && depth == 0 ? 0 : 3;
}
