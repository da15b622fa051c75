// SPDX-License-Identifier: Apache-2.0
// Timer interrupts at random moments, some right behind the last, into calls, returns, branches and jumps of every kind.
#ifdef WITHOUT_CSRS
#include "irq.h"
#else
#include "trap.h"
#endif

enum { INTERRUPTS = 400 };

static volatile uint32_t interrupts;
static uint32_t moment = 77;

#ifdef WITHOUT_CSRS
struct frame *irq(struct frame *frame, uint32_t pending) {
    if (pending != 1 << IRQ_TIMER) exit(50);
    irq_timer(100 + random_next(&moment) % 1200);
    interrupts++;
    return frame;
}

static void begin(void) {
    irq_mask(~(1u << IRQ_TIMER));
    irq_timer(1000);
}

static void end(void) { irq_mask(~0u); }
#else
struct frame *trap(struct frame *frame) {
    if (frame->cause != (INTERRUPT | MACHINE_TIMER)) exit(50);
    timer_set(time_now() + 5 + random_next(&moment) % 60);
    interrupts++;
    return frame;
}

static void begin(void) {
    CSR_WRITE(mtvec, trap_entry);
    timer_set(time_now() + 100);
    CSR_SET(mie, 1 << MACHINE_TIMER);
    CSR_SET(mstatus, STATUS_MIE);
}

static void end(void) { CSR_CLEAR(mstatus, STATUS_MIE); }
#endif

static NOINLINE uint32_t fibonacci(uint32_t n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static NOINLINE uint32_t twice(uint32_t value) { return value * 2; }

static NOINLINE uint32_t square(uint32_t value) { return value * value + 1; }

static NOINLINE uint32_t bits(uint32_t value) {
    uint32_t count = 0;
    for (; value != 0; value &= value - 1) count++;
    return count;
}

static uint32_t (*const volatile functions[])(uint32_t) = {twice, square, bits};

static NOINLINE uint32_t advance(uint32_t value) {
    switch (value % 11) {
    case 0: return fibonacci(value % 5) + value / 11 + 17;
    case 1: return functions[value % 3](value) ^ 0x55AA;
    case 2: return bits(value) * 40503 + 1;
    case 3: return value >> 3 | value << 29;
    case 4: return square(twice(value));
    case 5: value += 5; // falls through
    case 7: return functions[value / 11 % 3](value + 3);
    case 8: return ~value;
    case 9: return value % 1009 * 4099;
    default: return value - 12345;
    }
}

int main(void) {
    uint32_t value = 1, steps = 0;
    begin();
    do {
        value = advance(value);
        steps++;
    } while (interrupts < INTERRUPTS);
    end();

    uint32_t again = 1;
    while (steps-- > 0) again = advance(again);
    return value == again ? 0 : 1;
}
