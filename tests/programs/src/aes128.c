// SPDX-License-Identifier: Apache-2.0
// AES-128 (FIPS 197) with a computed S-box: nested loops with short, fixed counts.
#include "program.h"

static uint8_t box[256], inverse_box[256];
static uint8_t round_keys[11][16];

static uint8_t twice(uint8_t x) { return (uint8_t)(x << 1 ^ (x & 0x80 ? 0x1B : 0)); }

static uint8_t multiply(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b; b >>= 1, a = twice(a)) {
        if (b & 1) product ^= a;
    }
    return product;
}

static uint8_t rotate(uint8_t x, int n) { return (uint8_t)(x << n | x >> (8 - n)); }

// FIPS 197, 5.1.1: p runs through the powers of 3, q through those of its inverse.
static void make_boxes(void) {
    uint8_t p = 1, q = 1;
    do {
        p = multiply(p, 3);
        q = multiply(q, 0xF6);
        box[p] = (uint8_t)(q ^ rotate(q, 1) ^ rotate(q, 2) ^ rotate(q, 3) ^ rotate(q, 4) ^ 0x63);
    } while (p != 1);
    box[0] = 0x63;
    for (int i = 0; i < 256; i++) inverse_box[box[i]] = (uint8_t)i;
}

static void expand_key(const uint8_t key[16]) {
    uint8_t *word = round_keys[0], constant = 1;
    memcpy(word, key, 16);
    for (int i = 16; i < 176; i++) {
        uint8_t last = word[i - 4];
        if (i % 16 < 4) {
            last = box[word[i % 4 == 3 ? i - 7 : i - 3]];
            if (i % 16 == 0) {
                last ^= constant;
                constant = twice(constant);
            }
        }
        word[i] = word[i - 16] ^ last;
    }
}

static void add_key(uint8_t state[16], int round) {
    for (int i = 0; i < 16; i++) state[i] ^= round_keys[round][i];
}

static NOINLINE void substitute_and_shift(uint8_t state[16], const uint8_t *by, int direction) {
    uint8_t old[16];
    memcpy(old, state, 16);
    for (int i = 0; i < 16; i++) state[i] = by[old[(i + direction * 4 * (i % 4)) & 15]];
}

static NOINLINE void mix_columns(uint8_t state[16], const uint8_t row[4]) {
    for (int column = 0; column < 16; column += 4) {
        uint8_t old[4];
        memcpy(old, state + column, 4);
        for (int i = 0; i < 4; i++) {
            state[column + i] = 0;
            for (int j = 0; j < 4; j++) state[column + i] ^= multiply(old[j], row[(j - i) & 3]);
        }
    }
}

static void encrypt(uint8_t state[16]) {
    static const uint8_t row[4] = {2, 3, 1, 1};
    add_key(state, 0);
    for (int round = 1; round <= 10; round++) {
        substitute_and_shift(state, box, 1);
        if (round < 10) mix_columns(state, row);
        add_key(state, round);
    }
}

static void decrypt(uint8_t state[16]) {
    static const uint8_t row[4] = {14, 11, 13, 9};
    for (int round = 10; round >= 1; round--) {
        add_key(state, round);
        if (round < 10) mix_columns(state, row);
        substitute_and_shift(state, inverse_box, -1);
    }
    add_key(state, 0);
}

int main(void) {
    // FIPS 197, C.1
    static const uint8_t cipher[16] = {
        0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a
    };
    uint8_t key[16], plain[16], state[16];
    for (int i = 0; i < 16; i++) {
        key[i] = (uint8_t)i;
        plain[i] = state[i] = (uint8_t)(i * 0x11);
    }
    make_boxes();
    expand_key(key);
    encrypt(state);
    if (memcmp(state, cipher, 16)) return 1;
    decrypt(state);
    return memcmp(state, plain, 16) ? 2 : 0;
}
