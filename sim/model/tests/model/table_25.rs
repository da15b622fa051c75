// SPDX-License-Identifier: Apache-2.0
//! N-Trace Table 25: why a message synchronises, and what it resets.

use crate::bench::{btm, build, synced, unsynced, Bench};
use tracewright_config::{Build, ImplicitReturn, Run, SyncMode, TriggerAction};
use tracewright_messages::itype::*;

/// With everything that asks for synchronisation.
fn full(mut build: Build) -> Build {
    build.ingress.triggers = true;
    build.ingress.reset = true;
    build.ingress.low_power = true;
    build.encoder.external_triggers = 2;
    build
}

fn notifying() -> Run {
    Run { external_triggers: TriggerAction::Notify.into(), ..unsynced() }
}

fn started() -> Bench {
    Bench::started(&full(build()), &notifying())
}

#[test]
fn ntrace_table_25_sync_0_external_trigger() {
    let mut bench = started();
    bench.blocks(&[(0x102, 1, BRANCH_TAKEN)]).pulse(|port| port.external_triggers = 0b10);
    assert!(bench.messages().is_empty());
    let expected = ["IndirectBranchHistSync SYNC=0 B-TYPE=0 I-CNT=2 F-ADDR=0x100 HIST=0x3"];
    assert_eq!(bench.blocks(&[(0x200, 1, NONE), (0x202, 1, NONE)]).messages(), expected);
}

