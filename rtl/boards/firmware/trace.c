// SPDX-License-Identifier: Apache-2.0
// The encoder's registers, in the order of Trace Control ch. 12.1 and 15.
#include "board.h"

static void set_active(volatile uint32_t *control, uint32_t active) {
    *control = active;
    while ((*control & 1) != active) {
    }
}

void trace_start(const struct target *target) {
    volatile uint32_t *encoder = &TRACE(TE_CONTROL);
    volatile uint32_t *pib = &TRACE(PIB_CONTROL);
    uint32_t control = TW_TE_CONTROL_TE_ACTIVE_MASK | FIELD(TE_CONTROL_TE_INST_MODE, TW_TE_CONTROL_TE_INST_MODE_HTM) |
                       FIELD(TE_CONTROL_TE_FORMAT, TW_TE_CONTROL_TE_FORMAT_NEXUS) |
                       FIELD(TE_CONTROL_TE_SINK, target->sink);

    set_active(encoder, 0);
    set_active(encoder, 1);
#ifdef FEATURES
    TRACE(TE_INST_FEATURES) = FEATURES;
#endif
    *encoder = control;
    if (target->pib_mode != 0) {
        uint32_t pins = TW_PIB_CONTROL_PIB_ACTIVE_MASK | FIELD(PIB_CONTROL_PIB_MODE, target->pib_mode) |
                        FIELD(PIB_CONTROL_PIB_DIVIDER, target->divider);
        // Once active it stays so: without it the pins are low, which a serial port takes for bytes.
        if ((*pib & TW_PIB_CONTROL_PIB_ACTIVE_MASK) == 0) {
            set_active(pib, 1);
        }
        *pib = pins;
        *pib = pins | TW_PIB_CONTROL_PIB_ENABLE_MASK;
    }
    *encoder = control | TW_TE_CONTROL_TE_ENABLE_MASK | TW_TE_CONTROL_TE_INST_TRACING_MASK;
}

void trace_stop(const struct target *target) {
    volatile uint32_t *encoder = &TRACE(TE_CONTROL);

    *encoder &= ~TW_TE_CONTROL_TE_INST_TRACING_MASK;
    *encoder &= ~TW_TE_CONTROL_TE_ENABLE_MASK;
    while ((*encoder & TW_TE_CONTROL_TE_EMPTY_MASK) == 0) {
    }
    while (target->pib_mode != 0 && (TRACE(PIB_CONTROL) & TW_PIB_CONTROL_PIB_EMPTY_MASK) == 0) {
    }
}
