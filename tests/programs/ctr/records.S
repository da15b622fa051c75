// SPDX-License-Identifier: Apache-2.0
// What the programs do with records while nothing is recorded.
#include "records.h"

// void records_reset(void): 16 entries, all empty, and nothing of an earlier run. Ends the program with code 2 where 16
// is no depth, as sctrstatus shows it: bits of WRPTR above the depth read 0.
    .section .text.records_reset, "ax"
    .globl records_reset
records_reset:
#ifdef CTR_DRAFT
#if __riscv_xlen == 32
    csrw CONTROL_HIGH, zero
#endif
    li t0, 1 << 7
    csrw CONTROL, t0
#else
    csrw CONTROL, zero
    csrw DEPTH, zero
    .word 0x10400073        // SCTRCLR
#endif
    li t0, 255
    csrw STATUS, t0
    csrr t1, STATUS
    csrw STATUS, zero
    li t0, ENTRIES - 1
    bne t0, t1, 1f
    ret
1:  li a0, 2
    j exit

// void *records_dump(void *to): of each entry source with V, target without MISP, and type, 0 where there is no record;
// then WRPTR and FROZEN. Returns where it ends.
    .section .text.records_dump, "ax"
    .globl records_dump
records_dump:
    li t0, 0x200
    li t1, 0x200 + ENTRIES
1:  csrw SELECT, t0
    csrr t2, SOURCE
    csrr t3, TARGET
    csrr t4, DATA
    andi t3, t3, -2
    andi t4, t4, 15
    andi t5, t2, 1
    bnez t5, 2f
    li t2, 0
    li t3, 0
    li t4, 0
2:  STORE t2, 0(a0)
    STORE t3, WORD(a0)
    STORE t4, 2*WORD(a0)
    addi a0, a0, 3*WORD
    addi t0, t0, 1
    bltu t0, t1, 1b
    csrr t2, STATUS
    li t3, FROZEN
    and t3, t2, t3
    snez t3, t3
    andi t2, t2, 255
    STORE t2, 0(a0)
    STORE t3, WORD(a0)
    addi a0, a0, 2*WORD
    ret

// int records_differ(void): 1 where the signature is not what is expected.
    .section .text.records_differ, "ax"
    .globl records_differ
records_differ:
    addi sp, sp, -16
    STORE ra, 0(sp)
    la a0, begin_signature
    la a1, begin_expected
    la a2, end_expected
    sub a2, a2, a1
    call memcmp
    snez a0, a0
    LOAD ra, 0(sp)
    addi sp, sp, 16
    ret
