// SPDX-License-Identifier: Apache-2.0
// From M-mode to the test in S-mode. Overflow interrupts are delegated; SBI calls are answered by what is beside the
// hart.
#include "asm.h"

    .section .text.main, "ax"
    .globl main
main:
    li t0, 1 << 13
    csrs mideleg, t0
    la t0, trap
    csrw stvec, t0
    li t0, 3 << 11
    csrc mstatus, t0
    li t0, 1 << 11
    csrs mstatus, t0
    la t0, 1f
    csrw mepc, t0
    mret
1:  call supervisor
    j exit

// Interrupts; an exception ends the program with code 32 + cause.
    .balign 4
trap:
    addi sp, sp, -16*WORD
    STORE ra, 0*WORD(sp)
    STORE t0, 1*WORD(sp)
    STORE t1, 2*WORD(sp)
    STORE t2, 3*WORD(sp)
    STORE t3, 4*WORD(sp)
    STORE t4, 5*WORD(sp)
    STORE t5, 6*WORD(sp)
    STORE t6, 7*WORD(sp)
    STORE a0, 8*WORD(sp)
    STORE a1, 9*WORD(sp)
    STORE a2, 10*WORD(sp)
    STORE a3, 11*WORD(sp)
    STORE a4, 12*WORD(sp)
    STORE a5, 13*WORD(sp)
    STORE a6, 14*WORD(sp)
    STORE a7, 15*WORD(sp)
    csrr a0, scause
    bgez a0, 2f
    call interrupted
    LOAD ra, 0*WORD(sp)
    LOAD t0, 1*WORD(sp)
    LOAD t1, 2*WORD(sp)
    LOAD t2, 3*WORD(sp)
    LOAD t3, 4*WORD(sp)
    LOAD t4, 5*WORD(sp)
    LOAD t5, 6*WORD(sp)
    LOAD t6, 7*WORD(sp)
    LOAD a0, 8*WORD(sp)
    LOAD a1, 9*WORD(sp)
    LOAD a2, 10*WORD(sp)
    LOAD a3, 11*WORD(sp)
    LOAD a4, 12*WORD(sp)
    LOAD a5, 13*WORD(sp)
    LOAD a6, 14*WORD(sp)
    LOAD a7, 15*WORD(sp)
    addi sp, sp, 16*WORD
    sret
2:  addi a0, a0, 32
    j exit

// A program that takes interrupts has this itself; any other ends with code 31.
    .weak interrupted
interrupted:
    li a0, 31
    j exit

// void work(unsigned long turns)
    .globl work
work:
1:  addi a0, a0, -1
    bnez a0, 1b
    ret

// unsigned long hpmcounter(unsigned long number)
    .option push
    .option norvc
    .globl hpmcounter
hpmcounter:
    addi a0, a0, -3
    slli a0, a0, 3
    la t0, 1f
    add t0, t0, a0
    jr t0
1:
    .irp number, 3, 4, 5, 6, 7, 8, 9, 10
    csrr a0, hpmcounter\number
    ret
    .endr
    .option pop

    .section .bss.signature, "aw", @nobits
    .balign 16
    .globl begin_signature, end_signature
begin_signature:
    .zero 16 * WORD
end_signature:
