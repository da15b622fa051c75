// SPDX-License-Identifier: Apache-2.0
// Three modes: a user program calls the supervisor, which calls the machine; delegated exceptions and interrupts.
#include "trap.h"

enum { ROUNDS = 100 };

#define STATUS_SPP ((uintptr_t)1 << 8)

enum machine_call { CALL_RAISE, CALL_EXIT };
enum supervisor_call { CALL_SQUARE, CALL_INTERRUPT, CALL_DONE };

static uint8_t supervisor_stack[2048] __attribute__((aligned(16)));
static uint8_t user_stack[2048] __attribute__((aligned(16)));
static volatile uint32_t breakpoints, interrupts;

static uintptr_t call(uintptr_t number, uintptr_t argument) {
    register uintptr_t a0 __asm__("a0") = argument;
    register uintptr_t a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
    return a0;
}

// Machine mode: raises a supervisor interrupt, or ends the program.
struct frame *trap(struct frame *frame) {
    if (frame->cause != ECALL_S) exit(50);
    if (frame->x[17] == CALL_EXIT) exit((int)frame->x[10]);
    CSR_SET(mip, 1 << SUPERVISOR_SOFTWARE);
    frame->pc += 4;
    return frame;
}

struct frame *supervisor_trap(struct frame *frame) {
    if (frame->cause == (INTERRUPT | SUPERVISOR_SOFTWARE)) {
        CSR_CLEAR(sip, 1 << SUPERVISOR_SOFTWARE);
        interrupts++;
        return frame;
    }
    if (frame->cause == BREAKPOINT) {
        breakpoints++;
    } else if (frame->cause != ECALL_U) {
        call(CALL_EXIT, 51);
    } else if (frame->x[17] == CALL_SQUARE) {
        frame->x[10] *= frame->x[10];
    } else if (frame->x[17] == CALL_INTERRUPT) {
        // Comes once user mode runs again.
        call(CALL_RAISE, 0);
    } else {
        call(CALL_EXIT, frame->x[10]);
    }
    frame->pc += instruction_length(frame->pc);
    return frame;
}

static int check(void) {
    for (uintptr_t i = 1; i <= ROUNDS; i++) {
        if (call(CALL_SQUARE, i) != i * i) return 1;
        __asm__ volatile("ebreak" ::: "memory");
        if (breakpoints != i) return 2;
        call(CALL_INTERRUPT, 0);
        if (interrupts != i) return 3;
    }
    return 0;
}

static void user(void) {
    call(CALL_DONE, (uintptr_t)check());
    for (;;) {}
}

static void supervisor(void) {
    CSR_WRITE(stvec, supervisor_trap_entry);
    CSR_SET(sie, 1 << SUPERVISOR_SOFTWARE);
    CSR_CLEAR(sstatus, STATUS_SPP);
    CSR_WRITE(sepc, user);
    __asm__ volatile("csrw sscratch, sp\nmv sp, %0\nsret" ::"r"(user_stack + sizeof user_stack) : "memory");
    __builtin_unreachable();
}

int main(void) {
    CSR_WRITE(mtvec, trap_entry);
    CSR_WRITE(medeleg, 1 << ECALL_U | 1 << BREAKPOINT);
    CSR_WRITE(mideleg, 1 << SUPERVISOR_SOFTWARE);
    open_memory();
    enter_mode(supervisor, supervisor_stack + sizeof supervisor_stack, SUPERVISOR);
}
