// SPDX-License-Identifier: Apache-2.0
//! Messages that synchronise (N-Trace 8.5).

use crate::common::*;
use tracewright_decoder::output::{Format, Printer};
use tracewright_decoder::{decode, ErrorKind, Item, TrapKind};
use tracewright_image::Image;
use tracewright_messages::{sync, Tcode};

/// A loop of seven half-words with two branches: the first is not taken, the second is.
fn looping() -> Image {
    program(&[(0x100, &[C_ADD, branch(8), ADD, branch(-10), JUMP_REGISTER]), (0x200, &[C_ADD, C_EBREAK])])
}

fn btm_stop(icnt: u64) -> Vec<u8> {
    message(Tcode::ProgTraceCorrelation, &[0, 0, icnt])
}

#[test]
fn ntrace_table_25_every_reason_is_reported_by_name() {
    let image = looping();
    let names = [
        "external trigger",
        "exit from reset",
        "periodic",
        "exit from debug mode",
        "I-CNT full",
        "trace enabled",
        "trace event",
        "restart after lost messages",
        "reserved reason",
        "exit from power-down",
        "reserved reason",
        "reserved reason",
        "reserved reason",
        "reserved reason",
        "vendor-defined reason",
        "vendor-defined reason",
    ];
    for (reason, name) in names.into_iter().enumerate() {
        let trace = message(Tcode::ProgTraceSync, &[reason as u64, 0, 0x80]);
        for (format, expected) in [
            (Format::Listing, format!("-- byte 0: synchronised at 0x00000100: {name} (SYNC {reason})\n")),
            (
                Format::Json,
                format!(r#"{{"item":"sync","byte":0,"reason":{reason},"name":"{name}","address":"0x00000100"}}"#)
                    + "\n",
            ),
        ] {
            let mut printer = Printer::new(&image, format, Vec::new());
            decode(&trace, &image, &PLAIN, &mut |item| printer.item(&item).unwrap());
            assert_eq!(String::from_utf8(printer.into_inner()).unwrap(), expected);
        }
    }
}

#[test]
fn a_message_that_marks_no_jump_is_followed_up_to_its_address() {
    let image = looping();
    for reason in [0, 2, 4, 6] {
        let with_hist = message(Tcode::IndirectBranchHistSync, &[reason, 0, 5, 0x10A >> 1, 0b1_0]);
        let decoded = history(&[start(0x100), with_hist, stop(2, 0b1_1)], &image);
        assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x102, 0x106, 0x10A][..], 0));

        let indirect = message(Tcode::IndirectBranchSync, &[reason, 0, 5, 0x10A >> 1]);
        let direct = message(Tcode::DirectBranchSync, &[reason, 5, 0x10A >> 1]);
        let behind_a_branch = message(Tcode::IndirectBranchSync, &[reason, 0, 3, 0x106 >> 1]);
        for (mark, rest) in [(indirect, 2), (direct, 2), (behind_a_branch, 4)] {
            let decoded = branches(&[start(0x100), mark, btm_stop(rest)], &image);
            assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x102, 0x106, 0x10A][..], 0));
        }
    }
}

#[test]
fn ntrace_7_5_prog_trace_sync_with_a_count_says_where_an_event_happened() {
    for (reason, icnt, at) in
        [(sync::EXTERNAL_TRIGGER, 1, 0x102), (sync::TRACE_EVENT, 1, 0x102), (sync::PERIODIC, 1, 0x102)]
    {
        let event = message(Tcode::ProgTraceSync, &[reason.into(), icnt, at >> 1]);
        let decoded = history(&[start(0x100), event, stop(4, 0b1_0)], &looping());
        assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x102, 0x106][..], 0));
        assert!(matches!(decoded.others[1], Item::Sync { reason: r, address: 0x102, .. } if r == reason));
    }
}

#[test]
fn an_event_elsewhere_than_where_execution_has_come_is_an_error() {
    let event = message(Tcode::ProgTraceSync, &[sync::TRACE_EVENT.into(), 1, 0x200 >> 1]);
    let decoded = history(&[start(0x100), event, stop(1, 1)], &looping());
    assert_eq!(decoded.only_error().2, ErrorKind::OtherAddress(0x200));
    assert_eq!(decoded.pcs, [0x100, 0x200]);
}

#[test]
fn a_reset_comes_with_the_last_address_before_it() {
    for reason in [sync::EXIT_FROM_RESET, sync::EXIT_FROM_POWER_DOWN] {
        let with_hist = message(Tcode::IndirectBranchHistSync, &[reason.into(), 0, 5, 0x200 >> 1, 0b1_0]);
        let decoded = history(&[start(0x100), with_hist, stop(1, 1)], &looping());
        assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x102, 0x106, 0x200][..], 0));
        let indirect = message(Tcode::IndirectBranchSync, &[reason.into(), 0, 3, 0x200 >> 1]);
        let decoded = branches(&[start(0x100), indirect, btm_stop(1)], &looping());
        assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x102, 0x200][..], 0));
    }
}

#[test]
fn a_trap_that_synchronises_is_a_trap() {
    let interrupt = message(Tcode::IndirectBranchSync, &[2, 3, 3, 0x200 >> 1]);
    let decoded = branches(&[start(0x100), interrupt, btm_stop(1)], &looping());
    assert_eq!(decoded.others[1], Item::Trap { kind: TrapKind::Interrupt, from: Some(0x106), to: 0x200 });
    assert!(matches!(decoded.others[2], Item::Sync { address: 0x200, .. }));
    assert_eq!(decoded.pcs, [0x100, 0x102, 0x200]);
}

#[test]
fn errors_say_which_message_of_the_trace_they_are_in() {
    let wrong = || message(Tcode::IndirectBranch, &[0, 2, 0]);
    let trace = [start(0x100), vec![0xFF, 0xFF], wrong(), vec![60 << 2, 0x13], start(0x200), wrong()];
    let decoded = history(&trace, &looping());
    let numbers: Vec<u64> = decoded.errors().iter().map(|e| e.message).collect();
    assert_eq!(numbers, [2, 5]);
    assert_eq!(history(&[wrong(), wrong()], &looping()).errors()[0].message, 1);
}
