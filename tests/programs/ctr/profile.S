// SPDX-License-Identifier: Apache-2.0
// A profile by freeze (5.5): at each overflow of a counter the records are those of the path that led there, neither the
// interrupt nor its handler is in them, and recording goes on after it. Likewise at a breakpoint.
#include "records.h"

#define OVERFLOW (1 << 13)
#define STATUS_MIE 8

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
    load_control IN_M | LCOFIFRZ
    records_on
call_work:
    jal ra, work
    nop
work:
jump:
    j sampled
    nop
sampled:
    // What a counter does that overflows: LCOFIP becomes 1.
    csrs mip, s3
first_sample:
    nop
branch:
    beq zero, zero, sampled_again
    nop
sampled_again:
    csrs mip, s3
second_sample:
    nop
    records_off
    csrci mstatus, STATUS_MIE

    call records_reset
    la t0, on_breakpoint
    csrw mtvec, t0
    load_control IN_M | BPFRZ
    records_on
to_breakpoint:
    j breakpoint
    nop
breakpoint:
    ebreak
    .balign 4
on_breakpoint:
    jal ra, show
    records_off
    call records_differ
    LOAD ra, 0(sp)
    addi sp, sp, 16
    ret

    .balign 4
on_overflow:
    csrc mip, s3
    jal ra, show
    li t0, FROZEN
    csrc STATUS, t0
overflow_return:
    mret

show:
    mv s11, ra
    mv a0, s2
    call records_dump
    mv s2, a0
    jr s11

    begin_expectation
    record jump, sampled, TYPE_DIRECT_JUMP
    record call_work, work, TYPE_DIRECT_CALL
    no_records 14
    status 2, 1
    record branch, sampled_again, TYPE_TAKEN
    record overflow_return, first_sample, TYPE_TRAP_RETURN
    record jump, sampled, TYPE_DIRECT_JUMP
    record call_work, work, TYPE_DIRECT_CALL
    no_records 12
    status 4, 1
    record to_breakpoint, breakpoint, TYPE_DIRECT_JUMP
    no_records 15
    status 1, 1
    end_expectation
