// SPDX-License-Identifier: Apache-2.0
//! Tests that cannot run on this machine, which `make test` names when it ends.

use crate::command::root;
use std::fs::{create_dir_all, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Notes in `build/skipped`, and says, that the calling test did not run, and why.
///
/// # Panics
/// If the note can't be written.
pub fn skip(why: &str) {
    note(&root().join("build"), why);
}

/// A test is told by the name of its thread, which the test harness gives it.
fn note(folder: &Path, why: &str) {
    let binary = std::env::current_exe().unwrap();
    // What cargo calls the binary has a hash after the name.
    let binary = binary.file_stem().unwrap_or_default().to_string_lossy();
    let binary = binary.rsplit_once('-').map_or(&*binary, |(name, _)| name);
    let thread = std::thread::current();
    let line = format!("skipped: {binary}: {}: {why}\n", thread.name().unwrap_or("a test"));
    print!("{line}");
    create_dir_all(folder).unwrap();
    let mut notes = OpenOptions::new().create(true).append(true).open(folder.join("skipped")).unwrap();
    notes.write_all(line.as_bytes()).unwrap();
}

#[cfg(test)]
mod tests {
    use super::note;

    #[test]
    fn a_test_that_does_not_run_is_noted_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        note(folder.path(), "no tool");
        note(folder.path(), "no pins");
        let name = "skipped::tests::a_test_that_does_not_run_is_noted_by_its_name";
        let expected =
            ["no tool", "no pins"].map(|why| format!("skipped: tracewright_tests: {name}: {why}\n")).concat();
        assert_eq!(std::fs::read_to_string(folder.path().join("skipped")).unwrap(), expected);
    }
}
