// SPDX-License-Identifier: Apache-2.0
// One computation in code of four shapes: compressed, uncompressed, uncompressed at odd half-words, alternating.
#include "program.h"

uint32_t collatz_compressed(uint32_t n);
uint32_t collatz_wide(uint32_t n);
uint32_t collatz_wide_odd(uint32_t n);
uint32_t collatz_alternating(uint32_t n);

int main(void) {
    if (collatz_compressed(27) != 111) return 1;
    for (uint32_t n = 1; n < 120; n++) {
        uint32_t steps = collatz_compressed(n);
        if (collatz_wide(n) != steps) return 2;
        if (collatz_wide_odd(n) != steps) return 3;
        if (collatz_alternating(n) != steps) return 4;
    }
    return 0;
}
