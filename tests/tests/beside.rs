// SPDX-License-Identifier: Apache-2.0
//! The two halves of `make test`: every test is in one of them, and one that fails is told.

use std::process::Command;
use tracewright_tests::command::root;

/// Runs `gen/tools/beside` with these commands of the shell: its exit code, and what it says.
fn beside(first: &str, second: &str) -> (Option<i32>, String) {
    let output = Command::new(root().join("gen/tools/beside")).args([first, second]).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn both_must_succeed_and_what_the_first_says_comes_last() {
    assert_eq!(beside("echo first", "sleep 0.2; echo second"), (Some(0), "second\nfirst\n".into()));
    assert_eq!(beside("echo first; exit 3", "echo second"), (Some(1), "second\nfirst\n".into()));
    assert_eq!(beside("echo first", "echo second; exit 3"), (Some(1), "second\nfirst\n".into()));
}

/// `nohup make test` goes on without its terminal.
#[test]
fn a_hangup_that_is_ignored_stays_ignored() {
    let beside = root().join("gen/tools/beside");
    let script = r#"trap '' HUP; exec "$0" 'kill -HUP $PPID; sleep 0.2; echo first' 'echo second'"#;
    let output = Command::new("sh").args(["-c", script]).arg(beside).output().unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"second\nfirst\n"[..]));
}

/// The Makefile says which half a test is in by the letter that it begins with.
#[test]
fn every_test_is_in_a_half() {
    let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap();
    let half = |range: &str| makefile.matches(&format!("--test '{range}*'")).count();
    assert_eq!([half("[a-f]"), half("[g-z]")], [1, 1]);
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let targets = packages.flat_map(|package| package["targets"].as_array().unwrap());
    let tests = targets.filter(|target| target["kind"][0] == "test");
    let names: Vec<&str> = tests.map(|target| target["name"].as_str().unwrap()).collect();
    assert!(names.len() > 50, "{names:?}");
    let in_neither: Vec<_> =
        names.iter().filter(|name| !name.starts_with(|first: char| first.is_ascii_lowercase())).collect();
    assert!(in_neither.is_empty(), "{in_neither:?}");
}
