// SPDX-License-Identifier: Apache-2.0
// The memory functions that the compiler may call.
#include "program.h"

void *memcpy(void *to, const void *from, size_t bytes) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (bytes--) *t++ = *f++;
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    unsigned char *t = to;
    while (bytes--) *t++ = (unsigned char)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes) {
    const unsigned char *x = a, *y = b;
    for (; bytes--; x++, y++) {
        if (*x != *y) return *x - *y;
    }
    return 0;
}
