// SPDX-License-Identifier: Apache-2.0
//! What the pseudo-code's encoder sends for real programs can be decoded: it is a trace, not just a number of bytes.

use std::path::Path;
use tracewright_decoder::{decode, Item, Settings};
use tracewright_hart::{Hart, Options};
use tracewright_image::Image;
use tracewright_tests::pseudocode::{encode, retired, Retired};

/// Most instructions at the end that no message covers, for want of a last message.
const REST: usize = 8;

/// Traces `name`, a program without traps, and compares the decoded addresses with the executed ones.
fn decodes_to_the_executed_addresses(name: &str) {
    for xlen in ["rv32", "rv64"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/elf/{name}.{xlen}.elf"));
        let image = Image::load(&path).unwrap();
        let hart = Hart::new(&image, &Options::default()).unwrap();
        let executed: Vec<Retired> = retired(hart).collect::<Result<_, _>>().unwrap();
        let trace = encode(executed.iter().copied());

        let mut decoded = Vec::new();
        decode(&trace, &image, &Settings::default(), &mut |item| match item {
            Item::Instruction { pc } => decoded.push(pc),
            Item::Sync { .. } => {}
            other => panic!("{name} {xlen}: {other:?}"),
        });
        assert!(decoded.len() + REST > executed.len(), "{name} {xlen}: {} of {}", decoded.len(), executed.len());
        let differs = decoded.iter().zip(&executed).position(|(pc, retired)| *pc != retired.address);
        assert_eq!(differs, None, "{name} {xlen}");
    }
}

#[test]
fn returns_decode() {
    decodes_to_the_executed_addresses("returns");
}

#[test]
fn full_histories_decode() {
    decodes_to_the_executed_addresses("crc32");
}

#[test]
fn indirect_jumps_decode() {
    decodes_to_the_executed_addresses("interpreter");
}

#[test]
fn compressed_and_uncompressed_code_decodes() {
    decodes_to_the_executed_addresses("mixed");
}
