// SPDX-License-Identifier: Apache-2.0
//! Chapters 5.2 and 5.5: filters by the type of a transfer, and freeze.

use crate::bench::*;
use tracewright_config::CtrVersion;
use tracewright_messages::privilege::{M, S, U, VS, VU};

const TYPES: [u8; 13] = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15];

/// The types that are recorded in a mode with these bits of its control besides.
fn recorded(version: CtrVersion, mode: u8, bits: u64) -> Vec<u8> {
    let is_recorded = |itype: &u8| {
        let mut bench = Bench::full(version);
        bench.record(7 | bits, 7 | bits).transfer(mode, *itype, 0x100, 0x200);
        bench.youngest().is_some()
    };
    TYPES.into_iter().filter(is_recorded).collect()
}

#[test]
fn ctr_5_2_by_default_everything_but_not_taken_branches_is_recorded() {
    for version in [V0_1_4, V1_0] {
        for mode in [M, S, U, VS, VU] {
            assert_eq!(recorded(version, mode, 0), [1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15]);
        }
    }
}

#[test]
fn ctr_5_2_every_filter_inhibits_its_type_alone() {
    let filters: [(u32, u8); 12] = [
        (33, 1),
        (34, 2),
        (35, 3),
        (37, 5),
        (40, 8),
        (41, 9),
        (42, 10),
        (43, 11),
        (44, 12),
        (45, 13),
        (46, 14),
        (47, 15),
    ];
    for version in [V0_1_4, V1_0] {
        for mode in [M, S, U, VS, VU] {
            for (bit, itype) in filters {
                let mut expected = recorded(version, mode, 0);
                expected.retain(|other| *other != itype);
                assert_eq!(recorded(version, mode, 1 << bit), expected, "{version:?} {mode} {bit}");
            }
        }
    }
}

#[test]
fn ctr_5_2_ntbren_adds_not_taken_branches() {
    for version in [V0_1_4, V1_0] {
        assert_eq!(recorded(version, S, 1 << 36), [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15]);
        assert_eq!(recorded(version, VU, 0xFF3E << 32), [4]);
    }
}

#[test]
fn ctr_5_2_filters_that_are_not_built_are_0() {
    let mut keys = build(V0_1_4, 64);
    keys.ctr.filters = false;
    let mut bench = Bench::of(&keys);
    bench.record(7 | 0xFF3E << 32, 0).transfer(S, RETURN, 0x10, 0x20).transfer(S, BRANCH_NOT_TAKEN, 0x30, 0x40);
    assert_eq!(bench.youngest(), Some((0x10, 0x20, RETURN)));
}

/// A bench where a trap of this type from one mode to another meets these bits; whether it froze.
fn frozen(version: CtrVersion, itype: u8, cause: bool, modes: (u8, u8), bits: (u64, u64)) -> (bool, bool) {
    let mut bench = Bench::full(version);
    bench.record(7 | bits.0, 7 | bits.1);
    (bench.inputs.breakpoint, bench.inputs.lcofi) = (cause && itype == EXCEPTION, cause && itype == INTERRUPT);
    bench.crossing(modes.0, modes.1, itype, 0x100, 0x200);
    (bench.ctr.is_frozen(), bench.youngest().is_some())
}

#[test]
fn ctr_5_5_a_breakpoint_and_an_overflow_freeze_and_are_not_recorded() {
    const BPFRZ: u64 = 1 << 11;
    const LCOFIFRZ: u64 = 1 << 12;
    for version in [V0_1_4, V1_0] {
        for (itype, bit, other) in [(EXCEPTION, BPFRZ, LCOFIFRZ), (INTERRUPT, LCOFIFRZ, BPFRZ)] {
            for modes in [(U, M), (U, S), (S, S), (VU, S), (VS, M)] {
                assert_eq!(frozen(version, itype, true, modes, (bit, 0)), (true, false), "{modes:?}");
                assert_eq!(frozen(version, itype, true, modes, (other, bit)), (false, true), "{modes:?}");
                assert_eq!(frozen(version, itype, false, modes, (bit, bit)), (false, true), "{modes:?}");
            }
            for modes in [(VU, VS), (VS, VS)] {
                assert_eq!(frozen(version, itype, true, modes, (0, bit)), (true, false), "{modes:?}");
                assert_eq!(frozen(version, itype, true, modes, (bit, 0)), (false, true), "{modes:?}");
            }
        }
    }
}

#[test]
fn ctr_5_5_freeze_needs_no_enabled_mode_and_lasts_until_software_clears_it() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(4 | 1 << 12, 0).transfer(U, RETURN, 0x10, 0x20);
    bench.inputs.lcofi = true;
    bench.crossing(S, M, INTERRUPT, 0x30, 0x40);
    bench.inputs.lcofi = false;
    assert_eq!(bench.read(0x383), 1 << 15 | 1);
    bench.transfer(U, RETURN, 0x50, 0x60);
    assert_eq!(bench.youngest(), Some((0x10, 0x20, RETURN)));
    bench.write(0x383, 1).transfer(U, RETURN, 0x50, 0x60);
    assert_eq!(bench.youngest(), Some((0x50, 0x60, RETURN)));
}

#[test]
fn ctr_5_5_software_freezes() {
    for (version, status, bit) in [(V0_1_4, 0x183, 15), (V1_0, 0x14F, 31)] {
        let mut bench = Bench::full(version);
        bench.record(7, 7).write(status, 1 << bit).transfer(M, RETURN, 0x10, 0x20);
        assert_eq!((bench.youngest(), bench.read(status)), (None, 1 << bit));
    }
}

#[test]
fn ctr_5_5_blocks_before_the_one_that_freezes_are_recorded() {
    let mut bench = Bench::full(V1_0);
    bench.record(7 | 1 << 11, 0);
    let mut cycle = bench.inputs;
    cycle.ingress.blocks[0] = block(BRANCH_TAKEN, 0x10);
    cycle.ingress.blocks[1] = block(EXCEPTION, 0x40);
    (cycle.breakpoint, cycle.next_address, cycle.next_privilege) = (true, 0x80, S);
    bench.ctr.cycle(&cycle);
    assert_eq!((bench.youngest(), bench.ctr.is_frozen()), (Some((0x10, 0x40, BRANCH_TAKEN)), true));
}
