// SPDX-License-Identifier: Apache-2.0
//! Chapter 5.3: cycle counting.

use crate::bench::*;
use tracewright_messages::privilege::{S, U};
use tracewright_model::ctr::CtrCycle;

/// CCV and CC of the second of two records that are this many cycles apart, with this many bits of CCE.
fn apart(exponent_bits: u32, cycles: u32) -> (u64, u64) {
    let mut keys = build(V0_1_4, 64);
    keys.ctr.exponent_bits = exponent_bits;
    let mut bench = Bench::of(&keys);
    bench.record(7, 0).transfer(U, RETURN, 0, 0).idle(U, cycles - 1).transfer(U, RETURN, 0, 0);
    bench.cycles()
}

#[test]
fn ctr_5_3_the_mantissa_alone_holds_less_than_4096_cycles() {
    for cycles in [1, 2, 100, 4095] {
        assert_eq!(apart(4, cycles), (1, u64::from(cycles)));
    }
}

#[test]
fn ctr_5_3_the_exponent_says_how_far_the_count_was_shifted() {
    assert_eq!(apart(4, 4096), (1, 0x1000));
    assert_eq!(apart(4, 8191), (1, 0x1FFF));
    assert_eq!(apart(4, 8192), (1, 0x2000));
    assert_eq!(apart(4, 8193), (1, 0x2000), "every second cycle");
    assert_eq!(apart(4, 8194), (1, 0x2001));
    assert_eq!(apart(4, 100_000), (1, 5 << 12 | ((100_000 >> 4) - 4096)));
}

#[test]
fn ctr_5_3_the_count_saturates_with_all_ones_in_what_is_built() {
    for (bits, last, all) in [(0, 4095, 0x0FFF), (1, 8191, 0x1FFF), (2, 32_764, 0x3FFF), (3, 524_224, 0x7FFF)] {
        assert_ne!(apart(bits, last - 1 - (last >> 13)), (1, all), "{bits}");
        for cycles in [last, last + 1, last + 70_000] {
            assert_eq!(apart(bits, cycles), (1, all), "{bits}");
        }
    }
}

#[test]
fn ctr_5_3_four_bits_of_exponent_saturate_at_134201344() {
    assert_eq!(apart(4, 134_201_344 - 16384), (1, 0xFFFE));
    assert_eq!(apart(4, 134_201_344), (1, 0xFFFF));
    assert_eq!(apart(4, 134_201_344 + 20_000), (1, 0xFFFF));
}

#[test]
fn ctr_5_3_only_cycles_of_enabled_modes_that_are_not_frozen_count() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(4, 0).transfer(U, RETURN, 0, 0).idle(S, 50).idle(U, 5);
    bench.write(0x383, 1 << 15 | 1).idle(U, 50).write(0x383, 1);
    bench.inputs.cycle = false;
    bench.idle(U, 50);
    bench.inputs.cycle = true;
    bench.inputs.ingress.halted = true;
    bench.idle(U, 50);
    bench.inputs.ingress.halted = false;
    bench.transfer(U, RETURN, 0, 0);
    // The cycle of the first record, and five more.
    assert_eq!(bench.cycles(), (1, 6));
}

#[test]
fn ctr_5_3_the_first_record_and_the_one_after_a_write_to_a_control_have_no_ccv() {
    for (version, csrs) in [(V0_1_4, &[0x381, 0x181, 0x281][..]), (V1_0, &[0x34E, 0x14E, 0x24E])] {
        for csr in csrs {
            let mut bench = Bench::full(version);
            bench.record(7, 0).transfer(U, RETURN, 0, 0);
            assert_eq!(bench.cycles().0, 0);
            bench.transfer(U, RETURN, 0, 0);
            assert_eq!(bench.cycles(), (1, 1));
            let value = bench.read(*csr);
            bench.idle(U, 9).write(*csr, value).transfer(U, RETURN, 0, 0);
            assert_eq!(bench.cycles(), (0, 0), "{csr:#x}");
            bench.transfer(U, RETURN, 0, 0);
            assert_eq!(bench.cycles(), (1, 1));
        }
    }
    let mut narrow = Bench::of(&build(V0_1_4, 32));
    narrow.record(7, 0).transfer(U, RETURN, 0, 0).write(0x382, 0).transfer(U, RETURN, 0, 0);
    assert_eq!(narrow.cycles().0, 0);
}

#[test]
fn ctr_ratified_the_record_after_sctrclr_has_no_ccv() {
    let mut bench = Bench::full(V1_0);
    bench.record(7, 0).transfer(U, RETURN, 0, 0);
    bench.access(0, tracewright_model::ctr::Operation::ClearRecords, 0, S);
    bench.transfer(U, RETURN, 0, 0);
    assert_eq!(bench.cycles(), (0, 0));
}

#[test]
fn ctr_5_3_records_of_one_cycle_are_0_cycles_apart() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7, 0).transfer(U, RETURN, 0, 0).idle(U, 3);
    let mut cycle = CtrCycle::default();
    cycle.ingress.blocks[0] = block(RETURN, 0x10);
    cycle.ingress.blocks[1] = block(RETURN, 0x20);
    bench.ctr.cycle(&cycle);
    assert_eq!(bench.cycles(), (1, 0));
    assert_eq!(bench.ctr.entry(1)[2], 0x0004_800D);
}
