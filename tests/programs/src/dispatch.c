// SPDX-License-Identifier: Apache-2.0
// Switches with jump tables, and tail calls, direct and through pointers.
#include "program.h"

struct lexer {
    const char *text;
    uint32_t words, numbers, signs;
};

typedef void state(struct lexer *lexer);

static state between, in_word, in_number;

// Each state ends in a tail call of the next one.
static NOINLINE void in_word(struct lexer *lexer) {
    char c = *lexer->text;
    if (c >= 'a' && c <= 'z') {
        lexer->text++;
        return in_word(lexer);
    }
    lexer->words++;
    return between(lexer);
}

static NOINLINE void in_number(struct lexer *lexer) {
    char c = *lexer->text;
    if (c >= '0' && c <= '9') {
        lexer->text++;
        return in_number(lexer);
    }
    lexer->numbers++;
    return between(lexer);
}

static NOINLINE void sign(struct lexer *lexer) {
    lexer->signs++;
    lexer->text++;
    return between(lexer);
}

static NOINLINE void space(struct lexer *lexer) {
    lexer->text++;
    return between(lexer);
}

static NOINLINE void end(struct lexer *lexer) { lexer->text = NULL; }

static NOINLINE void between(struct lexer *lexer) {
    static state *const by_class[] = {end, space, sign, in_number, in_word};
    char c = *lexer->text;
    int class = c == 0 ? 0 : c == ' ' ? 1 : c < '0' ? 2 : c <= '9' ? 3 : 4;
    return by_class[class](lexer);
}

// What a switch with a jump table does to `value`.
static NOINLINE uint32_t step(uint32_t operation, uint32_t value) {
    switch (operation) {
    case 0: return value + 13;
    case 1: return value * 5;
    case 2: return value ^ 0x5A5A;
    case 3: return value << 3 | value >> 29;
    case 4: value ^= value >> 7; // falls through
    case 5: return value - 1;
    case 6: return ~value;
    case 7: return value % 1021;
    case 8: return value & 0xFFFFF;
    case 10: return value | 1;
    default: return value;
    }
}

// The same by comparisons.
static NOINLINE uint32_t step_by_branches(uint32_t operation, uint32_t value) {
    if (operation == 0) return value + 13;
    if (operation == 1) return value * 5;
    if (operation == 2) return value ^ 0x5A5A;
    if (operation == 3) return value << 3 | value >> 29;
    if (operation == 4) return (value ^ value >> 7) - 1;
    if (operation == 5) return value - 1;
    if (operation == 6) return ~value;
    if (operation == 7) return value % 1021;
    if (operation == 8) return value & 0xFFFFF;
    if (operation == 10) return value | 1;
    return value;
}

int main(void) {
    uint32_t state = 5, a = 1, b = 1;
    for (int i = 0; i < 3000; i++) {
        uint32_t operation = random_next(&state) % 12;
        a = step(operation, a);
        b = step_by_branches(operation, b);
        if (a != b) return 1;
    }
    for (int i = 0; i < 40; i++) {
        struct lexer lexer = {"let x1 be 42 + y * ( 17 - zeta ) / 3 , and 1000000 more words follow here", 0, 0, 0};
        between(&lexer);
        if (lexer.words != 10 || lexer.numbers != 5 || lexer.signs != 7) return 2;
    }
    return 0;
}
