/* SPDX-License-Identifier: Apache-2.0 */
/* The SBI PMU extension (EID 0x504D55) for firmware: all nine functions over the counters of one hart. */
#ifndef TRACEWRIGHT_SBI_PMU_H
#define TRACEWRIGHT_SBI_PMU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TW_SBI_PMU_EID 0x504D55

/* What check, load and store return. */
#define TW_SBI_PMU_OK 0
#define TW_SBI_PMU_ADDRESS 1 /* not memory that supervisor software may read and write */
#define TW_SBI_PMU_FAILED 2  /* something else went wrong */

/* What firmware does for the library. Each function gets context, on the hart that made the SBI call. */
struct tw_sbi_pmu_hardware {
    void *context;
    uintptr_t (*read)(void *context, uint16_t csr);
    void (*write)(void *context, uint16_t csr, uintptr_t value);
    /* Whether the supervisor software may itself read and write these bytes of physical memory. Both numbers are the
       caller's, any that do not wrap: address + (bytes - 1) is an address, and bytes is not 0. */
    int (*check)(void *context, uint64_t address, uint64_t bytes);
    /* 32 bits, little-endian, of memory that check has granted. */
    int (*load)(void *context, uint64_t address, uint32_t *value);
    int (*store)(void *context, uint64_t address, uint32_t value);
    /* Whether a counter overflow interrupt waits for the supervisor software. NULL: bit 13 of mip says so. */
    int (*overflow_pending)(void *context);
};

/* A hardware general event (type 0) or a cache event (type 1). */
struct tw_sbi_pmu_event {
    uint32_t index;    /* event_idx */
    uint64_t selector; /* what mhpmevent has to hold */
    uint32_t counters; /* bit n: mhpmcounter n can count it */
};

/* Raw events, of both versions: those of which event_data under mask is value. */
struct tw_sbi_pmu_raw {
    uint64_t value;
    uint64_t mask;
    uint32_t counters; /* bit n: mhpmcounter n can count them */
};

/* Flags of a platform. */
#define TW_SBI_PMU_SSCOFPMF (1u << 0)
#define TW_SBI_PMU_SMCNTRPMF (1u << 1)
#define TW_SBI_PMU_INHIBIT_MACHINE (1u << 2) /* M-mode is never counted where it can be inhibited, from reset on */
#define TW_SBI_PMU_SNAPSHOT (1u << 3)        /* sbi_pmu_snapshot_set_shmem is there */
#define TW_SBI_PMU_EVENT_INFO (1u << 4)      /* sbi_pmu_event_get_info is there */

/* Most firmware counters of a hart. */
#define TW_SBI_PMU_FIRMWARE_COUNTERS 16

/* What a hart has. The lists stay where they are for as long as the hart is used; one without items may be NULL. */
struct tw_sbi_pmu_platform {
    uint32_t hardware;     /* counters that are built: bit 0 mcycle, bit 2 minstret, bit n mhpmcounter n; never bit 1 */
    uint32_t counter_bits; /* of each mhpmcounter, 32 to 64 */
    uint32_t event_bits;   /* of each mhpmevent: 64, or 32 on RV32 without Sscofpmf */
    uint32_t firmware;     /* number of firmware counters; their indices follow the highest of hardware, from 3 on */
    uint32_t flags;        /* of those above, no other bit */
    const struct tw_sbi_pmu_event *events;
    size_t events_count;
    const struct tw_sbi_pmu_raw *raw;
    size_t raw_count;
    const uint16_t *own_events; /* firmware events 256 to 65534 that the firmware records */
    size_t own_events_count;
    const uint64_t *platform_events; /* event_data of platform firmware events that the firmware records */
    size_t platform_events_count;
};

