// SPDX-License-Identifier: Apache-2.0
//! TSTAMP (N-Trace 8.7; `docs/encoder.md`).

use crate::bench::{btm, build, synced, unsynced, Bench};
use tracewright_config::{Build, ImplicitReturn, Run, SyncMode, TimestampSource};
use tracewright_messages::{ctype, itype::*};

fn stamped(width: u32, mut build: Build) -> Build {
    build.timestamp.source = TimestampSource::External;
    build.timestamp.width = width;
    build
}

#[test]
fn ntrace_8_7_absolute_where_it_synchronises_and_relative_elsewhere() {
    let mut bench = Bench::traced(&stamped(64, build()), &unsynced());
    bench.time(1000).blocks(&[(0x100, 1, RETURN)]);
    bench.time(1010).blocks(&[(0x100, 1, RETURN)]);
    bench.time(1025).blocks(&[(0x100, 1, NONE)]).time(1100).control(true, false);
    let expected = [
        "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=1000",
        "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x0 TSTAMP=0",
        "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x0 TSTAMP=10",
        "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=1 HIST=0x1 TSTAMP=90",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn ntrace_8_7_the_time_is_that_of_the_event_not_of_its_target() {
    let mut bench = Bench::traced(&stamped(64, build()), &synced(SyncMode::HalfWords, 0));
    bench.time(100).blocks(&[(0x100, 15, NONE)]).time(105).blocks(&[(0x100, 1, EXCEPTION)]);
    bench.time(120).blocks(&[(0x200, 1, NONE)]);
    let expected = [
        "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=100",
        "IndirectBranchHistSync SYNC=2 B-TYPE=2 I-CNT=16 F-ADDR=0x100 HIST=0x1 TSTAMP=105",
    ];
    assert_eq!(bench.messages(), expected);
    // Of the interrupt, not of the jump whose target it kept from being reached.
    bench.time(130).blocks(&[(0x200, 1, RETURN)]).time(140).blocks(&[(0, 0, INTERRUPT)]);
    bench.time(150).blocks(&[(0x200, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranch B-TYPE=3 I-CNT=2 U-ADDR=0x0 TSTAMP=35"]);
}

#[test]
fn a_branch_before_an_interrupt_has_its_own_time() {
    let mut bench = Bench::traced(&stamped(64, btm()), &unsynced());
    bench.time(100).blocks(&[(0x100, 1, BRANCH_TAKEN)]).time(107).blocks(&[(0, 0, INTERRUPT)]);
    bench.time(120).blocks(&[(0x200, 1, NONE)]);
    let expected = ["DirectBranch I-CNT=1 TSTAMP=0", "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x180 TSTAMP=7"];
    assert_eq!(bench.messages()[1..], expected);
}

#[test]
fn the_messages_of_an_entry_have_one_time() {
    let mut build = stamped(64, build());
    build.encoder.context = true;
    let mut bench = Bench::traced(&build, &unsynced());
    bench.time(100).blocks(&[(0x100, 1, TRAP_RETURN)]).time(110).blocks(&[(0x100, 1, NONE)]);
    let expected = [
        "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=100",
        "Ownership PROCESS=0x0 TSTAMP=0",
        "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x0 TSTAMP=0",
        "Ownership PROCESS=0x0 TSTAMP=0",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn an_asynchronous_discontinuity_has_the_time_of_its_block() {
    let mut build = stamped(64, build());
    build.encoder.context = true;
    build.encoder.scontext_width = 8;
    for (code, tstamp) in [(ctype::PRECISE, 1), (ctype::DISCONTINUITY, 10)] {
        let mut bench = Bench::traced(&build, &unsynced());
        bench.time(100).blocks(&[(0x100, 1, NONE)]).blocks(&[(0x100, 1, RETURN)]).messages();
        bench.time(110).pulse(|port| {
            port.blocks[0] = crate::bench::block(0x100, 1, NONE);
            (port.context, port.ctype) = (1, code);
        });
        assert!(bench.messages()[0].ends_with(&format!("TSTAMP={tstamp}")));
    }
}

#[test]
fn a_return_as_predicted_has_its_own_time_where_the_context_changes() {
    let mut build = stamped(64, build());
    build.encoder.context = true;
    build.encoder.scontext_width = 8;
    build.encoder.implicit_return = ImplicitReturn::Full;
    let mut bench = Bench::traced(&build, &unsynced());
    bench.time(100).blocks(&[(0x100, 2, INFERABLE_CALL)]).time(107).blocks(&[(0x200, 1, RETURN)]).messages();
    bench.time(120).pulse(|port| {
        port.blocks[0] = crate::bench::block(0x104, 1, NONE);
        (port.context, port.ctype) = (1, ctype::PRECISE);
    });
    assert_eq!(bench.messages()[0], "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x2 TSTAMP=7");
}

#[test]
fn ntrace_7_4_error_has_the_time_of_the_loss() {
    let mut bench = Bench::traced(&stamped(64, build()), &unsynced());
    bench.time(100).blocks(&[(0x100, 1, RETURN)]).messages();
    bench.room(0).time(130).blocks(&[(0x100, 1, NONE)]).messages();
    bench.time(200).room(2).idle(1).time(220).blocks(&[(0x100, 1, NONE)]);
    let expected = ["Error ETYPE=0 ECODE=4 TSTAMP=30", "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x80 TSTAMP=220"];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn a_timestamp_that_wraps_goes_on() {
    let mut bench = Bench::traced(&stamped(40, build()), &unsynced());
    bench.time((1 << 40) - 3).blocks(&[(0x100, 1, NONE)]).blocks(&[(0x102, 1, RETURN)]);
    bench.time((1 << 40) + 3).blocks(&[(0x100, 1, RETURN), (0x100, 1, NONE)]);
    let stamps: Vec<_> =
        bench.messages().iter().map(|message| message.rsplit('=').next().unwrap().to_owned()).collect();
    assert_eq!(stamps, ["1099511627773", "1", "5"]);
}

#[test]
fn the_first_message_counts_from_zero() {
    let mut bench = Bench::new(&stamped(64, build()), &unsynced());
    bench.time(50).control(true, false);
    bench.active(false).control(false, false).active(true).time(80).control(true, false);
    let expected = [
        "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=0x1 TSTAMP=50",
        "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=0x1 TSTAMP=80",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn without_ts_enable_there_is_none() {
    for (build, run) in [(build(), unsynced()), (stamped(64, build()), Run { timestamp: false, ..unsynced() })] {
        let mut bench = Bench::traced(&build, &run);
        assert_eq!(bench.time(50).blocks(&[(0x100, 1, NONE)]).messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"]);
    }
}
