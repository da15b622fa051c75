/* SPDX-License-Identifier: Apache-2.0 */
/* Firmware in C on a hart that is an array of CSRs. Prints the layout of the header's structures; 0: all is well. */
#include "tracewright_sbi_pmu.h"

#include <stdio.h>

#define MEMORY 0x80000000u

static struct hart {
    uintptr_t csr[4096];
    uint32_t memory[2048];
    int pending;
    int broken;
} hart;

static uintptr_t read_csr(void *context, uint16_t csr)
{
    return ((struct hart *)context)->csr[csr];
}

static void write_csr(void *context, uint16_t csr, uintptr_t value)
{
    ((struct hart *)context)->csr[csr] = value;
}

static int check(void *context, uint64_t address, uint64_t bytes)
{
    if (((struct hart *)context)->broken)
        return TW_SBI_PMU_FAILED;
    return address >= MEMORY && address - MEMORY + bytes <= sizeof hart.memory ? TW_SBI_PMU_OK : TW_SBI_PMU_ADDRESS;
}

static int load(void *context, uint64_t address, uint32_t *value)
{
    *value = ((struct hart *)context)->memory[(address - MEMORY) / 4];
    return ((struct hart *)context)->broken ? TW_SBI_PMU_FAILED : TW_SBI_PMU_OK;
}

static int store(void *context, uint64_t address, uint32_t value)
{
    ((struct hart *)context)->memory[(address - MEMORY) / 4] = value;
    return TW_SBI_PMU_OK;
}

static int pending(void *context)
{
    return ((struct hart *)context)->pending;
}

static const struct tw_sbi_pmu_event events[] = {{5, 0x21, 0x18}, {0x10001, 0x500000003, 0x10}};
static const struct tw_sbi_pmu_raw raws[] = {{0x100, ~(uint64_t)0xFF, 0x8}};
static const uint16_t own_events[] = {300};
static const uint64_t platform_events[] = {7, 9};

static const struct tw_sbi_pmu_platform platform = {
    .hardware = 0x1D,
    .counter_bits = 64,
    .event_bits = 64,
    .firmware = 3,
    .flags = TW_SBI_PMU_SSCOFPMF | TW_SBI_PMU_SNAPSHOT | TW_SBI_PMU_EVENT_INFO,
    .events = events,
    .events_count = 2,
    .raw = raws,
    .raw_count = 1,
    .own_events = own_events,
    .own_events_count = 1,
    .platform_events = platform_events,
    .platform_events_count = 2,
};

static struct tw_sbi_pmu_hardware hardware = {&hart, read_csr, write_csr, check, load, store, NULL};
static struct tw_sbi_pmu pmu;
static int wrong;

/* A call, and what it has to give. */
#define EXPECT(error, value, ...) expect(__LINE__, error, value, (const uintptr_t[7]){__VA_ARGS__})

static void expect(int line, intptr_t error, uintptr_t value, const uintptr_t *call)
{
    struct tw_sbi_pmu_ret ret = tw_sbi_pmu_call(&pmu, call[0], call + 1);
    if (ret.error != error || ret.value != value) {
        fprintf(stderr, "line %d: error %ld, value %lx\n", line, (long)ret.error, (unsigned long)ret.value);
        wrong = 1;
    }
}

#define TRUE(condition) ((condition) ? (void)0 : (void)(fprintf(stderr, "line %d\n", __LINE__), wrong = 1))

