// SPDX-License-Identifier: Apache-2.0
// Where PicoRV32 starts (0x8000_0000), and where it goes with interrupts (0x8000_0010).
#define FRAME 144
#define PC 128

    .macro getq rd, q
    .insn r 0x0B, 0, 0, \rd, \q, x0
    .endm

    .macro setq q, rs
    .insn r 0x0B, 0, 1, \q, \rs, x0
    .endm

    .section .text.start, "ax"
    j _start
    .balign 16
irq_entry:
    addi sp, sp, -FRAME
    sw x1, 4(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    sw x\n, 4*\n(sp)
    .endr
    addi t0, sp, FRAME
    sw t0, 8(sp)
    getq t0, x0
    sw t0, PC(sp)
    getq a1, x1
    mv a0, sp
    call irq
    mv sp, a0
    lw t0, PC(sp)
    setq x0, t0
    lw x1, 4(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    lw x\n, 4*\n(sp)
    .endr
    lw sp, 8(sp)
    .insn r 0x0B, 0, 2, x0, x0, x0

// A program without a handler stops at its first interrupt.
    .weak irq
irq:
    j irq
