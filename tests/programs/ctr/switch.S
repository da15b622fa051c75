// SPDX-License-Identifier: Apache-2.0
// A context switch: the records of one context are saved and restored around those of another, and go on from where they
// were, with the write pointer.
#include "records.h"

#define TURNS 18

    .section .text.main, "ax"
    .globl main
main:
    addi sp, sp, -16
    STORE ra, 0(sp)
    la s2, begin_signature
    load_control IN_M

    // The first context fills the array and wraps.
    call records_reset
    li t2, TURNS
    records_on
turn:
    addi t2, t2, -1
loop:
    bnez t2, turn
jump:
    j first_done
    nop
first_done:
    records_off
    call save
    call records_reset

    // The second one sees nothing of it.
    records_on
call_second:
    jal ra, second
    nop
second:
    records_off
    mv a0, s2
    call records_dump
    mv s2, a0

    // The first one goes on.
    call records_reset
    call restore
    records_on
jump_again:
    j first_again
    nop
first_again:
    records_off
    mv a0, s2
    call records_dump
    call records_differ
    LOAD ra, 0(sp)
    addi sp, sp, 16
    ret

// The status, then the entries from the newest on.
save:
    la t0, saved
    csrr t1, STATUS
    STORE t1, 0(t0)
    li t1, 0x200
    li t2, 0x200 + ENTRIES
1:  addi t0, t0, 3*WORD
    csrw SELECT, t1
    csrr t3, SOURCE
    csrr t4, TARGET
    csrr t5, DATA
    STORE t3, 0(t0)
    STORE t4, WORD(t0)
    STORE t5, 2*WORD(t0)
    addi t1, t1, 1
    bltu t1, t2, 1b
    ret

// The status first: it says which physical entry is logical entry 0.
restore:
    la t0, saved
    LOAD t1, 0(t0)
    csrw STATUS, t1
    li t1, 0x200
    li t2, 0x200 + ENTRIES
1:  addi t0, t0, 3*WORD
    csrw SELECT, t1
    LOAD t3, 0(t0)
    LOAD t4, WORD(t0)
    LOAD t5, 2*WORD(t0)
    csrw SOURCE, t3
    csrw TARGET, t4
    csrw DATA, t5
    addi t1, t1, 1
    bltu t1, t2, 1b
    ret

    .section .bss.saved, "aw", @nobits
    .balign 16
saved:
    .zero (ENTRIES + 1) * 3 * WORD

    begin_expectation
    record call_second, second, TYPE_DIRECT_CALL
    no_records 15
    status 1
    record jump_again, first_again, TYPE_DIRECT_JUMP
    record jump, first_done, TYPE_DIRECT_JUMP
    .rept ENTRIES - 2
    record loop, turn, TYPE_TAKEN
    .endr
    // 17 turns and a jump come to 2, after one wrap; one more jump.
    status 3
    end_expectation
