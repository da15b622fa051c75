// SPDX-License-Identifier: Apache-2.0
// Traps in C: a frame of saved registers, CSR access, the core-local interrupter.
#ifndef TRAP_H
#define TRAP_H

#include "program.h"

#define CSR_READ(name) ({ uintptr_t v_; __asm__ volatile("csrr %0, " #name : "=r"(v_)); v_; })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" ::"rK"(value) : "memory")
#define CSR_SET(name, bits) __asm__ volatile("csrs " #name ", %0" ::"rK"(bits) : "memory")
#define CSR_CLEAR(name, bits) __asm__ volatile("csrc " #name ", %0" ::"rK"(bits) : "memory")

#define INTERRUPT ((uintptr_t)1 << (__riscv_xlen - 1))

enum cause {
    INSTRUCTION_ACCESS_FAULT = 1,
    ILLEGAL_INSTRUCTION = 2,
    BREAKPOINT = 3,
    LOAD_MISALIGNED = 4,
    LOAD_ACCESS_FAULT = 5,
    STORE_MISALIGNED = 6,
    STORE_ACCESS_FAULT = 7,
    ECALL_U = 8,
    ECALL_S = 9,
    ECALL_M = 11,
};

// A hart with one interrupt alone may have the timer at another's number.
#ifndef TIMER_INTERRUPT
#define TIMER_INTERRUPT 7
#endif

// Numbers of interrupts: bits of mie, mip and mideleg, and the low bits of mcause.
enum interrupt { SUPERVISOR_SOFTWARE = 1, MACHINE_SOFTWARE = 3, MACHINE_TIMER = TIMER_INTERRUPT };

enum mode { USER = 0, SUPERVISOR = 1, MACHINE = 3 };

#define STATUS_SIE ((uintptr_t)1 << 1)
#define STATUS_MIE ((uintptr_t)1 << 3)
#define STATUS_MPIE ((uintptr_t)1 << 7)
#define STATUS_MPP ((uintptr_t)3 << 11)

// What a trap saves: x[n] is register xn (x[0] is unused), then the trap CSRs.
struct frame {
    uintptr_t x[32];
    uintptr_t pc, status, cause, value;
};

// The program's handler for traps to machine mode. It returns the frame to resume: its argument, or another thread's.
struct frame *trap(struct frame *frame);
// The program's handler for traps to supervisor mode.
struct frame *supervisor_trap(struct frame *frame);

// Vectors for mtvec and stvec: save a frame, call trap or supervisor_trap, restore the frame it returns.
void trap_entry(void);
void supervisor_trap_entry(void);

// Lets lower modes access all memory.
void open_memory(void);

// Goes to `entry` in a lower mode with its own stack; traps then use the stack of the caller, which does not go on.
_Noreturn void enter_mode(void (*entry)(void), void *stack_top, enum mode mode);

// Length in bytes of the instruction at `pc`.
static inline uintptr_t instruction_length(uintptr_t pc) { return (*(const uint16_t *)pc & 3) == 3 ? 4 : 2; }

// Core-local interrupter of hart 0.
#define MSIP ((volatile uint32_t *)0x02000000)
#define MTIMECMP ((volatile uint32_t *)0x02004000)
#define MTIME ((volatile uint32_t *)0x0200BFF8)

// The timer's time, in ticks.
static inline uint64_t time_now(void) {
    uint32_t high, low;
    do {
        high = MTIME[1];
        low = MTIME[0];
    } while (high != MTIME[1]);
    return (uint64_t)high << 32 | low;
}

// Asks for a timer interrupt from `time` on; in this order none comes early.
static inline void timer_set(uint64_t time) {
    MTIMECMP[1] = UINT32_MAX;
    MTIMECMP[0] = (uint32_t)time;
    MTIMECMP[1] = (uint32_t)(time >> 32);
}

#endif
