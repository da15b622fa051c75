// SPDX-License-Identifier: Apache-2.0
// A user-mode program and its system calls to machine mode; it also breaks a rule and is stepped over it.
#include "trap.h"

enum call { CALL_ADD, CALL_CHECKSUM, CALL_VIOLATIONS, CALL_EXIT };

static uint32_t violations;
static uint8_t user_stack[2048] __attribute__((aligned(16)));

static uintptr_t checksum(const uint8_t *bytes, uintptr_t count) {
    uintptr_t sum = 1;
    while (count--) sum = sum * 31 + *bytes++;
    return sum;
}

struct frame *trap(struct frame *frame) {
    uintptr_t *a = &frame->x[10];
    if (frame->cause == ILLEGAL_INSTRUCTION) {
        violations++;
    } else if (frame->cause != ECALL_U) {
        exit(50);
    } else {
        switch ((enum call)frame->x[17]) {
        case CALL_ADD: a[0] += a[1]; break;
        case CALL_CHECKSUM: a[0] = checksum((const uint8_t *)a[0], a[1]); break;
        case CALL_VIOLATIONS: a[0] = violations; break;
        case CALL_EXIT: exit((int)a[0]);
        }
    }
    frame->pc += 4;
    return frame;
}

static NOINLINE uintptr_t call(enum call number, uintptr_t first, uintptr_t second) {
    register uintptr_t a0 __asm__("a0") = first;
    register uintptr_t a1 __asm__("a1") = second;
    register uintptr_t a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
    return a0;
}

static int check(void) {
    static uint8_t bytes[64];
    uintptr_t sum = 0;
    for (uintptr_t i = 0; i < 200; i++) {
        sum = call(CALL_ADD, sum, i);
        bytes[i % sizeof bytes] ^= (uint8_t)(i * 7);
    }
    if (sum != 19900) return 1;
    if (call(CALL_CHECKSUM, (uintptr_t)bytes, sizeof bytes) != checksum(bytes, sizeof bytes)) return 2;
    for (int i = 0; i < 10; i++) __asm__ volatile("csrw mscratch, zero");
    return call(CALL_VIOLATIONS, 0, 0) == 10 ? 0 : 3;
}

static void user(void) {
    call(CALL_EXIT, (uintptr_t)check(), 0);
    for (;;) {}
}

int main(void) {
    CSR_WRITE(mtvec, trap_entry);
    open_memory();
    enter_mode(user, user_stack + sizeof user_stack, USER);
}
