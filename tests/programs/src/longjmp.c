// SPDX-License-Identifier: Apache-2.0
// setjmp and longjmp out of nested calls: indirect jumps that skip returns.
#include "program.h"

// ra, sp, s0 to s11
typedef uintptr_t jump_buffer[14];
int set_jump(jump_buffer buffer) __attribute__((returns_twice));
_Noreturn void long_jump(jump_buffer buffer, int value);

static jump_buffer handlers[2];

static NOINLINE int descend(int depth, int value) {
    if (depth == 0) {
        // Odd values go to the outer handler.
        if (value != 0) long_jump(handlers[value & 1], value);
        return 0;
    }
    return descend(depth - 1, value) + 1;
}

static NOINLINE int guarded(int depth, int value) {
    int caught = set_jump(handlers[0]);
    if (caught != 0) return -caught;
    return descend(depth, value);
}

int main(void) {
    for (volatile int i = 0; i < 300; i++) {
        int caught = set_jump(handlers[1]);
        if (caught != 0) {
            if (caught != i || i % 2 == 0) return 1;
            continue;
        }
        int depth = i % 13;
        int result = guarded(depth, i % 3 == 0 ? 0 : i);
        if (i % 3 == 0 ? result != depth : result != -i || i % 2 == 1) return 2;
    }
    return 0;
}
