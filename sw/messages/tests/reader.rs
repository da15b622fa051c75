// SPDX-License-Identifier: Apache-2.0
//! The reader takes every message of N-Trace Table 8 apart, and reports everything else with its place.

mod common;

use common::{encode, Writer};
use tracewright_messages::reader::{MessageErrorKind, RawMessage, Reader};
use tracewright_messages::{Field, Tcode};

fn one(bytes: &[u8]) -> RawMessage {
    let all: Vec<_> = Reader::new(bytes, 0).collect();
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].unwrap()
}

fn kinds(bytes: &[u8]) -> Vec<(usize, usize, MessageErrorKind)> {
    let errors = Reader::new(bytes, 0).filter_map(Result::err);
    errors.map(|e| (e.offset, e.len, e.kind)).collect()
}

#[test]
fn ntrace_3_5_table_6_indirect_branch_hist() {
    let message = one(&[0xFF, 0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF, 0xFF]);
    assert_eq!((message.offset, message.len, message.tcode), (1, 6, Tcode::IndirectBranchHist));
    let fields: Vec<_> = message.fields().collect();
    assert_eq!(fields, [(Field::BType, 0), (Field::ICnt, 0x7D), (Field::UAddr, 7), (Field::Hist, 0xFFE)]);
}

#[test]
fn ntrace_8_2_1_addresses_of_up_to_63_bits() {
    let address = 0x5FFF_FFFF_FFFF_FFFF;
    let bytes = encode(Tcode::ProgTraceSync, &[5, 0, address]);
    assert_eq!(one(&bytes).get(Field::FAddr), Some(address));
}

/// Values for the fields of `tcode`: for all of them, or for those alone that are always there.
fn values(tcode: Tcode, all: bool) -> Vec<(Field, u64)> {
    let optional = |field: Field| match tcode {
        Tcode::ResourceFull => field == Field::HRepeat,
        Tcode::ProgTraceCorrelation => field == Field::Hist,
        _ => false,
    };
    let value = |field: Field| match field {
        Field::RCode => 2 * u64::from(all),
        Field::Cdf => all.into(),
        Field::Sync | Field::EType | Field::EvCode => 9,
        Field::BType => 3,
        Field::UAddr | Field::FAddr => 0x7FFF_FFFF_C000_18FA,
        _ => 0x2_3456 + field as u64,
    };
    let fields = tcode.fields().iter().filter(|&&f| all || !optional(f));
    fields.map(|&f| (f, value(f))).collect()
}

#[test]
fn ntrace_table_8_every_message_gives_its_fields_back_with_and_without_src_and_tstamp() {
    for &tcode in Tcode::ALL {
        for (all, src_bits, stamp) in
            [(true, 0, None), (false, 0, Some(0)), (true, 1, Some(u64::MAX)), (false, 12, None)]
        {
            let mut expected = values(tcode, all);
            expected.extend(stamp.map(|s| (Field::Tstamp, s)));
            let src = 0xABC & ((1 << src_bits) - 1);
            let mut writer = Writer::new(tcode as u8);
            writer.fixed(src, src_bits as u8);
            expected.iter().for_each(|&(field, value)| writer.field(field, value));
            let bytes = writer.end();
            let read: Vec<_> = Reader::new(&bytes, src_bits).map(Result::unwrap).collect();
            assert_eq!(read.len(), 1, "{tcode:?}");
            assert_eq!(read[0].fields().collect::<Vec<_>>(), expected, "{tcode:?}");
            assert_eq!((u64::from(read[0].src), read[0].len), (src, bytes.len()), "{tcode:?}");
        }
    }
}

#[test]
fn a_variable_field_may_end_in_the_byte_of_the_fixed_field_before_it() {
    let message = one(&[27 << 2, 0b01_0001 << 2 | 3]);
    assert_eq!(message.fields().collect::<Vec<_>>(), [(Field::RCode, 1), (Field::RData, 1)]);
}

#[test]
fn idle_bytes_are_passed_over_anywhere_between_messages() {
    let message = encode(Tcode::RepeatBranch, &[63]);
    assert_eq!(message.last(), Some(&0xFF), "this message ends in a byte like an idle one");
    let trace = [&[0xFF; 3], &message[..], &[0xFF; 2], &message, &[0xFF]].concat();
    let offsets: Vec<_> = Reader::new(&trace, 0).map(|m| m.unwrap().offset).collect();
    assert_eq!(offsets, [3, 7]);
    assert_eq!(Reader::new(&[0xFF; 9], 0).count(), 0);
    assert_eq!(Reader::new(&[], 0).count(), 0);
}

