// SPDX-License-Identifier: Apache-2.0
//! Events.

use crate::bench::*;
use tracewright_config::IngressForm;
use tracewright_model::pmu::Operation;

#[test]
fn events_are_those_of_their_codes() {
    // By selector: which codes of itype are one.
    let expected: [(u64, &[u8]); 8] = [
        (3, &[4, 5]),
        (4, &[5]),
        (5, &[6, 8, 9, 10, 11, 12, 13, 14, 15]),
        (6, &[8, 9]),
        (7, &[13]),
        (8, &[1]),
        (9, &[2]),
        (10, &[3]),
    ];
    for (selector, codes) in expected {
        for itype in 0..16 {
            let mut bench = Bench::full();
            bench.write(0x323, selector);
            bench.run(S, &[itype], 1, 0);
            assert_eq!(bench.read(0xB03), codes.contains(&itype).into(), "selector {selector}, itype {itype}");
        }
    }
}

#[test]
fn events_of_every_block_and_all_of_a_count_are_added() {
    let mut bench = Bench::full();
    for (counter, selector) in [(3, 3), (4, 16), (5, 2), (6, 1), (7, 0), (8, 11), (9, 17)] {
        bench.write(0x320 + counter, selector);
    }
    bench.run(U, &[4, 5, 9, 5], 13, 11);
    bench.run(U, &[4, 0, 4], 2, 4);
    let values = [3, 4, 5, 6, 7, 8, 9].map(|counter| bench.read(0xB00 + counter));
    assert_eq!(values, [5, 15, 15, 2, 0, 0, 0], "0 and what no event has count nothing");
    assert_eq!((bench.read(0xB00), bench.read(0xB02)), (2, 15));
}

#[test]
fn events_in_single_form_are_instructions_but_those_that_trap() {
    let mut build = build(64);
    build.ingress.form = IngressForm::Single;
    let mut bench = Bench::of(&build);
    bench.run(S, &[0, 1, 2, 4], 99, 0);
    assert_eq!(bench.read(0xB02), 3, "ecall does not retire");
}

#[test]
fn events_are_not_counted_in_debug_mode() {
    let mut bench = Bench::full();
    bench.write(0x323, 16);
    assert!(!bench.run(DEBUG, &[5], 1, 1).cycle);
    bench.wait(5);
    assert_eq!((bench.read(0xB00), bench.read(0xB02), bench.read(0xB03)), (0, 0, 0));
}

/// mcountinhibit, and the xINH bits of mhpmevent (Sscofpmf), mcyclecfg and minstretcfg (Smcntrpmf).
#[test]
fn events_are_not_counted_while_inhibited_or_filtered() {
    let bits = [(M, 62), (S, 61), (U, 60), (VS, 59), (VU, 58)];
    for (filtered, bit) in bits {
        for (mode, _) in bits {
            let mut bench = Bench::full();
            for csr in [0x321, 0x322, 0x323] {
                bench.write(csr, 1 << bit | 16);
            }
            let counts = u64::from(mode != filtered);
            assert_eq!(bench.run(mode, &[], 1, 1).cycle, counts == 1);
            assert_eq!([0xB00, 0xB02, 0xB03].map(|csr| bench.read(csr)), [counts; 3], "{mode} with bit {bit}");
        }
    }
    for counter in [0, 2, 3] {
        let mut bench = Bench::full();
        bench.write(0x323, 16);
        bench.write(0x320, 1 << counter);
        bench.run(S, &[], 1, 1);
        assert_eq!([0, 2, 3].map(|n| bench.read(0xB00 + n)), [0, 2, 3].map(|n| u64::from(n != counter)));
    }
}

#[test]
fn a_write_of_minstret_is_done_instead_of_the_count_of_its_instruction() {
    let mut bench = Bench::full();
    bench.write(0x323, 2);
    bench.write(0xB02, 100);
    bench.wait(3);
    bench.run(M, &[], 0, 0);
    bench.run(M, &[], 2, 0);
    assert_eq!((bench.read(0xB02), bench.read(0xB03)), (101, 2), "one of two");
    bench.run(M, &[], 1, 0);
    assert_eq!(bench.read(0xB02), 102);
    bench.write(0xB02, 7);
    bench.access(0xB02, Operation::Set, 8, M);
    bench.run(M, &[], 2, 0);
    assert_eq!(bench.read(0xB02), 16, "two writes take one away");
    bench.access(0xB02, Operation::Write, 3, DEBUG);
    bench.run(M, &[], 1, 0);
    assert_eq!(bench.read(0xB02), 4, "that of a debugger none");
}
