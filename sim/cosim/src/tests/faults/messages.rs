// SPDX-License-Identifier: Apache-2.0
//! Messages that enter the queue.

use super::{cycle, entry, report};
use crate::entry::QueueEntry;
use crate::mismatch::Difference;
use crate::observed::{flag, Cycle};
use crate::Mismatch;
use tracewright_messages::Field;
use tracewright_rtl::codes::{KIND_INDIRECT_BRANCH, KIND_INDIRECT_BRANCH_HIST};

/// The first field in which the reported messages differ.
pub(super) fn field(mismatch: &Mismatch) -> Option<Field> {
    match &mismatch.difference {
        Difference::Message { expected: Some(expected), found: Some(found), .. } => {
            match expected.first_difference(found) {
                Some(tracewright_model::Difference::Field { field, .. }) => Some(field),
                _ => None,
            }
        }
        _ => None,
    }
}

#[test]
fn a_bit_of_a_message_is_reported_by_its_field() {
    assert_eq!(field(&report(entry(0, |_| true, |e| e.fixed ^= 1))), Some(Field::Sync));
    assert_eq!(field(&report(entry(0, |_| true, |e| e.count ^= 1))), Some(Field::ICnt));
    assert_eq!(field(&report(entry(0, |_| true, |e| e.addr ^= 1 << 30))), Some(Field::FAddr));
    let has_hist = |e: &QueueEntry| usize::from(e.kind) == KIND_INDIRECT_BRANCH_HIST;
    assert_eq!(field(&report(entry(3, has_hist, |e| e.hist ^= 1))), Some(Field::Hist));
    assert_eq!(field(&report(entry(0, |_| true, |e| e.kind = KIND_INDIRECT_BRANCH as u8))), None, "TCODE");
}

#[test]
fn an_entry_that_is_missing_is_reported() {
    let remove = cycle(
        5,
        |c| c.entries > 0,
        |batch, at| {
            batch.cycles[at.cycle].entries -= 1;
            batch.entries.remove(at.entry);
        },
    );
    let difference = report(remove).difference;
    assert!(matches!(difference, Difference::Message { index: 5, expected: Some(_), found: None }), "{difference}");
}

#[test]
fn an_entry_too_many_is_reported() {
    let quiet = |c: &Cycle| c.has(flag::TRACING) && c.entries == 0;
    let add = cycle(40, quiet, |batch, at| {
        batch.cycles[at.cycle].entries += 1;
        batch.entries.insert(at.entry, QueueEntry { kind: KIND_INDIRECT_BRANCH as u8, ..QueueEntry::default() });
    });
    let difference = report(add).difference;
    assert!(matches!(difference, Difference::Message { expected: None, found: Some(_), .. }), "{difference}");
}

#[test]
fn a_report_speaks_the_words_of_the_specification_and_shows_what_the_port_took() {
    let mismatch = report(entry(30, |_| true, |e| e.count ^= 1));
    let text = mismatch.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains(" entering the queue: I-CNT: expected 0x"), "{text}");
    assert!(lines[1].starts_with("  expected ") && lines[2].starts_with("  found    "), "{text}");
    assert_eq!((lines[3], lines[24]), ("what the port took last:", "what registers were accessed last:"), "{text}");
    assert!(lines[4].contains(": [0] itype="), "{text}");
    assert!(lines.last().is_some_and(|last| last.contains(": write teControl 0x")), "{text}");
}
