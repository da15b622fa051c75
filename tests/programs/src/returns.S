// SPDX-License-Identifier: Apache-2.0
// Calls and returns that a compiler would not write.
#include "asm.h"

    .text
    .globl descend
    .type descend, @function
descend:
    bnez a0, 1f
    ret
1:  addi sp, sp, -16
    STORE ra, 0(sp)
    addi a0, a0, -1
    call descend
    LOAD ra, 0(sp)
    addi a0, a0, 1
    addi sp, sp, 16
    ret

    .globl return_pair
    .type return_pair, @function
return_pair:
    mv t1, ra
    jal t0, 1f
    jr t1
1:  jal ra, 2f
    jr t0
2:  addi a0, a0, 1
    ret

// Each level keeps its return address in a register of its own, and calls the code after its return.
    .globl return_chain
    .type return_chain, @function
return_chain:
    .irp register, t1, t2, t3, t4, t5, t6, a1, a2, a3, a4
    mv \register, ra
    addi a0, a0, 1
    jal ra, 1f
    jr \register
1:
    .endr
    ret
