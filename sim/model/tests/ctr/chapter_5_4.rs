// SPDX-License-Identifier: Apache-2.0
//! Chapter 5.4: RAS emulation.

use crate::bench::*;
use tracewright_config::CtrVersion;
use tracewright_messages::privilege::{M, S, U, VU};

fn bench(version: CtrVersion) -> Bench {
    let rasemu = if version == V1_0 { 1 << 7 } else { 1 << 10 };
    let mut bench = Bench::full(version);
    bench.record(7 | rasemu, 7 | rasemu);
    bench
}

#[test]
fn ctr_5_4_calls_push_and_returns_pop_by_rotation() {
    for version in [V0_1_4, V1_0] {
        let mut bench = bench(version);
        bench.transfer(U, INFERABLE_CALL, 0x10, 0x100).transfer(U, UNINFERABLE_CALL, 0x20, 0x200);
        assert_eq!((bench.at(0), bench.at(1)), (Some((0x20, 0x200, 8)), Some((0x10, 0x100, 9))));
        bench.transfer(U, RETURN, 0x204, 0x24);
        assert_eq!((bench.at(0), bench.at(1), bench.ctr.pointer()), (Some((0x10, 0x100, 9)), None, 1));
        let [source, target, _] = bench.ctr.entry(15);
        assert_eq!((source, target), (0x20, 0x200), "entry 0 moved to the end without V");
        bench.transfer(U, RETURN, 0x104, 0x14).transfer(U, RETURN, 0x4, 0x8);
        assert_eq!((bench.ctr.pointer(), bench.at(0)), (15, None));
    }
}

#[test]
fn ctr_5_4_a_swap_overwrites_entry_0() {
    for version in [V0_1_4, V1_0] {
        let mut bench = bench(version);
        bench.transfer(U, INFERABLE_CALL, 0x10, 0x100).transfer(U, INFERABLE_CALL, 0x20, 0x200);
        bench.transfer(U, CO_ROUTINE_SWAP, 0x204, 0x300);
        assert_eq!((bench.at(0), bench.at(1)), (Some((0x204, 0x300, 12)), Some((0x10, 0x100, 9))));
        assert_eq!(bench.ctr.pointer(), 2);
    }
}

#[test]
fn ctr_5_4_other_types_are_inhibited() {
    for version in [V0_1_4, V1_0] {
        for itype in [1, 2, 3, 4, 5, 10, 11, 14, 15] {
            let mut bench = bench(version);
            bench.transfer(U, itype, 0x10, 0x20);
            assert_eq!((bench.youngest(), bench.ctr.pointer()), (None, 0), "{itype}");
        }
    }
}

#[test]
fn ctr_5_4_filters_and_opt_ins_are_ignored() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(4 | 1 << 10 | 0xFF7E << 32 | 0x300, 0).transfer(U, INFERABLE_CALL, 0x10, 0x20);
    assert_eq!(bench.youngest(), Some((0x10, 0x20, 9)));
    bench.crossing(U, S, EXCEPTION, 0x30, 0x40).transfer(U, BRANCH_NOT_TAKEN, 0x50, 0x60);
    assert_eq!(bench.youngest(), Some((0x10, 0x20, 9)));
    let mut bench = Bench::full(V1_0);
    bench.record(1 | 1 << 7 | 0x300, 0).crossing(U, M, INTERRUPT, 0x30, 0x40);
    assert_eq!(bench.youngest(), None);
}

#[test]
fn ctr_5_4_only_enabled_modes_push_and_pop_and_nothing_does_while_frozen() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(4 | 1 << 10, 0).transfer(U, INFERABLE_CALL, 0x10, 0x20).transfer(S, RETURN, 0x30, 0x40);
    bench.transfer(VU, RETURN, 0x30, 0x40).write(0x383, 1 << 15 | 1).transfer(U, RETURN, 0x30, 0x40);
    assert_eq!(bench.youngest(), Some((0x10, 0x20, 9)));
}

#[test]
fn ctr_5_4_the_call_after_a_pop_and_a_swap_have_no_ccv() {
    let mut bench = bench(V0_1_4);
    bench.transfer(U, INFERABLE_CALL, 0x10, 0x20).idle(U, 3).transfer(U, INFERABLE_CALL, 0x30, 0x40);
    assert_eq!(bench.cycles(), (1, 4));
    bench.idle(U, 3).transfer(U, RETURN, 0x44, 0x34).idle(U, 4).transfer(U, INFERABLE_CALL, 0x50, 0x60);
    assert_eq!(bench.cycles(), (0, 5), "cycles since the return");
    bench.transfer(U, INFERABLE_CALL, 0x70, 0x80);
    assert_eq!(bench.cycles(), (1, 1));
    bench.idle(U, 7).transfer(U, CO_ROUTINE_SWAP, 0x90, 0xA0);
    assert_eq!(bench.cycles(), (0, 0));
    bench.transfer(U, INFERABLE_CALL, 0xB0, 0xC0);
    assert_eq!(bench.cycles(), (1, 1));
}

#[test]
fn ctr_5_4_without_ras_emulation_returns_and_swaps_are_records() {
    let mut keys = build(V1_0, 64);
    keys.ctr.ras = false;
    let mut bench = Bench::of(&keys);
    bench.record(7 | 1 << 7, 0).transfer(U, RETURN, 0x10, 0x20).transfer(U, CO_ROUTINE_SWAP, 0x30, 0x40);
    assert_eq!((bench.at(1), bench.at(0)), (Some((0x10, 0x20, 13)), Some((0x30, 0x40, 12))));
}