#[test]
fn every_kind_of_damage_is_reported_with_its_place_and_the_next_message_is_read() {
    use MessageErrorKind::*;
    let normal = |mdo: u8| mdo << 2;
    let (field_end, end) = (|mdo: u8| mdo << 2 | 1, |mdo: u8| mdo << 2 | 3);
    let cases: &[(Vec<u8>, MessageErrorKind)] = &[
        (vec![normal(4), 0b10, end(0)], ReservedMseo),
        (vec![field_end(4), end(0)], NoStart),
        (vec![end(4)], NoStart),
        (vec![normal(60), field_end(1), end(2)], Vendor(60)),
        (vec![normal(1), end(2)], ReservedTcode(1)),
        (vec![normal(60), field_end(1), 0b10, end(2)], ReservedMseo),
        (vec![normal(27), end(8)], VendorResource(8)),
        (vec![normal(27), field_end(15), field_end(1), field_end(2), end(2)], VendorResource(15)),
        (vec![normal(27), normal(9), 0b10, end(2)], ReservedMseo),
        (vec![normal(33), normal(2 << 4), end(1)], ReservedValue(Field::Cdf, 2)),
        (vec![normal(4), end(0)], Missing(Field::UAddr)),
        (vec![normal(12), end(0)], Missing(Field::ICnt)),
        (vec![normal(33), field_end(0), end(0)], Missing(Field::ICnt)),
        (vec![normal(30), field_end(1), field_end(2), end(3)], Surplus),
        ([vec![normal(30)], vec![0; 10], vec![end(16)]].concat(), TooLong(Field::BCnt)),
        ([vec![normal(30)], vec![0; 11], vec![end(0)]].concat(), TooLong(Field::BCnt)),
    ];
    for (bytes, kind) in cases {
        let good = encode(Tcode::RepeatBranch, &[7]);
        let trace = [&[0xFF], &bytes[..], &good].concat();
        let read: Vec<_> = Reader::new(&trace, 0).collect();
        assert_eq!(read.len(), 2, "{kind:?} {read:?}");
        let error = read[0].unwrap_err();
        assert_eq!((error.offset, error.len, error.kind), (1, bytes.len(), *kind));
        assert_eq!(read[1].unwrap().get(Field::BCnt), Some(7), "{kind:?}");
    }
}

#[test]
fn a_trace_cut_anywhere_is_truncated_there() {
    let message = encode(Tcode::IndirectBranchHistSync, &[2, 0, 0x12345, 0x4000_0000, 0x8765_4321]);
    for cut in 1..message.len() {
        assert_eq!(kinds(&message[..cut]), [(0, cut, MessageErrorKind::Truncated)]);
    }
}

#[test]
fn what_may_be_ignored_is_cut_where_its_end_is_missing() {
    for start in [60 << 2, 1 << 2] {
        assert_eq!(kinds(&[start, 4, 1]), [(0, 3, MessageErrorKind::Truncated)]);
    }
    assert_eq!(kinds(&[27 << 2, 9 << 2, 1]), [(0, 3, MessageErrorKind::Truncated)]);
}

#[test]
fn a_message_that_cannot_be_read_has_a_source_all_the_same() {
    use MessageErrorKind::*;
    let cases: [(&[u8], Option<u16>, MessageErrorKind); 6] = [
        (&[60 << 2, 5 << 2 | 3], Some(5), Vendor(60)),
        (&[1 << 2, 5 << 2 | 3], Some(5), ReservedTcode(1)),
        (&[30 << 2, 5 << 2, 1, 1, 3], Some(5), Surplus),
        (&[27 << 2, 5 << 2, 8 << 2 | 3], Some(5), VendorResource(8)),
        (&[4 << 2, 0b10, 3], None, ReservedMseo),
        (&[4 << 2 | 3], None, NoStart),
    ];
    for (bytes, src, kind) in cases {
        let read: Vec<_> = Reader::new(bytes, 6).collect();
        assert_eq!(read.len(), 1);
        let error = read[0].unwrap_err();
        assert_eq!((error.src, error.kind), (src, kind));
    }
}

#[test]
fn a_trace_of_zeros_is_one_message_without_an_end() {
    assert_eq!(kinds(&[0; 5000]), [(0, 5000, MessageErrorKind::Truncated)]);
    let zeros_in_a_field = [&[30 << 2][..], &[0; 5000]].concat();
    assert_eq!(kinds(&zeros_in_a_field), [(0, 5001, MessageErrorKind::TooLong(Field::BCnt))]);
}

#[test]
fn whatever_comes_each_byte_belongs_to_one_message_one_error_or_idle() {
    let mut state = 1u64;
    for round in 0..20_000 {
        let bytes: Vec<u8> = (0..40)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        let mut end = 0;
        for item in Reader::new(&bytes, round % 14) {
            let (offset, len) = item.map_or_else(|e| (e.offset, e.len), |m| (m.offset, m.len));
            assert!(offset >= end && len > 0, "{bytes:x?}");
            assert!(bytes[end..offset].iter().all(|&b| b == 0xFF));
            end = offset + len;
        }
        assert!(bytes[end..].iter().all(|&b| b == 0xFF));
    }
}
