// SPDX-License-Identifier: Apache-2.0
//! Each comparison turns red: a fault in what is seen of the hardware is reported as what it is.

mod control;
mod messages;
mod options;
mod queue;
mod sink;

use super::{design, plain, plain_blocks, preset};
use crate::check::HISTORY;
use crate::entry::QueueEntry;
use crate::observed::{flag, Batch, Cycle, Inside, Item, BATCH};
use crate::run::tampered_run;
use crate::{from_blocks, Error, Mismatch, Options};
use tracewright_config::{Build, Run, SyncMode};

/// What is reported when `tamper` has its hands on a run of `build` that is right.
fn report_of(build: &Build, tamper: impl FnMut(&mut Item) + Send) -> Mismatch {
    let run = Run { sync_mode: SyncMode::Messages, sync_max: 0, ..Run::default() };
    report_with(build, &run, tamper)
}

/// The same, of a run with the settings `run`.
fn report_with(build: &Build, run: &Run, tamper: impl FnMut(&mut Item) + Send) -> Mismatch {
    let design = design(build, None);
    let source = from_blocks(plain_blocks(build, 2001));
    match tampered_run(&design, run, source, Options::default(), tamper) {
        Err(Error::Mismatch(mismatch)) => *mismatch,
        other => panic!("not reported: {other:?}"),
    }
}

fn report(tamper: impl FnMut(&mut Item) + Send) -> Mismatch {
    report_of(&preset("mcu"), tamper)
}

#[test]
fn a_difference_after_the_edge_of_a_batch_shows_ports_of_the_batch_before() {
    let build = plain("mcu");
    let source = from_blocks(plain_blocks(&build, BATCH + 100));
    let tamper = cycle(BATCH + 5, |_| true, |batch, at| batch.cycles[at.cycle].flags ^= flag::TRACING);
    let Err(Error::Mismatch(mismatch)) =
        tampered_run(&design(&build, None), &Run::default(), source, Options::default(), tamper)
    else {
        panic!("not reported")
    };
    assert_eq!((mismatch.cycle, mismatch.ports.len()), (BATCH as u64 + 5, HISTORY));
    assert!(mismatch.ports[0].cycle < BATCH as u64 && mismatch.ports.is_sorted_by_key(|seen| seen.cycle));
}

#[test]
fn a_difference_before_the_run_ends_with_an_error_is_reported() {
    let build = plain("mcu");
    let options = Options { limit: Some(200), ..Options::default() };
    let tamper = cycle(100, |_| true, |batch, at| batch.cycles[at.cycle].flags ^= flag::TRACING);
    match tampered_run(&design(&build, None), &Run::default(), from_blocks(plain_blocks(&build, 1000)), options, tamper)
    {
        Err(Error::Mismatch(mismatch)) => assert_eq!(mismatch.cycle, 100),
        other => panic!("not reported: {other:?}"),
    }
}

/// Calls `change` with the `index`-th entry of those that `which` picks.
fn entry(
    index: usize,
    which: impl Fn(&QueueEntry) -> bool + Send,
    change: impl Fn(&mut QueueEntry) + Send,
) -> impl FnMut(&mut Item) + Send {
    let mut before = 0;
    move |item| {
        if let Item::Cycles(batch) = item {
            for entry in batch.entries.iter_mut().filter(|entry| which(entry)) {
                if before == index {
                    change(entry);
                }
                before += 1;
            }
        }
    }
}

/// A cycle in its batch: its index, and that of the first of its entries and bytes.
struct At {
    cycle: usize,
    entry: usize,
    byte: usize,
}

/// Calls `change` with the `index`-th cycle of those that `which` picks.
fn cycle(
    index: usize,
    which: impl Fn(&Cycle) -> bool + Send,
    change: impl Fn(&mut Batch, At) + Send,
) -> impl FnMut(&mut Item) + Send {
    let mut before = 0;
    move |item| {
        let Item::Cycles(batch) = item else { return };
        let (mut at, mut found) = (At { cycle: 0, entry: 0, byte: 0 }, false);
        for cycle in &batch.cycles {
            found = which(cycle) && before == index;
            before += usize::from(which(cycle));
            if found {
                break;
            }
            at = At {
                cycle: at.cycle + 1,
                entry: at.entry + usize::from(cycle.entries),
                byte: at.byte + usize::from(cycle.bytes),
            };
        }
        if found {
            change(batch, at);
        }
    }
}

/// Calls `change` with the `index`-th cycle of an access inside of those that `which` picks.
fn access(
    index: usize,
    which: impl Fn(&Inside) -> bool + Send,
    change: impl Fn(&mut Inside) + Send,
) -> impl FnMut(&mut Item) + Send {
    let mut before = 0;
    move |item| {
        if let Item::Cycles(batch) = item {
            for inside in batch.accesses.iter_mut().filter(|inside| which(inside)) {
                if before == index {
                    change(inside);
                }
                before += 1;
            }
        }
    }
}
