// SPDX-License-Identifier: Apache-2.0
//! Addresses whose upper bits are left out (N-Trace 8.2).

use crate::common::*;
use tracewright_decoder::{ErrorKind, Item, Settings};
use tracewright_image::{Image, Segment};
use tracewright_messages::isa::Xlen;
use tracewright_messages::{Field, Tcode};

const EXTENDED: Settings = Settings { extended_address: true, ..PLAIN };

fn somewhere(xlen: Xlen) -> Image {
    Image::from_segments(xlen, 0x100, vec![Segment::code(0x100, assemble(&[C_ADD]))]).unwrap()
}

/// Bytes written as the specification writes them: MDO, an underscore, MSEO.
fn bytes(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|b| u8::from_str_radix(&b.replace('_', ""), 2).unwrap()).collect()
}

/// ProgTraceSync, SYNC 5, I-CNT 0, with these bytes of F-ADDR.
fn start_at(f_addr: &str) -> Vec<u8> {
    let mut message = [bytes("001001_00 000101_01"), bytes(f_addr)].concat();
    *message.last_mut().unwrap() |= 0b11;
    message
}

/// The address of the first synchronising message.
fn address(trace: &[u8], xlen: Xlen, settings: Settings) -> u64 {
    match decode_with(trace, &somewhere(xlen), settings).others[0] {
        Item::Sync { address, .. } => address,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ntrace_8_2_1_most_significant_bit_0_is_not_extended() {
    let trace = start_at("111111_00 111111_00 111111_00 111111_00 011111_00 011100_01");
    assert_eq!(address(&trace, Xlen::Rv64, EXTENDED), 0xE_3FFF_FFFE);
}

#[test]
fn ntrace_8_2_1_most_significant_bit_1_is_extended() {
    let trace = start_at("111111_00 111111_00 111111_00 111111_00 011111_00 111100_01");
    assert_eq!(address(&trace, Xlen::Rv64, EXTENDED), 0xFFFF_FFFE_3FFF_FFFE);
    assert_eq!(address(&trace, Xlen::Rv64, PLAIN), 0xF_1FFF_FFFF << 1, "where the option is off");
}

#[test]
fn ntrace_8_2_1_a_byte_of_zeros_prevents_the_extension() {
    let trace = start_at("111111_00 111111_00 111111_00 111111_00 011111_00 111100_00 000000_01");
    assert_eq!(address(&trace, Xlen::Rv64, EXTENDED), 0x1E_3FFF_FFFE);
}

#[test]
fn ntrace_8_2_1_a_full_address_that_is_none_of_any_virtual_memory_is_reported() {
    let trace = start_at(
        "111111_00 111111_00 111111_00 111111_00 111111_00 111111_00 111111_00 111111_00 111111_00 111111_00 000101_01",
    );
    for settings in [EXTENDED, PLAIN] {
        assert_eq!(address(&trace, Xlen::Rv64, settings), 0xBFFF_FFFF_FFFF_FFFE);
    }
}

#[test]
fn ntrace_8_2_a_kernel_address_takes_six_bytes_instead_of_eleven() {
    let kernel = 0xFFFF_FFFF_8000_31F4;
    let full = message(Tcode::ProgTraceSync, &[5, 0, kernel >> 1]);
    assert_eq!(full.len(), 2 + 11);
    assert_eq!(address(&full, Xlen::Rv64, EXTENDED), kernel);
    let short = start_at("111010_00 100011_00 000001_00 000000_00 000000_00 111111_01");
    assert_eq!(address(&short, Xlen::Rv64, EXTENDED), kernel);
}

#[test]
fn on_rv32_the_extension_ends_at_bit_31() {
    let trace = start_at("111010_00 100011_00 000001_00 000000_00 100000_01");
    assert_eq!(address(&trace, Xlen::Rv32, EXTENDED), 0xC000_31F4);
    let whole = start_at("000000_00 000000_00 000000_00 000000_00 100000_00 000001_01");
    assert_eq!(address(&whole, Xlen::Rv32, EXTENDED), 0xC000_0000);
    let too_long = start_at("000000_00 000000_00 000000_00 000000_00 000000_00 100000_01");
    let decoded = decode_with(&too_long, &somewhere(Xlen::Rv32), EXTENDED);
    assert_eq!(decoded.errors()[0].kind, ErrorKind::Value { field: Field::FAddr, value: 1 << 35 });
}

#[test]
fn a_difference_is_extended_before_it_is_applied() {
    let trap = |u_addr: &str| [bytes("000100_00 000011_01"), bytes(u_addr)].concat();
    let trace = [start(0x100), trap("000000_00 000000_00 100000_11"), trap("100000_11"), trap("000001_00 000000_11")];
    let decoded = decode_with(&trace.concat(), &somewhere(Xlen::Rv64), EXTENDED);
    let to: Vec<u64> =
        decoded.others.iter().filter_map(|i| if let Item::Trap { to, .. } = i { Some(*to) } else { None }).collect();
    let far = 0x100 ^ !((1 << 18) - 1);
    assert_eq!(to, [far, far ^ !0x3F, far ^ !0x3F ^ 2]);
}
