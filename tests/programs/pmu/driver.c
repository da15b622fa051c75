// SPDX-License-Identifier: Apache-2.0
// What an operating system's driver does with the two events that every hart has: any counter of all will do, counts
// go on from a value, snapshots have them at the place of the base, and the interrupt's handler stops the counter that
// has overflowed.
#include "sbi.h"

#define TURNS 200
#define OVERFLOWS 5

static struct {
    unsigned long long overflows, values[64];
    unsigned char reserved[4096 - 65 * 8];
} memory __attribute__((aligned(4096)));

static unsigned long available;
static volatile unsigned long in_use, interrupts, others;

void interrupted(unsigned long cause) {
    long stopped = pmu(COUNTER_STOP, in_use, 1, TAKE_SNAPSHOT).error;
    clear_csr(sip, LCOFI);
    if ((cause << 1 >> 1) != 13 || stopped != SUCCESS || !(memory.overflows & 1)) {
        others++;
    }
    interrupts++;
}

static unsigned long value_of(unsigned long index) {
    switch (index) {
    case 0: return read_csr(cycle);
    case 2: return read_csr(instret);
    default: return hpmcounter(index);
    }
}

static int is_there(unsigned long index) { return index < (unsigned long)XLEN && available >> index & 1; }

static int counts(unsigned event) {
    struct sbiret ret = pmu(COUNTER_CONFIG_MATCHING, 0, available, 0, event);
    unsigned long index = ret.value;
    check(1, ret.error == SUCCESS && is_there(index));
    unsigned long before = value_of(index);
    check(2, pmu(COUNTER_START, index, 1, 0).error == SUCCESS);
    work(TURNS);
    check(3, pmu(COUNTER_STOP, index, 1, 0).error == SUCCESS);
    check(4, value_of(index) >= before + 2 * TURNS);

    // From a large value, and then from a small one.
    check(5, pmu(COUNTER_START, index, 1, SET_INIT_VALUE, -1ul / 2).error == SUCCESS);
    check(6, pmu(COUNTER_STOP, index, 1, 0).error == SUCCESS);
    check(7, value_of(index) >= -1ul / 2);
    check(8, pmu(COUNTER_START, index, 1, SET_INIT_VALUE, 100).error == SUCCESS);
    check(9, pmu(COUNTER_STOP, index, 1, 0).error == SUCCESS);
    check(10, value_of(index) >= 100 && value_of(index) < 100 + TURNS);
    check(11, pmu(COUNTER_START, index, 1, SET_INIT_VALUE, 100).error == SUCCESS);
    work(TURNS);
    check(12, pmu(COUNTER_STOP, index, 1, 0).error == SUCCESS);
    check(13, value_of(index) >= 100 + 2 * TURNS);
    check(14, pmu(COUNTER_STOP, index, 1, RESET).error == ALREADY_STOPPED);
    return 0;
}

static int snapshots(unsigned event) {
    struct sbiret ret = pmu(COUNTER_CONFIG_MATCHING, 0, available, CLEAR_VALUE, event);
    unsigned long index = ret.value;
    check(1, ret.error == SUCCESS && is_there(index));
    check(2, pmu(COUNTER_START, index, 1, 0).error == SUCCESS);
    work(TURNS);
    check(3, pmu(COUNTER_STOP, index, 1, TAKE_SNAPSHOT).error == SUCCESS);
    check(4, memory.values[0] >= 2 * TURNS && (unsigned long)memory.values[0] == value_of(index));
    memory.values[0] = -1ul / 2;
    check(5, pmu(COUNTER_START, index, 1, INIT_SNAPSHOT).error == SUCCESS);
    check(6, pmu(COUNTER_STOP, index, 1, TAKE_SNAPSHOT).error == SUCCESS);
    check(7, memory.values[0] >= -1ul / 2);
    memory.values[0] = 100;
    check(8, pmu(COUNTER_START, index, 1, INIT_SNAPSHOT).error == SUCCESS);
    work(TURNS);
    check(9, pmu(COUNTER_STOP, index, 1, TAKE_SNAPSHOT).error == SUCCESS);
    check(10, memory.values[0] >= 100 + 2 * TURNS && memory.values[0] < -1ul / 2);
    check(11, memory.overflows == 0);
    check(12, pmu(COUNTER_STOP, index, 1, RESET).error == ALREADY_STOPPED);
    return 0;
}

static int overflows(unsigned event) {
    unsigned long long first = -(unsigned long long)TURNS;
    for (unsigned long n = 1; n <= OVERFLOWS; n++) {
        struct sbiret ret = pmu(COUNTER_CONFIG_MATCHING, 0, available, 0, event);
        check(1, ret.error == SUCCESS && is_there(ret.value));
        in_use = ret.value;
        memory.values[0] = first;
        check(2, pmu(COUNTER_START, in_use, 1, INIT_SNAPSHOT).error == SUCCESS);
        work(TURNS);
        // The handler has stopped it.
        check(3, pmu(COUNTER_STOP, in_use, 1, TAKE_SNAPSHOT).error == ALREADY_STOPPED);
        check(4, memory.values[0] < first);
        check(5, interrupts == n && others == 0);
        check(6, pmu(COUNTER_STOP, in_use, 1, RESET).error == ALREADY_STOPPED);
    }
    interrupts = 0;
    return 0;
}

int supervisor(void) {
    unsigned long counters = pmu(NUM_COUNTERS).value;
    check(1, counters > 0 && counters < (unsigned long)XLEN);
    for (unsigned long index = 0; index < counters; index++) {
        struct sbiret ret = pmu(COUNTER_GET_INFO, index);
        if (ret.error == SUCCESS) {
            check(2, ret.value != 0);
            available |= 1ul << index;
        }
    }
    begin_signature[0] = available;
    check(3, pmu(COUNTER_CONFIG_MATCHING, 0, available, 0, 0x1234).error == NOT_SUPPORTED);
    int failed = counts(CYCLES);
    check(10 + failed, failed == 0);
    failed = counts(INSTRUCTIONS);
    check(30 + failed, failed == 0);

    check(4, pmu(SNAPSHOT_SET_SHMEM, &memory, 0, 0).error == SUCCESS);
    check(5, memory.overflows == 0 && memory.values[0] == 0 && memory.values[63] == 0);
    failed = snapshots(CYCLES);
    check(50 + failed, failed == 0);
    failed = snapshots(INSTRUCTIONS);
    check(70 + failed, failed == 0);

    set_csr(sie, LCOFI);
    set_csr(sstatus, 2ul);
    failed = overflows(CYCLES);
    check(90 + failed, failed == 0);
    failed = overflows(INSTRUCTIONS);
    check(100 + failed, failed == 0);
    return 0;
}
