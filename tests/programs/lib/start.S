// SPDX-License-Identifier: Apache-2.0
// Reset code: stack, trap vector, .bss, main; then the exit through tohost.
#include "asm.h"

    .section .text.start, "ax"
#ifdef VECTORED
// Where the hart takes every trap through a table at a multiple of 256, it starts behind the first one.
    .option push
    .option norvc
unexpected_traps:
    .rept 32
    j unexpected_trap
    .endr
    .option pop
#define UNEXPECTED unexpected_traps
#else
#define UNEXPECTED unexpected_trap
#endif

    .globl _start
_start:
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    la sp, __stack_top
#ifndef WITHOUT_CSRS
    la t0, UNEXPECTED
    csrw mtvec, t0
    csrw mscratch, zero
#endif
    la t0, __bss_start
    la t1, __bss_end
    bgeu t0, t1, 2f
1:  STORE zero, 0(t0)
    addi t0, t0, WORD
    bltu t0, t1, 1b
2:  call main
    // Falls into exit with main's result.

// void exit(int code): tells the host, then stays in a self-loop.
    .globl exit
    .type exit, @function
exit:
    slli a0, a0, 1
    ori a0, a0, 1
    la t0, tohost
    STORE a0, 0(t0)
#if __riscv_xlen == 32
    // QEMU acts when the upper half is written.
    sw zero, 4(t0)
#endif
    .globl stop
stop:
    j stop

#ifndef WITHOUT_CSRS
// The trap vector of a program that expects none: exit code 64 + cause.
    .balign 4
unexpected_trap:
    csrr a0, mcause
    andi a0, a0, 31
    addi a0, a0, 64
    j exit
#endif

// The host finds both by name; QEMU insists on their size.
    .section .tohost, "aw", @progbits
    .balign 64
    .globl tohost, fromhost
    .type tohost, @object
tohost:
    .dword 0
    .size tohost, 8
    .type fromhost, @object
fromhost:
    .dword 0
    .size fromhost, 8
