// SPDX-License-Identifier: Apache-2.0
// The number of Collatz steps to 1. The assembler compresses what it may: after `.option rvc`, not after `norvc`.

// `between` is put before every second instruction or so.
    .macro collatz name, between
    .globl \name
    .type \name, @function
\name:
    li a1, 0
    li a2, 1
    \between
1:  beq a0, a2, 3f
    \between
    andi a3, a0, 1
    addi a1, a1, 1
    \between
    bnez a3, 2f
    srli a0, a0, 1
    \between
    j 1b
2:  slli a3, a0, 1
    \between
    add a0, a0, a3
    addi a0, a0, 1
    \between
    j 1b
3:  mv a0, a1
    \between
    ret
    .size \name, . - \name
    .endm

    .macro compressed_nop
    .option push
    .option rvc
    c.nop
    .option pop
    .endm

    .text
    .balign 4
    .option rvc
    collatz collatz_compressed

    .balign 4
    .option norvc
    collatz collatz_wide

    .balign 4
    compressed_nop
    collatz collatz_wide_odd

    .balign 4
    collatz collatz_alternating, compressed_nop
    .option rvc
