// SPDX-License-Identifier: Apache-2.0
// Heapsort with a comparison function passed as a pointer: an indirect call for each comparison.
#include "program.h"

enum { COUNT = 400 };

typedef int compare(uint32_t a, uint32_t b);

static uint32_t values[COUNT];

static NOINLINE int ascending(uint32_t a, uint32_t b) { return a < b; }
static NOINLINE int descending(uint32_t a, uint32_t b) { return a > b; }

static void sift_down(uint32_t *heap, int root, int count, compare *before) {
    for (;;) {
        int child = 2 * root + 1;
        if (child >= count) return;
        if (child + 1 < count && before(heap[child], heap[child + 1])) child++;
        if (!before(heap[root], heap[child])) return;
        uint32_t swap = heap[root];
        heap[root] = heap[child];
        heap[child] = swap;
        root = child;
    }
}

static NOINLINE void sort(uint32_t *heap, int count, compare *before) {
    for (int root = count / 2; root-- > 0;) sift_down(heap, root, count, before);
    while (count-- > 1) {
        uint32_t swap = heap[0];
        heap[0] = heap[count];
        heap[count] = swap;
        sift_down(heap, 0, count, before);
    }
}

static int is_sorted(compare *before) {
    for (int i = 1; i < COUNT; i++) {
        if (before(values[i], values[i - 1])) return 0;
    }
    return 1;
}

int main(void) {
    uint32_t state = 99, sum = 0;
    for (int i = 0; i < COUNT; i++) {
        values[i] = random_next(&state) % 1000;
        sum += values[i];
    }
    sort(values, COUNT, ascending);
    if (!is_sorted(ascending)) return 1;
    sort(values, COUNT, descending);
    if (!is_sorted(descending)) return 2;
    for (int i = 0; i < COUNT; i++) sum -= values[i];
    return sum == 0 ? 0 : 3;
}
