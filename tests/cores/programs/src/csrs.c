// SPDX-License-Identifier: Apache-2.0
// Exceptions, and CSRs that are read back: no interrupt, and no fetch that fails.
#include "trap.h"

enum { TURNS = 20 };

static uint32_t seen[16];

struct frame *trap(struct frame *frame) {
    if (frame->cause >= 16) exit(50);
    seen[frame->cause]++;
    frame->pc += 4;
    return frame;
}

int main(void) {
    uint32_t sum = 0;
    CSR_WRITE(mtvec, trap_entry);
    for (uint32_t turn = 1; turn <= TURNS; turn++) {
        register uint32_t old __asm__("a5");
        __asm__ volatile("ecall" ::: "memory");
        // Of no extension. (After ebreak, mtval is what the core likes.)
        __asm__ volatile(".4byte 0xFFFFFFFF" ::: "memory");
        // The trap handler needs 0 in mscratch.
        CSR_WRITE(mscratch, turn * 0x01010101u);
        __asm__ volatile("csrrw %0, mscratch, zero" : "=r"(old));
        sum += old;
    }
    // What was read is for others to judge, as long as there was something.
    return seen[ECALL_M] == TURNS && seen[ILLEGAL_INSTRUCTION] == TURNS && sum > 0 ? 0 : 1;
}
