// SPDX-License-Identifier: Apache-2.0
// Trap vectors. The scratch CSR is 0 while the mode itself runs, else it holds the stack that a trap shall use.
#include "asm.h"

#define FRAME (36 * WORD)

// What the address of a vector is a multiple of. VECTORED: every trap goes through a table of jumps.
#ifdef VECTORED
#define TABLE 256
#else
#define TABLE 4
#endif

// `m` is the letter of the mode in CSR names, PREVIOUS the lowest bit of the status field with the previous mode.
    .macro trap_vector name, m, handler, previous
    .section .text.\name, "ax"
    .balign TABLE
    .globl \name
    .type \name, @function
\name:
#ifdef VECTORED
    .option push
    .option norvc
    .rept 32
    j \name\()_all
    .endr
    .option pop
\name\()_all:
#endif
    csrrw sp, \m\()scratch, sp
    bnez sp, 1f
    csrrw sp, \m\()scratch, sp
1:  addi sp, sp, -FRAME
    STORE x1, 1*WORD(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    STORE x\n, \n*WORD(sp)
    .endr
    csrrw t0, \m\()scratch, zero
    bnez t0, 2f
    addi t0, sp, FRAME
2:  STORE t0, 2*WORD(sp)
    csrr t0, \m\()epc
    csrr t1, \m\()status
    csrr t2, \m\()cause
    csrr t3, \m\()tval
    STORE t0, 32*WORD(sp)
    STORE t1, 33*WORD(sp)
    STORE t2, 34*WORD(sp)
    STORE t3, 35*WORD(sp)
    mv a0, sp
    call \handler
    mv sp, a0
    LOAD t0, 32*WORD(sp)
    LOAD t1, 33*WORD(sp)
    csrw \m\()epc, t0
    csrw \m\()status, t1
    // The previous mode is this one if its bit is set: machine mode is 3 of MPP, supervisor mode is 1 of SPP.
    srli t1, t1, \previous
    andi t1, t1, 1
    bnez t1, 3f
    addi t0, sp, FRAME
    csrw \m\()scratch, t0
3:  LOAD x1, 1*WORD(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    LOAD x\n, \n*WORD(sp)
    .endr
    LOAD sp, 2*WORD(sp)
    \m\()ret
    .size \name, . - \name
    .endm

    trap_vector trap_entry, m, trap, 12
    trap_vector supervisor_trap_entry, s, supervisor_trap, 8

// void open_memory(void): one region over all addresses, where there is physical memory protection at all.
    .section .text.open_memory, "ax"
    .globl open_memory
    .type open_memory, @function
open_memory:
    csrr t0, mtvec
    la t1, 1f
    csrw mtvec, t1
    li t1, -1
    csrw pmpaddr0, t1
    li t1, 0x1F
    csrw pmpcfg0, t1
    .balign TABLE
1:  csrw mtvec, t0
    ret

// void enter_mode(entry, stack_top, mode)
    .section .text.enter_mode, "ax"
    .globl enter_mode
    .type enter_mode, @function
enter_mode:
    csrw mepc, a0
    csrw mscratch, sp
    li t0, 3 << 11
    csrc mstatus, t0
    slli a2, a2, 11
    csrs mstatus, a2
    mv sp, a1
    mret
