// SPDX-License-Identifier: Apache-2.0
// String search in three ways that must find the same places: early exits from nested loops.
#include "program.h"

enum { TEXT = 2500, PATTERN = 6 };

static char text[TEXT];

struct result {
    uint32_t count, places;
};

static void found(struct result *result, int place) {
    result->count++;
    result->places = result->places * 31 + (uint32_t)place;
}

static NOINLINE struct result naive(const char *pattern) {
    struct result result = {0, 0};
    for (int i = 0; i + PATTERN <= TEXT; i++) {
        int j = 0;
        while (j < PATTERN && text[i + j] == pattern[j]) j++;
        if (j == PATTERN) found(&result, i);
    }
    return result;
}

static NOINLINE struct result horspool(const char *pattern) {
    struct result result = {0, 0};
    uint8_t skip[128];
    memset(skip, PATTERN, sizeof skip);
    for (int j = 0; j + 1 < PATTERN; j++) skip[(int)pattern[j]] = (uint8_t)(PATTERN - 1 - j);
    for (int i = 0; i + PATTERN <= TEXT; i += skip[(int)text[i + PATTERN - 1]]) {
        int j = PATTERN;
        while (j > 0 && text[i + j - 1] == pattern[j - 1]) j--;
        if (j == 0) found(&result, i);
    }
    return result;
}

static NOINLINE struct result knuth_morris_pratt(const char *pattern) {
    struct result result = {0, 0};
    int border[PATTERN + 1] = {-1};
    for (int i = 0, j = -1; i < PATTERN;) {
        while (j >= 0 && pattern[i] != pattern[j]) j = border[j];
        border[++i] = ++j;
    }
    for (int i = 0, j = 0; i < TEXT;) {
        while (j >= 0 && text[i] != pattern[j]) j = border[j];
        i++;
        if (++j == PATTERN) {
            found(&result, i - PATTERN);
            j = border[j];
        }
    }
    return result;
}

int main(void) {
    static const char *const patterns[] = {"ababab", "aaabbb", "bababb", "cabcab"};
    uint32_t state = 31337;
    for (int i = 0; i < TEXT; i++) text[i] = (char)("aabbabc"[random_next(&state) % 7]);
    for (int i = 0; i < 4; i++) {
        memcpy(text + 500 + 100 * i, patterns[i], PATTERN);
        struct result a = naive(patterns[i]), b = horspool(patterns[i]), c = knuth_morris_pratt(patterns[i]);
        if (a.count == 0) return 1;
        if (memcmp(&a, &b, sizeof a)) return 2;
        if (memcmp(&a, &c, sizeof a)) return 3;
    }
    return 0;
}
