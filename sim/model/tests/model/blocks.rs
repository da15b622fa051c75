// SPDX-License-Identifier: Apache-2.0
//! Several blocks a cycle (`docs/encoder.md`, *Cycles, blocks, entries*).

use crate::bench::{build, synced, unsynced, Bench};
use tracewright_config::{Build, SyncMode};
use tracewright_messages::itype::*;

fn wide(blocks: u32) -> Build {
    let mut build = build();
    build.ingress.blocks = blocks;
    build
}

#[test]
fn every_block_may_complete_a_message() {
    let mut bench = Bench::started(&wide(4), &unsynced());
    bench.at_once(&[(0x102, 1, RETURN), (0x200, 1, RETURN), (0x300, 1, RETURN), (0x400, 1, RETURN)]);
    bench.at_once(&[(0x500, 1, NONE)]);
    let expected = [
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x180",
        "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x80",
        "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x380",
        "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x80",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn blocks_beyond_those_of_the_build_are_not_there() {
    let mut bench = Bench::started(&wide(2), &unsynced());
    bench.at_once(&[(0x102, 1, NONE), (0x104, 1, NONE), (0x106, 1, NONE)]).control(true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=3 HIST=0x1"]);
}

#[test]
fn the_entries_of_a_cycle_enter_or_are_lost_together() {
    let mut bench = Bench::started(&wide(4), &unsynced());
    bench.room(1).at_once(&[(0x102, 1, RETURN), (0x200, 1, RETURN), (0x300, 1, RETURN), (0x400, 1, NONE)]);
    assert_eq!(bench.messages().len(), 3, "one row is enough");
    bench.room(0).at_once(&[(0x402, 1, RETURN), (0x200, 1, RETURN), (0x300, 1, NONE)]);
    let expected =
        ["(lost) IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x300", "(lost) IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x80"];
    assert_eq!(bench.messages(), expected);
    bench.room(9).at_once(&[(0x500, 1, NONE)]).at_once(&[(0, 0, INTERRUPT), (0x600, 1, NONE), (0x602, 1, NONE)]);
    assert_eq!(bench.messages(), ["Error ETYPE=0 ECODE=4", "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x300"]);
}

#[test]
fn a_notified_block_marks_the_next_of_its_cycle() {
    let mut build = wide(2);
    build.ingress.triggers = true;
    let mut bench = Bench::started(&build, &unsynced());
    bench.pulse(|port| {
        port.blocks[0] = crate::bench::block(0x102, 1, NONE);
        port.blocks[0].notify = true;
        port.blocks[1] = crate::bench::block(0x104, 1, NONE);
    });
    assert_eq!(bench.messages(), ["IndirectBranchHistSync SYNC=6 B-TYPE=0 I-CNT=2 F-ADDR=0x82 HIST=0x1"]);
}

#[test]
fn a_period_that_is_over_in_a_cycle_is_due_two_cycles_later() {
    let mut bench = Bench::started(&wide(2), &synced(SyncMode::HalfWords, 0));
    bench.at_once(&[(0x102, 15, NONE), (0x120, 1, NONE)]);
    bench.at_once(&[(0x122, 1, NONE), (0x124, 1, NONE)]).at_once(&[(0x126, 1, NONE), (0x128, 1, NONE)]);
    bench.at_once(&[(0x12A, 1, NONE), (0x12C, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=21 F-ADDR=0x95 HIST=0x1"]);
}

#[test]
fn a_synchronisation_anywhere_in_a_cycle_restarts_the_count_of_cycles() {
    let mut build = wide(2);
    build.ingress.triggers = true;
    let mut bench = Bench::started(&build, &synced(SyncMode::Cycles, 0));
    bench.pulse(|port| {
        port.blocks[0] = crate::bench::block(0x102, 1, NONE);
        port.blocks[0].notify = true;
        port.blocks[1] = crate::bench::block(0x104, 1, NONE);
    });
    // The queue decides on the synchronising message in the first of the 15.
    bench.messages();
    assert!(bench.idle(14).blocks(&[(0x106, 1, NONE)]).blocks(&[(0x108, 1, NONE)]).messages().is_empty());
    assert_eq!(bench.blocks(&[(0x10A, 1, NONE)]).messages().len(), 1);
}

#[test]
fn messages_of_every_entry_of_a_cycle_count() {
    let mut bench = Bench::started(&wide(4), &synced(SyncMode::Messages, 0));
    for _ in 0..4 {
        bench.at_once(&[(0x100, 1, RETURN); 4]);
    }
    bench.messages();
    bench.at_once(&[(0x100, 1, RETURN); 4]);
    let synchronising = bench.messages().iter().filter(|message| message.contains("SYNC=2")).count();
    assert_eq!(synchronising, 0, "15 messages so far, more than 16 at the end of the cycle");
    bench.at_once(&[(0x100, 1, RETURN); 4]);
    let synchronising = bench.messages().iter().filter(|message| message.contains("SYNC=2")).count();
    assert_eq!(synchronising, 0, "due after the cycle that comes next");
    bench.at_once(&[(0x100, 1, RETURN); 4]);
    assert!(bench.messages()[0].starts_with("IndirectBranchHistSync SYNC=2"));
}
