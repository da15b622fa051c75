// SPDX-License-Identifier: Apache-2.0
//! CSRs.

use crate::bench::*;
use tracewright_model::pmu::{Answer, Operation};

#[test]
fn csrs_are_0_after_reset() {
    for xlen in [32, 64] {
        let mut bench = Bench::of(&build(xlen));
        let numbers: Vec<u16> = (0..0x1000).filter(|number| bench.pmu.features().csr(*number).is_some()).collect();
        assert!(numbers.into_iter().all(|number| bench.read(number) == 0));
    }
}

#[test]
fn csrs_keep_the_bits_that_are_built() {
    for xlen in [32, 64] {
        let mut build = build(xlen);
        build.pmu.width = 40;
        let mut bench = Bench::of(&build);
        let features = *bench.pmu.features();
        for number in (0..0x1000).filter(|number| features.csr(*number).is_some_and(|csr| !csr.0.is_read_only())) {
            let (csr, counter) = features.csr(number).unwrap();
            let (all, kept) = (u64::MAX >> (64 - xlen), csr.writable(&features, counter));
            bench.write(number, all);
            assert_eq!(bench.read(number), kept, "{number:03X}");
            bench.access(number, Operation::Clear, 0x5555_5555_5555_5555 & all, M);
            assert_eq!(bench.read(number), kept & 0xAAAA_AAAA_AAAA_AAAA, "{number:03X}");
            bench.access(number, Operation::Set, 1, M);
            assert_eq!(bench.read(number), kept & 0xAAAA_AAAA_AAAA_AAAB, "{number:03X}");
        }
    }
}

#[test]
fn csrs_of_halves_change_their_half() {
    let mut bench = Bench::of(&build(32));
    bench.write(0xB03, 0x1234_5678);
    bench.write(0xB83, 0x9ABC_DEF0);
    assert_eq!((bench.read(0xC03), bench.read(0xC83)), (0x1234_5678, 0x9ABC_DEF0));
    bench.access(0xB83, Operation::Clear, 0xFFFF, M);
    assert_eq!(bench.pmu.counter(3), 0x9ABC_0000_1234_5678);
    bench.write(0xB00, u64::MAX >> 32);
    bench.run(M, &[], 0, 0);
    assert_eq!((bench.read(0xB00), bench.read(0xB80)), (0, 1), "a carry into the other half");
}

#[test]
fn csrs_wrap_at_their_width() {
    let mut build = build(64);
    build.pmu.width = 33;
    let mut bench = Bench::of(&build);
    bench.write(0x323, 16);
    bench.write(0xB03, (1 << 33) - 1);
    bench.run(M, &[], 0, 3);
    assert_eq!(bench.read(0xB03), 2);
    assert!(bench.wait(2)[0].lcofi);
}

/// Sscofpmf.
#[test]
fn csrs_scountovf_is_masked_below_m() {
    let mut bench = Bench::full();
    for counter in 3..=6 {
        bench.write(0x320 + counter, 1 << 63);
    }
    bench.write(0x306, 0x38);
    bench.write(0x606, 0x50);
    let mut seen = |mode| bench.access(0xDA0, Operation::Read, 0, mode);
    assert_eq!([M, DEBUG, S, VS].map(&mut seen), [0x78, 0x78, 0x38, 0x10].map(Answer::Value));
    assert_eq!([U, VU].map(seen), [Answer::Illegal, Answer::Virtual]);
}
