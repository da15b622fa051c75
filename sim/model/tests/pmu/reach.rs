// SPDX-License-Identifier: Apache-2.0
//! Who reaches what.

use crate::bench::*;
use tracewright_config::CtrModes;
use tracewright_model::pmu::{Answer, Operation};

const MODES: [u8; 6] = [U, S, M, DEBUG, VU, VS];

/// What each mode gets: 0 for a value, I for an illegal-instruction exception, V for a virtual-instruction one.
fn answers(bench: &mut Bench, csr: u16, operation: Operation) -> String {
    let letter = |answer| match answer {
        Answer::Value(_) => '0',
        Answer::Illegal => 'I',
        Answer::Virtual => 'V',
        Answer::NotHere => '-',
    };
    MODES.map(|mode| letter(bench.access(csr, operation, 0, mode))).iter().collect()
}

#[test]
fn reach_every_csr_from_every_mode() {
    let mut bench = Bench::full();
    for (csr, expected) in [
        (0xB00, "II00II"),
        (0xB1F, "II00II"),
        (0x320, "II00II"),
        (0x33F, "II00II"),
        (0x321, "II00II"),
        (0x306, "II00II"),
        (0x106, "I000V0"),
        (0x606, "I000VV"),
        (0xDA0, "I000V0"),
        (0xC00, "II00II"),
        (0xC01, "------"),
        (0xB01, "------"),
        (0xC80, "------"),
    ] {
        assert_eq!(answers(&mut bench, csr, Operation::Read), expected, "{csr:03X}");
    }
}

#[test]
fn reach_shadows_as_the_enables_say() {
    let mut bench = Bench::full();
    for (enables, expected) in [
        ([0, 0, 0], "II00II"),
        ([0, 1, 1], "II00II"),
        ([1, 0, 0], "I000VV"),
        ([1, 1, 0], "0000VV"),
        ([1, 0, 1], "I000V0"),
        ([1, 1, 1], "000000"),
    ] {
        for (csr, bit) in [(0xC00, 0), (0xC02, 2), (0xC03, 3), (0xC0A, 10)] {
            for (enable, value) in [0x306, 0x106, 0x606].into_iter().zip(enables) {
                bench.write(enable, value << bit);
            }
            assert_eq!(answers(&mut bench, csr, Operation::Read), expected, "{csr:03X} {enables:?}");
        }
    }
    bench.write(0x306, u64::MAX);
    assert_eq!(answers(&mut bench, 0xC0B, Operation::Read), "II00II", "a counter that is not built");
}

#[test]
fn reach_no_write_to_what_is_read_only() {
    let mut bench = Bench::full();
    for csr in [0xC00, 0xC03, 0xDA0] {
        for operation in [Operation::Write, Operation::Set, Operation::Clear] {
            assert_eq!(answers(&mut bench, csr, operation), "IIIIII", "{csr:03X} {operation:?}");
        }
    }
    assert_eq!(answers(&mut bench, 0xB00, Operation::ClearRecords), "------");
}

#[test]
fn reach_without_s_mode_from_u_by_mcounteren_alone() {
    let mut build = build(64);
    build.pmu.hart_modes = CtrModes::Mu;
    let mut bench = Bench::of(&build);
    assert_eq!(bench.access(0xC00, Operation::Read, 0, U), Answer::Illegal);
    bench.write(0x306, 1);
    assert_eq!(bench.access(0xC00, Operation::Read, 0, U), Answer::Value(0));
    assert_eq!(bench.access(0x106, Operation::Read, 0, M), Answer::NotHere);
}

#[test]
fn reach_what_is_refused_does_nothing() {
    let mut bench = Bench::full();
    for mode in [U, S, VU, VS] {
        assert_eq!(bench.access(0xB03, Operation::Write, 5, mode), Answer::Illegal);
        assert_eq!(bench.access(0x323, Operation::Write, 5, mode), Answer::Illegal);
    }
    assert_eq!((bench.read(0xB03), bench.read(0x323)), (0, 0));
}
