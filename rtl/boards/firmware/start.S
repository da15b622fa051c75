// SPDX-License-Identifier: Apache-2.0
// Where a PicoRV32 begins, and where its interrupts lead to.

    .section .text.start, "ax"
    .globl _start
    .option norvc
_start:
    j reset

#ifdef INTERRUPTS
// Address 0x10. The interrupted program's stack is used; q0 has the address to return to.
    .balign 16
interrupt:
    addi sp, sp, -64
    sw ra, 0(sp)
    sw t0, 4(sp)
    sw t1, 8(sp)
    sw t2, 12(sp)
    sw a0, 16(sp)
    sw a1, 20(sp)
    sw a2, 24(sp)
    sw a3, 28(sp)
    sw a4, 32(sp)
    sw a5, 36(sp)
    sw a6, 40(sp)
    sw a7, 44(sp)
    sw t3, 48(sp)
    sw t4, 52(sp)
    sw t5, 56(sp)
    sw t6, 60(sp)
    call tick
    lw ra, 0(sp)
    lw t0, 4(sp)
    lw t1, 8(sp)
    lw t2, 12(sp)
    lw a0, 16(sp)
    lw a1, 20(sp)
    lw a2, 24(sp)
    lw a3, 28(sp)
    lw a4, 32(sp)
    lw a5, 36(sp)
    lw a6, 40(sp)
    lw a7, 44(sp)
    lw t3, 48(sp)
    lw t4, 52(sp)
    lw t5, 56(sp)
    lw t6, 60(sp)
    addi sp, sp, 64
    .insn r 0x0B, 0, 2, x0, x0, x0 // retirq
#endif

reset:
    la sp, __stack_top
    la t0, __bss_start
    la t1, __bss_end
    bgeu t0, t1, 2f
1:  sw zero, 0(t0)
    addi t0, t0, 4
    bltu t0, t1, 1b
2:  call main
3:  j 3b
