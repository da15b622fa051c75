// SPDX-License-Identifier: Apache-2.0
// The vector table of softirq.c: every entry leads to the common one.
    .text
    .balign 256
    .globl vectors
vectors:
    .option push
    .option norvc
    .rept 16
    j trap_entry
    .endr
    .option pop
