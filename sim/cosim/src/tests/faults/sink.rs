// SPDX-License-Identifier: Apache-2.0
//! Bytes at the sink, trace memory, and what the driver reads.

use super::{cycle, report, report_of};
use crate::mismatch::Difference;
use crate::observed::{flag, Item};
use crate::tests::preset;
use tracewright_config::{Build, Packer, SinkKind};

fn streaming(packer: Packer) -> Build {
    let mut build = preset("mcu");
    build.sink.kind = SinkKind::Stream.into();
    build.encoder.packer = packer;
    build
}

#[test]
fn a_bit_of_a_byte_is_reported_with_its_message() {
    let mismatch = report(cycle(1, |c| c.bytes > 0, |batch, at| batch.bytes[at.byte] ^= 0x80));
    let Difference::Byte { offset: 1, expected: Some((byte, message, 1)), found } = mismatch.difference else {
        panic!("{mismatch}");
    };
    assert_eq!((byte ^ found, message.tcode().name()), (0x80, "ProgTraceSync"));
}

#[test]
fn a_bit_of_a_word_is_reported() {
    for packer in [Packer::Word, Packer::Double, Packer::Message] {
        let flip = cycle(2, |c| c.bytes > 0, |batch, at| batch.bytes[at.byte + 3] ^= 0x80);
        let difference = report_of(&streaming(packer), flip).difference;
        assert!(matches!(difference, Difference::Byte { expected: Some(_), .. }), "{difference}");
    }
}

#[test]
fn a_message_that_does_not_leave_whole_is_reported() {
    let split = cycle(
        3,
        |c| c.bytes > 0,
        |batch, at| {
            batch.cycles[at.cycle].bytes -= 1;
            batch.bytes.remove(at.byte);
        },
    );
    let difference = report_of(&streaming(Packer::Message), split).difference;
    assert!(matches!(difference, Difference::Length { expected, found, .. } if expected == found + 1), "{difference}");
}

#[test]
fn a_byte_too_many_is_reported() {
    let add = cycle(
        0,
        |c| !c.has(flag::TRACING),
        |batch, at| {
            batch.cycles[at.cycle].bytes += 1;
            batch.bytes.insert(at.byte, 0);
        },
    );
    let difference = report(add).difference;
    assert!(matches!(difference, Difference::Byte { offset: 0, expected: None, .. }), "{difference}");
}

#[test]
fn bytes_that_never_come_are_reported() {
    // Everything after the hundredth byte.
    let mut left = 100;
    let stop = move |item: &mut Item| {
        let Item::Cycles(batch) = item else { return };
        for cycle in &mut batch.cycles {
            cycle.bytes = cycle.bytes.min(left);
            left -= cycle.bytes;
            cycle.flags &= !flag::FILL;
        }
    };
    // The queue gives up entries of which nothing arrives.
    let difference = report(stop).difference;
    let Difference::Signal { name, .. } = difference else { panic!("{difference}") };
    assert_eq!(name, "entries in the queue, at least,");
}

#[test]
fn an_idle_byte_out_of_place_is_reported() {
    let fill = cycle(9, |c| c.bytes > 0, |batch, at| batch.cycles[at.cycle].flags |= flag::FILL);
    let difference = report(fill).difference;
    assert!(matches!(difference, Difference::Fill { offset: 9 }), "{difference}");
}

#[test]
fn an_idle_word_is_reported() {
    let idle = cycle(
        0,
        |c| !c.has(flag::ENABLE),
        |batch, at| {
            batch.cycles[at.cycle].bytes += 4;
            batch.bytes.splice(at.byte..at.byte, [0xFF; 4]);
        },
    );
    let difference = report_of(&streaming(Packer::Word), idle).difference;
    assert!(matches!(difference, Difference::Fill { offset: 0 }), "{difference}");
}

#[test]
fn an_idle_byte_too_few_is_reported() {
    let forget = cycle(0, |c| c.has(flag::FILL), |batch, at| batch.cycles[at.cycle].flags &= !flag::FILL);
    let difference = report(forget).difference;
    assert!(matches!(difference, Difference::Unfilled { bytes: 3 }), "{difference}");
}

#[test]
fn an_encoder_that_is_empty_too_early_is_reported() {
    let early = cycle(3, |c| c.bytes > 0, |batch, at| batch.cycles[at.cycle].flags |= flag::EMPTY);
    let difference = report(early).difference;
    assert!(matches!(difference, Difference::Unsent { .. }), "{difference}");
}
