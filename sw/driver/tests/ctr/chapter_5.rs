// SPDX-License-Identifier: Apache-2.0
//! Chapter 5: what the driver makes of types and counts.

use crate::bench::{driver, IN_USER};
use tracewright_driver::ctr::{Entry, Level, Settings, Transfer, TransferSet, Version};

fn cycles(cc: u64) -> Option<u32> {
    Entry { source: 1, target: 0, data: 1 << 15 | cc << 16 }.record().unwrap().cycles
}

#[test]
fn ctr_5_3_cycles_are_mantissa_and_exponent() {
    assert_eq!(cycles(0), Some(0));
    assert_eq!(cycles(0xFFF), Some(4095));
    assert_eq!(cycles(0x1000), Some(4096));
    assert_eq!(cycles(0x1FFF), Some(8191));
    assert_eq!(cycles(0x2000), Some(8192));
    assert_eq!(cycles(0x3001), Some(4097 << 2));
    assert_eq!(cycles(0xFFFF), Some(134_201_344));
}

/// 5.2: each type that is left out is not recorded, each other one is.
#[test]
fn ctr_5_2_each_type_is_left_out_by_its_bit() {
    for left_out in Transfer::ALL.into_iter().filter(|transfer| *transfer as u8 > 4) {
        let mut records = driver(Version::V1_0, 64, Level::Supervisor);
        let without = TransferSet::NONE.and(left_out);
        records.configure(&Settings { without, ..IN_USER }).unwrap();
        let types: Vec<_> = Transfer::ALL.into_iter().filter(|transfer| *transfer as u8 > 4).collect();
        types.iter().for_each(|transfer| records.csrs().transfer(*transfer as u8, 0x100, 0x200));
        let mut seen = vec![];
        records.read_out(|_, record| seen.extend(record.transfer)).unwrap();
        seen.reverse();
        let expected: Vec<_> = types.into_iter().filter(|transfer| *transfer != left_out).collect();
        assert_eq!(seen, expected);
    }
}

#[test]
fn ctr_5_2_branches_that_are_not_taken_are_opted_in() {
    for not_taken in [false, true] {
        let mut records = driver(Version::V1_0, 64, Level::Supervisor);
        records.configure(&Settings { not_taken, ..IN_USER }).unwrap();
        records.csrs().transfer(4, 0x100, 0x104);
        assert_eq!(records.status().unwrap().pointer, not_taken.into());
    }
}

/// What a call graph needs is what 5.4 records, and returns.
#[test]
fn ctr_5_4_calls_and_returns_alone() {
    let without = TransferSet::all_but_calls_and_returns();
    let left: Vec<u8> = Transfer::ALL.into_iter().filter(|t| !without.has(*t)).map(|t| t as u8).collect();
    assert_eq!(left, [8, 9, 12, 13]);
}
