// SPDX-License-Identifier: Apache-2.0
//! N-Trace ch. 7: layouts of messages.

use tracewright_messages::{Field, Tcode};
use tracewright_model::codec::{self, Framing};
use tracewright_model::Message;

/// MDO of each byte of the message whose fields have these values.
fn mdo(tcode: Tcode, values: &[(Field, u64)]) -> Vec<u8> {
    let value = |field| values.iter().find(|&&(f, _)| f == field).map_or(0, |&(_, value)| value);
    codec::encode(&Message::new(tcode, value), &Framing::default()).iter().map(|byte| byte >> 2).collect()
}

#[test]
fn ntrace_7_1_ownership() {
    // PROCESS=0x3B2: scontext=0x1D, VU-mode.
    assert_eq!(mdo(Tcode::Ownership, &[(Field::Process, 0x3B2)]), [2, 0b110010, 0b001110]);
}

#[test]
fn ntrace_7_4_error() {
    // ETYPE and the low two bits of ECODE share a byte.
    let ecode_4 = mdo(Tcode::Error, &[(Field::EType, 0), (Field::ECode, 4)]);
    assert_eq!(ecode_4, [8, 0b00_0000, 0b1]);
}

#[test]
fn ntrace_7_5_prog_trace_sync() {
    let start = mdo(Tcode::ProgTraceSync, &[(Field::Sync, 3), (Field::FAddr, 0x80)]);
    assert_eq!(start, [9, 0b0_0011, 0b000000, 0b000010]);
}

#[test]
fn ntrace_7_8_a_full_32_bit_hist_takes_7_bytes() {
    let hist = 0b1_01_01_01_01_01_01_01_01_01_01_01_01_01_01_01_01u64 >> 1 | 1 << 31;
    let bytes = mdo(Tcode::ResourceFull, &[(Field::RCode, 1), (Field::RData, hist)]);
    assert_eq!(bytes.len(), 7);
    assert_eq!(bytes[..2], [27, (hist as u8 & 3) << 4 | 1]);
    assert_eq!(u64::from(bytes[6]), hist >> 26);
}

#[test]
fn ntrace_7_8_a_repeated_hist_has_a_field_more() {
    let fields = [(Field::RCode, 2), (Field::RData, 0b101), (Field::HRepeat, 150)];
    assert_eq!(mdo(Tcode::ResourceFull, &fields), [27, 0b01_0010, 0b1, 150 & 0x3F, 150 >> 6]);
}

#[test]
fn ntrace_7_10_indirect_branch_hist_sync() {
    let fields = [(Field::Sync, 4), (Field::BType, 0), (Field::ICnt, 8), (Field::FAddr, 0x88), (Field::Hist, 2)];
    assert_eq!(mdo(Tcode::IndirectBranchHistSync, &fields), [29, 0b00_0100, 8, 0x08, 0x2, 2]);
}

#[test]
fn ntrace_7_12_prog_trace_correlation() {
    let fields = [(Field::EvCode, 4), (Field::Cdf, 1), (Field::ICnt, 10), (Field::Hist, 0b100)];
    assert_eq!(mdo(Tcode::ProgTraceCorrelation, &fields), [33, 0b01_0100, 10, 0b100]);
    let without_hist = [(Field::EvCode, 0), (Field::Cdf, 0), (Field::ICnt, 10), (Field::Hist, 0b100)];
    assert_eq!(mdo(Tcode::ProgTraceCorrelation, &without_hist), [33, 0, 10]);
}
