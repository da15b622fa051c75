// SPDX-License-Identifier: Apache-2.0
// Ten million branches: five million turns of a loop, with a branch that goes one way in every fourth turn.

#define TURNS 5000000

    .text
    .globl main
    .type main, @function
main:
    li a1, TURNS
    li a0, TURNS / 4
1:  andi a2, a1, 3
    bnez a2, 2f
    addi a0, a0, -1
2:  addi a1, a1, -1
    bnez a1, 1b
    // a0 counted the turns that did not branch: 0 is left.
    snez a0, a0
    ret
