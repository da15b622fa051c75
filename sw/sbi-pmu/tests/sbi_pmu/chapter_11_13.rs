// SPDX-License-Identifier: Apache-2.0
//! 11.13: where snapshots go.

use crate::hart::{HIGH_MEMORY, MEMORY};
use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::{MemoryError, Platform};

const PAGE: u64 = MEMORY.start;

const WITHOUT: Platform = Platform { snapshot: false, ..FULL };

on_both! {
    fn sbi_pmu_11_13_success_set_and_not_accessed<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.ask(7, &[MEMORY.end - 4096, 0, 0]), Ok(0));
        assert!(pmu.hardware().memory.is_empty());
        assert_eq!(pmu.stop(3, 1, TAKE_SNAPSHOT), Err(Error::AlreadyStopped));
        assert!(pmu.hardware().memory.keys().all(|address| *address >= MEMORY.end - 4096));
    }

    fn sbi_pmu_11_13_success_all_ones_clears<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.ask(7, &[u64::MAX, u64::MAX, 0]), Ok(0));
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
        assert_eq!(pmu.ask(7, &[u64::MAX, u64::MAX, 0]), Ok(0));
        assert_eq!(pmu.stop(3, 1, TAKE_SNAPSHOT), Err(Error::NoShmem));
        assert_eq!(pmu.start(3, 1, INIT_SNAPSHOT, 0), Err(Error::NoShmem));
    }

    fn sbi_pmu_11_13_success_physical_addresses_above_32_bits<R>() {
        let mut pmu = hart::<R>(&FULL);
        let (low, high) = match R::BITS {
            32 => (HIGH_MEMORY.start & 0xFFFF_FFFF, HIGH_MEMORY.start >> 32),
            _ => (HIGH_MEMORY.start, 0),
        };
        assert_eq!(pmu.ask(7, &[low, high, 0]), Ok(0));
        assert_eq!(pmu.start(8, 1, INIT_VALUE, 5), Ok(0));
        assert_eq!(pmu.stop(8, 1, TAKE_SNAPSHOT), Ok(0));
        assert_eq!(pmu.hardware().wide(HIGH_MEMORY.start + 8), 5);
    }

    fn sbi_pmu_11_13_invalid_param_flags<R>() {
        for bit in 0..R::BITS {
            let mut pmu = hart::<R>(&FULL);
            assert_eq!(pmu.ask(7, &[PAGE, 0, 1 << bit]), Err(Error::InvalidParam));
            assert_eq!(pmu.ask(7, &[u64::MAX, u64::MAX, 1 << bit]), Err(Error::InvalidParam));
        }
    }

    fn sbi_pmu_11_13_invalid_param_alignment<R>() {
        let mut pmu = hart::<R>(&FULL);
        for bit in 0..12 {
            assert_eq!(pmu.ask(7, &[PAGE | 1 << bit, 0, 0]), Err(Error::InvalidParam));
        }
        // All ones in one half alone.
        assert_eq!(pmu.ask(7, &[u64::MAX, 0, 0]), Err(Error::InvalidParam));
        assert_eq!(pmu.ask(7, &[PAGE, u64::MAX, 0]), Err(Error::InvalidAddress));
    }

    fn sbi_pmu_11_13_invalid_address<R>() {
        let mut pmu = hart::<R>(&FULL);
        let last = if R::BITS == 32 { 0xFFFF_F000 } else { !0xFFF };
        for (low, high) in [(0, 0), (MEMORY.start - 4096, 0), (MEMORY.end, 0), (PAGE, 1), (last, 0)] {
            assert_eq!(pmu.ask(7, &[low, high, 0]), Err(Error::InvalidAddress), "{low:#x} {high:#x}");
        }
        pmu.hardware().refuses = Some(MemoryError::Address);
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Err(Error::InvalidAddress));
        assert_eq!(pmu.stop(3, 1, TAKE_SNAPSHOT), Err(Error::NoShmem));
    }

    fn sbi_pmu_11_13_failed<R>() {
        let mut pmu = hart::<R>(&FULL);
        pmu.hardware().refuses = Some(MemoryError::Failed);
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Err(Error::Failed));
    }

    fn sbi_pmu_11_13_an_error_leaves_the_memory_that_was_set<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.ask(7, &[PAGE, 0, 0]), Ok(0));
        assert_eq!(pmu.ask(7, &[0, 0, 0]), Err(Error::InvalidAddress));
        assert_eq!(pmu.ask(7, &[1, 0, 0]), Err(Error::InvalidParam));
        assert_eq!(pmu.start(8, 1, INIT_VALUE, 5), Ok(0));
        assert_eq!(pmu.stop(8, 1, TAKE_SNAPSHOT), Ok(0));
        assert_eq!(pmu.hardware().wide(PAGE + 8), 5);
        pmu.reset();
        assert_eq!(pmu.stop(8, 1, TAKE_SNAPSHOT), Err(Error::NoShmem));
    }

    fn sbi_pmu_11_13_not_supported<R>() {
        let mut pmu = hart::<R>(&WITHOUT);
        for arguments in [[PAGE, 0, 0], [u64::MAX, u64::MAX, 0], [1, 0, 0], [PAGE, 0, 1]] {
            assert_eq!(pmu.ask(7, &arguments), Err(Error::NotSupported));
        }
        assert_eq!(pmu.stop(3, 1, TAKE_SNAPSHOT), Err(Error::NoShmem));
    }
}
