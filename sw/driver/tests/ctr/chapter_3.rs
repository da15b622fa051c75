// SPDX-License-Identifier: Apache-2.0
//! Chapter 3: entries, read newest first, saved and restored.

use crate::bench::{all, driver, IN_USER};
use tracewright_driver::ctr::{Csrs, Entry, Error, Level, Record, Saved, Settings, Transfer, Version};

#[test]
fn ctr_3_records_are_read_newest_first() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        records.configure(&IN_USER).unwrap();
        (0..20).for_each(|n| records.csrs().transfer(9, 0x1000 + 4 * n, 0x100 * n));
        records.freeze().unwrap();
        let mut seen = vec![];
        records.read_out(|number, record| seen.push((number, record.source, record.target))).unwrap();
        let expected = (0..16).map(|n| (n, 0x1000 + 4 * (19 - u64::from(n)), 0x100 * (19 - u64::from(n))));
        assert_eq!(seen, expected.collect::<Vec<_>>(), "{version:?} {xlen} {level:?}");
    }
}

/// Whoever was in the middle of an indirect access goes on with its own select.
#[test]
fn ctr_3_the_select_keeps_its_value() {
    for (version, xlen, level) in all() {
        let select = if version == Version::V0_1_4 && level == Level::Machine { 0x350 } else { 0x150 };
        let mut records = driver(version, xlen, level);
        records.csrs().write(select, 0x70).unwrap();
        records.configure(&IN_USER).unwrap();
        records.discover().unwrap();
        records.emulate_transfer(&Entry { source: 1, ..Entry::default() }).unwrap();
        records.emulate_return().unwrap();
        records.read_out(|_, _| ()).unwrap();
        let mut saved = Saved::default();
        records.save(&mut saved).unwrap();
        records.restore(&saved).unwrap();
        assert_eq!(records.csrs().read(select), Ok(0x70));
    }
}

#[test]
fn ctr_3_1_to_3_3_an_entry_says_what_a_transfer_was() {
    let entry = Entry { source: 0x8000_0001, target: 0x9000_0001, data: 9 | 1 << 15 | 7 << 16 };
    let record = Record {
        source: 0x8000_0000,
        target: 0x9000_0000,
        mispredicted: true,
        transfer: Some(Transfer::DirectCall),
        cycles: Some(7),
    };
    assert_eq!(entry.record(), Some(record));
    assert_eq!(Entry { source: 0x8000_0000, ..entry }.record(), None);
    assert_eq!(Entry { data: 6 | 7 << 16, ..entry }.record().unwrap().transfer, None);
    assert_eq!(Entry { data: 9 | 7 << 16, ..entry }.record().unwrap().cycles, None);
}

/// Another context runs between save and restore; the first one goes on with its pointer, its entries and its control.
#[test]
fn ctr_3_a_context_goes_on_where_it_was() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        records.configure(&Settings { depth: Some(32), call_stack: true, ..IN_USER }).unwrap();
        (0..35).for_each(|n| records.csrs().transfer(9, 0x1000 + 4 * n, 0x100));
        let before: Vec<_> = (0..32).map(|n| records.csrs().ctr.entry(n)).collect();
        let mut saved = Saved::default();
        records.save(&mut saved).unwrap();
        // Nothing is recorded now.
        records.csrs().transfer(9, 0x5000, 0x100);
        assert_eq!(records.csrs().ctr.pointer(), 3);
        records.configure(&IN_USER).unwrap();
        (0..5).for_each(|n| records.csrs().transfer(5, 0x7000 + 4 * n, 0x100));
        records.restore(&saved).unwrap();
        let after: Vec<_> = (0..32).map(|n| records.csrs().ctr.entry(n)).collect();
        assert_eq!(after, before, "{version:?} {xlen} {level:?}");
        // RAS emulation as before: a branch is nothing, a call the next record.
        records.csrs().transfer(5, 0x6000, 0x100);
        records.csrs().transfer(9, 0x6004, 0x100);
        assert_eq!((records.csrs().ctr.pointer(), records.csrs().ctr.entry(0)[0]), (4, 0x6005));
        assert_eq!(records.csrs().ctr.entry(1), before[0]);
    }
}

#[test]
fn ctr_3_a_frozen_context_stays_frozen() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        records.configure(&IN_USER).unwrap();
        records.freeze().unwrap();
        let mut saved = Saved::default();
        records.save(&mut saved).unwrap();
        records.configure(&IN_USER).unwrap();
        records.restore(&saved).unwrap();
        assert!(records.status().unwrap().frozen);
    }
}

#[test]
fn ctr_3_what_was_saved_needs_its_depth() {
    let mut records = driver(Version::V1_0, 64, Level::Supervisor);
    let saved = Saved { depth: 128, ..Saved::default() };
    assert_eq!(records.restore(&saved), Err(Error::Depth { asked: 128, got: 64 }));
}
