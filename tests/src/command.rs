// SPDX-License-Identifier: Apache-2.0
//! The project's folder, and its command.

use std::path::{Path, PathBuf};

/// The folder of the project.
///
/// # Panics
/// If it is not there any more.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// The command `tracewright`, which cargo puts beside the tests of a workspace.
///
/// # Panics
/// If it was not built.
pub fn tracewright() -> PathBuf {
    let command = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("tracewright");
    assert!(command.is_file(), "{} is not there: cargo build --release -p tracewright", command.display());
    command
}
