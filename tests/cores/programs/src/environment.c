// SPDX-License-Identifier: Apache-2.0
// Exceptions that a small core has, ecall, ebreak and misaligned accesses, while timer interrupts come at any place.
#include "trap.h"

enum { TURNS = 60 };
static const uint64_t PERIOD = PERIOD_OR(211);

static volatile uint32_t interrupts;
static uint32_t seen[16];

struct frame *trap(struct frame *frame) {
    if (frame->cause == (INTERRUPT | MACHINE_TIMER)) {
        timer_set(time_now() + PERIOD);
        interrupts++;
        return frame;
    }
    if (frame->cause >= 16) exit(50);
    seen[frame->cause]++;
    if (frame->cause == ECALL_M) frame->x[10]++;
    frame->pc += 4;
    return frame;
}

static NOINLINE uintptr_t call_environment(uintptr_t value) {
    register uintptr_t a0 __asm__("a0") = value;
    __asm__ volatile("ecall" : "+r"(a0)::"memory");
    return a0;
}

int main(void) {
    static uint32_t words[2];
    uintptr_t odd = (uintptr_t)words + 1;
    uint32_t old = 7;
    CSR_WRITE(mtvec, trap_entry);
    timer_set(time_now() + PERIOD);
    CSR_SET(mie, 1 << MACHINE_TIMER);
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        // After some exceptions SERV has interrupts off.
        CSR_SET(mstatus, STATUS_MIE);
        if (call_environment(turn) != turn + 1) return 1;
        __asm__ volatile("ebreak" ::: "memory");
        __asm__ volatile("lw %0, 0(%1)" : "+r"(old) : "r"(odd) : "memory");
        __asm__ volatile("sw %0, 0(%1)" ::"r"(old), "r"(odd) : "memory");
    }
    CSR_CLEAR(mstatus, STATUS_MIE);
    if (seen[ECALL_M] != TURNS || seen[BREAKPOINT] != TURNS) return 2;
    if (seen[LOAD_MISALIGNED] != TURNS || seen[STORE_MISALIGNED] != TURNS) return 3;
    if (old != 7 || words[0] != 0 || words[1] != 0) return 4;
    return interrupts > 20 ? 0 : 5;
}
