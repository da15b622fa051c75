// SPDX-License-Identifier: Apache-2.0
//! Pictures of the documentation: tests draw them anew, and find those that are out of date.

use std::path::Path;

/// Compares the picture `name` of `docs/images` with what it is now; with `TRACEWRIGHT_WRITE_DOCS` set, writes it
/// instead.
pub fn is_current(name: &str, svg: &str) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images").join(name);
    if std::env::var_os("TRACEWRIGHT_WRITE_DOCS").is_some() {
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, svg));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    match std::fs::read_to_string(&path) {
        Ok(text) if text == svg => Ok(()),
        _ => Err(format!("docs/images/{name} is stale: run `make docs`")),
    }
}
