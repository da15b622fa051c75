// SPDX-License-Identifier: Apache-2.0
//! N-Trace ch. 3: bytes of a message.

use tracewright_config::{Build, Run};
use tracewright_messages::{max, mseo, Field, Tcode};
use tracewright_model::codec::{self, Framing};
use tracewright_model::Message;

#[test]
fn ntrace_table_6_indirect_branch_hist() {
    let message = Message::new(Tcode::IndirectBranchHist, |field| match field {
        Field::ICnt => 0x7D,
        Field::UAddr => 0x7,
        Field::Hist => 0xFFE,
        _ => 0,
    });
    assert_eq!(*codec::encode(&message, &Framing::default()), [0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF]);
}

#[test]
fn ntrace_3_1_ends_of_fields_and_messages_are_marked() {
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
fn ntrace_3_3_the_lowest_bits_of_a_field_go_first() {
    let message = Message::new(Tcode::ProgTraceSync, |field| match field {
        Field::FAddr => 0b101010_010101_110011,
        _ => 0,
    });
    let bytes = codec::encode(&message, &Framing::default());
    let address: Vec<u8> = bytes[bytes.len() - 3..].iter().map(|byte| byte >> 2).collect();
    assert_eq!(address, [0b110011, 0b010101, 0b101010]);
}

#[test]
fn ntrace_1_3_a_variable_length_field_has_one_bit_at_least() {
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
fn ntrace_3_2_src_follows_tcode() {
    let message = Message::new(Tcode::DirectBranch, |_| 1);
    let framing = Framing { src: Some((0x5A, 8)), extend: None };
    // TCODE; six bits of SRC; two more of SRC, then I-CNT.
    assert_eq!(*codec::encode(&message, &framing), [3 << 2, 0x1A << 2, 0b01_01 << 2 | 0b11]);
}

#[test]
fn ntrace_3_2_src_is_that_of_the_build_unless_inhibited() {
    let mut build = Build::default();
    build.encoder.src_bits = 4;
    build.encoder.src_id = 0x9;
    assert_eq!(Framing::new(&build, &Run::default()).src, Some((9, 4)));
    assert_eq!(Framing::new(&build, &Run { inhibit_src: true, ..Run::default() }).src, None);
    assert_eq!(Framing::new(&Build::default(), &Run::default()), Framing::default());
}

#[test]
fn ntrace_6_1_tstamp_is_the_last_field() {
    let message = Message::new(Tcode::DirectBranch, |_| 1).stamped(Some(0x41));
    assert_eq!(*codec::encode(&message, &Framing::default()), [3 << 2, 1 << 2 | 0b01, 1 << 2, 1 << 2 | 0b11]);
}

#[test]
fn no_message_is_longer_than_38_bytes() {
    let framing = Framing { src: Some((0xFFF, 12)), extend: None };
    let bits = |field| match field {
        Field::ICnt => max::I_CNT,
        Field::FAddr | Field::UAddr => max::ADDR,
        _ => max::HIST,
    };
    let longest = |tcode| Message::new(tcode, |field| (1 << bits(field)) - 1).stamped(Some(u64::MAX));
    let lengths = Tcode::ALL.iter().map(|&tcode| codec::encode(&longest(tcode), &framing).len());
    assert!(lengths.max().unwrap() <= codec::MAX_BYTES);
}
