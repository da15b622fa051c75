// SPDX-License-Identifier: Apache-2.0
//! Ownership (N-Trace 7.1; `docs/encoder.md`).

use crate::bench::{btm, build, unsynced, Bench};
use tracewright_config::{Build, Run, TrapBtype};
use tracewright_messages::{ctype, itype::*, privilege};

/// With contexts of these widths.
fn contexts(scontext: u32, hcontext: u32, build: Build) -> Build {
    let mut build = build;
    build.encoder.context = true;
    build.encoder.scontext_width = scontext;
    build.encoder.hcontext_width = hcontext;
    build
}

/// A trace that has started in M-mode, with context 0.
fn started(build: &Build) -> Bench {
    let mut bench = Bench::new(build, &unsynced());
    bench.port(|port| port.privilege = privilege::M);
    bench.control(true, true).blocks(&[(0x100, 1, NONE)]).messages();
    bench
}

#[test]
fn ntrace_table_12_privilege_modes() {
    let modes = [(0, 0x00), (1, 0x04), (3, 0x0C), (4, 0x0C), (5, 0x10), (6, 0x14), (7, 0x0C)];
    for (code, process) in modes {
        let mut bench = Bench::new(&contexts(0, 0, build()), &unsynced());
        bench.port(|port| port.privilege = code);
        bench.control(true, true).blocks(&[(0x100, 1, NONE)]);
        let expected = format!("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 + Ownership PROCESS={process:#X}");
        assert_eq!(bench.entries(), [expected]);
    }
}

#[test]
fn ntrace_7_1_vu_mode_with_scontext() {
    let mut bench = Bench::new(&contexts(8, 0, build()), &unsynced());
    bench.port(|port| (port.privilege, port.context, port.ctype) = (privilege::VU, 0x1D, ctype::PRECISE));
    bench.control(true, true).blocks(&[(0x100, 1, NONE)]);
    assert_eq!(bench.messages()[1..], ["Ownership PROCESS=0x3B2"]);
}

#[test]
fn hcontext_goes_before_scontext_after_a_synchronisation() {
    let mut bench = Bench::new(&contexts(8, 4, build()), &unsynced());
    bench.port(|port| (port.privilege, port.context, port.ctype) = (privilege::S, 0x51D, ctype::IMPRECISE));
    bench.control(true, true).blocks(&[(0x100, 1, NONE)]);
    // hcontext 5 and S-mode in FORMAT 11, scontext 0x1D in FORMAT 10.
    assert_eq!(bench.messages()[1..], ["Ownership PROCESS=0xA7", "Ownership PROCESS=0x3A6"]);
}

#[test]
fn ntrace_7_1_hcontext_without_scontext_sends_both_messages_after_a_synchronisation() {
    let mut bench = Bench::new(&contexts(0, 4, build()), &unsynced());
    bench.port(|port| (port.privilege, port.context, port.ctype) = (privilege::S, 5, ctype::IMPRECISE));
    bench.control(true, true).blocks(&[(0x100, 1, NONE)]);
    assert_eq!(bench.messages()[1..], ["Ownership PROCESS=0xA7", "Ownership PROCESS=0x6"]);
    bench.port(|port| port.context = 6);
    assert_eq!(bench.blocks(&[(0x102, 1, NONE)]).entries(), ["Ownership PROCESS=0xC7"], "a change alone");
}

#[test]
fn a_context_that_is_not_reported_is_the_one_last_seen() {
    let mut bench = started(&contexts(8, 0, build()));
    bench.port(|port| (port.context, port.ctype) = (0x1D, ctype::UNREPORTED));
    assert!(bench.blocks(&[(0x102, 1, NONE)]).messages().is_empty());
    bench.control(true, false).control(true, true).messages();
    assert_eq!(bench.blocks(&[(0x100, 1, NONE)]).messages()[1..], ["Ownership PROCESS=0xE"]);
}

#[test]
fn an_imprecise_change_goes_without_a_message_of_its_own() {
    let mut bench = started(&contexts(8, 0, build()));
    bench.port(|port| (port.context, port.ctype) = (0x1D, ctype::IMPRECISE));
    assert_eq!(bench.blocks(&[(0x102, 1, NONE)]).entries(), ["Ownership PROCESS=0x3AE"]);
    assert!(bench.blocks(&[(0x104, 1, NONE)]).entries().is_empty());
}

#[test]
fn a_precise_change_says_where() {
    let precise = |bench: &mut Bench| {
        bench.port(|port| (port.context, port.ctype) = (0x1D, ctype::PRECISE));
        bench.blocks(&[(0x104, 1, NONE)]).entries()
    };
    for build in [build(), btm()] {
        let mut bench = started(&contexts(8, 0, build));
        let expected = ["IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x2 + Ownership PROCESS=0x3AE"];
        assert_eq!(precise(&mut bench), expected);
    }
    let mut bench = started(&contexts(8, 0, btm()));
    bench.blocks(&[(0x102, 1, BRANCH_TAKEN)]);
    assert_eq!(precise(&mut bench), ["DirectBranch I-CNT=2 + Ownership PROCESS=0x3AE"]);
}

