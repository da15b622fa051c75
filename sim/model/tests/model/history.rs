// SPDX-License-Identifier: Apache-2.0
//! Repeated history (N-Trace 9.3; `docs/encoder.md`).

use crate::bench::{build, unsynced, Bench};
use tracewright_config::{Build, Run};
use tracewright_messages::itype::*;

fn repeating(hist_width: u32) -> Build {
    let mut build = build();
    build.encoder.repeated_history = true;
    build.encoder.hist_width = hist_width;
    build
}

/// A trace with these branches after each other, `1` taken, `0` not.
fn after(build: &Build, branches: &str) -> Bench {
    let mut bench = Bench::started(build, &unsynced());
    feed(&mut bench, branches);
    bench
}

fn feed(bench: &mut Bench, branches: &str) {
    for branch in branches.chars() {
        bench.blocks(&[(0x100, 1, if branch == '1' { BRANCH_TAKEN } else { BRANCH_NOT_TAKEN })]);
    }
}

/// What a jump after these branches brings.
fn jump(bench: &mut Bench) -> Vec<String> {
    bench.blocks(&[(0x100, 1, RETURN), (0x100, 1, NONE)]).entries()
}

#[test]
fn ntrace_9_3_a_pattern_of_two_is_sent_once_with_its_count() {
    let mut bench = after(&repeating(32), &"01".repeat(150));
    assert!(bench.messages().is_empty());
    let expected = ["ResourceFull RCODE=2 RDATA=0x5 HREPEAT=150 + IndirectBranch B-TYPE=0 I-CNT=302 U-ADDR=0x0"];
    assert_eq!(jump(&mut bench), expected);
}

#[test]
fn ntrace_9_3_taken_or_not_taken_all_the_time() {
    for (branch, hist) in [("1", "0x3"), ("0", "0x2")] {
        let mut bench = after(&repeating(32), &branch.repeat(1000));
        let expected =
            format!("ResourceFull RCODE=2 RDATA={hist} HREPEAT=1000 + IndirectBranch B-TYPE=0 I-CNT=1002 U-ADDR=0x0");
        assert_eq!(jump(&mut bench), [expected]);
    }
}

#[test]
fn without_the_option_a_full_hist_is_sent_each_time() {
    let off = Run { repeated_history: false, ..unsynced() };
    for (build, run) in [(build(), unsynced()), (repeating(32), off)] {
        let mut bench = Bench::started(&build, &run);
        feed(&mut bench, &"1".repeat(70));
        assert_eq!(bench.entries(), ["ResourceFull RCODE=1 RDATA=0xFFFFFFFF"; 2]);
        assert_eq!(jump(&mut bench), ["IndirectBranchHist B-TYPE=0 I-CNT=72 U-ADDR=0x0 HIST=0x1FF"]);
    }
}

#[test]
fn every_period_is_found() {
    for period in 1..=30u32 {
        // No shorter period: one branch taken, the others not.
        let pattern = format!("1{}", "0".repeat(period as usize - 1));
        let mut bench = after(&repeating(32), &pattern.repeat(40));
        assert!(bench.messages().is_empty(), "period {period}");
        let hist = 1u64 << period | 1 << (period - 1);
        let expected = format!("ResourceFull RCODE=2 RDATA={hist:#X} HREPEAT=40 + IndirectBranch");
        assert!(jump(&mut bench)[0].starts_with(&expected), "period {period}");
    }
}

#[test]
fn a_full_hist_is_a_pattern_of_its_own() {
    let mut bench = after(&repeating(32), &"0000000010001010000001011010011".repeat(5));
    let expected = "ResourceFull RCODE=2 RDATA=0x804502D3 HREPEAT=5 + IndirectBranch";
    assert!(jump(&mut bench)[0].starts_with(expected));
}

#[test]
fn a_branch_that_differs_ends_the_repetition_and_begins_hist() {
    let mut bench = after(&repeating(32), &"001".repeat(12));
    feed(&mut bench, "00");
    assert!(bench.messages().is_empty());
    feed(&mut bench, "0");
    assert_eq!(bench.entries(), ["ResourceFull RCODE=2 RDATA=0x9 HREPEAT=12"]);
    feed(&mut bench, "1");
    assert_eq!(jump(&mut bench), ["IndirectBranchHist B-TYPE=0 I-CNT=42 U-ADDR=0x0 HIST=0x11"]);
}

