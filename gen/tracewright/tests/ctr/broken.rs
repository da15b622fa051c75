// SPDX-License-Identifier: Apache-2.0
//! What is no dump gets one line that says why, and nothing is written.

use super::{binary, ctr, entries, header, json, text};
use tracewright_driver::ctr::dump::Header;

/// What the command says, which is one line.
fn refused(dump: &[u8]) -> String {
    let output = ctr(dump, &["--output", "flame-graph"]);
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.ends_with('\n') && said.lines().count() == 1, "{said:?}");
    said.trim_end().strip_prefix("error: -: ").unwrap_or_else(|| panic!("{said}")).to_string()
}

#[test]
fn a_dump_that_is_cut_says_so() {
    let whole = binary(&header(), &entries());
    for bytes in [8, 9, 31] {
        let said = refused(&whole[..bytes]);
        assert_eq!(said, format!("the dump is cut: it has {bytes} bytes, and 32 come before the entries"));
    }
    for bytes in [32, 100, 415] {
        let said = refused(&whole[..bytes]);
        assert_eq!(said, format!("the dump is cut: it has {bytes} bytes, one of depth 16 has 416"));
    }
    let whole = json(&header(), &entries());
    for bytes in (40..whole.len() - 3).step_by(97) {
        let lines = whole[..bytes].iter().filter(|byte| **byte == b'\n').count();
        let said = refused(&whole[..bytes]);
        let at = |line: usize| format!("the dump is cut: its JSON ends at line {line}");
        assert!(said == at(lines + 1) || said == at(lines), "{bytes}: {said}");
    }
}

#[test]
fn a_foreign_file_is_no_dump() {
    let foreign = "no dump of Control Transfer Records, neither binary nor JSON";
    let elf = std::fs::read(super::elf()).unwrap();
    let large = vec![b' '; 2 << 20];
    for bytes in [&b""[..], b"x", b"[1, 2]", b"{}", b"{\"format\": \"other\", \"format_version\": 1}", &elf, &large] {
        assert_eq!(refused(bytes), foreign);
    }
    let mut whole = binary(&header(), &entries());
    whole[3] ^= 1;
    assert_eq!(refused(&whole), foreign);
}

#[test]
fn a_dump_of_another_depth_says_so() {
    let deeper = Header { depth: 32, ..header() };
    assert_eq!(refused(&binary(&deeper, &entries())), "the dump is cut: it has 416 bytes, one of depth 32 has 800");
    assert_eq!(refused(&json(&deeper, &entries())), "the dump has 16 entries, but its depth is 32");
    let mut more = entries();
    more.push(more[0]);
    let said = refused(&binary(&header(), &more));
    assert_eq!(said, "the dump goes on after its end: it has 440 bytes, one of depth 16 has 416");
    assert_eq!(refused(&json(&header(), &more)), "the dump has 17 entries, but its depth is 16");
    let none = "a dump with depth 48; 16, 32, 64, 128 and 256 are possible";
    let odd = Header { depth: 48, ..header() };
    assert_eq!(refused(&binary(&odd, &entries())), none);
    assert_eq!(refused(&json(&odd, &entries())), none);
}

#[test]
fn a_dump_of_another_version_says_so() {
    let replaced = |from: &str, to: &str| text(&json(&header(), &entries())).replace(from, to).into_bytes();
    assert_eq!(refused(&replaced("\"format_version\": 1", "\"format_version\": 2")), "a dump in format 2; 1 is known");
    assert_eq!(refused(&replaced("\"1.0\"", "\"2.0\"")), "a dump of CTR \"2.0\"; 0.1.4 and 1.0 are known");
    assert_eq!(refused(&replaced("\"xlen\": 64", "\"xlen\": 128")), "a dump with XLEN 128; 32 and 64 are possible");
    let mut whole = binary(&header(), &entries());
    whole[8] = 7;
    assert_eq!(refused(&whole), "a dump in format 7; 1 is known");
}

#[test]
fn a_register_that_is_none_says_so() {
    let replaced = |from: &str, to: &str| text(&json(&header(), &entries())).replace(from, to).into_bytes();
    let odd = "\"0xno\" in the dump is no hexadecimal number of 64 bits";
    assert_eq!(refused(&replaced("\"0x4\"", "\"0xno\"")), odd);
    let said = refused(&replaced("\"data\"", "\"date\""));
    assert!(said.starts_with("the dump is not as its format says: unknown field `date`"), "{said}");
    let mut wide = entries();
    wide[3].target = 1 << 32;
    let narrow = Header { xlen: 32, ..header() };
    assert_eq!(refused(&binary(&narrow, &wide)), "entry 3 of the dump has more than 32 bits");
}

#[test]
fn a_program_of_another_width_says_so() {
    let narrow = Header { xlen: 32, ..header() };
    let output = ctr(&binary(&narrow, &entries()), &[]);
    let said = text(&output.stderr);
    assert!(said.ends_with("lines.elf: an ELF of RV64, but the dump is of XLEN 32\n"), "{said}");
    assert_eq!(output.status.code(), Some(2));
}
