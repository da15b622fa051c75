// SPDX-License-Identifier: Apache-2.0
// The producer leaves a number in a1 (0: no more); the consumer adds it to a0.

    .text
    .globl swap_sum
    .type swap_sum, @function
swap_sum:
    mv a2, ra
    mv a1, a0
    li a0, 0
    la t0, producer
consumer:
    jalr ra, t0
    add a0, a0, a1
    bnez a1, consumer
    jr a2
// Entered at its start once, then after each of its own jumps.
producer:
    jalr t0, ra
    addi a1, a1, -1
    j producer

    .globl link_sum
    .type link_sum, @function
link_sum:
    mv a1, a0
    li a0, 0
    la t0, 2f
1:  jalr t0, t0
    add a0, a0, a1
    bnez a1, 1b
    ret
2:  jalr t0, t0
    addi a1, a1, -1
    j 2b

    .globl millicode_sum
    .type millicode_sum, @function
millicode_sum:
    mv a1, a0
    li a0, 0
1:  jal t0, add_number
    jal t0, next_number
    bnez a1, 1b
    ret
add_number:
    add a0, a0, a1
    jr t0
next_number:
    addi a1, a1, -1
    jr t0