/* What is wrong with a platform; place is the one in the list. */
#define TW_SBI_PMU_INVALID_TIME 1
#define TW_SBI_PMU_INVALID_COUNTER_BITS 2
#define TW_SBI_PMU_INVALID_EVENT_BITS 3
#define TW_SBI_PMU_INVALID_FIRMWARE 4
#define TW_SBI_PMU_INVALID_EVENT_INDEX 5
#define TW_SBI_PMU_INVALID_EVENT_SELECTOR 6
#define TW_SBI_PMU_INVALID_EVENT_COUNTERS 7
#define TW_SBI_PMU_INVALID_RAW_VALUE 8
#define TW_SBI_PMU_INVALID_RAW_COUNTERS 9
#define TW_SBI_PMU_INVALID_OWN_EVENT 10
#define TW_SBI_PMU_INVALID_FLAGS 11 /* a flag that there is not */
#define TW_SBI_PMU_INVALID_LIST 12  /* NULL with a count; place 0: events, 1: raw, 2: own_events, 3: platform_events */

/* Codes for tw_sbi_pmu_record. */
#define TW_SBI_PMU_FW_MISALIGNED_LOAD 0
#define TW_SBI_PMU_FW_MISALIGNED_STORE 1
#define TW_SBI_PMU_FW_ACCESS_LOAD 2
#define TW_SBI_PMU_FW_ACCESS_STORE 3
#define TW_SBI_PMU_FW_ILLEGAL_INSN 4
#define TW_SBI_PMU_FW_SET_TIMER 5
#define TW_SBI_PMU_FW_IPI_SENT 6
#define TW_SBI_PMU_FW_IPI_RECEIVED 7
#define TW_SBI_PMU_FW_FENCE_I_SENT 8
#define TW_SBI_PMU_FW_FENCE_I_RECEIVED 9
#define TW_SBI_PMU_FW_SFENCE_VMA_SENT 10
#define TW_SBI_PMU_FW_SFENCE_VMA_RECEIVED 11
#define TW_SBI_PMU_FW_SFENCE_VMA_ASID_SENT 12
#define TW_SBI_PMU_FW_SFENCE_VMA_ASID_RECEIVED 13
#define TW_SBI_PMU_FW_HFENCE_GVMA_SENT 14
#define TW_SBI_PMU_FW_HFENCE_GVMA_RECEIVED 15
#define TW_SBI_PMU_FW_HFENCE_GVMA_VMID_SENT 16
#define TW_SBI_PMU_FW_HFENCE_GVMA_VMID_RECEIVED 17
#define TW_SBI_PMU_FW_HFENCE_VVMA_SENT 18
#define TW_SBI_PMU_FW_HFENCE_VVMA_RECEIVED 19
#define TW_SBI_PMU_FW_HFENCE_VVMA_ASID_SENT 20
#define TW_SBI_PMU_FW_HFENCE_VVMA_ASID_RECEIVED 21

/* The state of one hart: each has its own, and only that hart may hand it in. What is in it is the library's. */
struct tw_sbi_pmu {
    uint64_t state[128];
};

/* What goes to a0 and a1. */
struct tw_sbi_pmu_ret {
    intptr_t error;
    uintptr_t value;
};

/* Makes the state of a hart, and resets it. Gives 0, or TW_SBI_PMU_INVALID_...; place may be NULL. */
int tw_sbi_pmu_init(struct tw_sbi_pmu *pmu, const struct tw_sbi_pmu_platform *platform,
                    const struct tw_sbi_pmu_hardware *hardware, size_t *place);

/* As after boot: when the hart starts, and whenever its supervisor software starts anew. mhpmcounters are 0 then. */
void tw_sbi_pmu_reset(struct tw_sbi_pmu *pmu);

/* Answers an ecall with TW_SBI_PMU_EID: fid is a6, arguments are a0 to a5. */
struct tw_sbi_pmu_ret tw_sbi_pmu_call(struct tw_sbi_pmu *pmu, uintptr_t fid, const uintptr_t arguments[6]);

/* The firmware did TW_SBI_PMU_FW_..., or an event of its own, so many times on this hart. 65535 is no event. */
void tw_sbi_pmu_record(struct tw_sbi_pmu *pmu, uint16_t code, uint64_t amount);

/* The platform's own firmware event happened so many times on this hart. */
void tw_sbi_pmu_record_platform(struct tw_sbi_pmu *pmu, uint64_t number, uint64_t amount);

#ifdef __cplusplus
}
#endif

#endif
