// SPDX-License-Identifier: Apache-2.0
// Three threads in machine mode, switched by timer interrupts and by their own calls: a trap returns to another place
// than it left.
#include "trap.h"

enum { THREADS = 3, ROUNDS = 60, STACK = 1024 };
static const uint64_t PERIOD = PERIOD_OR(300);

struct thread {
    struct frame *frame;
    uint32_t rounds, result;
    uint8_t stack[STACK] __attribute__((aligned(16)));
};

static struct thread threads[THREADS];
static int current;

struct frame *trap(struct frame *frame) {
    if (frame->cause == ECALL_M) {
        frame->pc += 4;
    } else if (frame->cause == (INTERRUPT | MACHINE_TIMER)) {
        timer_set(time_now() + PERIOD);
    } else {
        exit(50);
    }
    threads[current].frame = frame;
    current = (current + 1) % THREADS;
    return threads[current].frame;
}

// A round is some work that depends on the round, and a hand-over in every fourth.
static NOINLINE uint32_t work(uint32_t round, uint32_t value) {
    for (uint32_t i = 0; i < 20 + round % 7; i++) value = value & 1 ? value * 3 + round : value >> 1 ^ 0x10001 * i;
    return value;
}

static void run(struct thread *self) {
    for (; self->rounds < ROUNDS; self->rounds++) {
        self->result = work(self->rounds, self->result);
        if (self->rounds % 4 == 0) __asm__ volatile("ecall" ::: "memory");
    }
}

static void other_thread(struct thread *self) {
    run(self);
    for (;;) __asm__ volatile("ecall" ::: "memory");
}

static void start(struct thread *thread) {
    struct frame *frame = (struct frame *)(thread->stack + STACK - sizeof *frame);
    memset(frame, 0, sizeof *frame);
    frame->pc = (uintptr_t)other_thread;
    frame->status = STATUS_MPP | STATUS_MPIE;
    frame->x[2] = (uintptr_t)(thread->stack + STACK);
    frame->x[10] = (uintptr_t)thread;
    thread->frame = frame;
}

int main(void) {
    for (int i = 1; i < THREADS; i++) start(&threads[i]);
    CSR_WRITE(mtvec, trap_entry);
    timer_set(time_now() + PERIOD);
    CSR_SET(mie, 1 << MACHINE_TIMER);
    CSR_SET(mstatus, STATUS_MIE);
    run(&threads[0]);
    for (int i = 0; i < THREADS; i++) {
        while (((volatile struct thread *)threads)[i].rounds < ROUNDS) __asm__ volatile("ecall" ::: "memory");
    }
    CSR_CLEAR(mstatus, STATUS_MIE);

    uint32_t expected = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) expected = work(round, expected);
    for (int i = 0; i < THREADS; i++) {
        if (threads[i].result != expected) return 1 + i;
    }
    return 0;
}
