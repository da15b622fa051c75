// SPDX-License-Identifier: Apache-2.0
// iCEBreaker: runs the program again and again, traced to the pin; each run is a trace that can be decoded by itself.
#include "board.h"

// Rounds of the pause between two runs, about a second.
#ifndef PAUSE
#define PAUSE 400000
#endif

int main(void) {
    // 4 Mbaud of 12 MHz.
    static const struct target pin = {TW_TE_CONTROL_TE_SINK_PIB, TW_PIB_CONTROL_PIB_MODE_UART, 3};

    uint32_t lost = 0;

    for (uint32_t seed = 1;; seed++) {
        LIGHTS = (seed & 1) | lost;
        trace_start(&pin);
        workload(seed);
        trace_stop(&pin);
        if (TRACE(TE_CONTROL) & TW_TE_CONTROL_TE_INST_STALL_OR_OVERFLOW_MASK) {
            lost = 2;
        }
        for (volatile uint32_t left = PAUSE; left != 0; left--) {
        }
    }
}
