// SPDX-License-Identifier: Apache-2.0
//! Generated packages, and commands that run on them.

use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tracewright_tests::command::{root, tracewright};

/// Runs `generate`.
pub fn generate(arguments: &[&str], folder: &Path) {
    said(Command::new(tracewright()).arg("generate").args(arguments).arg("-o").arg(folder));
}

/// What `generate` writes for a preset with changes.
pub fn generated(preset: &str, changes: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut arguments = vec!["--preset", preset];
    changes.iter().for_each(|change| arguments.extend(["--set", change]));
    generate(&arguments, folder.path());
    folder
}

/// Paths of the Verilog files, from the folder.
pub fn verilog(folder: &Path) -> Vec<String> {
    let list = std::fs::read_to_string(folder.join("rtl/tracewright.f")).unwrap();
    list.lines().filter(|line| !line.starts_with("//")).map(|name| format!("rtl/{name}")).collect()
}

/// A tool of `.tools/bin`, in a folder.
pub fn tool(name: &str, folder: &Path) -> Command {
    let mut command = Command::new(root().join(".tools/bin").join(name));
    command.current_dir(folder).env_remove("VERILATOR_ROOT");
    command
}

/// What it says; it must succeed.
pub fn said(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command:?}\n{said}");
    said
}

/// The lines that warn, in any tool's way of saying so.
pub fn warnings(said: &str) -> Vec<&str> {
    said.lines().filter(|line| line.to_lowercase().contains("warning")).collect()
}
