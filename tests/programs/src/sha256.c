// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4): long stretches of arithmetic between few branches.
#include "program.h"

static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2
};

static const uint32_t INITIAL[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
};

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

static uint32_t big_endian(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static NOINLINE void compress(uint32_t hash[8], const uint8_t block[64]) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++) w[i] = big_endian(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3);
        w[i] += w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    memcpy(s, hash, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t e = s[4], a = s[0];
        uint32_t t1 = s[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & s[5]) ^ (~e & s[6]));
        t1 += ROUND[i] + w[i];
        uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        for (int j = 7; j > 0; j--) s[j] = s[j - 1];
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) hash[i] += s[i];
}

static void sha256(uint32_t hash[8], const uint8_t *message, size_t bytes) {
    uint8_t last[128] = {0};
    size_t left = bytes;
    memcpy(hash, INITIAL, sizeof INITIAL);
    for (; left >= 64; left -= 64, message += 64) compress(hash, message);
    memcpy(last, message, left);
    last[left] = 0x80;
    size_t padded = left < 56 ? 64 : 128;
    for (int i = 0; i < 4; i++) last[padded - 1 - i] = (uint8_t)(bytes * 8 >> 8 * i);
    for (size_t i = 0; i < padded; i += 64) compress(hash, last + i);
}

static const uint32_t DIGEST_ABC[8] = {
    0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad
};
static const uint32_t DIGEST_448_BITS[8] = {
    0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039, 0xa33ce459, 0x64ff2167, 0xf6ecedd4, 0x19db06c1
};
static const uint32_t DIGEST_1000_A[8] = {
    0x41edece4, 0x2d63e8d9, 0xbf515a9b, 0xa6932e1c, 0x20cbc9f5, 0xa5d13464, 0x5adb5db1, 0xb9737ea3
};

int main(void) {
    static uint8_t message[1000];
    uint32_t hash[8];
    sha256(hash, (const uint8_t *)"abc", 3);
    if (memcmp(hash, DIGEST_ABC, sizeof hash)) return 1;
    sha256(hash, (const uint8_t *)"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56);
    if (memcmp(hash, DIGEST_448_BITS, sizeof hash)) return 2;
    memset(message, 'a', sizeof message);
    sha256(hash, message, sizeof message);
    return memcmp(hash, DIGEST_1000_A, sizeof hash) ? 3 : 0;
}
