// SPDX-License-Identifier: Apache-2.0
// set_jump and long_jump: save and restore what a call preserves.
#include "asm.h"

    .text
// int set_jump(jump_buffer)
    .globl set_jump
    .type set_jump, @function
set_jump:
    STORE ra, 0(a0)
    STORE sp, WORD(a0)
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11
    STORE s\n, (\n + 2)*WORD(a0)
    .endr
    li a0, 0
    ret

// void long_jump(jump_buffer, int value)
    .globl long_jump
    .type long_jump, @function
long_jump:
    LOAD ra, 0(a0)
    LOAD sp, WORD(a0)
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11
    LOAD s\n, (\n + 2)*WORD(a0)
    .endr
    mv a0, a1
    ret
