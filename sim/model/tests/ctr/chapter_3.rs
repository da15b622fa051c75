// SPDX-License-Identifier: Apache-2.0
//! Chapter 3: the entries through the windows.

use crate::bench::*;
use tracewright_messages::privilege::{M, S, U, VS};
use tracewright_model::ctr::{Answer, Operation};

/// Select and windows of M-mode, S-mode and VS-mode.
const LEVELS: [(u16, [u16; 6]); 3] = [
    (0x350, [0x351, 0x352, 0x353, 0x355, 0x356, 0x357]),
    (0x150, [0x151, 0x152, 0x153, 0x155, 0x156, 0x157]),
    (0x250, [0x251, 0x252, 0x253, 0x255, 0x256, 0x257]),
];

fn windows(bench: &mut Bench, level: usize, select: u64) -> [u64; 6] {
    bench.write(LEVELS[level].0, select);
    LEVELS[level].1.map(|window| bench.read(window))
}

#[test]
fn ctr_3_every_window_shows_its_register_at_every_level() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7, 0).transfer(U, INFERABLE_CALL, 0x1234_5678_9ABC, 0x8000_0000_0000_0010);
    bench.transfer(U, BRANCH_TAKEN, 0x20, 0x30);
    for level in 0..3 {
        let old = windows(&mut bench, level, 0x201);
        assert_eq!(old, [0x1234_5678_9ABD, 0x8000_0000_0000_0010, 0x0000_0009, 0, 0, 0]);
        assert_eq!(windows(&mut bench, level, 0x200), [0x21, 0x30, 0x0001_8005, 0, 0, 0]);
    }
}

#[test]
fn ctr_3_vs_mode_reads_the_same_entries_by_vsiselect() {
    let mut bench = Bench::full(V1_0);
    bench.record(7, 0).transfer(U, RETURN, 0x40, 0x50).transfer(U, RETURN, 0x60, 0x70);
    bench.access(0x150, Operation::Write, 0x201, VS);
    assert_eq!((bench.read(0x250), bench.read(0x150)), (0x201, 0));
    assert_eq!(bench.access(0x151, Operation::Read, 0, VS), Answer::Value(0x41));
    assert_eq!(bench.access(0x151, Operation::Read, 0, S), Answer::NotHere, "siselect is 0");
}

#[test]
fn ctr_3_what_the_select_does_not_lead_to_the_array_is_not_here() {
    let mut bench = Bench::full(V0_1_4);
    for (iselect, windows) in LEVELS {
        for (select, is_here) in [(0x1FF, false), (0x200, true), (0x2FF, true), (0x300, false), (0xFFF, false)] {
            bench.write(iselect, select);
            assert_eq!(bench.read(iselect), select);
            for window in windows {
                let answer = bench.access(window, Operation::Read, 0, M);
                assert_eq!(answer != Answer::NotHere, is_here, "{window:#x} {select:#x}");
            }
        }
        bench.write(iselect, u64::MAX);
        assert_eq!(bench.read(iselect), 0xFFF);
    }
}

#[test]
fn ctr_2_1_entries_beyond_the_depth_read_0_and_ignore_writes() {
    let mut bench = Bench::full(V0_1_4);
    bench.write(0x381, 1 << 16).write(0x350, 0x21F).write(0x351, 0x55).write(0x352, 0x66).write(0x353, 7);
    assert_eq!(windows(&mut bench, 0, 0x21F), [0x55, 0x66, 7, 0, 0, 0]);
    bench.write(0x381, 0);
    assert_eq!(windows(&mut bench, 0, 0x21F), [0; 6]);
    bench.write(0x351, 0x77).write(0x381, 1 << 16);
    assert_eq!(bench.read(0x351), 0x55);
}

#[test]
fn ctr_3_1_to_3_3_every_bit_of_an_entry() {
    for (xlen, all) in [(32, 0xFFFF_FFFF), (64, u64::MAX)] {
        let mut bench = Bench::of(&build(V1_0, xlen));
        for window in [0x151, 0x152, 0x153] {
            bench.write(0x150, 0x203).write(window, u64::MAX);
        }
        assert_eq!(windows(&mut bench, 1, 0x203), [all, all, 0xFFFF_800F, 0, 0, 0]);
        let mut keys = build(V1_0, xlen);
        (keys.ctr.misp, keys.ctr.transfer_type, keys.ctr.exponent_bits) = (false, false, 1);
        let mut bench = Bench::of(&keys);
        for window in [0x151, 0x152, 0x153, 0x155, 0x156, 0x157] {
            bench.write(0x150, 0x20F).write(window, u64::MAX);
        }
        assert_eq!(windows(&mut bench, 1, 0x20F), [all, all & !1, 0x1FFF_8000, 0, 0, 0]);
        keys.ctr.cycles = false;
        let mut bench = Bench::of(&keys);
        bench.write(0x150, 0x200).write(0x153, u64::MAX);
        assert_eq!(bench.read(0x153), 0);
    }
}

#[test]
fn ctr_2_4_entry_0_is_the_one_before_the_pointer_wherever_that_is() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7, 0);
    for n in 0..20 {
        bench.transfer(U, BRANCH_TAKEN, n << 4, 0);
    }
    let sources: Vec<_> = (0..16).map(|n| bench.at(n).unwrap().0 >> 4).collect();
    assert_eq!(sources, (4..20).rev().collect::<Vec<_>>());
    // An emulator that makes a record: the pointer first, then entry 0.
    bench.write(0x383, 5).write(0x350, 0x200).write(0x351, 0x991);
    assert_eq!((bench.at(0).unwrap().0, bench.at(1).unwrap().0), (0x990, 19 << 4));
}

#[test]
fn ctr_3_2_misp_is_that_of_the_instruction() {
    let mut bench = Bench::full(V1_0);
    bench.record(7, 0);
    bench.inputs.mispredict = [true; 4];
    bench.transfer(U, BRANCH_TAKEN, 0x10, 0x20);
    assert_eq!(bench.ctr.entry(0)[1], 0x21);
    bench.crossing(U, S, EXCEPTION, 0x10, 0x20);
    assert_eq!(bench.ctr.entry(0)[1], 0x20, "a trap is no instruction");
}

#[test]
fn ctr_3_3_type_is_itype() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7 | 1 << 36, 0);
    for itype in [3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15] {
        bench.transfer(M, itype, 0x100, 0x200);
        assert_eq!(bench.youngest(), Some((0x100, 0x200, itype)));
    }
    for itype in [0, 6, 7] {
        let before = bench.ctr.pointer();
        bench.transfer(M, itype, 0x100, 0x200);
        assert_eq!(bench.ctr.pointer(), before);
    }
}
