// SPDX-License-Identifier: Apache-2.0
// Timer interrupts into a computation that they must not disturb, and into waiting for them.
#include "irq.h"

enum { TICKS = 30, WAITS = 10, PERIOD = PERIOD_OR(1500) };

static volatile uint32_t interrupts;

struct frame *irq(struct frame *frame, uint32_t pending) {
    if (pending != 1 << IRQ_TIMER) exit(50);
    irq_timer(PERIOD);
    interrupts++;
    return frame;
}

static NOINLINE uint32_t advance(uint32_t value) { return value % 3 == 0 ? value / 3 + 1000003 : value * 7 + 1; }

int main(void) {
    uint32_t value = 1, steps = 0;
    irq_mask(~(1u << IRQ_TIMER));
    irq_timer(PERIOD);
    do {
        value = advance(value);
        steps++;
    } while (interrupts < TICKS);
    for (uint32_t n = 1; n <= WAITS; n++) irq_wait();
    irq_mask(~0u);

    uint32_t again = 1;
    while (steps-- > 0) again = advance(again);
    return value != again ? 1 : interrupts < TICKS + WAITS / 2 ? 2 : 0;
}
