// SPDX-License-Identifier: Apache-2.0
//! Chapter 2: the CSRs and their bits.

use crate::bench::*;
use tracewright_messages::privilege::{S, U, VS};
use tracewright_model::ctr::{Answer, Operation};

/// Writes all ones, then each bit alone, and gives the bits that read back as written alone.
fn bits(bench: &mut Bench, csr: u16) -> u64 {
    (0..64).fold(0, |kept, position| {
        bench.write(csr, 1 << position);
        let read = bench.read(csr);
        bench.write(csr, 0);
        kept | read & 1 << position
    })
}

#[test]
fn ctr_2_1_every_bit_of_mctrcontrol() {
    let mut bench = Bench::full(V0_1_4);
    // CLR reads 0; DEPTH becomes a code with all lower bits set.
    assert_eq!(bits(&mut bench, 0x381), 0x0000_FF7E_000F_1F07);
    bench.write(0x381, u64::MAX);
    assert_eq!(bench.read(0x381), 0x0000_FF7E_000F_1F07);
}

#[test]
fn ctr_2_1_mctrcontrolh_is_the_upper_half_on_rv32() {
    let mut bench = Bench::of(&build(V0_1_4, 32));
    assert_eq!(bits(&mut bench, 0x381), 0x000F_1F07);
    assert_eq!(bits(&mut bench, 0x382), 0xFF7E);
    bench.write(0x382, 0x21).write(0x381, 7);
    assert_eq!((bench.read(0x382), bench.read(0x381)), (0x20, 7));
    let mut wide = Bench::full(V0_1_4);
    for high in [0x182, 0x282, 0x382] {
        assert_eq!(wide.access(high, Operation::Read, 0, 3), Answer::NotHere);
    }
}

#[test]
fn ctr_2_1_clr_zeroes_entries_and_status() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7, 0);
    for n in 0..17 {
        bench.transfer(S, RETURN, 0x100 + n, 0x200);
    }
    assert_eq!(bench.read(0x383), 1 << 14 | 1);
    bench.write(0x383, 1 << 15 | 3).write(0x381, 0x87);
    assert_eq!((bench.read(0x383), bench.read(0x381)), (0, 7));
    assert!((0..16).all(|n| bench.ctr.entry(n) == [0; 3]));
}

#[test]
fn ctr_2_1_clr_with_a_smaller_depth_leaves_nothing_above_it() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7 | 1 << 16, 0);
    for _ in 0..32 {
        bench.transfer(S, RETURN, 0x100, 0x200);
    }
    bench.write(0x381, 0x87).write(0x381, 7 | 1 << 16);
    assert_eq!(bench.ctr.depth(), 32);
    assert!((0..32).all(|n| bench.ctr.entry(n) == [0; 3]));
}

#[test]
fn ctr_2_1_a_depth_changes_the_pointer_to_what_it_can_hold() {
    let mut bench = Bench::full(V0_1_4);
    bench.write(0x381, 0xF << 16).write(0x383, 0xC3);
    assert_eq!(bench.read(0x383), 0xC3);
    bench.write(0x381, 3 << 16);
    assert_eq!((bench.ctr.depth(), bench.read(0x383)), (64, 0x03));
}

#[test]
fn ctr_2_2_sctrcontrol_shows_mctrcontrol_without_bits_0_and_8() {
    let mut bench = Bench::full(V0_1_4);
    bench.write(0x381, u64::MAX);
    let Answer::Value(shown) = bench.access(0x181, Operation::Read, 0, S) else { panic!() };
    assert_eq!(shown, bench.read(0x381) & !0x101);
    bench.access(0x181, Operation::Write, 0, S);
    assert_eq!(bench.read(0x381), 0x101, "M and MTE stay");
    bench.access(0x181, Operation::Set, 1 << 45 | 1 << 16 | 1, S);
    assert_eq!(bench.read(0x381), 0x101 | 1 << 45 | 1 << 16);
}

#[test]
fn ctr_2_3_sctrcontrol_of_vs_mode_is_vsctrcontrol() {
    let mut bench = Bench::full(V0_1_4);
    bench.write(0x381, 7 << 16);
    bench.access(0x181, Operation::Write, u64::MAX, VS);
    assert_eq!(bench.read(0x281), 0x0000_FF7E_0007_1E06, "DEPTH is that of mctrcontrol");
    assert_eq!(bench.read(0x381), 7 << 16);
    assert_eq!(bits(&mut bench, 0x281) & !(7 << 16), 0x0000_FF7E_0000_1E06);
}

