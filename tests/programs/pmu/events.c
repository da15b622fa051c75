// SPDX-License-Identifier: Apache-2.0
// Events (SBI PMU 11.8 to 11.10, 11.14): found, configured, started, stopped, read and reset; what is wrong is refused.
#include "sbi.h"

#define TURNS 1000

struct info {
    unsigned event, output;
    unsigned long long data;
};

static struct info infos[3] __attribute__((aligned(16)));

// What a counter of `event` counts in work.
static int count(unsigned event, unsigned long *value) {
    struct sbiret ret = pmu(COUNTER_CONFIG_MATCHING, 3, 0xFF, CLEAR_VALUE, event);
    check(1, ret.error == SUCCESS);
    unsigned long index = ret.value;
    check(2, hpmcounter(index) == 0);
    check(3, pmu(COUNTER_STOP, index, 1, 0).error == ALREADY_STOPPED);
    // No branch but those of work is between start and stop.
    long started = pmu(COUNTER_START, index, 1, 0).error;
    work(TURNS);
    long again = pmu(COUNTER_START, index, 1, 0).error;
    long stopped = pmu(COUNTER_STOP, index, 1, 0).error;
    check(4, started == SUCCESS);
    check(5, again == ALREADY_STARTED);
    check(6, stopped == SUCCESS);
    *value = hpmcounter(index);
    work(TURNS);
    check(7, hpmcounter(index) == *value);
    // A value to start from.
    check(8, pmu(COUNTER_START, index, 1, SET_INIT_VALUE, 5000).error == SUCCESS);
    check(9, hpmcounter(index) >= 5000);
    check(10, pmu(COUNTER_STOP, index, 1, RESET).error == SUCCESS);
    return 0;
}

int supervisor(void) {
    int failed = count(BRANCHES, &begin_signature[0]);
    check(failed, failed == 0);
    check(20, begin_signature[0] == TURNS);
    failed = count(INSTRUCTIONS, &begin_signature[1]);
    check(failed + 20, failed == 0);
    check(40, begin_signature[1] > 2 * TURNS && begin_signature[1] < 2 * TURNS + 100);
    failed = count(CYCLES, &begin_signature[2]);
    check(failed + 40, failed == 0);
    check(60, begin_signature[2] >= begin_signature[1]);

    // Started with the call that finds it; the same set twice finds two.
    struct sbiret one = pmu(COUNTER_CONFIG_MATCHING, 3, 0xFF, CLEAR_VALUE | AUTO_START, BRANCHES);
    struct sbiret two = pmu(COUNTER_CONFIG_MATCHING, 3, 0xFF, CLEAR_VALUE | AUTO_START, INSTRUCTIONS);
    check(61, one.error == SUCCESS && two.error == SUCCESS && one.value != two.value);
    work(TURNS);
    unsigned long both = 1ul << (one.value - 3) | 1ul << (two.value - 3);
    check(62, pmu(COUNTER_STOP, 3, both, RESET).error == SUCCESS);
    begin_signature[3] = hpmcounter(one.value);
    check(63, begin_signature[3] >= TURNS);

    // What is wrong.
    check(64, pmu(COUNTER_CONFIG_MATCHING, 3, 0xFF, 0, 0).error == NOT_SUPPORTED);
    check(65, pmu(COUNTER_CONFIG_MATCHING, 3, 0xFF, 0x100, BRANCHES).error == INVALID_PARAM);
    check(66, pmu(COUNTER_CONFIG_MATCHING, 1, 1, 0, BRANCHES).error == INVALID_PARAM);
    check(67, pmu(COUNTER_CONFIG_MATCHING, 3, 0xFF, 0, FIRMWARE_SET_TIMER).error == NOT_SUPPORTED);
    check(68, pmu(COUNTER_START, 3, 1, 4).error == INVALID_PARAM);
    check(69, pmu(COUNTER_STOP, 63, 1, 0).error == INVALID_PARAM);

    // Which events there are.
    infos[0].event = BRANCHES;
    infos[1].event = 0x10001;
    infos[2].event = FIRMWARE_SET_TIMER;
    check(70, pmu(EVENT_GET_INFO, &infos[0], 0, 3, 0).error == SUCCESS);
    check(71, infos[0].output == 1 && infos[1].output == 0 && infos[2].output == 1);
    check(72, pmu(EVENT_GET_INFO, (char *)&infos[0] + 4, 0, 1, 0).error == INVALID_PARAM);
    check(73, pmu(EVENT_GET_INFO, 0x1000, 0, 1, 0).error == INVALID_ADDRESS);
    return 0;
}
