// SPDX-License-Identifier: Apache-2.0
//! `--signature`: whole or not there, and why not.

use super::{below, done, program, run, text};
use std::path::{Path, PathBuf};

fn with_signature() -> String {
    program("../ctr/elf/switch.1.0.rv64")
}

/// What an `encode` says that must fail, in a folder in which it leaves nothing.
fn refused(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &[&["encode", "--preset", "rv64"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(below(folder.path()), Vec::<PathBuf>::new());
    text(&output.stderr)
}

#[test]
fn a_signature_is_a_word_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let elf = with_signature();
    let said = done(folder.path(), &["encode", "--preset", "rv64", "--elf", &elf, "-o", "t", "--signature", "s"]);
    // Without records the first access to one ends the program, before it has written anything.
    assert!(text(&said.stdout).contains("the program ended with code 66"), "{}", text(&said.stdout));
    let signature = std::fs::read_to_string(folder.path().join("s")).unwrap();
    // Two dumps of 16 entries of three words of 64 bits, and two words of status.
    assert_eq!(signature, "00000000\n".repeat(2 * (16 * 3 + 2) * 2));
}

#[test]
fn a_program_without_the_symbols_has_no_signature() {
    let elf = program("quicksort.rv64");
    let said = refused(&["--elf", &elf, "-o", "t", "--signature", "s"]);
    let problem = format!("error: {elf}: there is no symbol begin_signature, which --signature needs\n");
    assert_eq!(said, problem + "hint: is the program linked without symbols?\n");
}

#[test]
fn a_program_that_has_not_ended_has_no_signature() {
    let said = refused(&["--elf", &with_signature(), "--limit", "10", "-o", "t", "--signature", "s"]);
    assert!(said.starts_with("error: the program has not ended, so it has no signature\n"), "{said}");
}

#[test]
fn a_log_has_no_signature() {
    let said = refused(&["--elf", &with_signature(), "--retired", "log", "-o", "t", "--signature", "s"]);
    assert!(said.contains("'--retired <LOG>' cannot be used with '--signature <FILE>'"), "{said}");
}

#[test]
fn a_signature_is_in_no_other_file_of_the_command() {
    let said = refused(&["--elf", &with_signature(), "-o", "t", "--signature", "./t"]);
    assert!(said.contains("-o") && said.contains("--signature"), "{said}");
}

#[test]
fn a_signature_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let elf = with_signature();
    let output = run(folder.path(), &["encode", "--preset", "rv64", "--elf", &elf, "-o", "-", "--signature", "none/s"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write none/s"), "{}", text(&output.stderr));
    assert!(!Path::new(&folder.path().join("none")).exists());
}
