// SPDX-License-Identifier: Apache-2.0
// The program that is traced.
#include "board.h"

static uint32_t numbers[NUMBERS];

static uint32_t random_next(uint32_t state) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^ state << 5;
}

static void sort(uint32_t *first, uint32_t *last) {
    while (first < last) {
        uint32_t pivot = *last, *store = first;
        for (uint32_t *at = first; at < last; at++) {
            if (*at < pivot) {
                uint32_t other = *at;
                *at = *store;
                *store++ = other;
            }
        }
        *last = *store;
        *store = pivot;
        if (first + 1 < store) {
            sort(first, store - 1);
        }
        first = store + 1;
    }
}

// Steps have few branches, so that their messages leave by a slow pin meanwhile.
static uint32_t crc(uint32_t sum, uint32_t number) {
    sum ^= number;
    for (int bit = 0; bit < 32; bit++) {
        sum = sum >> 1 ^ (0xEDB88320 & -(sum & 1));
    }
    return sum;
}

static uint32_t turn(uint32_t sum, uint32_t number) {
    for (int round = 0; round < 32; round++) {
        sum = (sum << 3 | sum >> 29) ^ (number + sum);
    }
    return sum;
}

static uint32_t product(uint32_t sum, uint32_t number) {
    for (int bit = 0; bit < 32; bit++) {
        sum = (sum << 1) + (0x9E3779B1 & -(number & 1));
        number >>= 1;
    }
    return sum;
}

uint32_t workload(uint32_t seed) {
    static uint32_t (*const steps[])(uint32_t, uint32_t) = {crc, turn, product, crc};
    uint32_t sum = seed;

    for (int n = 0; n < NUMBERS; n++) {
        seed = random_next(seed);
        numbers[n] = seed;
    }
    sort(numbers, numbers + NUMBERS - 1);
    for (int n = 0; n < NUMBERS; n++) {
        sum = steps[numbers[n] & 3](sum, numbers[n]);
    }
    return sum;
}
