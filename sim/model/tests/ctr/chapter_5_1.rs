// SPDX-License-Identifier: Apache-2.0
//! Chapter 5.1 and the table of 5.2.1: transfers that change the mode, external traps.

use crate::bench::*;
use tracewright_config::CtrVersion;
use tracewright_messages::privilege::{DEBUG, M, S, U, VS, VU};

/// The modes before and after a transfer.
type Modes = (u8, u8);
/// Bits of the control for V=0, and of that for V=1.
type Bits = (u64, u64);

/// The bit of a mode in the control that it belongs to.
fn enable(version: CtrVersion, mode: u8) -> (u64, u64) {
    let bit = match (mode, version == V1_0) {
        (M, false) | (U | VU, true) => 1,
        (S | VS, _) => 2,
        _ => 4,
    };
    if matches!(mode, VS | VU) {
        (0, bit)
    } else {
        (bit, 0)
    }
}

/// What is recorded of a transfer from 0x100 in one mode to 0x200 in another, where these modes are enabled.
fn of(version: CtrVersion, itype: u8, modes: (u8, u8), enabled: &[u8], bits: (u64, u64)) -> Option<(u64, u64, u8)> {
    let mut bench = Bench::full(version);
    let (machine, virtual_) = enabled.iter().fold(bits, |(machine, virtual_), mode| {
        let (m, v) = enable(version, *mode);
        (machine | m, virtual_ | v)
    });
    bench.record(machine, virtual_).crossing(modes.0, modes.1, itype, 0x100, 0x200);
    assert_eq!(bench.ctr.pointer(), u32::from(bench.youngest().is_some()));
    bench.youngest()
}

/// Every pair of modes that a trap can go from and to.
const TRAPS: [(u8, u8); 13] =
    [(U, S), (U, M), (S, M), (VU, VS), (VU, S), (VU, M), (VS, S), (VS, M), (M, M), (S, S), (VS, VS), (U, U), (VU, VU)];

#[test]
fn ctr_5_2_1_traps_between_enabled_modes_are_recorded() {
    for version in [V0_1_4, V1_0] {
        for (from, to) in TRAPS {
            for itype in [EXCEPTION, INTERRUPT] {
                let record = of(version, itype, (from, to), &[from, to], (0, 0));
                assert_eq!(record, Some((0x100, 0x200, itype)), "{version:?} {from} {to}");
            }
        }
    }
}

#[test]
fn ctr_5_2_1_traps_from_inhibited_to_enabled_modes_have_source_0() {
    for version in [V0_1_4, V1_0] {
        for (from, to) in &TRAPS[..8] {
            let record = of(version, INTERRUPT, (*from, *to), &[*to], (0, 0));
            assert_eq!(record, Some((0, 0x200, INTERRUPT)), "{version:?} {from} {to}");
        }
    }
}

#[test]
fn ctr_5_2_1_traps_between_inhibited_modes_are_not_recorded() {
    for version in [V0_1_4, V1_0] {
        for modes in TRAPS {
            // Every opt-in is set.
            assert_eq!(of(version, EXCEPTION, modes, &[], (1 << 38 | 0x300, 1 << 38 | 0x300)), None);
        }
    }
}

#[test]
fn ctr_5_2_1_external_traps_are_recorded_with_target_0_where_eten_and_xte_are_set() {
    const ETEN: u64 = 1 << 38;
    const MTE: u64 = 1 << 8;
    const XSTE: u64 = 1 << 9;
    for itype in [EXCEPTION, INTERRUPT] {
        for (from, to) in &TRAPS[..8] {
            let is_virtual = matches!(*from, VS | VU);
            let eten = if is_virtual { (0, ETEN) } else { (ETEN, 0) };
            let opt_in = match *to {
                M => (MTE, 0),
                S => (XSTE, 0),
                _ => (0, XSTE),
            };
            let with = |bits: (u64, u64)| of(V0_1_4, itype, (*from, *to), &[*from], bits);
            let both = (eten.0 | opt_in.0, eten.1 | opt_in.1);
            assert_eq!(with(both), Some((0x100, 0, itype)), "{from} {to}");
            assert_eq!(with(eten), None, "{from} {to}");
            assert_eq!(with(opt_in), None, "{from} {to}");
            assert_eq!(with((0, 0)), None, "{from} {to}");
            let others = ((ETEN | MTE | XSTE) & !opt_in.0, (ETEN | XSTE) & !opt_in.1);
            assert_eq!(with(others), None, "{from} {to}: the opt-in of other modes");
        }
    }
}

