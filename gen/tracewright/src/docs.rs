// SPDX-License-Identifier: Apache-2.0
//! Pages of `docs/` that are made from tables.

use std::path::Path;

/// Fails where the page in `docs/` is not `expected`; with `TRACEWRIGHT_WRITE_DOCS` set, writes it instead.
pub fn assert_current(page: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    if std::env::var_os("TRACEWRIGHT_WRITE_DOCS").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    let current = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(current == expected, "docs/{page} is stale: run `make docs`");
}
