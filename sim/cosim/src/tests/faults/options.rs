// SPDX-License-Identifier: Apache-2.0
//! What only builds with options have: repeats, Ownership, times, triggers.

use super::messages::field;
use super::{entry, report_of};
use crate::mismatch::Difference;
use crate::tests::preset;
use tracewright_config::{Build, TimestampSource};
use tracewright_messages::Field;

/// Ownership with both contexts, repeated history, timestamps of 20 bits.
fn build() -> Build {
    let mut build = preset("mcu");
    build.encoder.context = true;
    build.encoder.scontext_width = 8;
    build.encoder.hcontext_width = 4;
    build.encoder.repeated_history = true;
    build.timestamp.source = TimestampSource::Core;
    build.timestamp.width = 20;
    build
}

#[test]
fn a_bit_of_ownership_is_reported() {
    let owned = |bits| move |e: &crate::entry::QueueEntry| e.own & bits != 0;
    assert_eq!(field(&report_of(&build(), entry(0, owned(7), |e| e.own_privilege ^= 4))), Some(Field::Process));
    assert_eq!(field(&report_of(&build(), entry(0, owned(4), |e| e.own_context ^= 1 << 11))), Some(Field::Process));
    assert_eq!(field(&report_of(&build(), entry(0, owned(2), |e| e.own_context ^= 1))), Some(Field::Process));
    let difference = report_of(&build(), entry(0, owned(2), |e| e.own ^= 2)).difference;
    assert!(matches!(difference, Difference::Message { expected: Some(_), found: None, .. }), "{difference}");
}

#[test]
fn a_repetition_out_of_place_is_reported() {
    let repeat = |e: &mut crate::entry::QueueEntry| (e.repeat_count, e.repeat_hist) = (2, 2);
    let difference = report_of(&build(), entry(4, |e| e.repeat_count == 0, repeat)).difference;
    assert!(matches!(difference, Difference::Message { expected: Some(_), found: Some(_), .. }), "{difference}");
}

#[test]
fn the_time_of_an_entry_is_reported() {
    let difference = report_of(&build(), entry(4, |_| true, |e| e.time ^= 1 << 19)).difference;
    assert!(matches!(difference, Difference::Time { expected, found, .. } if expected ^ found == 1 << 19));
    // Bits that the build does not have are not compared.
    let above = report_of(&build(), entry(4, |_| true, |e| (e.time, e.addr) = (e.time ^ 1 << 20, e.addr ^ 1)));
    assert!(matches!(above.difference, Difference::Message { .. }));
}
