// SPDX-License-Identifier: Apache-2.0
// A bytecode interpreter twice, with a table of functions and with computed gotos: an indirect jump for each operation.
#include "program.h"

enum operation { PUSH, GET, SET, INCREMENT, REMAINDER, LESS, JUMP_IF_ZERO, JUMP, HALT };
enum variable { NUMBER, DIVISOR, PRIMES, VARIABLES };
enum { LIMIT = 60, PRIMES_BELOW_LIMIT = 17 };

struct instruction {
    uint8_t operation, argument;
};

enum label { NEXT_NUMBER = 2, NEXT_DIVISOR = 8, IS_PRIME = 18, NOT_PRIME = 19, END = 21 };

// Counts the primes below LIMIT by trial division.
static const struct instruction program[] = {
    {PUSH, 2},
    {SET, NUMBER},
    [NEXT_NUMBER] = {GET, NUMBER},
    {PUSH, LIMIT},
    {LESS, 0},
    {JUMP_IF_ZERO, END},
    {PUSH, 2},
    {SET, DIVISOR},
    [NEXT_DIVISOR] = {GET, DIVISOR},
    {GET, NUMBER},
    {LESS, 0},
    {JUMP_IF_ZERO, IS_PRIME},
    {GET, NUMBER},
    {GET, DIVISOR},
    {REMAINDER, 0},
    {JUMP_IF_ZERO, NOT_PRIME},
    {INCREMENT, DIVISOR},
    {JUMP, NEXT_DIVISOR},
    [IS_PRIME] = {INCREMENT, PRIMES},
    [NOT_PRIME] = {INCREMENT, NUMBER},
    {JUMP, NEXT_NUMBER},
    [END] = {HALT, 0},
};

struct machine {
    const struct instruction *next;
    uint32_t *top;
    uint32_t variables[VARIABLES], stack[8];
};

static struct machine machine;

static void reset(void) {
    memset(&machine, 0, sizeof machine);
    machine.next = program;
    machine.top = machine.stack;
}

static uint32_t pop(void) { return *--machine.top; }
static void push(uint32_t value) { *machine.top++ = value; }

static void do_push(uint8_t argument) { push(argument); }
static void do_get(uint8_t argument) { push(machine.variables[argument]); }
static void do_set(uint8_t argument) { machine.variables[argument] = pop(); }
static void do_increment(uint8_t argument) { machine.variables[argument]++; }
static void do_jump(uint8_t argument) { machine.next = program + argument; }
static void do_halt(uint8_t argument) {
    (void)argument;
    machine.next = NULL;
}

static void do_remainder(uint8_t argument) {
    (void)argument;
    uint32_t divisor = pop(), number = pop();
    push(number % divisor);
}

static void do_less(uint8_t argument) {
    (void)argument;
    uint32_t b = pop(), a = pop();
    push(a < b);
}

static void do_jump_if_zero(uint8_t argument) {
    if (pop() == 0) do_jump(argument);
}

static NOINLINE uint32_t run_by_table(void) {
    static void (*const table[])(uint8_t) = {
        [PUSH] = do_push, [GET] = do_get, [SET] = do_set, [INCREMENT] = do_increment,
        [REMAINDER] = do_remainder, [LESS] = do_less, [JUMP_IF_ZERO] = do_jump_if_zero, [JUMP] = do_jump,
        [HALT] = do_halt,
    };
    for (reset(); machine.next;) {
        const struct instruction *now = machine.next++;
        table[now->operation](now->argument);
    }
    return machine.variables[PRIMES];
}

static NOINLINE uint32_t run_by_goto(void) {
    static const void *const labels[] = {
        [PUSH] = &&push, [GET] = &&get, [SET] = &&set, [INCREMENT] = &&increment,
        [REMAINDER] = &&remainder, [LESS] = &&less, [JUMP_IF_ZERO] = &&jump_if_zero, [JUMP] = &&jump,
        [HALT] = &&halt,
    };
    const struct instruction *now;
#define DISPATCH() now = machine.next++; goto *labels[now->operation]
    reset();
    DISPATCH();
push:
    do_push(now->argument);
    DISPATCH();
get:
    do_get(now->argument);
    DISPATCH();
set:
    do_set(now->argument);
    DISPATCH();
increment:
    do_increment(now->argument);
    DISPATCH();
remainder:
    do_remainder(0);
    DISPATCH();
less:
    do_less(0);
    DISPATCH();
jump_if_zero:
    do_jump_if_zero(now->argument);
    DISPATCH();
jump:
    do_jump(now->argument);
    DISPATCH();
halt:
    return machine.variables[PRIMES];
}

int main(void) {
    if (run_by_table() != PRIMES_BELOW_LIMIT) return 1;
    if (run_by_goto() != PRIMES_BELOW_LIMIT) return 2;
    return 0;
}
