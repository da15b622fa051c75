// SPDX-License-Identifier: Apache-2.0
// Three threads switched by the timer and by their own calls: an interrupt returns to another place than it left.
#include "irq.h"

enum { THREADS = 3, ROUNDS = 40, STACK = 1024, PERIOD = PERIOD_OR(1300) };

struct thread {
    struct frame *frame;
    uint32_t rounds, result;
    uint8_t stack[STACK] __attribute__((aligned(16)));
};

static struct thread threads[THREADS];
static int current;

struct frame *irq(struct frame *frame, uint32_t pending) {
    if (pending & 1 << IRQ_TIMER) irq_timer(PERIOD);
    threads[current].frame = frame;
    current = (current + 1) % THREADS;
    return threads[current].frame;
}

static NOINLINE uint32_t work(uint32_t round, uint32_t value) {
    for (uint32_t i = 0; i < 20 + round % 7; i++) value = value & 1 ? value * 3 + round : value >> 1 ^ 0x10001 * i;
    return value;
}

static void run(struct thread *self) {
    for (; self->rounds < ROUNDS; self->rounds++) {
        self->result = work(self->rounds, self->result);
        if (self->rounds % 4 == 0) __asm__ volatile("ebreak" ::: "memory");
    }
}

static void other_thread(struct thread *self) {
    run(self);
    for (;;) __asm__ volatile("ebreak" ::: "memory");
}

static void start(struct thread *thread) {
    struct frame *frame = (struct frame *)(thread->stack + STACK - 144);
    memset(frame, 0, sizeof *frame);
    frame->pc = (uint32_t)other_thread;
    frame->x[2] = (uint32_t)(thread->stack + STACK);
    frame->x[10] = (uint32_t)thread;
    thread->frame = frame;
}

int main(void) {
    for (int i = 1; i < THREADS; i++) start(&threads[i]);
    irq_mask(0);
    irq_timer(PERIOD);
    run(&threads[0]);
    for (int i = 0; i < THREADS; i++) {
        while (((volatile struct thread *)threads)[i].rounds < ROUNDS) __asm__ volatile("ebreak" ::: "memory");
    }
    irq_mask(~0u);

    uint32_t expected = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) expected = work(round, expected);
    for (int i = 0; i < THREADS; i++) {
        if (threads[i].result != expected) return 1 + i;
    }
    return 0;
}