static void calls(void)
{
    const uintptr_t none = ~(uintptr_t)0;

    hart.csr[0x323] = 99;
    TRUE(tw_sbi_pmu_init(&pmu, &platform, &hardware, NULL) == 0);
    TRUE(hart.csr[0x320] == 0x18 && hart.csr[0x323] == 0 && hart.csr[0x306] == 0x1D);

    EXPECT(0, 8, 0);
    EXPECT(0, (uintptr_t)63 << 12 | 0xC04, 1, 4);
    EXPECT(-3, 0, 1, 1);
    EXPECT(-3, 0, 2, 0, 3, 0, 5, 0);
    EXPECT(-2, 0, 2, 0, 0xFD, 0, 0, 0);
    EXPECT(0, 3, 2, 0, 0xFD, 0, 5, 0);
    EXPECT(0, 4, 2, 0, 0xFD, 0x40, 0x10001, 0);
    TRUE(hart.csr[0x323] == 0x21 && hart.csr[0x324] == ((uintptr_t)1 << 61 | 0x500000003));
    EXPECT(0, 5, 2, 0, 0xFD, 4, 0xF0000 | TW_SBI_PMU_FW_SET_TIMER, 0);
    EXPECT(0, 6, 2, 0, 0xFD, 4, 0xFFFFF, 9);
    EXPECT(0, 7, 2, 0, 0xFD, 4, 0xF0000 | 300, 0);

    /* An overflow from before stays while its interrupt is pending: by mip, or by the function. */
    hart.csr[0x324] |= (uintptr_t)1 << 63;
    hart.csr[0x344] = 1 << 13;
    EXPECT(0, 0, 3, 4, 1, 1, 1000);
    TRUE(hart.csr[0x324] >> 63 == 1 && hart.csr[0xB04] == 1000 && hart.csr[0x320] == 0x08);
    EXPECT(-7, 0, 3, 4, 1, 0, 0);
    EXPECT(0, 0, 4, 4, 1, 0);
    hart.csr[0x344] = 0;
    EXPECT(0, 0, 3, 4, 1, 0, 0);
    TRUE(hart.csr[0x324] >> 63 == 0);

    tw_sbi_pmu_record(&pmu, TW_SBI_PMU_FW_SET_TIMER, 3);
    tw_sbi_pmu_record(&pmu, 300, 4);
    tw_sbi_pmu_record_platform(&pmu, 9, 5);
    tw_sbi_pmu_record_platform(&pmu, 7, 6);
    EXPECT(0, 3, 5, 5);
    EXPECT(0, 5, 5, 6);
    EXPECT(0, 4, 5, 7);
    EXPECT(0, 0, 6, 7);
    EXPECT(-3, 0, 5, 4);

    EXPECT(-9, 0, 4, 4, 1, 2);
    EXPECT(-3, 0, 7, MEMORY + 1, 0, 0);
    EXPECT(-5, 0, 7, MEMORY + 8192, 0, 0);
    EXPECT(0, 0, 7, MEMORY + 4096, 0, 0);
    hart.csr[0xDA0] = 0x10;
    EXPECT(0, 0, 4, 4, 7, 3);
    TRUE(hart.memory[1024] == 1 && hart.memory[1026] == 1000 && hart.memory[1028] == 3 && hart.memory[1030] == 5);
    TRUE(hart.csr[0x324] == 0 && hart.csr[0x320] == 0x18);
    EXPECT(-8, 0, 4, 4, 1, 0);
    EXPECT(0, 0, 7, none, none, 0);

    hart.memory[0] = 0x10001;
    hart.memory[4] = 3;
    hart.memory[5] = ~0u;
    EXPECT(0, 0, 8, MEMORY, 0, 2, 0);
    TRUE(hart.memory[1] == 1 && hart.memory[5] == 0);
    hart.broken = 1;
    EXPECT(-1, 0, 8, MEMORY, 0, 2, 0);
    EXPECT(-2, 0, 9, 0);
    hart.broken = 0;

    /* By the function. */
    hardware.overflow_pending = pending;
    TRUE(tw_sbi_pmu_init(&pmu, &platform, &hardware, NULL) == 0);
    hart.csr[0x323] = (uintptr_t)1 << 63;
    hart.pending = 1;
    EXPECT(0, 0, 3, 3, 1, 0, 0);
    TRUE(hart.csr[0x323] >> 63 == 1);
    EXPECT(0, 0, 4, 3, 1, 0);
    hart.pending = 0;
    EXPECT(0, 0, 3, 3, 1, 0, 0);
    TRUE(hart.csr[0x323] == 0);
    tw_sbi_pmu_reset(&pmu);
    EXPECT(-8, 0, 4, 3, 1, 0);
}

static void refused(struct tw_sbi_pmu_platform bad, int code, size_t at)
{
    struct tw_sbi_pmu other;
    size_t place = 77;

    TRUE(tw_sbi_pmu_init(&other, &bad, &hardware, &place) == code);
    TRUE(place == at);
    TRUE(tw_sbi_pmu_init(&other, &bad, &hardware, NULL) == code);
}

