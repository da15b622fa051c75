// SPDX-License-Identifier: Apache-2.0
//! N-Trace ch. 8: how fields are calculated.

use crate::bench::{build, single, unsynced, Bench};
use tracewright_config::{Build, IcntFull};
use tracewright_messages::{itype::*, Block, Field, Tcode};
use tracewright_model::codec::{self, Framing};
use tracewright_model::Message;

#[test]
fn ntrace_8_1_table_24_address_xor_compression() {
    let mut bench = Bench::traced(&build(), &unsynced());
    bench.blocks(&[(0x3FC04, 2, RETURN), (0x3F368, 2, RETURN), (0x3E100, 2, NONE)]);
    let expected = [
        "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x1FE02",
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x7B6",
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x934",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn ntrace_8_2_1_a_full_64_bit_address_takes_11_bytes() {
    let build = Build { xlen: 64, ..build() };
    let mut bench = Bench::traced(&build, &unsynced());
    bench.blocks(&[(0xBFFF_FFFF_FFFF_FFFE, 1, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x5FFFFFFFFFFFFFFF"]);
    let message = Message::new(Tcode::ProgTraceSync, |field| match field {
        Field::FAddr => 0x5FFF_FFFF_FFFF_FFFF,
        _ => 0,
    });
    let address = &codec::encode(&message, &Framing::default())[2..];
    assert_eq!(address[..10], [0b111111 << 2; 10]);
    assert_eq!(address[10..], [0b000101 << 2 | 0b11]);
}

/// MDO of each byte of the F-ADDR that stands for `address`, with teInstExtendAddrMSB.
fn extended(xlen: u32, address: u64) -> Vec<u8> {
    let message = Message::new(Tcode::ProgTraceSync, |field| match field {
        Field::FAddr => address >> 1,
        _ => 0,
    });
    let framing = Framing { extend: Some(xlen), ..Framing::default() };
    codec::encode(&message, &framing)[2..].iter().map(|byte| byte >> 2).collect()
}

#[test]
fn ntrace_8_2_1_non_extended_address() {
    assert_eq!(extended(64, 0x3FFF_FFFE), [0b111111, 0b111111, 0b111111, 0b111111, 0b011111]);
}

#[test]
fn ntrace_8_2_1_extended_address() {
    assert_eq!(extended(64, 0xFFFF_FFFE_3FFF_FFFE), [0b111111, 0b111111, 0b111111, 0b111111, 0b011111, 0b111100]);
}

#[test]
fn ntrace_8_2_1_a_byte_of_zeros_prevents_extension() {
    assert_eq!(extended(64, 0x7FFF_FFFE), [0b111111, 0b111111, 0b111111, 0b111111, 0b111111, 0b000000]);
}

#[test]
fn ntrace_8_2_1_non_extended_full_64_bit_address() {
    let mut expected = [0b111111; 11];
    expected[10] = 0b000101;
    assert_eq!(extended(64, 0xBFFF_FFFF_FFFF_FFFE), expected);
}

#[test]
fn ntrace_8_2_virtual_addresses_take_no_more_bytes_than_their_bits() {
    for (bits, bytes) in [(39, 7), (48, 8), (57, 10)] {
        let top = 1u64 << (bits - 1);
        for address in [top - 2, top.wrapping_neg()] {
            assert!(extended(64, address).len() <= bytes, "{address:#x}");
        }
    }
    assert_eq!(extended(64, 0xFFFF_FFFF_8000_31F4).len(), 6);
}

#[test]
fn ntrace_8_2_extension_goes_up_to_bit_31_on_a_32_bit_hart() {
    assert_eq!(extended(32, 0xFFFF_FFFE), [0b111111]);
    assert_eq!(extended(32, 0x8000_0000), [0, 0, 0, 0, 0, 0b1]);
    assert_eq!(extended(32, 0xE000_0000), [0, 0, 0, 0, 0b110000]);
}

#[test]
fn an_address_has_the_bits_of_the_hart() {
    let mut bench = Bench::traced(&build(), &unsynced());
    bench.blocks(&[(0xFFFF_FFFF_8000_0000, 2, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x40000000"]);
}

#[test]
fn ntrace_8_3_hist_examples() {
    let (taken, not_taken) = (BRANCH_TAKEN, BRANCH_NOT_TAKEN);
    let examples: [(&[u8], &str); 4] = [
        (&[not_taken, taken], "HIST=0x5"),
        (&[taken, taken, taken], "HIST=0xF"),
        (&[not_taken; 4], "HIST=0x10"),
        (&[], "HIST=0x1"),
    ];
    for (branches, hist) in examples {
        let mut bench = Bench::traced(&build(), &unsynced());
        bench.blocks(&[(0x100, 1, NONE)]).messages();
        for &branch in branches {
            bench.blocks(&[(0x100, 2, branch)]);
        }
        let icnt = 1 + 2 * branches.len();
        let expected = format!("ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT={icnt} {hist}");
        assert_eq!(bench.control(true, false).messages(), [expected]);
    }
}

/// An instruction in single form: address, half-words, itype.
fn instruction(iaddr: u64, half_words: u8, itype: u8) -> Block {
    Block { itype, iaddr, iretire: 1, ilastsize: half_words - 1, ..Block::default() }
}

/// Runs from 0x100 until the hart enters debug mode; what follows ProgTraceSync.
fn run_to_debug_mode(build: &Build, instructions: &[(u64, u8, u8)]) -> Vec<String> {
    let mut bench = Bench::new(build, &unsynced());
    bench.halted(true).control(true, true).halted(false);
    for &(iaddr, half_words, itype) in instructions {
        bench.block(instruction(iaddr, half_words, itype));
    }
    let mut messages = bench.halted(true).messages();
    assert_eq!(messages.remove(0), "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80");
    messages
}

#[test]
fn ntrace_8_4_2_first_branch_taken() {
    let run = [(0x100, 1, NONE), (0x102, 2, BRANCH_TAKEN), (0x200, 1, NONE)];
    let expected = ["ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=4 HIST=0x3"];
    assert_eq!(run_to_debug_mode(&single(), &run), expected);
}

#[test]
fn ntrace_8_4_2_second_branch_taken() {
    let run =
        [(0x100, 1, NONE), (0x102, 2, BRANCH_NOT_TAKEN), (0x106, 2, NONE), (0x10A, 2, BRANCH_TAKEN), (0x300, 2, NONE)];
    let expected = ["ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=9 HIST=0x5"];
    assert_eq!(run_to_debug_mode(&single(), &run), expected);
}

#[test]
fn ntrace_8_4_2_no_branch_taken() {
    let run = [
        (0x100, 1, NONE),
        (0x102, 2, BRANCH_NOT_TAKEN),
        (0x106, 2, NONE),
        (0x10A, 2, BRANCH_NOT_TAKEN),
        (0x10E, 1, NONE),
        (0x110, 2, NONE),
    ];
    let expected = ["ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=10 HIST=0x4"];
    assert_eq!(run_to_debug_mode(&single(), &run), expected);
}

#[test]
fn ntrace_8_4_3_icnt_is_reset_by_a_start_and_by_every_message_that_has_it() {
    let mut build = single();
    build.encoder.icnt_width = 4;
    build.encoder.hist_width = 8;
    let mut bench = Bench::traced(&build, &unsynced());
    let half_words = |bench: &mut Bench, count: u32, itype| {
        for _ in 1..count {
            bench.block(instruction(0x100, 1, NONE));
        }
        bench.block(instruction(0x100, 1, itype));
    };
    half_words(&mut bench, 5, RETURN);
    half_words(&mut bench, 10, NONE);
    bench.control(true, false).control(true, true);
    half_words(&mut bench, 3, NONE);
    bench.control(true, false);
    let expected = [
        "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80",
        "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x0",
        "ResourceFull RCODE=0 RDATA=8",
        "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1",
        "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80",
        "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=3 HIST=0x1",
    ];
    assert_eq!(bench.messages(), expected);
}

#[test]
fn ntrace_8_4_4_sequential_instruction_counter() {
    let mut build = single();
    build.encoder.icnt_width = 4;
    build.encoder.icnt_full = IcntFull::Sync;
    let run = [
        (0x100, 1, NONE),
        (0x102, 2, BRANCH_NOT_TAKEN),
        (0x106, 1, NONE),
        (0x108, 2, NONE),
        (0x10C, 2, NONE),
        (0x110, 2, NONE),
        (0x114, 2, NONE),
        (0x118, 2, NONE),
    ];
    let expected = [
        "IndirectBranchHistSync SYNC=4 B-TYPE=0 I-CNT=8 F-ADDR=0x88 HIST=0x2",
        "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=6 HIST=0x1",
    ];
    assert_eq!(run_to_debug_mode(&build, &run), expected);
}

#[test]
fn ntrace_8_4_4_without_branches_in_hist_a_full_icnt_is_a_resource() {
    let mut build = single();
    build.encoder.icnt_width = 4;
    build.encoder.icnt_full = IcntFull::Sync;
    let run = [(0x100, 2, NONE), (0x104, 2, NONE), (0x108, 2, NONE), (0x10C, 2, NONE), (0x110, 2, BRANCH_NOT_TAKEN)];
    let expected = ["ResourceFull RCODE=0 RDATA=8", "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=2 HIST=0x2"];
    assert_eq!(run_to_debug_mode(&build, &run), expected);
}

#[test]
fn ntrace_8_4_4_resource_full() {
    let mut build = single();
    build.encoder.icnt_width = 4;
    let run = [
        (0x100, 1, NONE),
        (0x102, 2, BRANCH_NOT_TAKEN),
        (0x106, 1, NONE),
        (0x108, 2, NONE),
        (0x10C, 2, NONE),
        (0x110, 2, NONE),
    ];
    let expected = ["ResourceFull RCODE=0 RDATA=8", "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=2 HIST=0x2"];
    assert_eq!(run_to_debug_mode(&build, &run), expected);
}
