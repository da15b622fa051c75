// SPDX-License-Identifier: Apache-2.0
//! What `gen/tools/count` counts stays within limits: lines of hardware, wiring, and lengths of files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines of `rtl/` that are not tests, at most, without what stands beside the encoder.
const RTL: usize = 15_820;
/// Wiring in a hundred lines of kernels, at most.
const WIRING: usize = 26;
/// Lines of a file that is not a test, at most.
const LONGEST: usize = 300;

/// Files that are longer still. None may grow, none may be added, and one that has become short leaves the list.
const LONG: [(&str, usize); 10] = [
    ("gen/regmap/src/encoder.rs", 339),
    ("sim/hart/src/log/resolve.rs", 379),
    ("gen/verilog/src/lower/expression.rs", 376),
    ("sim/cosim/src/bench/mod.rs", 342),
    ("gen/verilog/src/expr.rs", 366),
    ("gen/verilog/src/lower/mod.rs", 358),
    ("sim/cosim/src/bus/tilelink.rs", 354),
    ("rtl/src/control/registers/mod.rs", 316),
    ("sw/messages/src/reader.rs", 311),
    ("rtl/src/control/registers/text/section.rs", 308),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// What is printed: counts by name, and long files with their lines.
fn counted() -> (BTreeMap<String, usize>, BTreeMap<String, usize>) {
    let output = Command::new(root().join("gen/tools/count")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let (mut counts, mut long) = (BTreeMap::new(), BTreeMap::new());
    for line in text.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["long", lines, path] => long.insert(path.to_string(), lines.parse().unwrap()),
            [name, lines] => counts.insert(name.to_string(), lines.parse().unwrap()),
            _ => panic!("{line}"),
        };
    }
    (counts, long)
}

#[test]
fn hardware_has_no_more_lines_than_its_limit() {
    let lines = counted().0["rtl"];
    // Much less would say that files are not found.
    assert!((RTL / 2..=RTL).contains(&lines), "{lines}");
}

#[test]
fn wiring_of_kernels_is_within_its_limit() {
    let counts = counted().0;
    let (kernels, wiring) = (counts["kernels"], counts["wiring"]);
    assert!(kernels > 1000 && wiring > 100, "{kernels} lines, {wiring} of wiring: the count finds nothing");
    assert!(wiring * 100 <= WIRING * kernels, "{wiring} of {kernels} lines: gen/tools/count --files says where");
}

#[test]
fn files_have_at_most_300_lines() {
    let long = counted().1;
    for (path, lines) in &long {
        let known = LONG.iter().find(|(of, _)| of == path).map_or(LONGEST, |(_, lines)| *lines);
        assert!(*lines <= known, "{path} has {lines} lines: split it by subject");
    }
    for (path, _) in LONG {
        assert!(long.contains_key(path), "{path} has at most {LONGEST} lines: take it off the list");
    }
}
