// SPDX-License-Identifier: Apache-2.0
//! N-Trace ch. 3: bytes of a message.

use tracewright_messages::{mseo, Field, Tcode};
use tracewright_model::codec::{self, Framing};
use tracewright_model::Message;

#[test]
fn table_6_indirect_branch_hist() {
    let message = Message::new(Tcode::IndirectBranchHist, |field| match field {
        Field::ICnt => 0x7D,
        Field::UAddr => 0x7,
        Field::Hist => 0xFFE,
        _ => 0,
    });
    assert_eq!(*codec::encode(&message, &Framing::default()), [0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF]);
}

#[test]
fn section_3_1_ends_of_fields_and_messages_are_marked() {
    for &tcode in Tcode::ALL {
        let message = Message::new(tcode, |_| 1);
        let bytes = codec::encode(&message, &Framing::default());
        assert_eq!(bytes[0], (tcode as u8) << 2 | mseo::NORMAL, "{message}");
        let (last, rest) = bytes.split_last().unwrap();
        assert_eq!(last & 3, mseo::END_OF_MESSAGE, "{message}");
        let variable = message.fields().filter(|(field, _)| field.size() == tracewright_messages::Size::Var).count();
        assert_eq!(rest.iter().filter(|&byte| byte & 3 == mseo::END_OF_FIELD).count(), variable - 1, "{message}");
        assert!(rest.iter().all(|&byte| byte & 3 != mseo::END_OF_MESSAGE), "{message}");
    }
}

#[test]
fn section_1_3_a_variable_length_field_has_one_bit_at_least() {
    // TCODE, EVCODE and CDF fill two bytes: I-CNT = 0 takes one more.
    let message = Message::new(Tcode::ProgTraceCorrelation, |field| match field {
        Field::EvCode => 4,
        Field::Cdf => 1,
        Field::Hist => 1,
        _ => 0,
    });
    assert_eq!(*codec::encode(&message, &Framing::default()), [33 << 2, 0b010100 << 2, 0b01, 0b000001 << 2 | 0b11]);
}

#[test]
fn a_field_that_fills_its_last_byte_takes_no_other() {
    let bytes = |value| codec::encode(&Message::new(Tcode::DirectBranch, |_| value), &Framing::default()).len();
    assert_eq!([0x3F, 0x40, 0xFFF, 0x1000].map(bytes), [2, 3, 3, 4]);
}

#[test]
fn no_message_is_longer_than_38_bytes() {
    let longest = Tcode::ALL
        .iter()
        .map(|&tcode| codec::encode(&Message::new(tcode, |_| u64::MAX), &Framing::default()).len())
        .max();
    assert!(longest.unwrap() <= codec::MAX_BYTES);
}
