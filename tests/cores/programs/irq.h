// SPDX-License-Identifier: Apache-2.0
// Interrupts of PicoRV32: instructions of its own (opcode custom-0), four registers q0 to q3, no CSRs.
#ifndef IRQ_H
#define IRQ_H

#include "program.h"

// Numbers of interrupts.
enum { IRQ_TIMER = 0, IRQ_INSTRUCTION = 1, IRQ_ALIGNMENT = 2 };

// What an interrupt saves: x[n] is register xn (x[0] is unused), then where to go on; its bit 0 says that the last instruction was compressed.
struct frame {
    uint32_t x[32];
    uint32_t pc;
};

// The program's handler of the interrupts in `pending`. It returns the frame to resume: its argument, or another thread's.
struct frame *irq(struct frame *frame, uint32_t pending);

// Masks the interrupts in `mask`; returns the mask before.
static inline uint32_t irq_mask(uint32_t mask) {
    uint32_t old;
    __asm__ volatile(".insn r 0x0B, 0, 3, %0, %1, x0" : "=r"(old) : "r"(mask) : "memory");
    return old;
}

// Waits for an interrupt, masked or not; returns those that are pending.
static inline uint32_t irq_wait(void) {
    uint32_t pending;
    __asm__ volatile(".insn r 0x0B, 0, 4, %0, x0, x0" : "=r"(pending)::"memory");
    return pending;
}

// Asks for a timer interrupt in so many clock cycles; 0 for none.
static inline void irq_timer(uint32_t cycles) {
    uint32_t old;
    __asm__ volatile(".insn r 0x0B, 0, 5, %0, %1, x0" : "=r"(old) : "r"(cycles) : "memory");
}

#endif
