// SPDX-License-Identifier: Apache-2.0
// Timer interrupts into a computation that they must not disturb.
#include "trap.h"

enum { TICKS = 60 };
static const uint64_t PERIOD = PERIOD_OR(400);

static volatile uint32_t interrupts;

struct frame *trap(struct frame *frame) {
    if (frame->cause != (INTERRUPT | MACHINE_TIMER)) exit(50);
    timer_set(time_now() + PERIOD);
    interrupts++;
    return frame;
}

static NOINLINE uint32_t advance(uint32_t value) { return value % 3 == 0 ? value / 3 + 1000003 : value * 7 + 1; }

int main(void) {
    uint32_t value = 1, steps = 0;
    CSR_WRITE(mtvec, trap_entry);
    timer_set(time_now() + PERIOD);
    CSR_SET(mie, 1 << MACHINE_TIMER);
    CSR_SET(mstatus, STATUS_MIE);
    do {
        value = advance(value);
        steps++;
    } while (interrupts < TICKS);
    CSR_CLEAR(mstatus, STATUS_MIE);

    uint32_t again = 1;
    while (steps-- > 0) again = advance(again);
    return value == again ? 0 : 1;
}