#[test]
fn branches_of_an_unfinished_repetition_are_in_the_message_s_hist() {
    let mut bench = after(&repeating(32), &"001".repeat(12));
    feed(&mut bench, "00");
    let expected =
        ["ResourceFull RCODE=2 RDATA=0x9 HREPEAT=12 + IndirectBranchHist B-TYPE=0 I-CNT=40 U-ADDR=0x0 HIST=0x4"];
    assert_eq!(jump(&mut bench), expected);
}

#[test]
fn a_full_hist_is_kept_back_until_the_next_one_is_full() {
    let branches = "0010111011010001111010000110101";
    let mut bench = after(&repeating(32), branches);
    feed(&mut bench, &branches[..30].replace("00", "01"));
    assert!(bench.messages().is_empty());
    feed(&mut bench, "0");
    assert_eq!(bench.entries(), ["ResourceFull RCODE=1 RDATA=0x9768F435"]);
    let expected = ["ResourceFull RCODE=1 RDATA=0xB76AF574 + IndirectBranch B-TYPE=0 I-CNT=64 U-ADDR=0x0"];
    assert_eq!(jump(&mut bench), expected);
}

#[test]
fn a_full_hist_goes_before_the_message_that_follows_at_once() {
    let mut bench = after(&repeating(32), &"01".repeat(15));
    feed(&mut bench, "0");
    let expected = ["ResourceFull RCODE=1 RDATA=0xAAAAAAAA + IndirectBranch B-TYPE=0 I-CNT=33 U-ADDR=0x0"];
    assert_eq!(jump(&mut bench), expected);
}

#[test]
fn branches_before_the_loop_are_split_off() {
    for before in 1..=30_usize {
        // Branches that do not fit, then the same one 31 times.
        let odd = format!("{:b}", 0xB2DA_94B6_u32 >> (32 - before) & !1);
        let mut bench = after(&repeating(32), &"1".repeat(before - odd.len()));
        feed(&mut bench, &odd);
        feed(&mut bench, &"1".repeat(30));
        assert!(bench.messages().is_empty());
        feed(&mut bench, "1");
        let hist = 1_u64 << before | ((1 << before) - 1) & u64::from(0xB2DA_94B6_u32 >> (32 - before) & !1);
        assert_eq!(bench.entries(), [format!("ResourceFull RCODE=1 RDATA={hist:#X}")]);
        feed(&mut bench, "1");
        assert!(jump(&mut bench)[0].starts_with("ResourceFull RCODE=2 RDATA=0x3 HREPEAT=32 + IndirectBranch B-TYPE=0"));
    }
}

/// What the blocks since brought, but for I-CNT where it fills in so long a loop.
fn histories(bench: &mut Bench) -> Vec<String> {
    bench.entries().into_iter().filter(|entry| !entry.starts_with("ResourceFull RCODE=0")).collect()
}

#[test]
fn after_a_count_that_is_full_two_patterns_are_counted_as_one() {
    let mut bench = after(&repeating(8), &"1".repeat(0x3_FFFF));
    assert!(histories(&mut bench).is_empty());
    feed(&mut bench, "1");
    assert_eq!(histories(&mut bench), ["ResourceFull RCODE=2 RDATA=0x3 HREPEAT=262142"]);
    feed(&mut bench, "1111");
    assert!(histories(&mut bench).is_empty());
    let expected = "ResourceFull RCODE=2 RDATA=0x7 HREPEAT=3 + \
        IndirectBranch B-TYPE=0 I-CNT=262150 U-ADDR=0x0";
    assert_eq!(jump(&mut bench), [expected]);
}

#[test]
fn a_count_that_is_full_begins_again_where_two_patterns_do_not_fit() {
    let mut bench = after(&repeating(2), &"1".repeat(0x3_FFFF));
    assert!(histories(&mut bench).is_empty());
    feed(&mut bench, "1");
    assert_eq!(histories(&mut bench), ["ResourceFull RCODE=2 RDATA=0x3 HREPEAT=262143"]);
    feed(&mut bench, "1");
    assert!(histories(&mut bench).is_empty());
    let expected = ["ResourceFull RCODE=2 RDATA=0x3 HREPEAT=2 + IndirectBranch B-TYPE=0 I-CNT=262147 U-ADDR=0x0"];
    assert_eq!(jump(&mut bench), expected);
}

