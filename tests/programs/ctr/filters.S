// SPDX-License-Identifier: Apache-2.0
// Every type of transfer under every filter (5.2), and traps and trap returns between M-mode and U-mode under every
// opt-in (5.1, 5.2.1).
#include "records.h"

#ifdef HAVE_FILTERS
#define SUPERVISOR_SOFTWARE 2
#define STATUS_MIE 8

// Each type of transfer, newest first, but for one.
    .macro tour_without type, not_taken=0
    .irp known, 15,14,13,12,11,10,9,8,5
    .if \known - \type
    record from_\known, to_\known, \known
    .endif
    .endr
    .if \not_taken
    record from_4, to_4, TYPE_NOT_TAKEN
    .endif
    .if \type - TYPE_TRAP_RETURN
    record interrupt_return, from_2, TYPE_TRAP_RETURN
    .endif
    .if \type - TYPE_INTERRUPT
    record from_2, on_interrupt, TYPE_INTERRUPT
    .endif
    .if \type - TYPE_TRAP_RETURN
    record exception_return, to_3, TYPE_TRAP_RETURN
    .endif
    .if \type - TYPE_EXCEPTION
    record from_1, on_exception, TYPE_EXCEPTION
    .endif
    .endm
#endif

    .section .text.main, "ax"
    .globl main
main:
    addi sp, sp, -16
    STORE ra, 0(sp)
    call open_memory
    la s2, begin_signature
#ifdef HAVE_FILTERS
    load_control IN_M
    jal ra, run_tour
    // EXCINH, INTRINH, TRETINH, NTBREN, TKBRINH; then those of calls, jumps, swaps and returns.
    .irp filter, 33,34,35,36,37,40,41,42,43,44,45,46,47
    load_control IN_M, \filter
    jal ra, run_tour
    .endr
#endif
    load_control IN_U
    jal ra, run_crossing
    load_control IN_M
    jal ra, run_crossing
    load_control IN_U | IN_M
    jal ra, run_crossing
    load_control IN_U | MTE
    jal ra, run_crossing
#ifdef CTR_DRAFT
    load_control IN_U, ETEN
    jal ra, run_crossing
    load_control IN_U | MTE, ETEN
    jal ra, run_crossing
#else
    load_control IN_U | STE
    jal ra, run_crossing
    load_control IN_U | MTE | STE
    jal ra, run_crossing
#ifdef HAVE_FILTERS
    load_control IN_U | MTE | STE, EXCINH
    jal ra, run_crossing
#endif
#endif
    call records_differ
    LOAD ra, 0(sp)
    addi sp, sp, 16
    ret

#ifdef HAVE_FILTERS
run_tour:
    mv s11, ra
    call records_reset
    la t0, on_exception
    csrw mtvec, t0
    csrsi mie, SUPERVISOR_SOFTWARE
    records_on
from_1:
    ecall
to_3:
    la t0, on_interrupt
    csrw mtvec, t0
    csrsi mip, SUPERVISOR_SOFTWARE
    csrsi mstatus, STATUS_MIE
from_2:
    csrci mstatus, STATUS_MIE
from_4:
    bne zero, zero, to_5
to_4:
    nop
from_5:
    beq zero, zero, to_5
    nop
to_5:
    la t1, to_8
from_8:
    jalr ra, 0(t1)
    nop
to_8:
from_9:
    jal ra, to_9
    nop
to_9:
    la t1, to_10
from_10:
    jr t1
    nop
to_10:
from_11:
    j to_11
    nop
to_11:
    la t0, to_12
from_12:
    jalr ra, 0(t0)
    nop
to_12:
    la ra, to_13
from_13:
    ret
    nop
to_13:
    la t1, to_14
from_14:
    jalr a0, 0(t1)
    nop
to_14:
from_15:
    jal a0, to_15
    nop
to_15:
    records_off
    mv a0, s2
    call records_dump
    mv s2, a0
    jr s11

    .balign 4
on_exception:
    csrr t0, mepc
    addi t0, t0, 4
    csrw mepc, t0
exception_return:
    mret

    .balign 4
on_interrupt:
    csrci mip, SUPERVISOR_SOFTWARE
interrupt_return:
    mret
#endif

// To U-mode, and back by an exception there.
run_crossing:
    mv s11, ra
    call records_reset
    la t0, on_call
    csrw mtvec, t0
    la t0, user
    csrw mepc, t0
    li t0, 3 << 11
    csrc mstatus, t0
    records_on
enter_user:
    mret
user:
    nop
user_call:
    ecall
    .balign 4
on_call:
    records_off
    mv a0, s2
    call records_dump
    mv s2, a0
    jr s11

    begin_expectation
#ifdef HAVE_FILTERS
    tour_without 0
    no_records 3
    status 13
    .irp type, 1,2
    tour_without \type
    no_records 4
    status 12
    .endr
    tour_without TYPE_TRAP_RETURN
    no_records 5
    status 11
    tour_without 0, 1
    no_records 2
    status 14
    .irp type, 5,8,9,10,11,12,13,14,15
    tour_without \type
    no_records 4
    status 12
    .endr
#endif
    // U recorded: the trap is external, and does not opt in; the return comes from a mode that is not recorded.
    no_records 16
    status 0
    // M recorded: no addresses of U-mode.
    record 0, on_call, TYPE_EXCEPTION
    record enter_user, 0, TYPE_TRAP_RETURN
    no_records 14
    status 2
    // Both recorded.
    record user_call, on_call, TYPE_EXCEPTION
    record enter_user, user, TYPE_TRAP_RETURN
    no_records 14
    status 2
    // One part of the opt-in, then the other.
    no_records 16
    status 0
    no_records 16
    status 0
    // The whole of it: no address of M-mode.
    record user_call, 0, TYPE_EXCEPTION
    no_records 15
    status 1
#if !defined(CTR_DRAFT) && defined(HAVE_FILTERS)
    // EXCINH is not for external traps.
    record user_call, 0, TYPE_EXCEPTION
    no_records 15
    status 1
#endif
    end_expectation
