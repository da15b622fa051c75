// SPDX-License-Identifier: Apache-2.0
//! What random traffic rarely meets, cycle by cycle.

use crate::bench::{library, Bench};
use crate::corners::{bus, config};
use tracewright_config::Build;
use tracewright_model::pmu::{Access, Operation, PmuCycle, PmuOutcome};

/// Counts three at once, in three blocks or on the bus.
fn three(build: &mut Build) {
    build.ingress.blocks = 4;
    build.pmu.bus = bus(&[2]);
}

/// A cycle with three branches, three of the bus, and an access.
fn cycle(access: Option<Access>, branches: usize, bus: u8) -> PmuCycle {
    let mut cycle = PmuCycle { access, ..PmuCycle::default() };
    cycle.ingress.privilege = 3;
    cycle.ingress.blocks.iter_mut().take(branches).for_each(|block| block.itype = 5);
    cycle.events[0] = bus;
    cycle
}

fn write(csr: u16, data: u64) -> Option<Access> {
    Some(Access { csr, operation: Operation::Write, data, privilege: 3 })
}

/// Writes, with nothing in the cycles after it.
fn written(bench: &mut Bench, csr: u16, data: u64) {
    bench.cycle(&cycle(write(csr, data), 0, 0)).unwrap();
    idle(bench, 3);
}

fn idle(bench: &mut Bench, cycles: usize) -> Vec<PmuOutcome> {
    (0..cycles).map(|_| bench.cycle(&cycle(None, 0, 0)).unwrap()).collect()
}

#[test]
fn several_events_of_one_counter_in_a_cycle_are_all_counted() {
    let config = config(&(three as fn(&mut Build)));
    let mut bench = Bench::ready(&library(&config, None));
    written(&mut bench, 0x323, 3);
    written(&mut bench, 0x324, 16);
    for n in 0..100 {
        bench.cycle(&cycle(None, 3, 2)).unwrap();
        assert_eq!((bench.model().counter(3), bench.model().counter(4)), (3 * (n + 1), 2 * (n + 1)));
    }
    idle(&mut bench, 20);
    for csr in [0xB03, 0xB04] {
        let read = Access { csr, operation: Operation::Read, data: 0, privilege: 3 };
        bench.cycle(&cycle(Some(read), 0, 0)).unwrap();
        idle(&mut bench, 3);
    }
}

/// For each distance before and after the end of the counter, from each lower-bit pattern: the events of the cycle of
/// the write make it wrap, and ask for LCOFI (Sscofpmf).
#[test]
fn a_counter_that_wraps_in_the_cycle_of_the_write_overflows() {
    let config = config(&(three as fn(&mut Build)));
    let mut bench = Bench::ready(&library(&config, None));
    written(&mut bench, 0x323, 3);
    for below in 0..8u64 {
        for branches in 0..=4 {
            written(&mut bench, 0x323, 3);
            written(&mut bench, 0xB03, 0);
            let outcome = bench.cycle(&cycle(write(0xB03, u64::MAX - below), branches, 0)).unwrap();
            let after = idle(&mut bench, 20);
            let asked = outcome.lcofi || after.iter().any(|outcome| outcome.lcofi);
            assert_eq!(asked, branches as u64 > below, "{below} below the end, {branches} branches");
        }
    }
}

/// A wrap, and a write of another value or of OF in each of the cycles around it.
#[test]
fn a_wrap_and_a_write_near_it_are_in_order() {
    let config = config(&(three as fn(&mut Build)));
    let mut bench = Bench::ready(&library(&config, None));
    for (csr, data) in [(0xB03, 5), (0xB03, u64::MAX), (0x323, 3), (0x323, 1 << 63 | 3)] {
        for distance in 0..8 {
            written(&mut bench, 0x323, 3);
            written(&mut bench, 0xB03, u64::MAX);
            bench.cycle(&cycle(None, 1, 0)).unwrap();
            idle(&mut bench, distance);
            bench.cycle(&cycle(write(csr, data), 1, 0)).unwrap();
            idle(&mut bench, 20);
        }
    }
}

/// Accesses as close as they may come leave each counter its turn.
#[test]
fn counters_carry_while_accesses_come_without_a_pause() {
    let config = config(&(three as fn(&mut Build)));
    let mut bench = Bench::ready(&library(&config, None));
    for n in 0..8 {
        written(&mut bench, 0x323 + n, 3);
    }
    for n in 0..4000u16 {
        let csr = 0xB03 + n % 8;
        let read = Access { csr, operation: Operation::Read, data: 0, privilege: 3 };
        bench.cycle(&cycle(Some(read), 4, 3)).unwrap();
        bench.cycle(&cycle(None, 4, 3)).unwrap();
        bench.cycle(&cycle(None, 4, 3)).unwrap();
    }
}
