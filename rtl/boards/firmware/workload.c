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
        sort(first, store - 1);
        first = store + 1;
    }
}

static uint32_t add(uint32_t sum, uint32_t number) {
    return sum + number;
}

static uint32_t crc(uint32_t sum, uint32_t number) {
    sum ^= number;
    for (int bit = 0; bit < 8; bit++) {
        sum = sum & 1 ? sum >> 1 ^ 0xEDB88320 : sum >> 1;
    }
    return sum;
}

static uint32_t turn(uint32_t sum, uint32_t number) {
    return (sum << 7 | sum >> 25) ^ number;
}

uint32_t workload(uint32_t seed) {
    static uint32_t (*const steps[])(uint32_t, uint32_t) = {add, crc, turn, crc};
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
