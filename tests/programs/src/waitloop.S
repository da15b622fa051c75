// SPDX-License-Identifier: Apache-2.0
// The loop of waitloop.c.
    .text
    .globl wait_loop, wait_loop_end
    .type wait_loop, @function
wait_loop:
    addi a0, a0, -1
    seqz t0, a0
    add t0, t0, a1
    lr.w t1, (t0)
    .option push
    .option norvc
    nop
    nop
    nop
    .option pop
    j wait_loop
wait_loop_end:
    ret
