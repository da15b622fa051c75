// SPDX-License-Identifier: Apache-2.0
//! Examples of the specification, byte by byte.

use super::*;

/// The bytes that each packer makes of `entry`, without idle bytes; all the same.
fn sent(build: impl Fn(Width) -> Build, settings: Settings, entry: Entry) -> Vec<u8> {
    let all = PACKERS.map(|packer| send_any(&build(packer), settings, &[entry], |_| true).bytes);
    for other in &all[1..] {
        assert_eq!(other, &all[0]);
    }
    all[0].clone()
}

#[test]
fn ntrace_table_6() {
    let entry = Entry { kind: KIND_INDIRECT_BRANCH_HIST, count: 0x7D, addr: 7, hist: 0xFFE, ..Entry::default() };
    assert_eq!(sent(plain, Settings::default(), entry), [0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF]);
}

/// The bytes of F-ADDR in a ProgTraceSync message with teInstExtendAddrMSB.
fn address(addr: u64) -> Vec<u8> {
    let settings = Settings { extend: true, ..Settings::default() };
    let entry = Entry { kind: KIND_PROG_TRACE_SYNC, addr: addr >> 1, ..Entry::default() };
    sent(full, settings, entry)[2..].to_vec()
}

#[test]
fn ntrace_8_2_1_an_address_that_is_not_extended() {
    // The most significant bit of the only byte is 0.
    assert_eq!(address(0x3E), [0b0111_1111]);
}

#[test]
fn ntrace_8_2_1_an_address_that_is_extended() {
    assert_eq!(
        address(0xFFFF_FFFE_3FFF_FFFE),
        [0b1111_1100, 0b1111_1100, 0b1111_1100, 0b1111_1100, 0b0111_1100, 0b1111_0011]
    );
}

#[test]
fn ntrace_8_2_1_zeros_that_prevent_an_extension() {
    assert_eq!(address(0x7E), [0b1111_1100, 0b0000_0011]);
}

#[test]
fn ntrace_8_2_1_an_address_of_all_64_bits() {
    let ones = [0b1111_1100; 10];
    assert_eq!(address(0xBFFF_FFFF_FFFF_FFFE), [&ones[..], &[0b0001_0111]].concat());
}

#[test]
fn ntrace_table_12_process() {
    let process = |own, privilege, context| {
        let entry = Entry { own, privilege, context, ..Entry::default() };
        let bytes = sent(full, Settings::default(), entry);
        assert_eq!(bytes[0], 2 << 2);
        bytes[1..].iter().rev().fold(0u64, |value, byte| value << 6 | u64::from(byte >> 2))
    };
    assert_eq!(process(2, 0b100, 0x1D), 0x3B2, "scontext in VU-mode");
    assert_eq!(process(1, 0b011, 0x1D), 0xC, "M-mode");
    assert_eq!(process(4, 0b101, 0x2A << 32 | 0x1D), 0x2A << 5 | 0b1_0111, "hcontext in VS-mode");
}

#[test]
fn ntrace_9_3_a_pattern_and_how_often_it_repeats() {
    let entry = |repeat_count| Entry { repeat_count, repeat_hist: 0b101, ..Entry::default() };
    assert_eq!(sent(full, Settings::default(), entry(20)), [27 << 2, 0b0100_1000, 0b0000_0101, 20 << 2 | 3]);
    assert_eq!(sent(full, Settings::default(), entry(1)), [27 << 2, 0b0100_0100, 0b0000_0111], "RCODE 1");
}
