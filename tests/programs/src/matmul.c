// SPDX-License-Identifier: Apache-2.0
// Matrix multiplication: nested counting loops.
#include "program.h"

enum { N = 22 };

static uint32_t a[N][N], b[N][N], c[N][N];

static NOINLINE void multiply(void) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            uint32_t sum = 0;
            for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    }
}

static NOINLINE void apply(uint32_t out[N], uint32_t matrix[N][N], const uint32_t vector[N]) {
    for (int i = 0; i < N; i++) {
        out[i] = 0;
        for (int j = 0; j < N; j++) out[i] += matrix[i][j] * vector[j];
    }
}

int main(void) {
    uint32_t state = 4711, vector[N], bv[N], abv[N], cv[N];
    for (int i = 0; i < N; i++) {
        vector[i] = random_next(&state);
        for (int j = 0; j < N; j++) {
            a[i][j] = random_next(&state);
            b[i][j] = random_next(&state);
        }
    }
    multiply();
    // (AB)v = A(Bv)
    apply(bv, b, vector);
    apply(abv, a, bv);
    apply(cv, c, vector);
    return memcmp(abv, cv, sizeof cv) ? 1 : 0;
}
