// SPDX-License-Identifier: Apache-2.0
//! Messages as values.

use tracewright_messages::{Field, Tcode};
use tracewright_model::{Difference, Message};

/// IndirectBranchHistSync with the fields 1, 2, 3, ..
fn numbered() -> Message {
    let mut next = 0;
    Message::new(Tcode::IndirectBranchHistSync, |_| {
        next += 1;
        next
    })
}

#[test]
fn fields_are_asked_for_and_listed_in_the_order_of_table_8() {
    let fields: Vec<_> = numbered().fields().collect();
    let expected = [(Field::Sync, 1), (Field::BType, 2), (Field::ICnt, 3), (Field::FAddr, 4), (Field::Hist, 5)];
    assert_eq!(fields, expected);
}

#[test]
fn a_message_reads_in_the_words_of_the_specification() {
    assert_eq!(numbered().to_string(), "IndirectBranchHistSync SYNC=1 B-TYPE=2 I-CNT=3 F-ADDR=0x4 HIST=0x5");
    let icnt_full = Message::new(Tcode::ResourceFull, |field| if field == Field::RData { 26 } else { 0 });
    assert_eq!(icnt_full.to_string(), "ResourceFull RCODE=0 RDATA=26");
    let hist_full = Message::new(Tcode::ResourceFull, |field| if field == Field::RData { 26 } else { 1 });
    assert_eq!(hist_full.to_string(), "ResourceFull RCODE=1 RDATA=0x1A");
}

#[test]
fn a_field_that_another_rules_out_is_absent() {
    let message = |tcode, decides, value| Message::new(tcode, |field| if field == decides { value } else { 7 });
    assert_eq!(message(Tcode::ResourceFull, Field::RCode, 1).get(Field::HRepeat), None);
    assert_eq!(message(Tcode::ResourceFull, Field::RCode, 2).get(Field::HRepeat), Some(7));
    assert_eq!(message(Tcode::ProgTraceCorrelation, Field::Cdf, 0).get(Field::Hist), None);
    assert_eq!(message(Tcode::ProgTraceCorrelation, Field::Cdf, 1).get(Field::Hist), Some(7));
    assert_eq!(message(Tcode::DirectBranch, Field::ICnt, 7).get(Field::Hist), None);
}

#[test]
fn a_fixed_field_keeps_the_bits_it_has_room_for() {
    let message = Message::new(Tcode::IndirectBranch, |_| 0x7F);
    assert_eq!(message.get(Field::BType), Some(3));
    assert_eq!(message.get(Field::ICnt), Some(0x7F));
}

#[test]
fn the_first_field_that_differs_is_named() {
    let expected = numbered();
    assert_eq!(expected.first_difference(&expected), None);
    let found = Message::new(Tcode::IndirectBranchHistSync, |field| match field {
        Field::ICnt => 30,
        Field::Hist => 50,
        _ => expected.get(field).unwrap(),
    });
    let difference = expected.first_difference(&found).unwrap();
    assert_eq!(difference, Difference::Field { field: Field::ICnt, expected: 3, found: 30 });
    assert_eq!(difference.to_string(), "I-CNT: expected 0x3, found 0x1E");
}

#[test]
fn another_message_differs_in_its_tcode() {
    let found = Message::new(Tcode::IndirectBranch, |_| 0);
    let difference = numbered().first_difference(&found).unwrap();
    assert_eq!(difference.to_string(), "TCODE: expected 29 (IndirectBranchHistSync), found 4 (IndirectBranch)");
}

#[test]
fn synchronising_messages_are_those_with_a_full_address() {
    for &tcode in Tcode::ALL {
        assert_eq!(Message::new(tcode, |_| 0).is_sync(), tcode.fields().contains(&Field::FAddr), "{}", tcode.name());
    }
}