#[test]
fn sync_0_marks_nothing_while_there_is_no_trace() {
    let mut bench = Bench::traced(&full(build()), &notifying());
    bench.pulse(|port| port.external_triggers = 1).blocks(&[(0x100, 1, NONE), (0x102, 1, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"]);
}

#[test]
fn ntrace_table_25_sync_1_exit_from_reset() {
    let mut bench = started();
    bench.blocks(&[(0x102, 2, RETURN)]).port(|port| port.reset = true).idle(5);
    bench.blocks(&[(0x300, 1, RETURN)]).port(|port| port.reset = false);
    assert!(bench.messages().is_empty());
    // The jump of the last block went nowhere.
    let expected = ["IndirectBranchHistSync SYNC=1 B-TYPE=0 I-CNT=3 F-ADDR=0x40 HIST=0x1"];
    assert_eq!(bench.blocks(&[(0x80, 1, NONE), (0x82, 1, NONE)]).messages(), expected);
}

#[test]
fn sync_1_marks_no_trap() {
    let mut bench = started();
    bench.blocks(&[(0x102, 2, EXCEPTION)]).pulse(|port| port.reset = true);
    let expected = ["IndirectBranchHistSync SYNC=1 B-TYPE=0 I-CNT=3 F-ADDR=0x40 HIST=0x1"];
    assert_eq!(bench.blocks(&[(0x80, 1, NONE)]).messages(), expected);
}

#[test]
fn sync_1_is_never_direct() {
    let mut bench = Bench::started(&full(btm()), &notifying());
    bench.blocks(&[(0x102, 2, BRANCH_TAKEN)]).pulse(|port| port.reset = true);
    let expected = ["IndirectBranchSync SYNC=1 B-TYPE=0 I-CNT=3 F-ADDR=0x40"];
    assert_eq!(bench.blocks(&[(0x80, 1, NONE)]).messages(), expected);
}

#[test]
fn sync_1_at_the_start_after_a_reset() {
    let mut bench = Bench::new(&full(build()), &unsynced());
    bench.port(|port| port.reset = true).control(true, true).idle(3).port(|port| port.reset = false);
    assert_eq!(bench.blocks(&[(0x80, 1, NONE)]).messages(), ["ProgTraceSync SYNC=1 I-CNT=0 F-ADDR=0x40"]);
}

#[test]
fn ntrace_table_25_sync_2_periodic() {
    let mut bench = Bench::started(&build(), &synced(SyncMode::HalfWords, 0));
    bench.blocks(&[(0x102, 15, NONE), (0x120, 1, NONE)]);
    assert_eq!(bench.messages(), ["IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=16 F-ADDR=0x90 HIST=0x1"]);
}

#[test]
fn ntrace_table_25_sync_3_exit_from_debug_mode_outranks_low_power_and_reset() {
    let mut bench = Bench::new(&full(build()), &unsynced());
    bench.port(|port| (port.reset, port.low_power, port.halted) = (true, true, true));
    bench.control(true, true).port(|port| (port.reset, port.low_power, port.halted) = (false, false, false));
    assert_eq!(bench.blocks(&[(0x80, 1, NONE)]).messages(), ["ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x40"]);
}

#[test]
fn ntrace_table_25_sync_3_exit_from_debug_mode_is_told_once() {
    let mut bench = Bench::new(&full(build()), &unsynced());
    bench.port(|port| port.halted = true).control(true, true).port(|port| port.halted = false);
    // No block was traced, so nothing has told it yet.
    bench.idle(2).port(|port| port.low_power = true).port(|port| port.low_power = false);
    let nothing = "ProgTraceCorrelation EVCODE=1 CDF=1 I-CNT=0 HIST=0x1";
    assert_eq!(bench.blocks(&[(0x80, 1, NONE)]).messages(), [nothing, "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x40"]);
    bench.port(|port| port.low_power = true).port(|port| port.low_power = false).messages();
    assert_eq!(bench.blocks(&[(0x82, 1, NONE)]).messages(), ["ProgTraceSync SYNC=9 I-CNT=0 F-ADDR=0x41"]);
}

#[test]
fn ntrace_table_25_sync_6_trace_event_marks_the_block_that_follows() {
    let mut bench = started();
    bench.pulse(|port| {
        port.blocks[0] = crate::bench::block(0x102, 2, NONE);
        port.blocks[0].notify = true;
    });
    assert!(bench.messages().is_empty());
    let expected = ["IndirectBranchHistSync SYNC=6 B-TYPE=0 I-CNT=3 F-ADDR=0x83 HIST=0x1"];
    assert_eq!(bench.blocks(&[(0x106, 1, NONE), (0x108, 1, NONE)]).messages(), expected);
}

#[test]
fn sync_6_without_a_block_marks_nothing() {
    let mut bench = started();
    bench.pulse(|port| port.blocks[0].notify = true);
    assert!(bench.blocks(&[(0x102, 1, NONE)]).messages().is_empty());
}

#[test]
fn ntrace_table_25_sync_9_exit_from_power_down() {
    let mut bench = started();
    bench.port(|port| port.low_power = true);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=1 CDF=1 I-CNT=1 HIST=0x1"]);
    bench.blocks(&[(0x300, 1, NONE)]).port(|port| port.low_power = false);
    assert_eq!(bench.blocks(&[(0x200, 1, NONE)]).messages(), ["ProgTraceSync SYNC=9 I-CNT=0 F-ADDR=0x100"]);
}

#[test]
fn entry_into_debug_mode_outranks_entry_into_low_power() {
    let mut bench = started();
    bench.port(|port| (port.halted, port.low_power) = (true, true));
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=1 HIST=0x1"]);
}

#[test]
fn what_is_due_together_is_sent_in_turn() {
    let mut build = full(build());
    build.encoder.icnt_width = 9;
    build.encoder.icnt_full = tracewright_config::IcntFull::Sync;
    let run = Run { external_triggers: TriggerAction::Notify.into(), ..synced(SyncMode::HalfWords, 4) };
    let mut bench = Bench::started(&build, &run);
    bench.blocks(&[(0x100, 15, NONE); 16]).pulse(|port| {
        port.external_triggers = 1;
        port.blocks[0] = crate::bench::block(0x100, 15, NONE);
        port.blocks[0].notify = true;
    });
    bench.pulse(|port| port.reset = true);
    assert!(bench.messages().is_empty());
    bench.blocks(&[(0x200, 1, NONE); 5]);
    // I-CNT and the period go with the first.
    let expected = [
        "IndirectBranchHistSync SYNC=1 B-TYPE=0 I-CNT=256 F-ADDR=0x100 HIST=0x1",
        "IndirectBranchHistSync SYNC=6 B-TYPE=0 I-CNT=1 F-ADDR=0x100 HIST=0x1",
        "IndirectBranchHistSync SYNC=0 B-TYPE=0 I-CNT=1 F-ADDR=0x100 HIST=0x1",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn a_start_is_all_that_was_due_before_it() {
    let mut bench = started();
    bench.pulse(|port| port.external_triggers = 1).control(true, false).control(true, true).messages();
    bench.blocks(&[(0x200, 1, NONE), (0x202, 1, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x100"]);
}

#[test]
fn encoder_reset_every_synchronisation_restarts_counters_reference_and_return_stack() {
    for sync in [0, 1, 2, 6] {
        let mut build = full(build());
        build.encoder.implicit_return = ImplicitReturn::Full;
        let mut run = notifying();
        if sync == 2 {
            (run.sync_mode, run.sync_max) = (SyncMode::HalfWords, 0);
        }
        let mut bench = Bench::started(&build, &run);
        bench.blocks(&[(0x102, 2, INFERABLE_CALL), (0x200, 1, BRANCH_TAKEN)]);
        bench.pulse(|port| {
            port.blocks[0] = crate::bench::block(0x300, 12, NONE);
            port.blocks[0].notify = sync == 6;
            port.external_triggers = u8::from(sync == 0);
        });
        bench.pulse(|port| port.reset = sync == 1).idle(1);
        bench.blocks(&[(0x400, 1, RETURN), (0x106, 1, RETURN), (0x106, 1, NONE)]);
        let expected = [
            format!("IndirectBranchHistSync SYNC={sync} B-TYPE=0 I-CNT=16 F-ADDR=0x200 HIST=0x3"),
            "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x283".into(),
            "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x0".into(),
        ];
        assert_eq!(bench.messages(), expected);
    }
}
