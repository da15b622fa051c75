// SPDX-License-Identifier: Apache-2.0
// Discovery (SBI PMU 11.5 to 11.7): the extension is there, each counter says what it is, and can be read.
#include "sbi.h"

int supervisor(void) {
    struct sbiret ret = sbi(EID_BASE, PROBE_EXTENSION, EID_PMU, 0, 0, 0, 0);
    check(1, ret.error == SUCCESS && ret.value != 0);
    ret = sbi(EID_BASE, PROBE_EXTENSION, 0x12345678, 0, 0, 0, 0);
    check(2, ret.error == SUCCESS && ret.value == 0);
    ret = pmu(NUM_COUNTERS);
    check(3, ret.error == SUCCESS);
    unsigned long counters = ret.value, hardware = 0, firmware = 0, missing = 0;
    begin_signature[0] = counters;
    for (unsigned long index = 0; index < counters; index++) {
        ret = pmu(COUNTER_GET_INFO, index);
        if (ret.error != SUCCESS) {
            check(4, ret.error == INVALID_PARAM && index == 1);
            missing++;
        } else if (ret.value >> (XLEN - 1)) {
            check(5, pmu(COUNTER_FW_READ, index).error == SUCCESS);
            firmware++;
        } else {
            check(6, (ret.value & 0xFFF) == 0xC00 + index);
            check(7, (ret.value >> 12 & 0x3F) == 63);
            check(8, pmu(COUNTER_FW_READ, index).error == INVALID_PARAM);
            if (index >= 3) check(9, hpmcounter(index) == 0);
            hardware++;
        }
    }
    begin_signature[1] = hardware;
    begin_signature[2] = firmware;
    begin_signature[3] = missing;
    check(10, pmu(COUNTER_GET_INFO, counters).error == INVALID_PARAM);
    check(11, read_csr(cycle) != 0 && read_csr(instret) != 0);
    check(12, sbi(EID_PMU, 9, 0, 0, 0, 0, 0).error == NOT_SUPPORTED);
    return 0;
}
