// SPDX-License-Identifier: Apache-2.0
//! What is written of a dump.

use super::{binary, ctr, entries, header, json, written};
use tracewright_driver::ctr::{Entry, Version};

const TEXT: &str = "\
CTR 1.0, XLEN 64, depth 16: 7 records, newest first, frozen
  0  0x80000000 _start (./lines.S:11) -> 0x80000008 outer (./lines.S:14)  direct call, 2 cycles
  1  0x80000004 _start+0x4 (./lines.S:12) -> 0x80000000 _start (./lines.S:11)  direct jump, 2 cycles
  2  0x80000010 outer+0x8 (./lines.S:16) -> 0x80000004 _start+0x4 (./lines.S:12)  indirect jump, 3 cycles
  3  0x8000001c inner+0x8 (./lines.S:20) -> 0x80000010 outer+0x8 (./lines.S:16)  return, 4 cycles
  4  0x80000014 inner (./lines.S:18) -> 0x8000001c inner+0x8 (./lines.S:20)  taken branch, 16388 cycles, mispredicted
  5  0x8000000c outer+0x4 (./lines.S:15) -> 0x80000014 inner (./lines.S:18)  direct call, 1 cycle
  6  0x80000000 _start (./lines.S:11) -> 0x80000008 outer (./lines.S:14)  direct call
";

#[test]
fn records_have_symbols_and_source_lines() {
    for dump in [binary(&header(), &entries()), json(&header(), &entries())] {
        assert_eq!(written(&dump, &[]), TEXT);
        assert_eq!(written(&dump, &["--output", "text", "--format", "json"]), TEXT);
    }
}

#[test]
fn json_has_all_of_it() {
    let report: serde_json::Value =
        serde_json::from_str(&written(&binary(&header(), &entries()), &["--format", "json"])).unwrap();
    assert_eq!(report["version"], "1.0");
    assert_eq!((&report["depth"], &report["write_pointer"]), (&16.into(), &7.into()));
    assert_eq!((&report["frozen"], &report["call_stack"]), (&true.into(), &false.into()));
    assert_eq!(report["records"].as_array().unwrap().len(), 7);
    let expected = serde_json::json!({
        "entry": 4,
        "source": { "address": "0x80000014", "symbol": "inner", "offset": 0, "file": "./lines.S", "line": 18 },
        "target": { "address": "0x8000001c", "symbol": "inner", "offset": 8, "file": "./lines.S", "line": 20 },
        "type": "taken branch",
        "mispredicted": true,
        "cycles": 16388
    });
    assert_eq!(report["records"][4], expected);
    assert_eq!(report["records"][6]["cycles"], serde_json::Value::Null);
}

/// Calls add a function, the jump through s1 leads back without one, and cycles are of what ran before a record.
#[test]
fn stacks_are_followed_from_the_oldest_record() {
    let folded = written(&binary(&header(), &entries()), &["--output", "folded"]);
    // The first jal has no count. jr s1 is no return to the records: _start takes the place of outer.
    assert_eq!(folded, "_start;_start 4\n_start;outer 4\n_start;outer;inner 16392\n");
    let uncounted: Vec<Entry> = entries().into_iter().map(|e| Entry { data: e.data & 0xF, ..e }).collect();
    let folded = written(&binary(&header(), &uncounted), &["--output", "folded"]);
    assert_eq!(folded, "_start 1\n_start;_start 2\n_start;outer 2\n_start;outer;inner 2\n");
}

/// With RAS emulation the records are the stack: their sources call their targets.
#[test]
fn ctr_5_4_records_of_ras_emulation_are_one_stack() {
    let mut stack = entries();
    stack.rotate_left(5);
    stack.iter_mut().skip(2).for_each(|entry| entry.source &= !1);
    for (version, control) in [(Version::V1_0, 1 << 7), (Version::V0_1_4, 1 << 10)] {
        let header = tracewright_driver::ctr::dump::Header { version, control, ..header() };
        let dump = binary(&header, &stack);
        assert_eq!(written(&dump, &["--output", "folded"]), "_start;outer;inner 1\n");
        assert!(written(&dump, &[]).lines().next().unwrap().contains(", a call stack"));
    }
}

#[test]
fn a_flame_graph_has_its_functions() {
    let dump = binary(&header(), &entries());
    let picture = written(&dump, &["--output", "flame-graph"]);
    assert!(picture.starts_with("<?xml") && picture.trim_end().ends_with("</svg>"));
    assert!(picture.contains("<title>inner (16,392 cycles, "), "{picture}");
    assert!(picture.contains("lines.elf (Control Transfer Records)"));
    assert_eq!(picture, written(&dump, &["--output", "flame-graph"]));
}

#[test]
fn a_dump_without_records_has_no_flame_graph() {
    let empty = binary(&header(), &[Entry::default(); 16]);
    let output = ctr(&empty, &["--output", "flame-graph"]);
    assert_eq!(output.status.code(), Some(2));
    let said = super::text(&output.stderr);
    assert_eq!(said, "error: the dump has no record with a source: there is nothing to draw\n");
    assert_eq!(written(&empty, &[]), "CTR 1.0, XLEN 64, depth 16: 0 records, newest first, frozen\n");
    assert_eq!(written(&empty, &["--output", "folded"]), "");
}

#[test]
fn branch_stacks_are_as_perf_script_prints_them() {
    let dump = binary(&header(), &entries());
    let numbers = written(&dump, &["--output", "brstack"]);
    assert_eq!(
        numbers,
        " 0x80000000/0x80000008/P/-/-/2/CALL/-  0x80000004/0x80000000/P/-/-/2/UNCOND/-  \
         0x80000010/0x80000004/P/-/-/3/IND/-  0x8000001c/0x80000010/P/-/-/4/RET/-  \
         0x80000014/0x8000001c/M/-/-/16388/COND/-  0x8000000c/0x80000014/P/-/-/1/CALL/-  \
         0x80000000/0x80000008/P/-/-/0/CALL/- \n"
    );
    let symbols = written(&dump, &["--output", "brstacksym"]);
    assert!(symbols.starts_with("_start+0x0/outer+0x0/P/-/-/2/CALL/- _start+0x4/_start+0x0/P/-/-/2/UNCOND/- "));
    let far = binary(&header(), &{
        let mut far = entries();
        far[0].target = 0x9000_0000;
        far
    });
    assert!(written(&far, &["--output", "brstacksym"]).starts_with("_start+0x0/[unknown]/P/-/-/2/CALL/- "));
}

/// 5.2.1: what may not be known is 0 in the record, and not an address.
#[test]
fn ctr_5_2_1_addresses_that_are_not_shown() {
    let mut crossed = entries();
    (crossed[0].source, crossed[0].data) = (1, 1);
    (crossed[1].target, crossed[1].data) = (0, 3);
    let text = written(&binary(&header(), &crossed), &[]);
    assert!(text.contains("  0  not shown -> 0x80000008 outer (./lines.S:14)  exception\n"), "{text}");
    assert!(text.contains("  1  0x80000004 _start+0x4 (./lines.S:12) -> not shown  trap return\n"), "{text}");
}

#[test]
fn a_type_that_the_hardware_does_not_tell_is_a_transfer() {
    let plain: Vec<Entry> = entries().into_iter().map(|entry| Entry { data: 0, ..entry }).collect();
    let text = written(&json(&header(), &plain), &[]);
    assert!(text.lines().nth(1).unwrap().ends_with("outer (./lines.S:14)  transfer"), "{text}");
}
