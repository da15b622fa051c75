// SPDX-License-Identifier: Apache-2.0
// Exceptions of every kind a machine without virtual memory has, and exceptions inside their handlers.
#include "trap.h"

// Seen, per cause; depth of handlers now and at most.
static uint32_t seen[16];
static uint32_t depth, deepest;

static NOINLINE uintptr_t call_environment(uintptr_t value) {
    register uintptr_t a0 __asm__("a0") = value;
    __asm__ volatile("ecall" : "+r"(a0)::"memory");
    return a0;
}

struct frame *trap(struct frame *frame) {
    if (frame->cause >= 16) exit(50);
    seen[frame->cause]++;
    depth++;
    if (depth > deepest) deepest = depth;
    switch (frame->cause) {
    case INSTRUCTION_ACCESS_FAULT:
        // Nothing to step over there: back to the caller.
        frame->pc = frame->x[1];
        break;
    case ILLEGAL_INSTRUCTION:
        if (depth < 4) __asm__ volatile("ebreak" ::: "memory");
        frame->pc += instruction_length(frame->pc);
        break;
    case BREAKPOINT:
        if (depth < 4) call_environment(0);
        frame->pc += instruction_length(frame->pc);
        break;
    case ECALL_M:
        frame->x[10]++;
        if (depth < 4 && depth > 1) __asm__ volatile(".option push\n.option norvc\nunimp\n.option pop" ::: "memory");
        frame->pc += 4;
        break;
    default:
        frame->pc += instruction_length(frame->pc);
    }
    depth--;
    return frame;
}

static uint32_t total(void) {
    uint32_t sum = 0;
    for (int i = 0; i < 16; i++) sum += seen[i];
    return sum;
}

// Of faults(); misaligned accesses are of atomics alone, others the hart may do.
#ifdef __riscv_atomic
enum { FAULTS = 5 };
#else
enum { FAULTS = 3 };
#endif

static NOINLINE int faults(void) {
    static uint32_t words[2];
#ifdef __riscv_atomic
    uintptr_t odd = (uintptr_t)words + 1;
#endif
    void (*volatile nowhere)(void) = 0;
    uintptr_t old;
    uint32_t before = total();
    __asm__ volatile("lw %0, 0(zero)" : "=r"(old)::"memory");
    __asm__ volatile("sw zero, 0(zero)" ::: "memory");
#ifdef __riscv_atomic
    __asm__ volatile("lr.w %0, (%1)" : "=&r"(old) : "r"(odd) : "memory");
    __asm__ volatile("amoadd.w %0, %1, (%1)" : "=&r"(old) : "r"(odd) : "memory");
#endif
    nowhere();
    if (total() - before != FAULTS) return 1;
    if (seen[INSTRUCTION_ACCESS_FAULT] == 0) return 2;
    if (seen[LOAD_ACCESS_FAULT] == 0 || seen[STORE_ACCESS_FAULT] == 0) return 3;
    return words[0] == 0 && words[1] == 0 ? 0 : 4;
}

int main(void) {
    CSR_WRITE(mtvec, trap_entry);
    for (int turn = 1; turn <= 20; turn++) {
        if (call_environment((uintptr_t)turn) != (uintptr_t)turn + 1) return 1;
        int fault = faults();
        if (fault != 0) return 10 + fault;
        // Compressed and not; each of them leads to nested exceptions.
        __asm__ volatile("c.ebreak" ::: "memory");
        __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop" ::: "memory");
        __asm__ volatile(".half 0" ::: "memory");
        __asm__ volatile("csrw 0xC00, zero" ::: "memory");
        if (deepest != 4) return 2;
        if (seen[ILLEGAL_INSTRUCTION] == 0 || seen[BREAKPOINT] == 0 || seen[ECALL_M] == 0) return 3;
        deepest = 0;
    }
    return depth == 0 ? 0 : 4;
}
