// SPDX-License-Identifier: Apache-2.0
//! Dumps, binary and JSON.

use crate::bench::{driver, IN_USER};
use tracewright_driver::ctr::dump::{entry_bytes, write_json, Header, Problem, ENTRY_BYTES, HEADER_BYTES};
use tracewright_driver::ctr::{Entry, Level, Version};

/// A binary dump of a hart of 1.0 that has done a call.
fn dump() -> (Header, Vec<Entry>, Vec<u8>) {
    let mut records = driver(Version::V1_0, 64, Level::Supervisor);
    records.configure(&IN_USER).unwrap();
    records.csrs().transfer(9, 0x8000_0100, 0x8000_0200);
    records.freeze().unwrap();
    let header = Header::of(&mut records).unwrap();
    let mut entries = vec![];
    records.entries(|_, entry| entries.push(entry)).unwrap();
    let mut bytes = header.to_bytes().to_vec();
    entries.iter().for_each(|entry| bytes.extend(entry_bytes(entry)));
    (header, entries, bytes)
}

#[test]
fn a_binary_dump_is_read_as_it_was_written() {
    let (header, entries, bytes) = dump();
    assert_eq!(header, Header { version: Version::V1_0, xlen: 64, depth: 16, control: 1, status: 1 | 1 << 31 });
    let (read, seen) = Header::read(&bytes).unwrap();
    assert_eq!((read, seen.collect::<Vec<_>>()), (header, entries));
}

/// Byte by byte, as docs/ctr.md says.
#[test]
fn a_binary_dump_has_its_bytes() {
    let (_, _, bytes) = dump();
    let header = [
        &b"TWCTR\r\n\x1A"[..],
        &[1, 0, 1, 64, 16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0x80, 0, 0, 0, 0],
        &[1, 1, 0, 0x80, 0, 0, 0, 0, 0, 2, 0, 0x80, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0],
    ]
    .concat();
    assert_eq!(bytes[..HEADER_BYTES + ENTRY_BYTES], header);
    assert_eq!(bytes.len(), HEADER_BYTES + 16 * ENTRY_BYTES);
}

fn problem(change: impl FnOnce(&mut Vec<u8>)) -> Problem {
    let (_, _, mut bytes) = dump();
    change(&mut bytes);
    Header::read(&bytes).map(|_| ()).unwrap_err()
}

#[test]
fn what_is_no_dump_says_why() {
    assert_eq!(problem(|bytes| bytes.clear()), Problem::Foreign);
    assert_eq!(problem(|bytes| bytes[4] ^= 1), Problem::Foreign);
    assert_eq!(problem(|bytes| bytes[8] = 2), Problem::Format(2));
    assert_eq!(problem(|bytes| bytes[10] = 9), Problem::Version(9));
    assert_eq!(problem(|bytes| bytes[11] = 16), Problem::Xlen(16));
    assert_eq!(problem(|bytes| bytes[12] = 48), Problem::Depth(48));
    assert_eq!(problem(|bytes| bytes[12] = 32), Problem::Length { depth: 32, needed: 800, got: 416 });
    assert_eq!(problem(|bytes| bytes.push(0)), Problem::Length { depth: 16, needed: 416, got: 417 });
    let (_, _, bytes) = dump();
    for cut in 8..bytes.len() {
        let problem = Header::read(&bytes[..cut]).map(|_| ()).unwrap_err().to_string();
        assert!(problem.starts_with("the dump is cut: "), "{problem}");
    }
}

#[test]
fn a_json_dump_is_what_docs_ctr_shows() {
    let header = Header { version: Version::V0_1_4, xlen: 32, depth: 16, control: 0x4, status: 0x8002 };
    let entries = [
        Entry { source: 0x8000_0101, target: 0x8000_0200, data: 9 },
        Entry { source: 0x8000_0201, target: 0x8000_0104, data: 0xD },
    ];
    let mut text = String::new();
    write_json(&mut text, &header, entries).unwrap();
    let expected = r#"{
  "format": "tracewright-ctr",
  "format_version": 1,
  "version": "0.1.4",
  "xlen": 32,
  "depth": 16,
  "control": "0x4",
  "status": "0x8002",
  "entries": [
    { "source": "0x80000101", "target": "0x80000200", "data": "0x9" },
    { "source": "0x80000201", "target": "0x80000104", "data": "0xd" }
  ]
}
"#;
    assert_eq!(text, expected);
}
