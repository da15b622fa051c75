// SPDX-License-Identifier: Apache-2.0
//! 11.14: which events can be monitored.

use crate::hart::{HIGH_MEMORY, MEMORY};
use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::{MemoryError, Platform};

const AT: u64 = MEMORY.start + 16;

const WITHOUT: Platform = Platform { event_info: false, ..FULL };

/// Events, their data, and whether a counter can monitor them.
const ENTRIES: [(u64, u64, bool); 22] = [
    (0, 0, false),
    (CYCLES, 0, true),
    (INSTRUCTIONS, 0, true),
    (3, 0, false),
    (BRANCHES, 0, true),
    // It has no data: what is there says nothing.
    (BRANCHES, u64::MAX, true),
    (11, 0, false),
    (L1D_MISS, 5, true),
    (0x1_0000, 0, false),
    (0x1_0007, 0, false),
    (RAW, 0x1FF, true),
    (RAW, 0x200, false),
    (RAW | 1, 0x1FF, false),
    (RAW, 0x0012_0000_0000_FFFF, false),
    (RAW_V2, 0x0012_0000_0000_FFFF, true),
    (RAW_V2, 0x8012_0000_0000_FFFF, false),
    (0x4_0000, 0, false),
    (FIRMWARE, 0, true),
    (FIRMWARE | 22, 0, false),
    (FIRMWARE, 1, false),
    (PLATFORM, 7, true),
    (PLATFORM, 8, false),
];

on_both! {
    fn sbi_pmu_11_14_success_output_bit_0_and_no_other_word<R>() {
        let mut pmu = hart::<R>(&FULL);
        // All counters in use can monitor as well as free ones.
        for index in [3, 4, 7] {
            assert_eq!(pmu.configure(0, 0xFDD, AUTO_START, BRANCHES, 0), Ok(index));
        }
        for (number, (index, data, _)) in (0..).zip(ENTRIES) {
            pmu.hardware().set_wide(AT + 16 * number, 0xFFFF_FFFF << 32 | index);
            pmu.hardware().set_wide(AT + 16 * number + 8, data);
        }
        pmu.hardware().set_wide(AT + 16 * 22, 0x5555_5555_5555_5555);
        let mut expected = pmu.hardware().clone();
        assert_eq!(pmu.ask(8, &[AT, 0, 22, 0]), Ok(0));
        for (number, (index, _, able)) in (0..).zip(ENTRIES) {
            expected.set_wide(AT + 16 * number, u64::from(able) << 32 | index);
        }
        assert_eq!(pmu.hardware().memory, expected.memory);
    }

    fn sbi_pmu_11_14_says_what_configuring_says<R>() {
        for (index, data, able) in ENTRIES {
            let data = if index < RAW { 0 } else { data };
            assert_eq!(hart::<R>(&FULL).configure(0, 0xFDD, 0, index, data).is_ok(), able, "{index:#x}");
        }
    }

    fn sbi_pmu_11_14_success_no_entries<R>() {
        assert_eq!(hart::<R>(&FULL).ask(8, &[0, 0, 0, 0]), Ok(0));
    }

    fn sbi_pmu_11_14_success_physical_addresses_above_32_bits<R>() {
        let (low, high) = match R::BITS {
            32 => (HIGH_MEMORY.start & 0xFFFF_FFFF, HIGH_MEMORY.start >> 32),
            _ => (HIGH_MEMORY.start, 0),
        };
        let mut pmu = hart::<R>(&FULL);
        pmu.hardware().set_wide(HIGH_MEMORY.start, CYCLES);
        assert_eq!(pmu.ask(8, &[low, high, 1, 0]), Ok(0));
        assert_eq!(pmu.hardware().wide(HIGH_MEMORY.start), 1 << 32 | CYCLES);
    }

    fn sbi_pmu_11_14_invalid_param_flags<R>() {
        for bit in 0..R::BITS {
            assert_eq!(hart::<R>(&FULL).ask(8, &[AT, 0, 1, 1 << bit]), Err(Error::InvalidParam));
        }
    }

    fn sbi_pmu_11_14_invalid_param_alignment<R>() {
        for bit in 0..4 {
            assert_eq!(hart::<R>(&FULL).ask(8, &[AT | 1 << bit, 0, 1, 0]), Err(Error::InvalidParam));
        }
        assert_eq!(hart::<R>(&FULL).ask(8, &[u64::MAX, u64::MAX, 1, 0]), Err(Error::InvalidParam));
    }

    fn sbi_pmu_11_14_invalid_param_reserved_bits_and_no_entry_is_written<R>() {
        for bit in 20..32 {
            let mut pmu = hart::<R>(&FULL);
            pmu.hardware().set_wide(AT, CYCLES);
            pmu.hardware().set_wide(AT + 16, CYCLES | 1 << bit);
            let before = pmu.hardware().memory.clone();
            assert_eq!(pmu.ask(8, &[AT, 0, 2, 0]), Err(Error::InvalidParam));
            assert_eq!(pmu.hardware().memory, before);
        }
    }

    fn sbi_pmu_11_14_invalid_address<R>() {
        let mut pmu = hart::<R>(&FULL);
        let sets = [(0, 0, 1), (MEMORY.end, 0, 1), (MEMORY.end - 16, 0, 2), (AT, 1, 1), (AT, u64::MAX, 1)];
        for (low, high, entries) in sets {
            assert_eq!(pmu.ask(8, &[low, high, entries, 0]), Err(Error::InvalidAddress));
        }
        // 16 times as many wraps to 16 bytes, or to a range that ends where it begins.
        for entries in [1 << (R::BITS - 4) | 1, u64::MAX, 1 << (R::BITS - 1)] {
            assert_eq!(pmu.ask(8, &[AT, 0, entries, 0]), Err(Error::InvalidAddress));
        }
        // The hart is not asked about a range that has no size in 64 bits, wherever it begins.
        pmu.hardware().refuses = Some(MemoryError::Failed);
        if R::BITS == 64 {
            for entries in [1 << 60, (1 << 60) + 1, 1 << 61, u64::MAX] {
                assert_eq!(pmu.ask(8, &[0, 0, entries, 0]), Err(Error::InvalidAddress), "{entries:#x}");
            }
        }
        pmu.hardware().refuses = Some(MemoryError::Address);
        assert_eq!(pmu.ask(8, &[AT, 0, 1, 0]), Err(Error::InvalidAddress));
    }

    fn sbi_pmu_11_14_failed<R>() {
        let mut pmu = hart::<R>(&FULL);
        pmu.hardware().broken = Some(AT + 20);
        assert_eq!(pmu.ask(8, &[AT, 0, 2, 0]), Err(Error::Failed));
        pmu.hardware().refuses = Some(MemoryError::Failed);
        assert_eq!(pmu.ask(8, &[AT, 0, 1, 0]), Err(Error::Failed));
    }

    fn sbi_pmu_11_14_not_supported<R>() {
        for arguments in [[AT, 0, 1, 0], [AT | 1, 0, 1, 0], [AT, 0, 0, 1]] {
            assert_eq!(hart::<R>(&WITHOUT).ask(8, &arguments), Err(Error::NotSupported));
        }
    }
}
