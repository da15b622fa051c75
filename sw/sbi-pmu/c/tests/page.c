/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the program of docs/sbi-pmu.md, which is compiled beside this, on a machine without CSRs. 0: all is well. */
#include "tracewright_sbi_pmu.h"

#include <stdio.h>

int check(void *context, uint64_t address, uint64_t bytes);
int hart_starts(unsigned hart);
void ecall(unsigned hart, uintptr_t registers[8]);
void timer_set(unsigned hart);

uintptr_t read_csr(void *context, uint16_t csr)
{
    (void)context, (void)csr;
    return 0;
}

void write_csr(void *context, uint16_t csr, uintptr_t value)
{
    (void)context, (void)csr, (void)value;
}

int load(void *context, uint64_t address, uint32_t *value)
{
    (void)context, (void)address, (void)value;
    return TW_SBI_PMU_FAILED;
}

int store(void *context, uint64_t address, uint32_t value)
{
    (void)context, (void)address, (void)value;
    return TW_SBI_PMU_FAILED;
}

static const uint64_t memory[][2] = {{0x80000000, 4096}, {0xFFFFF000, 4096}, {0x80000000, 0x80000000}, {0xFFFFFFFF, 1}};
static const uint64_t none[][2] = {
    {0, 4096},           {0x7FFFF000, 8192},     {0xFFFFF000, 4097},         {0x100000000, 16},
    {0x200000000, 4096}, {0x80000000, 1u << 31 | 1}, {~(uint64_t)4095, 4096}, {0x80000000, ~(uint64_t)0 >> 1},
};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define TRUE(condition) ((condition) ? (void)0 : (void)(fprintf(stderr, "line %d\n", __LINE__), wrong = 1))

int main(void)
{
    uintptr_t registers[8] = {0};
    int wrong = 0;

    for (size_t n = 0; n < COUNT(memory); n++)
        TRUE(check(NULL, memory[n][0], memory[n][1]) == TW_SBI_PMU_OK);
    for (size_t n = 0; n < COUNT(none); n++)
        TRUE(check(NULL, none[n][0], none[n][1]) == TW_SBI_PMU_ADDRESS);
    TRUE(hart_starts(3) == 0);
    timer_set(3);
    registers[7] = TW_SBI_PMU_EID;
    ecall(3, registers);
    TRUE(registers[0] == 0 && registers[1] == 16);
    return wrong;
}
