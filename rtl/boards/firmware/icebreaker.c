// SPDX-License-Identifier: Apache-2.0
// iCEBreaker: runs the program again and again, traced to the pin; each run is a trace that can be decoded by itself.
#include "board.h"

// Rounds of the pause between two runs, about half a second.
#define PAUSE 400000

int main(void) {
    // 3 Mbaud of 12 MHz.
    static const struct target pin = {TW_TE_CONTROL_TE_SINK_PIB, TW_PIB_CONTROL_PIB_MODE_UART, 3};

    for (uint32_t seed = 1;; seed++) {
        LIGHTS = seed;
        trace_start(&pin);
        workload(seed);
        trace_stop(&pin);
        for (volatile uint32_t left = PAUSE; left != 0; left--) {
        }
    }
}
