// SPDX-License-Identifier: Apache-2.0
// Loads and stores of a register for both register widths.
#ifndef ASM_H
#define ASM_H

#if __riscv_xlen == 64
#define LOAD ld
#define STORE sd
#define WORD 8
#else
#define LOAD lw
#define STORE sw
#define WORD 4
#endif

#endif
