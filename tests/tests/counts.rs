// SPDX-License-Identifier: Apache-2.0
//! What `gen/tools/count` counts stays within limits: lines of hardware, wiring, and lengths of files and kernels.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines of `rtl/` that are not tests, at most, without what stands beside the encoder.
const RTL: usize = 14_000;
/// Wiring in a hundred lines of kernels, at most.
const WIRING: usize = 15;

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
fn files_have_at_most_300_lines_and_kernels_150() {
    let long = counted().1;
    assert!(long.is_empty(), "too long, to be split by subject: {long:?}");
}
