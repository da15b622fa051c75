// SPDX-License-Identifier: Apache-2.0
//! The extension through the trait of the crate `rustsbi`.

use crate::hart::{Hart, MEMORY};
use crate::setup::*;
use rustsbi::Pmu as _;
use sbi_spec::binary::{SbiRet, SharedPtr};
use tracewright_sbi_pmu::RustSbi;

#[test]
fn rustsbi_calls_are_the_extension() {
    let pmu = RustSbi::<Hart<usize>>::new(hart(&FULL));
    assert_eq!(pmu.num_counters(), 12);
    assert_eq!(pmu.counter_get_info(4), SbiRet::success(63 << 12 | 0xC04));
    assert_eq!(pmu.counter_config_matching(4, 1, 0, L1D_MISS as usize, 0), SbiRet::success(4));
    assert_eq!(pmu.counter_config_matching(8, 1, 4, PLATFORM as usize, 7), SbiRet::success(8));
    assert_eq!(pmu.counter_start(4, 1, 1, 1 << 63 | 5), SbiRet::success(0));
    assert_eq!(pmu.with(|pmu| pmu.record_platform(7, 6)), Some(()));
    assert_eq!(pmu.counter_fw_read(8), SbiRet::success(6));
    assert_eq!(pmu.counter_fw_read_hi(8), SbiRet::success(0));
    assert_eq!(pmu.counter_fw_read_hi(4), SbiRet::invalid_param());
    assert_eq!(pmu.snapshot_set_shmem(SharedPtr::new(MEMORY.start as usize, 0), 0), SbiRet::success(0));
    assert_eq!(pmu.snapshot_set_shmem(SharedPtr::new(MEMORY.start as usize, 1), 0), SbiRet::invalid_address());
    assert_eq!(pmu.counter_stop(4, 1, 2), SbiRet::success(0));
    assert_eq!(pmu.with(|pmu| pmu.hardware().wide(MEMORY.start + 8)), Some(1 << 63 | 5));
    // What the trait does not have.
    let entry = MEMORY.start + 4096;
    pmu.with(|pmu| pmu.hardware().set_wide(entry, CYCLES));
    assert_eq!(pmu.call(8, [entry as usize, 0, 1, 0, 0, 0]), SbiRet::success(0));
    assert_eq!(pmu.with(|pmu| pmu.hardware().wide(entry)), Some(1 << 32 | CYCLES));
    assert_eq!(pmu.call(8, [entry as usize, 0, 1, 1, 0, 0]), SbiRet::invalid_param());
}

#[test]
fn rustsbi_a_call_within_a_call_fails() {
    let pmu = RustSbi::<Hart<usize>>::new(hart(&FULL));
    pmu.with(|_| {
        assert_eq!(pmu.counter_start(4, 1, 0, 0), SbiRet::failed());
        assert_eq!(pmu.with(|pmu| pmu.record(0, 1)), None);
    });
    assert_eq!(pmu.counter_start(4, 1, 0, 0), SbiRet::success(0));
}
