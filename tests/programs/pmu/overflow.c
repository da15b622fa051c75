// SPDX-License-Identifier: Apache-2.0
// Overflow (Sscofpmf): a counter that wraps interrupts S-mode, which finds it in scountovf and starts it again.
#include "sbi.h"

#define PERIOD 64
#define TURNS 1000

static volatile unsigned long interrupts, others, stays;

void interrupted(unsigned long cause) {
    unsigned long overflowed = read_csr(0xDA0);
    if ((cause << 1 >> 1) != 13 || overflowed != 1 << 3) {
        others++;
    }
    interrupts++;
    pmu(COUNTER_STOP, 3, 1, 0);
    clear_csr(sip, LCOFI);
    // Started again it asks for the next interrupt, too.
    pmu(COUNTER_START, 3, 1, SET_INIT_VALUE, -(unsigned long)PERIOD, -1ul);
    stays += read_csr(0xDA0) != 0;
}

int supervisor(void) {
    struct sbiret ret = pmu(COUNTER_CONFIG_MATCHING, 3, 1, CLEAR_VALUE, BRANCHES);
    check(1, ret.error == SUCCESS && ret.value == 3);

    // Pending until it is taken.
    check(2, pmu(COUNTER_START, 3, 1, SET_INIT_VALUE, -(unsigned long)PERIOD, -1ul).error == SUCCESS);
    work(PERIOD + 8);
    check(3, (read_csr(sip) & LCOFI) != 0 && interrupts == 0);
    check(4, read_csr(0xDA0) == 1 << 3);
    set_csr(sie, LCOFI);
    set_csr(sstatus, 2ul);
    check(5, interrupts == 1 && (read_csr(sip) & LCOFI) == 0);

    work(TURNS);
    clear_csr(sstatus, 2ul);
    check(6, pmu(COUNTER_STOP, 3, 1, RESET).error == SUCCESS);
    begin_signature[0] = interrupts;
    begin_signature[1] = others;
    begin_signature[2] = stays;
    // Branches of the handler are counted as well.
    check(7, interrupts > TURNS / PERIOD / 2 && interrupts <= 1 + TURNS / PERIOD * 2);
    check(8, others == 0 && stays == 0);
    // A counter without an event asks for nothing.
    unsigned long before = interrupts;
    set_csr(sstatus, 2ul);
    work(TURNS);
    check(9, interrupts == before);
    return 0;
}
