// SPDX-License-Identifier: Apache-2.0
//! Order in a cycle.

use crate::bench::*;
use tracewright_model::pmu::{Access, Answer, Operation, PmuCycle};

/// A cycle in M-mode with an access and events of the bus.
fn cycle(csr: u16, operation: Operation, data: u64, bus: u8) -> PmuCycle {
    let access = Some(Access { csr, operation, data, privilege: M });
    let mut cycle = PmuCycle { access, ..PmuCycle::default() };
    cycle.ingress.privilege = M;
    cycle.events[0] = bus;
    cycle
}

/// Counter 3 counts the bus, from a value on.
fn counting(value: u64) -> Bench {
    let mut bench = Bench::full();
    bench.write(0x323, 16);
    bench.write(0xB03, value);
    bench
}

#[test]
fn order_events_are_added_to_what_the_access_wrote() {
    let mut bench = counting(0);
    bench.pmu.cycle(&cycle(0xB03, Operation::Write, 40, 3));
    assert_eq!(bench.read(0xB03), 43);
    let read = bench.pmu.cycle(&cycle(0xB03, Operation::Read, 0, 5)).answer;
    assert_eq!(read, Some(Answer::Value(43)), "before the events of its cycle");
}

#[test]
fn order_what_counts_is_decided_before_the_access() {
    let mut bench = counting(0);
    bench.pmu.cycle(&cycle(0x320, Operation::Write, 8, 3));
    assert_eq!(bench.read(0xB03), 3, "the last time");
    bench.pmu.cycle(&cycle(0x320, Operation::Write, 0, 3));
    assert_eq!(bench.read(0xB03), 3, "not yet");
    bench.pmu.cycle(&cycle(0x323, Operation::Write, 0, 2));
    assert_eq!(bench.read(0xB03), 5);
    bench.pmu.cycle(&cycle(0x323, Operation::Write, 16, 2));
    assert_eq!(bench.read(0xB03), 5);
}

/// OF, and the request of LCOFI (Sscofpmf).
#[test]
fn order_a_wrap_sets_of_and_asks_two_cycles_later() {
    let mut bench = counting(u64::MAX);
    assert!(!bench.run(M, &[], 0, 2).lcofi);
    assert_eq!(bench.pmu.counter(3), 1);
    let after = bench.wait(4).into_iter().map(|outcome| outcome.lcofi).collect::<Vec<_>>();
    assert_eq!(after, [false, true, false, false]);
    assert_eq!(bench.read(0x323), 1 << 63 | 16);
}

#[test]
fn order_with_of_a_wrap_asks_for_nothing() {
    let mut bench = counting(u64::MAX);
    bench.write(0x323, 1 << 63 | 16);
    bench.run(M, &[], 0, 1);
    assert!(bench.wait(4).iter().all(|outcome| !outcome.lcofi));
    assert_eq!(bench.read(0x323), 1 << 63 | 16);
}

#[test]
fn order_overflow_is_after_a_write_of_of() {
    for (written, asks) in [(16, true), (1 << 63 | 16, false)] {
        let mut bench = counting(u64::MAX);
        bench.run(M, &[], 0, 1);
        bench.wait(1);
        let outcome = bench.pmu.cycle(&cycle(0x323, Operation::Write, written, 0));
        assert_eq!(outcome.lcofi, asks);
        assert_eq!(bench.read(0x323), 1 << 63 | 16);
    }
}

#[test]
fn order_a_counter_can_wrap_in_the_cycle_of_its_write() {
    for (below, wraps) in [(0, true), (2, true), (3, false)] {
        let mut bench = counting(0);
        bench.pmu.cycle(&cycle(0xB03, Operation::Write, u64::MAX - below, 3));
        assert_eq!(bench.wait(3).iter().any(|outcome| outcome.lcofi), wraps);
    }
}

#[test]
fn order_a_write_does_not_cancel_a_wrap_before_it() {
    let mut bench = counting(u64::MAX);
    bench.run(M, &[], 0, 1);
    bench.write(0xB03, 0);
    assert!(bench.wait(2).iter().any(|outcome| outcome.lcofi));
}

#[test]
fn order_an_access_after_the_one_that_stops_a_counter_sees_its_of() {
    let mut bench = counting(u64::MAX);
    bench.pmu.cycle(&cycle(0x320, Operation::Write, 8, 1));
    bench.wait(2);
    assert_eq!((bench.read(0x323), bench.read(0xB03)), (1 << 63 | 16, 0));
}

#[test]
fn order_counters_that_wrap_at_once_ask_once() {
    let mut bench = counting(u64::MAX);
    bench.write(0x324, 16);
    bench.write(0xB04, u64::MAX);
    bench.run(M, &[], 0, 1);
    assert_eq!(bench.wait(5).iter().filter(|outcome| outcome.lcofi).count(), 1);
    assert_eq!(bench.read(0xDA0), 0x18);
}
