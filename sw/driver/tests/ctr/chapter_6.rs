// SPDX-License-Identifier: Apache-2.0
//! Chapter 6: discovery.

use crate::bench::{all, build, driver, driver_of, IN_USER};
use tracewright_driver::ctr::{Error, Level, Version};
use tracewright_model::ctr::Answer;

#[test]
fn ctr_6_depths_are_discovered() {
    for (version, xlen, level) in all() {
        for (min, max) in [(16, 16), (16, 256), (32, 128), (256, 256)] {
            let build = build(version, xlen, |build| (build.ctr.min_depth, build.ctr.max_depth) = (min, max));
            let found = driver_of(&build, version, level).discover().unwrap();
            assert_eq!((found.min_depth, found.max_depth), (min, max), "{version:?} {xlen} {level:?}");
        }
    }
}

#[test]
fn ctr_6_fields_of_the_control_are_discovered() {
    let filters = 0b1111_1111_0011_1110 << 32;
    for (version, level, all, without_ras) in [
        (Version::V0_1_4, Level::Machine, filters | 1 << 38 | 0x1F07, filters | 1 << 38 | 0x1B07),
        (Version::V0_1_4, Level::Supervisor, filters | 1 << 38 | 0x1E06, filters | 1 << 38 | 0x1A06),
        (Version::V1_0, Level::Machine, filters | 0x1B87, filters | 0x1B07),
        (Version::V1_0, Level::Supervisor, filters | 0x1983, filters | 0x1903),
    ] {
        assert_eq!(driver(version, 64, level).discover().unwrap().control, all, "{version:?} {level:?}");
        let build = build(version, 64, |build| build.ctr.ras = false);
        assert_eq!(driver_of(&build, version, level).discover().unwrap().control, without_ras);
    }
}

#[test]
fn ctr_6_fields_of_entries_are_discovered() {
    for (version, xlen, level) in all() {
        let found = driver(version, xlen, level).discover().unwrap();
        assert!(found.has_mispredictions() && found.has_types());
        assert_eq!(found.cycle_exponent(), Some(4));
        let plain = build(version, xlen, |build| {
            (build.ctr.misp, build.ctr.transfer_type, build.ctr.cycles) = (false, false, false);
        });
        let found = driver_of(&plain, version, level).discover().unwrap();
        assert!(!found.has_mispredictions() && !found.has_types());
        assert_eq!(found.cycle_exponent(), None);
        let short = build(version, xlen, |build| build.ctr.exponent_bits = 2);
        assert_eq!(driver_of(&short, version, level).discover().unwrap().cycle_exponent(), Some(2));
    }
}

/// Nothing of the trials is left, and nothing is recorded while they go on.
#[test]
fn ctr_6_discovery_leaves_nothing() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        records.configure(&IN_USER).unwrap();
        records.csrs().transfer(9, 0x100, 0x200);
        records.discover().unwrap();
        records.csrs().transfer(9, 0x100, 0x200);
        records.entries(|number, entry| assert_eq!(entry, Default::default(), "entry {number}")).unwrap();
        let status = records.status().unwrap();
        assert!(status.pointer == 0 && !status.frozen && status.wrapped != Some(true));
        assert_eq!(records.depth().unwrap(), 16);
    }
}

/// A hypervisor finds its guest's control; depth and entries are its own.
#[test]
fn ctr_6_a_guest_s_control_is_discovered() {
    for (version, control) in
        [(Version::V0_1_4, 0b1111_1111_0111_1110 << 32 | 0x1E06), (Version::V1_0, 0b1111_1111_0011_1110 << 32 | 0x1983)]
    {
        let found = driver(version, 64, Level::Guest).discover().unwrap();
        assert_eq!((found.min_depth, found.max_depth, found.control), (16, 64, control));
    }
}

#[test]
fn ctr_6_a_hart_without_records_is_an_error() {
    // A hart of the draft, taken for one of 1.0.
    let mut wrong = driver_of(&build(Version::V0_1_4, 64, |_| ()), Version::V1_0, Level::Supervisor);
    assert_eq!(wrong.discover(), Err(Error::Csr(Answer::NotHere)));
}
