// SPDX-License-Identifier: Apache-2.0
//! Chapter 4: what state enable opens and closes. What each mode reaches at all is in `accesses`.

use crate::bench::*;
use tracewright_messages::privilege::{DEBUG, M, S, U, VS, VU};
use tracewright_model::ctr::{Answer, Operation};

/// CSRs, and what M, S, U, VS and VU get: a value, an illegal-instruction or a virtual-instruction exception.
type Rows = &'static [(&'static [u16], &'static str)];

const MACHINE: &str = "value illegal illegal illegal illegal";
const SUPERVISOR: &str = "value value illegal value virtual";
const HYPERVISOR: &str = "value value illegal virtual virtual";

/// A bench where every select leads to entry 0, with these bits of state enable.
pub fn bench(version: tracewright_config::CtrVersion, machine: u64, hypervisor: u64) -> Bench {
    let mut bench = Bench::full(version);
    for select in [0x350, 0x150, 0x250] {
        bench.write(select, 0x200);
    }
    bench.write(0x60C, hypervisor).write(0x30C, machine);
    bench
}

pub fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Value(_) => "value",
        Answer::Illegal => "illegal",
        Answer::Virtual => "virtual",
        Answer::NotHere => "not-here",
    }
}

fn check(make: impl Fn() -> Bench, rows: Rows) {
    for (csrs, expected) in rows {
        for csr in *csrs {
            for operation in [Operation::Read, Operation::Write, Operation::Set, Operation::Clear] {
                let got = [M, S, U, VS, VU].map(|mode| {
                    // The value that is there is written, so that nothing else changes.
                    let mut bench = make();
                    let data = match (operation, bench.access(*csr, Operation::Read, 0, mode)) {
                        (Operation::Write, Answer::Value(value)) => value,
                        _ => 0,
                    };
                    word(bench.access(*csr, operation, data, mode))
                });
                assert_eq!(got.join(" "), *expected, "{csr:#x} {operation:?}");
            }
        }
    }
}

#[test]
fn ctr_4_without_ctr_in_mstateen0_modes_below_m_reach_nothing_of_it() {
    for (version, bit, own) in [(V0_1_4, 55, &[0x181, 0x183, 0x281][..]), (V1_0, 54, &[0x14E, 0x14F, 0x15F, 0x24E])] {
        let make = || bench(version, !(1 << bit), u64::MAX);
        check(make, &[(&[0x151, 0x152, 0x153, 0x155, 0x156, 0x157], MACHINE), (&[0x251, 0x257], MACHINE)]);
        check(make, &[(&[0x150], SUPERVISOR), (&[0x250], HYPERVISOR)]);
        for csr in own {
            for mode in [S, U, VS, VU] {
                assert_eq!(make().access(*csr, Operation::Read, 0, mode), Answer::Illegal, "{csr:#x}");
            }
            assert_eq!(word(make().access(*csr, Operation::Read, 0, M)), "value");
        }
    }
}

#[test]
fn ctr_4_without_ctr_in_hstateen0_vs_mode_gets_virtual_instruction_exceptions() {
    let draft = || bench(V0_1_4, u64::MAX, !(1 << 55));
    check(draft, &[(&[0x181, 0x183, 0x151, 0x152, 0x153, 0x155, 0x156, 0x157], HYPERVISOR), (&[0x150], SUPERVISOR)]);
    let ratified = || bench(V1_0, u64::MAX, !(1 << 54));
    check(ratified, &[(&[0x14E, 0x14F, 0x15F, 0x151, 0x157, 0x24E], HYPERVISOR), (&[0x150], SUPERVISOR)]);
}

#[test]
fn ctr_4_bit_60_closes_selects_and_windows() {
    let machine = || bench(V0_1_4, !(1 << 60), u64::MAX);
    check(machine, &[(&[0x150, 0x151, 0x157, 0x250, 0x251, 0x350], MACHINE), (&[0x181], SUPERVISOR)]);
    let hypervisor = || bench(V1_0, u64::MAX, !(1 << 60));
    check(hypervisor, &[(&[0x150, 0x151, 0x157, 0x250, 0x251], HYPERVISOR), (&[0x14E], SUPERVISOR)]);
    // It comes before CTR, and before what is selected.
    let mut both = bench(V1_0, !(1 << 54), !(1 << 60));
    assert_eq!(both.access(0x151, Operation::Read, 0, VS), Answer::Virtual);
    both.write(0x250, 0);
    assert_eq!(both.access(0x151, Operation::Read, 0, VS), Answer::Virtual);
}

#[test]
fn ctr_4_hstateen0_shows_what_mstateen0_allows_and_needs_bit_63() {
    let mut bench = bench(V1_0, u64::MAX, u64::MAX);
    assert_eq!(bench.read(0x60C), 1 << 54 | 1 << 60);
    bench.write(0x30C, 1 << 60 | 1 << 63);
    assert_eq!(bench.read(0x60C), 1 << 60);
    bench.write(0x60C, 0).write(0x30C, u64::MAX);
    assert_eq!(bench.read(0x60C), 1 << 54, "what mstateen0 hides is not written");
    bench.write(0x30C, !(1 << 63));
    for mode in [S, U, VS, VU] {
        assert_eq!(bench.access(0x60C, Operation::Read, 0, mode), Answer::Illegal);
    }
}

#[test]
fn ctr_ratified_sctrclr_from_every_mode() {
    let from = |machine: u64, hypervisor: u64| {
        let clear = |mode| word(bench(V1_0, machine, hypervisor).access(0, Operation::ClearRecords, 0, mode));
        [M, S, U, VS, VU].map(clear).join(" ")
    };
    assert_eq!(from(u64::MAX, u64::MAX), SUPERVISOR);
    assert_eq!(from(!(1 << 54), u64::MAX), MACHINE);
    assert_eq!(from(u64::MAX, !(1 << 54)), HYPERVISOR);
}

#[test]
fn ctr_4_records_are_made_whatever_state_enable_says() {
    let mut bench = bench(V0_1_4, 0, 0);
    bench.record(6, 6).transfer(VU, RETURN, 0x10, 0x20).transfer(U, RETURN, 0x30, 0x40);
    assert_eq!((bench.at(1), bench.at(0)), (Some((0x10, 0x20, 13)), Some((0x30, 0x40, 13))));
}

#[test]
fn debug_mode_reaches_what_m_mode_does() {
    let mut bench = bench(V0_1_4, 0, 0);
    assert_eq!(word(bench.access(0x381, Operation::Read, 0, DEBUG)), "value");
    assert_eq!(word(bench.access(0x251, Operation::Read, 0, DEBUG)), "value");
}

#[test]
fn what_is_not_built_is_not_here() {
    let mut keys = build(V0_1_4, 64);
    (keys.ctr.hart_modes, keys.ctr.state_enable) = (tracewright_config::CtrModes::Mu, false);
    let mut bench = Bench::of(&keys);
    for csr in [0x181, 0x182, 0x183, 0x281, 0x150, 0x250, 0x30C, 0x60C, 0x34E, 0x380, 0x354] {
        assert_eq!(bench.access(csr, Operation::Read, 0, M), Answer::NotHere, "{csr:#x}");
    }
    assert_eq!(bench.access(0x381, Operation::Read, 0, U), Answer::Illegal);
    keys.ctr.hart_modes = tracewright_config::CtrModes::Msu;
    let mut bench = Bench::of(&keys);
    assert_eq!(word(bench.access(0x181, Operation::Read, 0, S)), "value", "no state enable");
    assert_eq!(bench.access(0x281, Operation::Read, 0, S), Answer::NotHere);
}
