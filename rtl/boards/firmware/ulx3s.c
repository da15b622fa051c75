// SPDX-License-Identifier: Apache-2.0
// ULX3S: each letter from the PC runs the program once, traced.
//
// s: into the on-chip memory; the answer is the number of its bytes (4 bytes, lowest first), then the trace.
// 1, 2, 4: to that many pins; the answer is 0 (4 bytes), when all has left.
#include "board.h"

// Clock cycles between interrupts of the timer.
#define PERIOD 3000

static volatile uint32_t ticks;

static void timer_start(uint32_t cycles) {
    __asm__ volatile(".insn r 0x0B, 6, 5, x0, %0, x0" : : "r"(cycles)); // timer
}

static void interrupts_mask(uint32_t mask) {
    __asm__ volatile(".insn r 0x0B, 6, 3, x0, %0, x0" : : "r"(mask) : "memory"); // maskirq
}

void tick(void) {
    ticks++;
    timer_start(PERIOD);
}

static void send(uint32_t word) {
    for (int byte = 0; byte < 4; byte++) {
        SERIAL = word;
        word >>= 8;
    }
}

static uint32_t receive(void) {
    uint32_t byte;
    do {
        byte = SERIAL;
    } while (byte >> 31);
    return byte;
}

// The trace in the memory, oldest word first.
static void send_memory(void) {
    uint32_t wp = TRACE(TE_RAM_WP), end = wp & ~TW_TE_RAM_WP_TE_WRAP_MASK, length = end;

    if (wp & TW_TE_RAM_WP_TE_WRAP_MASK) {
        length = TRACE(TE_RAM_LIMIT) + 4;
        TRACE(TE_RAM_RP) = end;
    } else {
        TRACE(TE_RAM_RP) = 0;
    }
    send(length);
    for (; length != 0; length -= 4) {
        send(TRACE(TE_RAM_DATA));
    }
}

int main(void) {
    static const struct target memory = {TW_TE_CONTROL_TE_SINK_SRAM, 0, 0};
    // 6.25 MHz: four samples in a bit for a logic analyser of 24 MHz and more.
    struct target pins = {TW_TE_CONTROL_TE_SINK_PIB, 0, 3};

    for (uint32_t seed = 1;; seed++) {
        const struct target *target = &pins;
        LIGHTS = seed;
        switch (receive()) {
        case 's': target = &memory; break;
        case '1': pins.pib_mode = TW_PIB_CONTROL_PIB_MODE_PARALLEL_1; break;
        case '2': pins.pib_mode = TW_PIB_CONTROL_PIB_MODE_PARALLEL_2; break;
        case '4': pins.pib_mode = TW_PIB_CONTROL_PIB_MODE_PARALLEL_4; break;
        default: continue;
        }
        trace_start(target);
        interrupts_mask(~UINT32_C(1));
        timer_start(PERIOD);
        workload(seed);
        interrupts_mask(~UINT32_C(0));
        trace_stop(target);
        if (target == &memory) {
            send_memory();
        } else {
            send(0);
        }
    }
}
