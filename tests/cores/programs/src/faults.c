// SPDX-License-Identifier: Apache-2.0
// Instructions that PicoRV32 has not got, ebreak, ecall and misaligned accesses, each an interrupt, among those of the timer.
#include "irq.h"

enum { TURNS = 20, PERIOD = PERIOD_OR(3000) };

static volatile uint32_t ticks, instructions, accesses;

struct frame *irq(struct frame *frame, uint32_t pending) {
    if (pending & 1 << IRQ_TIMER) {
        ticks++;
        irq_timer(PERIOD);
    }
    if (pending & 1 << IRQ_INSTRUCTION) instructions++;
    if (pending & 1 << IRQ_ALIGNMENT) accesses++;
    return frame;
}

// Compressed and not, the sixth an amoadd.w; seven in all.
static NOINLINE void cause_instructions(void) {
    __asm__ volatile("ecall" ::: "memory");
    __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop" ::: "memory");
    __asm__ volatile("c.ebreak" ::: "memory");
    __asm__ volatile(".half 0" ::: "memory");
    __asm__ volatile("csrw 0x340, zero" ::: "memory");
    __asm__ volatile(".word 0x0001202F" ::: "memory");
    __asm__ volatile("c.ebreak" ::: "memory");
}

static NOINLINE uint32_t cause_accesses(const uint8_t *odd) {
    uint32_t sum = 0, value;
    __asm__ volatile("lw %0, 0(%1)" : "=r"(value) : "r"(odd) : "memory");
    __asm__ volatile("lh %0, 0(%1)" : "=r"(value) : "r"(odd) : "memory");
    __asm__ volatile("lhu %0, 2(%1)" : "=r"(value) : "r"(odd) : "memory");
    for (uint32_t n = 0; n < 8; n++) sum += odd[n];
    return sum;
}

int main(void) {
    static const uint8_t bytes[12] __attribute__((aligned(4))) = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    irq_mask(0);
    irq_timer(PERIOD);
    for (uint32_t turn = 1; turn <= TURNS; turn++) {
        cause_instructions();
        if (instructions != 7 * turn) return 1;
        if (cause_accesses(bytes + 1) != 44) return 2;
        if (accesses != 3 * turn) return 3;
    }
    irq_mask(~0u);
    return ticks > 5 ? 0 : 4;
}
