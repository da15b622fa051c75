// SPDX-License-Identifier: Apache-2.0
// Co-routines that hand over by jumps which link: `jalr ra, t0`, `jalr t0, ra` and `jalr t0, t0`.
#include "program.h"

// Producer and consumer swap through x1 and x5. Returns the sum of 1 to n.
uint32_t swap_sum(uint32_t n);
// The same with one link register, `jalr t0, t0`, which is a call to the hardware's eyes.
uint32_t link_sum(uint32_t n);
// The same through millicode: helpers called with t0 as the link register, returning by `jr t0`.
uint32_t millicode_sum(uint32_t n);

int main(void) {
    for (uint32_t n = 1; n <= 60; n++) {
        uint32_t sum = n * (n + 1) / 2;
        if (swap_sum(n) != sum) return 1;
        if (link_sum(n) != sum) return 2;
        if (millicode_sum(n) != sum) return 3;
    }
    return 0;
}
