// SPDX-License-Identifier: Apache-2.0
// A profile by a counter that overflows: mhpmcounter3 counts taken branches and wraps with the third, the interrupt is
// taken soon after, and the records are frozen with the path that led there (5.5). For harts that have counters with
// Sscofpmf beside their records.
#include "records.h"

#define OVERFLOW (1 << 13)
#define STATUS_MIE 8
#define MCOUNTINHIBIT 0x320
#define MHPMEVENT3 0x323
#define MHPMEVENT3H 0x723
#define MHPMCOUNTER3 0xB03
#define MHPMCOUNTER3H 0xB83
#define TAKEN_BRANCHES 4

    .section .text.main, "ax"
    .globl main
main:
    addi sp, sp, -16
    STORE ra, 0(sp)
    la s2, begin_signature
    call records_reset
    la t0, on_overflow
    csrw mtvec, t0
    li s3, OVERFLOW
    csrs mie, s3
    csrsi mstatus, STATUS_MIE
    li t0, -1
    csrw MCOUNTINHIBIT, t0
    li t0, TAKEN_BRANCHES
    csrw MHPMEVENT3, t0
    li t0, -3
    csrw MHPMCOUNTER3, t0
#if __riscv_xlen == 32
    csrw MHPMEVENT3H, zero
    li t0, -1
    csrw MHPMCOUNTER3H, t0
#endif
    csrw MCOUNTINHIBIT, zero
    load_control IN_M | LCOFIFRZ
    records_on
first:
    beq zero, zero, second
    nop
second:
    beq zero, zero, third
    nop
third:
    beq zero, zero, after
    nop
after:
    // The interrupt comes within these.
    .rept 16
    nop
    .endr
    records_off
    LOAD ra, 0(sp)
    addi sp, sp, 16
    li a0, 1
    ret

    .balign 4
on_overflow:
    li t0, -1
    csrw MCOUNTINHIBIT, t0
    csrc mip, s3
    mv a0, s2
    call records_dump
    records_off
    csrr t0, MHPMCOUNTER3
    STORE t0, 0(a0)
    csrr t0, MHPMEVENT3
    STORE t0, WORD(a0)
#if __riscv_xlen == 32
    csrr t0, MHPMEVENT3H
    STORE t0, 2*WORD(a0)
#endif
    call records_differ
    LOAD ra, 0(sp)
    addi sp, sp, 16
    ret

    begin_expectation
    record third, after, TYPE_TAKEN
    record second, third, TYPE_TAKEN
    record first, second, TYPE_TAKEN
    no_records 13
    status 3, 1
#if __riscv_xlen == 32
    XWORD 0, TAKEN_BRANCHES, 1 << 31
#else
    XWORD 0, TAKEN_BRANCHES | 1 << 63
#endif
    end_expectation
