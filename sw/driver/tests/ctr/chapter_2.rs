// SPDX-License-Identifier: Apache-2.0
//! Chapter 2: control and status.

use crate::bench::{all, build, driver, driver_of, IN_USER};
use tracewright_driver::ctr::{Error, Level, Settings, Status, Transfer, TransferSet, Version};
use tracewright_model::ctr::Operation;

/// Every field is where the tables of 2.1 and of 1.0 have it.
#[test]
fn ctr_2_1_settings_are_the_bits_of_the_control() {
    let settings = Settings {
        user: true,
        machine: true,
        call_stack: true,
        without: TransferSet::NONE.and(Transfer::Exception).and(Transfer::OtherDirectJump),
        not_taken: true,
        machine_traps: true,
        freeze_on_overflow: true,
        ..Settings::default()
    };
    let filters = 1 << 33 | 1 << 36 | 1 << 47;
    for (version, expected) in [
        (Version::V0_1_4, 1 << 2 | 1 | 1 << 10 | 1 << 8 | 1 << 38 | 1 << 12 | filters),
        (Version::V1_0, 1 | 1 << 2 | 1 << 7 | 1 << 9 | 1 << 12 | filters),
    ] {
        let mut records = driver(version, 64, Level::Machine);
        records.configure(&settings).unwrap();
        let csr = if version == Version::V1_0 { 0x34E } else { 0x381 };
        assert!(records.csrs().log.contains(&(csr, Operation::Write, expected)), "{:x?}", records.csrs().log);
    }
    let other =
        Settings { supervisor: true, supervisor_traps: true, freeze_on_breakpoint: true, ..Settings::default() };
    for (version, csr, expected) in [
        (Version::V0_1_4, 0x181, 1 << 1 | 1 << 9 | 1 << 38 | 1 << 11),
        (Version::V1_0, 0x14E, 1 << 1 | 1 << 8 | 1 << 11),
    ] {
        let mut records = driver(version, 64, Level::Supervisor);
        records.configure(&other).unwrap();
        assert!(records.csrs().log.contains(&(csr, Operation::Write, expected)), "{:x?}", records.csrs().log);
    }
}

#[test]
fn ctr_2_1_what_the_hardware_lacks_is_refused_and_nothing_recorded() {
    let build = build(Version::V1_0, 64, |build| build.ctr.ras = false);
    let mut records = driver_of(&build, Version::V1_0, Level::Supervisor);
    let settings = Settings { call_stack: true, ..IN_USER };
    assert_eq!(records.configure(&settings), Err(Error::Refused { bits: 1 << 7 }));
    records.csrs().transfer(9, 0x100, 0x200);
    assert_eq!(records.status().unwrap().pointer, 0);
    // S-mode does not reach what is M-mode's.
    let settings = Settings { machine: true, ..IN_USER };
    assert_eq!(driver(Version::V1_0, 64, Level::Supervisor).configure(&settings), Err(Error::Refused { bits: 1 << 2 }));
}

/// 32 bits of XLEN do not reach the filters of 1.0; 0.1.4 has the upper half.
#[test]
fn ctr_2_1_filters_with_xlen_32() {
    let settings = Settings { without: TransferSet::NONE.and(Transfer::DirectCall), ..IN_USER };
    let mut draft = driver(Version::V0_1_4, 32, Level::Machine);
    draft.configure(&settings).unwrap();
    assert!(draft.csrs().log.contains(&(0x382, Operation::Write, 1 << 9)));
    let refused = driver(Version::V1_0, 32, Level::Machine).configure(&settings);
    assert_eq!(refused, Err(Error::Refused { bits: 1 << 41 }));
}

#[test]
fn ctr_2_1_a_depth_that_there_is_not_is_refused() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        for (asked, got) in [(128, 64), (48, 32), (8, 16)] {
            let configured = records.configure(&Settings { depth: Some(asked), ..IN_USER });
            assert_eq!(configured, Err(Error::Depth { asked, got }), "{version:?} {xlen} {level:?}");
        }
        records.configure(&Settings { depth: Some(64), ..IN_USER }).unwrap();
        assert_eq!((records.depth().unwrap(), records.csrs().ctr.depth()), (64, 64));
    }
}

/// The note on CLR: what was recorded with a larger depth is not there with a smaller one, nor when it grows again.
#[test]
fn ctr_2_1_a_change_of_depth_clears() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        records.configure(&Settings { depth: Some(32), ..IN_USER }).unwrap();
        (0..40).for_each(|n| records.csrs().transfer(5, 0x1000 + 4 * n, 0x100));
        for depth in [16, 32] {
            records.configure(&Settings { depth: Some(depth), ..IN_USER }).unwrap();
            let mut seen = 0;
            records.read_out(|_, _| seen += 1).unwrap();
            assert_eq!((seen, records.status().unwrap().pointer), (0, 0));
        }
    }
}

/// The note on writes to the status: FROZEN is set and cleared in one instruction, and by nothing else.
#[test]
fn ctr_2_4_freezing_is_one_instruction() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        records.configure(&IN_USER).unwrap();
        (0..17).for_each(|n| records.csrs().transfer(5, 0x1000 + 4 * n, 0x100));
        records.csrs().log.clear();
        records.freeze().unwrap();
        let accesses = records.csrs().log.clone();
        assert!(matches!(accesses[..], [(_, Operation::Set, _)]), "{accesses:?}");
        let wrapped = (version == Version::V0_1_4).then_some(true);
        assert_eq!(records.status().unwrap(), Status { pointer: 1, frozen: true, wrapped });
        records.unfreeze().unwrap();
        assert_eq!(records.status().unwrap(), Status { pointer: 1, frozen: false, wrapped });
    }
}

#[test]
fn ctr_2_4_an_emulated_transfer_is_entry_0() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        records.configure(&IN_USER).unwrap();
        (0..16).for_each(|n| records.csrs().transfer(5, 0x1000 + 4 * n, 0x100));
        records.freeze().unwrap();
        let entry = tracewright_driver::ctr::Entry { source: 0x2001, target: 0x3000, data: 9 };
        records.emulate_transfer(&entry).unwrap();
        let mut sources = vec![];
        records.read_out(|_, record| sources.push(record.source)).unwrap();
        assert_eq!((sources[0], sources[1], sources[15]), (0x2000, 0x103C, 0x1004));
    }
}

#[test]
fn ctr_2_4_an_emulated_return_pops_entry_0() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        records.configure(&Settings { call_stack: true, ..IN_USER }).unwrap();
        records.csrs().transfer(9, 0x100, 0x200);
        records.freeze().unwrap();
        records.emulate_return().unwrap();
        records.read_out(|number, record| panic!("entry {number}: {record:x?}")).unwrap();
        assert_eq!(records.status().unwrap().pointer, 0);
        // Past the beginning.
        records.emulate_return().unwrap();
        assert_eq!(records.status().unwrap().pointer, 15);
    }
}