#[test]
fn an_asynchronous_discontinuity_is_an_interrupt() {
    for (trap_btype, btype) in [(TrapBtype::Distinct, 3), (TrapBtype::Single, 1)] {
        for build in [build(), btm()] {
            let mut build = contexts(8, 0, build);
            build.encoder.trap_btype = trap_btype;
            for itype in [NONE, RETURN] {
                let mut bench = started(&build);
                bench.blocks(&[(0x102, 1, itype)]);
                bench.port(|port| (port.context, port.ctype) = (1, ctype::DISCONTINUITY));
                let expected = [format!("IndirectBranch B-TYPE={btype} I-CNT=2 U-ADDR=0x2 + Ownership PROCESS=0x2E")];
                assert_eq!(bench.blocks(&[(0x104, 1, NONE)]).entries(), expected);
            }
        }
    }
    let mut bench = started(&contexts(8, 0, btm()));
    bench.blocks(&[(0x102, 1, BRANCH_TAKEN)]);
    bench.port(|port| (port.context, port.ctype) = (1, ctype::DISCONTINUITY));
    let expected = ["IndirectBranch B-TYPE=3 I-CNT=2 U-ADDR=0x2 + Ownership PROCESS=0x2E"];
    assert_eq!(bench.blocks(&[(0x104, 1, NONE)]).entries(), expected);
}

#[test]
fn only_the_context_that_changes_is_sent() {
    for (context, expected) in [(0x01, "Ownership PROCESS=0x2E"), (0x100, "Ownership PROCESS=0x2F")] {
        let mut bench = started(&contexts(8, 4, build()));
        bench.port(|port| (port.context, port.ctype) = (context, ctype::IMPRECISE));
        assert_eq!(bench.blocks(&[(0x102, 1, NONE)]).entries(), [expected]);
    }
}

#[test]
fn a_change_of_privilege_is_sent_with_its_block() {
    let mut bench = started(&contexts(8, 0, build()));
    bench.port(|port| port.privilege = privilege::S);
    assert_eq!(bench.blocks(&[(0x102, 1, NONE)]).entries(), ["Ownership PROCESS=0x4"]);
}

#[test]
fn traps_and_trap_returns_are_followed_by_ownership() {
    for (itype, btype) in [(EXCEPTION, 2), (INTERRUPT, 3), (TRAP_RETURN, 0)] {
        let mut bench = started(&contexts(8, 0, build()));
        bench.blocks(&[(0x102, 1, itype), (0x200, 1, NONE)]);
        let expected = format!("IndirectBranch B-TYPE={btype} I-CNT=2 U-ADDR=0x180 + Ownership PROCESS=0xC");
        assert_eq!(bench.entries(), [expected]);
    }
    let mut bench = started(&contexts(8, 0, build()));
    bench.blocks(&[(0x102, 1, RETURN), (0x200, 1, NONE)]);
    assert_eq!(bench.entries(), ["IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x180"]);
}

#[test]
fn a_block_without_an_address_is_not_looked_at() {
    let mut bench = started(&contexts(8, 0, build()));
    bench.port(|port| (port.privilege, port.context, port.ctype) = (privilege::S, 1, ctype::PRECISE));
    assert!(bench.blocks(&[(0, 0, INTERRUPT)]).entries().is_empty());
    let expected = ["IndirectBranch B-TYPE=3 I-CNT=1 U-ADDR=0x180 + Ownership PROCESS=0x26"];
    assert_eq!(bench.blocks(&[(0x200, 1, NONE)]).entries(), expected);
}

#[test]
fn without_te_context_there_is_none() {
    let run = Run { context: false, ..unsynced() };
    let mut bench = Bench::started(&contexts(8, 4, build()), &run);
    bench.port(|port| (port.privilege, port.context, port.ctype) = (privilege::S, 1, ctype::PRECISE));
    assert!(bench.blocks(&[(0x102, 1, NONE)]).entries().is_empty());
}

#[test]
fn a_lost_ownership_is_told_apart() {
    let mut bench = started(&contexts(8, 0, build()));
    bench.port(|port| port.privilege = privilege::S);
    bench.room(0).blocks(&[(0x102, 1, NONE)]);
    assert_eq!(bench.entries(), ["(lost) Ownership PROCESS=0x4"]);
    assert_eq!(bench.room(2).idle(1).entries(), ["Error ETYPE=0 ECODE=8"]);
    let mut bench = started(&contexts(8, 0, build()));
    bench.blocks(&[(0x102, 1, EXCEPTION)]).room(0).blocks(&[(0x200, 1, NONE)]).entries();
    assert_eq!(bench.room(2).idle(1).entries(), ["Error ETYPE=0 ECODE=12"]);
}
