// SPDX-License-Identifier: Apache-2.0
// SBI calls of the PMU extension, and what a program in S-mode has besides.
#ifndef SBI_H
#define SBI_H

#define EID_BASE 0x10
#define EID_PMU 0x504D55
#define PROBE_EXTENSION 3

#define NUM_COUNTERS 0
#define COUNTER_GET_INFO 1
#define COUNTER_CONFIG_MATCHING 2
#define COUNTER_START 3
#define COUNTER_STOP 4
#define COUNTER_FW_READ 5
#define SNAPSHOT_SET_SHMEM 7
#define EVENT_GET_INFO 8

#define SUCCESS 0
#define NOT_SUPPORTED (-2)
#define INVALID_PARAM (-3)
#define INVALID_ADDRESS (-5)
#define ALREADY_STARTED (-7)
#define ALREADY_STOPPED (-8)
#define NO_SHMEM (-9)

#define SKIP_MATCH (1 << 0)
#define CLEAR_VALUE (1 << 1)
#define AUTO_START (1 << 2)
#define SET_INIT_VALUE (1 << 0)
#define INIT_SNAPSHOT (1 << 1)
#define RESET (1 << 0)
#define TAKE_SNAPSHOT (1 << 1)

#define CYCLES 0x1
#define INSTRUCTIONS 0x2
#define BRANCHES 0x5
#define FIRMWARE_SET_TIMER 0xF0005

#define XLEN (8 * (int)sizeof(long))
#define LCOFI (1ul << 13)

struct sbiret {
    long error;
    unsigned long value;
};

static inline struct sbiret sbi(long extension, long function, unsigned long arg0, unsigned long arg1,
                                unsigned long arg2, unsigned long arg3, unsigned long arg4) {
    register unsigned long a0 __asm__("a0") = arg0, a1 __asm__("a1") = arg1, a2 __asm__("a2") = arg2;
    register unsigned long a3 __asm__("a3") = arg3, a4 __asm__("a4") = arg4, a5 __asm__("a5") = 0;
    register long a6 __asm__("a6") = function, a7 __asm__("a7") = extension;
    __asm__ volatile("ecall" : "+r"(a0), "+r"(a1) : "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a6), "r"(a7) : "memory");
    return (struct sbiret){.error = (long)a0, .value = a1};
}

#define pmu(function, ...) PMU_CALL(function, ##__VA_ARGS__, 0, 0, 0, 0, 0)
#define PMU_CALL(function, a, b, c, d, e, ...) \
    sbi(EID_PMU, function, (unsigned long)(a), (unsigned long)(b), (unsigned long)(c), (unsigned long)(d), \
        (unsigned long)(e))

#define read_csr(name) \
    ({ unsigned long value; __asm__ volatile("csrr %0, " #name : "=r"(value)::"memory"); value; })
#define set_csr(name, bits) __asm__ volatile("csrs " #name ", %0" ::"r"(bits) : "memory")
#define clear_csr(name, bits) __asm__ volatile("csrc " #name ", %0" ::"r"(bits) : "memory")
#define write_csr(name, value) __asm__ volatile("csrw " #name ", %0" ::"r"(value) : "memory")

// What a program leaves between begin_signature and end_signature, a register each.
extern unsigned long begin_signature[16];

// The number of the first check that fails ends the program.
#define check(number, holds) do { if (!(holds)) return number; } while (0)

// The test, in S-mode: 0, or the number of the check that failed.
int supervisor(void);
// Interrupts of S-mode.
void interrupted(unsigned long cause);
// `turns` branches, all but one of them taken, and twice as many instructions.
void work(unsigned long turns);
// The hpmcounter with this number, 3 to 10.
unsigned long hpmcounter(unsigned long number);

#endif
