// SPDX-License-Identifier: Apache-2.0
// More than five million instructions of varied flow: list, matrix, state machine, checksum, tree, in many rounds.
#include "program.h"

enum { ROUNDS = 300, NODES = 64, N = 8 };

struct node {
    struct node *next, *left, *right;
    uint32_t key;
};

static struct node nodes[NODES];
static uint32_t matrix[N][N];

static struct node *merge(struct node *a, struct node *b) {
    struct node head, *last = &head;
    while (a && b) {
        struct node **smaller = a->key <= b->key ? &a : &b;
        last = last->next = *smaller;
        *smaller = last->next;
    }
    last->next = a ? a : b;
    return head.next;
}

static NOINLINE struct node *sort_list(struct node *list) {
    if (!list || !list->next) return list;
    struct node *middle = list, *end = list->next;
    while (end && end->next) {
        middle = middle->next;
        end = end->next->next;
    }
    struct node *second = middle->next;
    middle->next = NULL;
    return merge(sort_list(list), sort_list(second));
}

static struct node *insert(struct node *root, struct node *node) {
    struct node **place = &root;
    while (*place) place = node->key < (*place)->key ? &(*place)->left : &(*place)->right;
    *place = node;
    return root;
}

static NOINLINE uint32_t sum_in_order(const struct node *root, uint32_t sum) {
    if (!root) return sum;
    sum = sum_in_order(root->left, sum) * 33 + root->key;
    return sum_in_order(root->right, sum);
}

// The sorted list and the sorted tree must agree.
static NOINLINE int lists_and_trees(uint32_t *state, uint32_t *result) {
    struct node *root = NULL;
    for (int i = 0; i < NODES; i++) {
        nodes[i] = (struct node){i + 1 < NODES ? &nodes[i + 1] : NULL, NULL, NULL, random_next(state) % 5000};
        root = insert(root, &nodes[i]);
    }
    uint32_t by_list = 0;
    for (struct node *node = sort_list(nodes); node; node = node->next) by_list = by_list * 33 + node->key;
    *result ^= by_list;
    return by_list == sum_in_order(root, 0);
}

static NOINLINE uint32_t trace_of_square(uint32_t *state) {
    uint32_t trace = 0;
    for (int i = 0; i < N * N; i++) matrix[i / N][i % N] = random_next(state) >> 16;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < N; k++) trace += matrix[i][k] * matrix[k][i];
    }
    return trace;
}

// Recognises signed decimal numbers, optionally with a fraction, among noise; returns how many it saw.
static NOINLINE uint32_t state_machine(uint32_t *random) {
    enum { START, SIGN, INTEGER, POINT, FRACTION, NOISE } state = START;
    uint32_t numbers = 0;
    for (int i = 0; i < 300; i++) {
        char c = "0123456789+-., ,x 12"[random_next(random) % 20];
        int digit = c >= '0' && c <= '9';
        if (c == ' ' || c == ',') {
            numbers += state == INTEGER || state == FRACTION;
            state = START;
            continue;
        }
        switch (state) {
        case START: state = digit ? INTEGER : c == 'x' || c == '.' ? NOISE : SIGN; break;
        case SIGN: state = digit ? INTEGER : NOISE; break;
        case INTEGER: state = digit ? INTEGER : c == '.' ? POINT : NOISE; break;
        case POINT: state = digit ? FRACTION : NOISE; break;
        case FRACTION: state = digit ? FRACTION : NOISE; break;
        case NOISE: break;
        }
    }
    return numbers;
}

static NOINLINE uint32_t crc16(uint32_t crc, uint32_t value) {
    for (int bit = 0; bit < 32; bit++, value >>= 1) {
        uint32_t carry = (crc ^ value) & 1;
        crc >>= 1;
        if (carry) crc ^= 0xA001;
    }
    return crc;
}

static uint32_t (*const kernels[])(uint32_t *) = {trace_of_square, state_machine};

static int run(uint32_t *crc) {
    uint32_t state = 2463534242;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t result = round;
        if (!lists_and_trees(&state, &result)) return 0;
        *crc = crc16(*crc, result);
        for (int i = 0; i < 2; i++) *crc = crc16(*crc, kernels[(round + i) % 2](&state));
    }
    return 1;
}

int main(void) {
    uint32_t crc = 0xFFFF;
    if (!run(&crc)) return 1;
    return crc == 0xDD7B ? 0 : 2;
}