#[test]
fn ctr_2_3_clr_of_vsctrcontrol_acts_when_v_is_1_alone() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7, 6).transfer(U, RETURN, 0x10, 0x20);
    bench.write(0x281, 0x80);
    bench.access(0x281, Operation::Write, 0x80, S);
    assert!(bench.youngest().is_some());
    bench.access(0x181, Operation::Write, 0x80, VS);
    assert_eq!((bench.youngest(), bench.ctr.pointer()), (None, 0));
}

#[test]
fn ctr_2_4_every_bit_of_the_status_and_its_alias() {
    let mut bench = Bench::full(V0_1_4);
    assert_eq!(bits(&mut bench, 0x383), 0xC00F, "of 16 entries");
    bench.write(0x381, 0xF << 16);
    assert_eq!(bits(&mut bench, 0x183), 0xC0FF, "of 256 entries");
    bench.access(0x183, Operation::Write, 0x8005, VS);
    assert_eq!(bench.read(0x383), 0x8005);
    let mut ratified = Bench::full(V1_0);
    ratified.write(0x15F, 4);
    assert_eq!(bits(&mut ratified, 0x14F), 0x8000_00FF);
}

#[test]
fn ctr_2_4_wrap_is_set_by_the_step_from_the_last_entry_and_cleared_by_the_step_back() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7 | 1 << 10, 0).write(0x383, 14);
    bench.transfer(U, INFERABLE_CALL, 0x10, 0x20);
    assert_eq!(bench.read(0x383), 15);
    bench.transfer(U, INFERABLE_CALL, 0x10, 0x20);
    assert_eq!(bench.read(0x383), 1 << 14);
    bench.transfer(U, INFERABLE_CALL, 0x10, 0x20).transfer(U, RETURN, 0x20, 0x14);
    assert_eq!(bench.read(0x383), 1 << 14, "a step back that is not from 0");
    bench.transfer(U, RETURN, 0x20, 0x14);
    assert_eq!(bench.read(0x383), 15);
}

#[test]
fn ctr_ratified_every_bit_of_the_controls() {
    let mut bench = Bench::full(V1_0);
    assert_eq!(bits(&mut bench, 0x34E), 0x0000_FF3E_0000_1B87);
    assert_eq!(bits(&mut bench, 0x24E), 0x0000_FF3E_0000_1983);
    bench.write(0x34E, u64::MAX);
    assert_eq!(bench.read(0x14E), 0x0000_FF3E_0000_1983);
    bench.write(0x14E, 0);
    assert_eq!(bench.read(0x34E), 0x204, "M and MTE stay");
    let mut narrow = Bench::of(&build(V1_0, 32));
    assert_eq!(bits(&mut narrow, 0x34E), 0x1B87);
}

#[test]
fn ctr_ratified_sctrclr_zeroes_entries_of_all_depths_and_not_the_pointer() {
    let mut bench = Bench::full(V1_0);
    bench.write(0x15F, 1).record(7, 0);
    for _ in 0..20 {
        bench.transfer(S, RETURN, 0x100, 0x200);
    }
    bench.write(0x15F, 0);
    assert_eq!(bench.access(0, Operation::ClearRecords, 0, S), Answer::Value(0));
    bench.write(0x15F, 1);
    assert!((0..32).all(|n| bench.ctr.entry(n) == [0; 3]));
    assert_eq!(bench.ctr.pointer(), 4);
    let mut draft = Bench::full(V0_1_4);
    assert_eq!(draft.access(0, Operation::ClearRecords, 0, S), Answer::NotHere);
}

#[test]
fn set_and_clear_give_the_value_before() {
    let mut bench = Bench::full(V0_1_4);
    assert_eq!(bench.access(0x381, Operation::Write, 5, 3), Answer::Value(0));
    assert_eq!(bench.access(0x381, Operation::Set, 2, 3), Answer::Value(5));
    assert_eq!(bench.access(0x381, Operation::Clear, 4, 3), Answer::Value(7));
    assert_eq!(bench.access(0x381, Operation::Read, u64::MAX, 3), Answer::Value(3));
    assert_eq!(bench.read(0x381), 3);
}
