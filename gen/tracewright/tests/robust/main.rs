// SPDX-License-Identifier: Apache-2.0
//! The command where something is in its way: odd outputs, inputs in the place of outputs, signals, tools that fail,
//! logs that no hart made.

mod logs;
mod outputs;
mod placements;
mod same_file;
#[path = "../scratch/mod.rs"]
mod scratch;
mod signals;
mod signatures;
mod sinks;
mod streams;
mod tools;
mod traces;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracewright"));
    command.args(arguments);
    command
}

/// Runs it in `folder`.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(arguments).current_dir(folder).output().unwrap()
}

/// Runs it in `folder`, where it must succeed.
fn done(folder: &Path, arguments: &[&str]) -> Output {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    output
}

fn program(name: &str) -> String {
    format!("{}/../../tests/programs/elf/{name}.elf", env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Every file and folder below `folder`, hidden ones too.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { [below(&path), vec![path]].concat() } else { vec![path] }).collect();
    found.sort();
    found
}