#[test]
fn ctr_ratified_external_traps_need_the_opt_in_of_every_mode_on_the_way() {
    const MTE: (u64, u64) = (1 << 9, 0);
    const STE: (u64, u64) = (1 << 8, 0);
    const VSTE: (u64, u64) = (0, 1 << 8);
    let needed: [(Modes, &[Bits]); 8] = [
        ((U, S), &[STE]),
        ((U, M), &[MTE, STE]),
        ((S, M), &[MTE]),
        ((VU, VS), &[VSTE]),
        ((VU, S), &[STE, VSTE]),
        ((VU, M), &[MTE, STE, VSTE]),
        ((VS, S), &[STE]),
        ((VS, M), &[MTE, STE]),
    ];
    let join = |bits: &[(u64, u64)]| bits.iter().fold((0, 0), |all, one| (all.0 | one.0, all.1 | one.1));
    for (modes, bits) in needed {
        let record = of(V1_0, EXCEPTION, modes, &[modes.0], join(bits));
        assert_eq!(record, Some((0x100, 0, EXCEPTION)), "{modes:?}");
        for left_out in bits {
            let (machine, virtual_) = join(&[MTE, STE, VSTE]);
            let others = (machine & !left_out.0, virtual_ & !left_out.1);
            assert_eq!(of(V1_0, EXCEPTION, modes, &[modes.0], others), None, "{modes:?}");
        }
    }
}

#[test]
fn ctr_5_2_1_external_traps_do_not_depend_on_excinh_and_intrinh() {
    let filters = 3 << 33;
    let draft = (1 << 38 | 1 << 9 | filters, 0);
    assert!(of(V0_1_4, EXCEPTION, (U, S), &[U], draft).is_some());
    assert!(of(V0_1_4, INTERRUPT, (U, S), &[U], draft).is_some());
    assert!(of(V1_0, INTERRUPT, (U, S), &[U], (1 << 8 | filters, 0)).is_some());
    assert!(of(V1_0, INTERRUPT, (U, S), &[U, S], (1 << 8 | filters, 0)).is_none());
    assert!(of(V1_0, EXCEPTION, (U, S), &[S], (1 << 8 | filters, 0)).is_none());
}

/// Every pair of modes that a trap return can go from and to.
const RETURNS: [(u8, u8); 8] = [(S, U), (M, U), (M, S), (VS, VU), (S, VU), (M, VU), (S, VS), (M, VS)];

/// What is recorded of every trap return where it leaves an enabled mode or not, and leads to one or not.
fn trap_returns(from_enabled: bool, to_enabled: bool, record: Option<(u64, u64, u8)>) {
    for version in [V0_1_4, V1_0] {
        for (from, to) in RETURNS {
            let enabled: Vec<u8> = [(from, from_enabled), (to, to_enabled)]
                .into_iter()
                .filter_map(|(mode, is_enabled)| is_enabled.then_some(mode))
                .collect();
            let found = of(version, TRAP_RETURN, (from, to), &enabled, (0, 0));
            assert_eq!(found, record, "{version:?} {from} {to}");
        }
    }
}

#[test]
fn ctr_5_2_1_trap_returns_between_enabled_modes_are_recorded() {
    trap_returns(true, true, Some((0x100, 0x200, TRAP_RETURN)));
    for version in [V0_1_4, V1_0] {
        assert!(of(version, TRAP_RETURN, (M, M), &[M], (0, 0)).is_some());
    }
}

#[test]
fn ctr_5_2_1_trap_returns_from_enabled_to_inhibited_modes_have_target_0() {
    trap_returns(true, false, Some((0x100, 0, TRAP_RETURN)));
}

#[test]
fn ctr_5_2_1_trap_returns_from_inhibited_to_enabled_modes_are_not_recorded() {
    trap_returns(false, true, None);
}

#[test]
fn ctr_5_2_1_trap_returns_between_inhibited_modes_are_not_recorded() {
    trap_returns(false, false, None);
}

#[test]
fn ctr_5_1_filters_of_a_transfer_between_v_0_and_v_1_are_those_of_v_1() {
    for version in [V0_1_4, V1_0] {
        let inhibit = |itype: u8| 1 << (32 + itype);
        for (itype, modes) in [(EXCEPTION, (VU, S)), (INTERRUPT, (VS, M)), (TRAP_RETURN, (S, VS))] {
            let both = [modes.0, modes.1];
            assert!(of(version, itype, modes, &both, (inhibit(itype), 0)).is_some());
            assert!(of(version, itype, modes, &both, (0, inhibit(itype))).is_none());
        }
    }
}

#[test]
fn ctr_5_1_modes_are_enabled_one_by_one() {
    for version in [V0_1_4, V1_0] {
        for enabled in [M, S, U, VS, VU] {
            for mode in [M, S, U, VS, VU] {
                let record = of(version, BRANCH_TAKEN, (mode, mode), &[enabled], (0, 0));
                assert_eq!(record.is_some(), mode == enabled, "{version:?} {mode} {enabled}");
            }
        }
    }
}

#[test]
fn ctr_5_1_nothing_is_recorded_in_into_or_out_of_debug_mode() {
    for version in [V0_1_4, V1_0] {
        let all = [M, S, U, VS, VU];
        for itype in 1..16 {
            assert_eq!(of(version, itype, (DEBUG, DEBUG), &all, (0x300, 0)), None);
            assert_eq!(of(version, itype, (DEBUG, M), &all, (0x300, 0)), None);
            assert_eq!(of(version, itype, (M, DEBUG), &all, (1 << 38 | 0x300, 0)), None);
        }
        let mut bench = Bench::full(version);
        bench.record(7, 7).inputs.ingress.halted = true;
        bench.transfer(M, RETURN, 0x10, 0x20);
        assert_eq!(bench.youngest(), None);
    }
}
