// SPDX-License-Identifier: Apache-2.0
// Quicksort: recursion, and loops whose branches depend on the data.
#include "program.h"

enum { COUNT = 1000 };

static int32_t values[COUNT];

static NOINLINE void sort(int32_t *low, int32_t *high) {
    if (low >= high) return;
    int32_t pivot = low[(high - low) / 2];
    int32_t *i = low, *j = high;
    while (i <= j) {
        while (*i < pivot) i++;
        while (*j > pivot) j--;
        if (i <= j) {
            int32_t swap = *i;
            *i++ = *j;
            *j-- = swap;
        }
    }
    sort(low, j);
    sort(i, high);
}

int main(void) {
    uint32_t state = 0x1234567, sum = 0;
    for (int i = 0; i < COUNT; i++) {
        values[i] = (int32_t)random_next(&state);
        sum += (uint32_t)values[i];
    }
    sort(values, values + COUNT - 1);
    for (int i = 0; i < COUNT; i++) {
        if (i > 0 && values[i - 1] > values[i]) return 1;
        sum -= (uint32_t)values[i];
    }
    return sum == 0 ? 0 : 2;
}