static void refusals(void)
{
    const struct tw_sbi_pmu_event no_event[] = {{5, 0, 8}, {0, 0, 8}}, wide[] = {{5, (uint64_t)1 << 56, 8}};
    const struct tw_sbi_pmu_event no_counter[] = {{5, 0, 8}, {6, 0, 8}, {7, 0, 1}};
    const struct tw_sbi_pmu_raw outside[] = {{1, 0, 8}}, no_raw[] = {{0, 0, 8}, {0, 0, 2}};
    const uint16_t reserved[] = {256, 22};
    struct tw_sbi_pmu_platform bad = platform;

    bad.hardware |= 2;
    refused(bad, TW_SBI_PMU_INVALID_TIME, 0);
    bad = platform;
    bad.counter_bits = 31;
    refused(bad, TW_SBI_PMU_INVALID_COUNTER_BITS, 0);
    bad = platform;
    bad.event_bits = 48;
    refused(bad, TW_SBI_PMU_INVALID_EVENT_BITS, 0);
    bad = platform;
    bad.firmware = TW_SBI_PMU_FIRMWARE_COUNTERS + 1;
    refused(bad, TW_SBI_PMU_INVALID_FIRMWARE, 0);
    bad = platform;
    bad.events = no_event;
    refused(bad, TW_SBI_PMU_INVALID_EVENT_INDEX, 1);
    bad.events = wide;
    bad.events_count = 1;
    refused(bad, TW_SBI_PMU_INVALID_EVENT_SELECTOR, 0);
    bad.events = no_counter;
    bad.events_count = 3;
    refused(bad, TW_SBI_PMU_INVALID_EVENT_COUNTERS, 2);
    bad = platform;
    bad.raw = outside;
    refused(bad, TW_SBI_PMU_INVALID_RAW_VALUE, 0);
    bad.raw = no_raw;
    bad.raw_count = 2;
    refused(bad, TW_SBI_PMU_INVALID_RAW_COUNTERS, 1);
    bad = platform;
    bad.own_events = reserved;
    bad.own_events_count = 2;
    refused(bad, TW_SBI_PMU_INVALID_OWN_EVENT, 1);
    for (int bit = 5; bit < 32; bit++) {
        bad = platform;
        bad.flags |= (uint32_t)1 << bit;
        refused(bad, TW_SBI_PMU_INVALID_FLAGS, 0);
    }
    bad = platform;
    bad.events = NULL;
    refused(bad, TW_SBI_PMU_INVALID_LIST, 0);
    bad = platform;
    bad.raw = NULL;
    refused(bad, TW_SBI_PMU_INVALID_LIST, 1);
    bad = platform;
    bad.own_events = NULL;
    refused(bad, TW_SBI_PMU_INVALID_LIST, 2);
    bad = platform;
    bad.platform_events = NULL;
    refused(bad, TW_SBI_PMU_INVALID_LIST, 3);
    /* A list that is not there is empty. */
    bad.events = NULL;
    bad.raw = NULL;
    bad.own_events = NULL;
    bad.events_count = bad.raw_count = bad.own_events_count = bad.platform_events_count = 0;
    TRUE(tw_sbi_pmu_init(&pmu, &bad, &hardware, NULL) == 0);
    EXPECT(-2, 0, 2, 3, 1, 0, 5, 0);
}

#define FIELD(type, field) printf(#type "." #field " %lu\n", (unsigned long)offsetof(struct tw_sbi_pmu_##type, field))
#define SIZE(type) printf(#type " %lu\n", (unsigned long)sizeof(struct tw_sbi_pmu_##type))

int main(void)
{
    printf("state %lu\n", (unsigned long)sizeof(struct tw_sbi_pmu));
    SIZE(hardware), SIZE(event), SIZE(raw), SIZE(platform), SIZE(ret);
    FIELD(hardware, context), FIELD(hardware, read), FIELD(hardware, write), FIELD(hardware, check);
    FIELD(hardware, load), FIELD(hardware, store), FIELD(hardware, overflow_pending);
    FIELD(event, index), FIELD(event, selector), FIELD(event, counters);
    FIELD(raw, value), FIELD(raw, mask), FIELD(raw, counters);
    FIELD(platform, hardware), FIELD(platform, counter_bits), FIELD(platform, event_bits), FIELD(platform, firmware);
    FIELD(platform, flags), FIELD(platform, events), FIELD(platform, events_count), FIELD(platform, raw);
    FIELD(platform, raw_count), FIELD(platform, own_events), FIELD(platform, own_events_count);
    FIELD(platform, platform_events), FIELD(platform, platform_events_count);
    FIELD(ret, error), FIELD(ret, value);
    calls();
    refusals();
    return wrong;
}
