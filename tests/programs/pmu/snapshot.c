// SPDX-License-Identifier: Apache-2.0
// Snapshots (SBI PMU 11.9, 11.10, 11.13): counters start from shared memory and stop into it, with what has overflowed.
#include "sbi.h"

#define TURNS 100

static struct {
    unsigned long long overflows, values[64];
    unsigned char reserved[4096 - 65 * 8];
} memory __attribute__((aligned(4096)));

int supervisor(void) {
    struct sbiret ret = pmu(COUNTER_CONFIG_MATCHING, 3, 0xFF, CLEAR_VALUE, BRANCHES);
    check(1, ret.error == SUCCESS && ret.value == 3);
    ret = pmu(COUNTER_CONFIG_MATCHING, 3, 0xFF, CLEAR_VALUE, BRANCHES);
    check(2, ret.error == SUCCESS && ret.value == 4);

    // Without memory nothing is touched.
    check(3, pmu(COUNTER_START, 3, 3, INIT_SNAPSHOT).error == NO_SHMEM);
    check(4, pmu(COUNTER_STOP, 3, 3, TAKE_SNAPSHOT).error == NO_SHMEM);
    check(5, pmu(SNAPSHOT_SET_SHMEM, (char *)&memory + 64, 0, 0).error == INVALID_PARAM);
    check(6, pmu(SNAPSHOT_SET_SHMEM, &memory, 0, 1).error == INVALID_PARAM);
    check(7, pmu(SNAPSHOT_SET_SHMEM, 0x1000, 0, 0).error == INVALID_ADDRESS);
    check(8, pmu(SNAPSHOT_SET_SHMEM, &memory, 0, 0).error == SUCCESS);

    // One goes on from 1000, the other wraps. Places are counted from the base.
    memory.values[0] = 1000;
    memory.values[1] = -(unsigned long long)(TURNS / 2);
    long started = pmu(COUNTER_START, 3, 3, INIT_SNAPSHOT).error;
    work(TURNS);
    long stopped = pmu(COUNTER_STOP, 3, 3, TAKE_SNAPSHOT).error;
    check(9, started == SUCCESS);
    check(10, stopped == SUCCESS);
    begin_signature[0] = (unsigned long)memory.values[0];
    begin_signature[1] = (unsigned long)memory.values[1];
    begin_signature[2] = (unsigned long)memory.overflows;
    check(11, memory.values[0] == 1000 + TURNS);
    check(12, memory.values[1] == TURNS / 2);
    check(13, memory.overflows == 2);
    check(14, hpmcounter(3) == (unsigned long)memory.values[0]);

    check(15, pmu(SNAPSHOT_SET_SHMEM, -1, -1, 0).error == SUCCESS);
    check(16, pmu(COUNTER_STOP, 3, 3, TAKE_SNAPSHOT).error == NO_SHMEM);
    check(17, pmu(COUNTER_STOP, 3, 3, RESET).error == ALREADY_STOPPED);
    return 0;
}
