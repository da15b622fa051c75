// SPDX-License-Identifier: Apache-2.0
// Control Transfer Records for assembly: CSRs and bits of 1.0, or of 0.1.4 where CTR_DRAFT is defined; recording on and
// off; the records that a program expects.
#ifndef RECORDS_H
#define RECORDS_H

#include "asm.h"

#if __riscv_xlen == 64
#define XWORD .dword
#else
#define XWORD .word
#endif

#ifdef CTR_DRAFT
#define CONTROL 0x381
#define CONTROL_HIGH 0x382
#define STATUS 0x383
#define SELECT 0x350
#define SOURCE 0x351
#define TARGET 0x352
#define DATA 0x353
#define IN_M (1 << 0)
#define IN_U (1 << 2)
#define MTE (1 << 8)
#define RASEMU (1 << 10)
#define FROZEN (1 << 15)
#else
#define CONTROL 0x34E
#define STATUS 0x14F
#define DEPTH 0x15F
#define SELECT 0x150
#define SOURCE 0x151
#define TARGET 0x152
#define DATA 0x153
#define IN_U (1 << 0)
#define IN_M (1 << 2)
#define RASEMU (1 << 7)
#define STE (1 << 8)
#define MTE (1 << 9)
#define FROZEN (1 << 31)
#endif
#define BPFRZ (1 << 11)
#define LCOFIFRZ (1 << 12)

// Numbers of bits above 31: 1.0 does not have them where XLEN is 32.
#define EXCINH 33
#define ETEN 38
#if __riscv_xlen == 64 || defined(CTR_DRAFT)
#define HAVE_FILTERS
#endif

#define ENTRIES 16

#define TYPE_EXCEPTION 1
#define TYPE_INTERRUPT 2
#define TYPE_TRAP_RETURN 3
#define TYPE_NOT_TAKEN 4
#define TYPE_TAKEN 5
#define TYPE_INDIRECT_CALL 8
#define TYPE_DIRECT_CALL 9
#define TYPE_INDIRECT_JUMP 10
#define TYPE_DIRECT_JUMP 11
#define TYPE_SWAP 12
#define TYPE_RETURN 13
#define TYPE_OTHER_INDIRECT 14
#define TYPE_OTHER_DIRECT 15

// Loads what records_on takes: bits 31 to 0 of the control, and of the bits above one, by its number.
    .macro load_control low, high=0
#if __riscv_xlen == 64
    .if \high
    li s0, (\low) | 1 << \high
    .else
    li s0, \low
    .endif
#else
    li s0, \low
    .if \high
    li s1, 1 << (\high - 32)
    .else
    li s1, 0
    .endif
#endif
    .endm

// Records from here on, as s0 and s1 say. No jump.
    .macro records_on
#if __riscv_xlen == 32 && defined(CTR_DRAFT)
    csrw CONTROL_HIGH, s1
#endif
    csrw CONTROL, s0
    .endm

// Records nothing from here on. No jump.
    .macro records_off
    csrw CONTROL, zero
    .endm

// A record, as it is in a signature.
    .macro record from, to, type
    XWORD \from + 1, \to, \type
    .endm

// Entries without a record.
    .macro no_records count
    .zero \count * 3 * WORD
    .endm

// What follows the entries: WRPTR, FROZEN.
    .macro status pointer, frozen=0
    XWORD \pointer, \frozen
    .endm

// What the signature is expected to be lies between these; the signature itself has the same size.
    .macro begin_expectation
    .section .rodata.expected, "a"
    .balign 16
    .globl begin_expected, end_expected
begin_expected:
    .endm

    .macro end_expectation
end_expected:
    .section .bss.signature, "aw", @nobits
    .balign 16
    .globl begin_signature, end_signature
begin_signature:
    .zero end_expected - begin_expected
end_signature:
    .endm

#endif
