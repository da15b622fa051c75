// SPDX-License-Identifier: Apache-2.0
// Deep recursion, and returns that lead straight to the next return.
#include "program.h"

// Calls itself `depth` times; returns the depth reached. Its stack frames hold nothing but the return address.
uintptr_t descend(uintptr_t depth);
// Ten calls deep, each level's return address in a register of its own: ten jumps in a row on the way back.
uintptr_t return_chain(uintptr_t value);
// As return_chain with two levels, x1 and x5: two returns in a row.
uintptr_t return_pair(uintptr_t value);

int main(void) {
    for (uintptr_t depth = 0; depth < 2000; depth = depth * 2 + 1) {
        if (descend(depth) != depth) return 1;
    }
    for (uintptr_t i = 0; i < 400; i++) {
        if (return_chain(i) != i + 10) return 2;
        if (return_pair(i) != i + 1) return 3;
    }
    return 0;
}