#[test]
fn a_full_count_is_sent_once() {
    let mut bench = after(&repeating(8), &"1".repeat(0x3_FFFF));
    feed(&mut bench, "0");
    assert_eq!(histories(&mut bench), ["ResourceFull RCODE=2 RDATA=0x3 HREPEAT=262143"]);
    assert_eq!(jump(&mut bench), ["IndirectBranchHist B-TYPE=0 I-CNT=262146 U-ADDR=0x0 HIST=0x2"]);
}

#[test]
fn the_end_of_the_trace_sends_what_repeats_first() {
    let mut bench = after(&repeating(32), &"01".repeat(20));
    let expected =
        ["ResourceFull RCODE=2 RDATA=0x5 HREPEAT=20 + ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=41 HIST=0x1"];
    assert_eq!(bench.control(true, false).entries(), expected);
}

#[test]
fn a_full_icnt_goes_after_what_repeats() {
    let mut build = repeating(8);
    build.encoder.icnt_width = 9;
    let mut bench = after(&build, &"1".repeat(252));
    bench.blocks(&[(0x100, 3, NONE)]);
    assert!(bench.messages().is_empty());
    feed(&mut bench, "0");
    assert_eq!(bench.entries(), ["ResourceFull RCODE=2 RDATA=0x3 HREPEAT=252 + ResourceFull RCODE=0 RDATA=256"]);
}

#[test]
fn a_loss_drops_what_repeats() {
    let mut bench = after(&repeating(32), &"01".repeat(20));
    bench.room(0).control(true, false).messages();
    bench.room(2).control(true, true).blocks(&[(0x100, 1, BRANCH_TAKEN)]).entries();
    assert_eq!(jump(&mut bench), ["IndirectBranchHist B-TYPE=0 I-CNT=2 U-ADDR=0x0 HIST=0x3"]);
}

#[test]
fn a_long_period_that_has_held_is_not_taken_for_its_shorter_runs() {
    // When HIST is full, its newest branches are the beginning of a shorter period, at every turn of this loop.
    let pattern = "0000000000000001111111111111000";
    let mut bench = after(&repeating(32), &pattern.repeat(40));
    bench.messages();
    feed(&mut bench, &pattern.repeat(40));
    assert!(bench.messages().is_empty());
}

#[test]
fn periods_are_known_of_branches_that_were_not_traced() {
    // A period of 16 has to hold for 20 branches, which are more than it needs to begin.
    let pattern = "0111111111111111";
    let traced = |bench: &mut Bench| {
        bench.control(true, true).blocks(&[(0x100, 1, NONE)]);
        feed(bench, &pattern.repeat(3));
        bench.control(true, false).messages()
    };
    let mut inactive = after(&repeating(32), &pattern.repeat(3));
    inactive.active(false).control(false, false).active(true).messages();
    let mut off = Bench::new(&repeating(32), &unsynced());
    feed(&mut off, &pattern.repeat(3));
    off.messages();
    let fresh = traced(&mut Bench::new(&repeating(32), &unsynced()));
    let known = traced(&mut inactive);
    assert_eq!(traced(&mut off), known);
    assert_ne!(known, fresh);
}

#[test]
fn a_short_period_behind_other_branches_is_found_where_it_begins() {
    // Two of the branches before the pattern are its end.
    let mut bench = after(&repeating(32), "1101101");
    feed(&mut bench, &"0001".repeat(30));
    assert_eq!(bench.entries(), ["ResourceFull RCODE=1 RDATA=0x3B"]);
    let expected = ["ResourceFull RCODE=2 RDATA=0x14 HREPEAT=30 \
                     + IndirectBranchHist B-TYPE=0 I-CNT=129 U-ADDR=0x0 HIST=0x5"];
    assert_eq!(jump(&mut bench), expected);
}

#[test]
fn a_period_of_a_whole_hist_that_breaks_off_at_its_end_is_a_full_hist() {
    let pattern = "0000000010001010000001011010011";
    let mut bench = after(&repeating(32), &pattern.repeat(2));
    feed(&mut bench, &pattern[..30]);
    assert!(bench.messages().is_empty());
    feed(&mut bench, "0");
    assert_eq!(bench.entries(), ["ResourceFull RCODE=2 RDATA=0x804502D3 HREPEAT=2"]);
    let expected = ["ResourceFull RCODE=1 RDATA=0x804502D2 + IndirectBranch B-TYPE=0 I-CNT=95 U-ADDR=0x0"];
    assert_eq!(jump(&mut bench), expected);
}
