// SPDX-License-Identifier: Apache-2.0
//! Periodic synchronisation (Trace Control ch. 5; `docs/encoder.md`).

use crate::bench::{build, synced, Bench};
use tracewright_config::{IcntFull, SyncMode};
use tracewright_messages::itype::*;

/// A trace with a period of 16, started with `half_words` half-words at 0x100.
fn started(mode: SyncMode, half_words: u32) -> Bench {
    let mut bench = Bench::traced(&build(), &synced(mode, 0));
    bench.blocks(&[(0x100, half_words, NONE)]).messages();
    bench
}

#[test]
fn half_words_count_from_the_block_of_the_last_synchronisation() {
    let mut bench = started(SyncMode::HalfWords, 10);
    assert!(bench.blocks(&[(0x114, 5, NONE), (0x11E, 1, NONE)]).messages().is_empty());
    let expected = ["IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=16 F-ADDR=0x90 HIST=0x1"];
    assert_eq!(bench.blocks(&[(0x120, 15, NONE)]).messages(), expected);
    assert!(bench.blocks(&[(0x13E, 1, BRANCH_TAKEN)]).messages().is_empty());
    let expected = ["IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=16 F-ADDR=0xA0 HIST=0x3"];
    assert_eq!(bench.blocks(&[(0x140, 1, NONE)]).messages(), expected);
}

#[test]
fn cycles_count_with_and_without_a_block() {
    let mut bench = started(SyncMode::Cycles, 2);
    bench.idle(14).blocks(&[(0x104, 1, NONE), (0x106, 1, NONE)]);
    assert!(bench.messages().is_empty());
    let expected = ["IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=4 F-ADDR=0x84 HIST=0x1"];
    assert_eq!(bench.blocks(&[(0x108, 1, INTERRUPT)]).messages(), expected);
    // From this cycle on, 16 more.
    assert!(bench.idle(15).blocks(&[(0x0, 0, INTERRUPT)]).messages().is_empty());
    let expected = ["IndirectBranchHistSync SYNC=2 B-TYPE=3 I-CNT=1 F-ADDR=0x100 HIST=0x1"];
    assert_eq!(bench.blocks(&[(0x200, 1, NONE)]).messages(), expected);
}

#[test]
fn a_start_is_the_synchronisation_that_fell_due_before_it() {
    let mut bench = Bench::traced(&build(), &synced(SyncMode::Cycles, 0));
    bench.idle(100).blocks(&[(0x100, 1, NONE), (0x102, 1, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"]);
}

#[test]
fn messages_count_but_for_those_that_synchronise() {
    let mut bench = started(SyncMode::Messages, 1);
    bench.blocks(&[(0x100, 1, RETURN); 17]);
    let messages = bench.messages();
    assert!(messages.iter().all(|message| message.starts_with("IndirectBranch B-TYPE=0")));
    assert_eq!(messages.len(), 16);
    let expected = ["IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=1 F-ADDR=0x80 HIST=0x1"];
    assert_eq!(bench.blocks(&[(0x100, 1, RETURN)]).messages(), expected);
    assert_eq!(bench.blocks(&[(0x100, 1, RETURN); 16]).messages().len(), 16);
    assert_eq!(bench.blocks(&[(0x100, 1, RETURN)]).messages(), expected);
}

#[test]
fn te_sync_max_doubles_the_period() {
    for sync_max in [0, 1, 5] {
        let mut bench = Bench::traced(&build(), &synced(SyncMode::HalfWords, sync_max));
        let half_words = 1 << (sync_max + 4);
        bench.blocks(&vec![(0x100, 1, NONE); half_words]);
        assert_eq!(bench.messages().len(), 1);
        assert_eq!(bench.blocks(&[(0x100, 1, NONE)]).messages().len(), 1, "teSyncMax {sync_max}");
    }
}

#[test]
fn a_periodic_synchronisation_outranks_a_full_icnt() {
    let mut build = build();
    build.encoder.icnt_width = 5;
    build.encoder.icnt_full = IcntFull::Sync;
    let mut bench = Bench::traced(&build, &synced(SyncMode::HalfWords, 0));
    bench.blocks(&[(0x100, 15, NONE), (0x11E, 1, NONE), (0x120, 1, NONE), (0x122, 1, NONE)]);
    let expected = [
        "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80",
        "IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=16 F-ADDR=0x90 HIST=0x1",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn a_synchronisation_for_another_reason_restarts_the_period() {
    let mut bench = started(SyncMode::HalfWords, 15);
    bench.control(true, false).control(true, true).messages();
    bench.blocks(&[(0x100, 15, NONE), (0x11E, 1, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"]);
    assert_eq!(bench.blocks(&[(0x120, 1, NONE)]).messages().len(), 1);
}

#[test]
fn every_message_of_an_entry_counts() {
    let mut build = build();
    build.encoder.context = true;
    let mut bench = Bench::started(&build, &synced(SyncMode::Messages, 0));
    // A trap return and its Ownership: eight times two.
    bench.blocks(&[(0x100, 1, TRAP_RETURN); 9]);
    assert_eq!(bench.messages().len(), 16);
    bench.blocks(&[(0x100, 1, NONE)]);
    assert!(bench.messages()[0].starts_with("IndirectBranchHistSync SYNC=2"));
}
