// SPDX-License-Identifier: Apache-2.0
//! Where a test runs the command.

use tempfile::TempDir;

/// A folder that ends with the test. It is below the repository, so that the command finds what another test has
/// compiled of the same simulation: Verilator and the C++ compiler take most of a test's time.
pub fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder")
}
