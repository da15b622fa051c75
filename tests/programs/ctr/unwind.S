// SPDX-License-Identifier: Apache-2.0
// Call stacks from RAS emulation (5.4): calls that have returned are gone, a co-routine swap takes the place of a call, a
// stack deeper than the array has lost its oldest calls.
#include "records.h"

#define DEEP 20

    .section .text.main, "ax"
    .globl main
main:
    addi sp, sp, -16
    STORE ra, 0(sp)
    la s2, begin_signature
    call records_reset
    load_control IN_M | RASEMU
    records_on
call_first:
    jal ra, first
    nop
first:
    jal ra, leaf
call_second:
    jal ra, second
    nop
leaf:
    beq zero, zero, 1f
    nop
1:  ret
second:
    la t1, third
    jalr ra, 0(t1)
    nop
third:
    j 1f
    nop
1:  la t0, fourth
swap_to_fourth:
    jalr ra, 0(t0)
    nop
fourth:
    records_off
    mv a0, s2
    call records_dump
    mv s2, a0

    call records_reset
    li s4, DEEP
    records_on
    jal ra, deep
    records_off
    mv a0, s2
    call records_dump
    call records_differ
    LOAD ra, 0(sp)
    addi sp, sp, 16
    ret

// Calls itself until s4 is 0; shows the records of the deepest call.
deep:
    addi sp, sp, -16
    STORE ra, 0(sp)
    addi s4, s4, -1
    beqz s4, 1f
call_deep:
    jal ra, deep
    j 2f
1:  records_off
    mv a0, s2
    call records_dump
    mv s2, a0
    records_on
2:  LOAD ra, 0(sp)
    addi sp, sp, 16
    ret

    begin_expectation
    // The third call's record is the swap's; that of the leaf was popped.
    record swap_to_fourth, fourth, TYPE_SWAP
    record call_second, second, TYPE_DIRECT_CALL
    record call_first, first, TYPE_DIRECT_CALL
    no_records 13
    status 3
    .rept ENTRIES
    record call_deep, deep, TYPE_DIRECT_CALL
    .endr
    status DEEP - ENTRIES
    // All have returned: 20 forward and 20 back.
    no_records 16
    status 0
    end_expectation
