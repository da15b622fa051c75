// SPDX-License-Identifier: Apache-2.0
// Recursion of several shapes: Ackermann, Fibonacci, the towers of Hanoi, two functions that call each other.
#include "program.h"

static NOINLINE uint32_t ackermann(uint32_t m, uint32_t n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static NOINLINE uint32_t fibonacci(uint32_t n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static uint8_t pegs[3][10];
static int heights[3];

// Returns the number of moves, or a number beyond all sums of moves if a disc would lie on a smaller one.
static NOINLINE uint32_t hanoi(int discs, int from, int to) {
    if (discs == 0) return 0;
    int other = 3 - from - to;
    uint32_t moves = hanoi(discs - 1, from, other);
    uint8_t disc = pegs[from][--heights[from]];
    if (heights[to] > 0 && pegs[to][heights[to] - 1] < disc) return 1u << 31;
    pegs[to][heights[to]++] = disc;
    return moves + 1 + hanoi(discs - 1, other, to);
}

// Hofstadter's female and male sequences.
static NOINLINE uint32_t male(uint32_t n);
static NOINLINE uint32_t female(uint32_t n) { return n == 0 ? 1 : n - male(female(n - 1)); }
static NOINLINE uint32_t male(uint32_t n) { return n == 0 ? 0 : n - female(male(n - 1)); }

int main(void) {
    if (ackermann(2, 8) != 19) return 1;
    if (ackermann(3, 3) != 61) return 2;
    if (fibonacci(16) != 987) return 3;
    for (int i = 0; i < 9; i++) pegs[0][heights[0]++] = (uint8_t)(9 - i);
    if (hanoi(9, 0, 2) != 511 || heights[2] != 9) return 4;
    if (female(15) != 9 || male(15) != 9) return 5;
    return 0;
}
