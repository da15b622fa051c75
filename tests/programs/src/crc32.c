// SPDX-License-Identifier: Apache-2.0
// CRC-32 (ISO-HDLC), bit by bit and by table: tight loops with regular and irregular branches.
#include "program.h"

enum { BYTES = 1024 };

static const uint32_t POLYNOMIAL = 0xEDB88320;
static uint32_t table[256];
static uint8_t data[BYTES];

static uint32_t shift_eight(uint32_t crc) {
    for (int bit = 0; bit < 8; bit++) {
        if (crc & 1) {
            crc = crc >> 1 ^ POLYNOMIAL;
            __asm__ volatile("" : "+r"(crc)); // keeps the branch: the compiler would compute both sides
        } else {
            crc >>= 1;
        }
    }
    return crc;
}

static NOINLINE uint32_t crc_by_bits(const uint8_t *bytes, size_t count) {
    uint32_t crc = UINT32_MAX;
    while (count--) crc = shift_eight(crc ^ *bytes++);
    return ~crc;
}

static NOINLINE uint32_t crc_by_table(const uint8_t *bytes, size_t count) {
    uint32_t crc = UINT32_MAX;
    while (count--) crc = crc >> 8 ^ table[(crc ^ *bytes++) & 0xFF];
    return ~crc;
}

int main(void) {
    static const uint8_t check[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    for (uint32_t i = 0; i < 256; i++) table[i] = shift_eight(i);
    if (crc_by_bits(check, sizeof check) != 0xCBF43926) return 1;
    if (crc_by_table(check, sizeof check) != 0xCBF43926) return 2;

    uint32_t state = 7;
    for (int i = 0; i < BYTES; i++) data[i] = (uint8_t)random_next(&state);
    return crc_by_bits(data, BYTES) == crc_by_table(data, BYTES) ? 0 : 3;
}
