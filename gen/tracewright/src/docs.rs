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

/// Every crate that a member of the workspace depends on has its reason in `docs/dependencies.md`.
#[test]
fn docs_dependencies_names_every_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let page = read(&root.join("docs/dependencies.md"));
    let workspace: toml::Table = read(&root.join("Cargo.toml")).parse().unwrap();
    for member in workspace["workspace"]["members"].as_array().unwrap() {
        let manifest: toml::Table = read(&root.join(member.as_str().unwrap()).join("Cargo.toml")).parse().unwrap();
        let tables =
            ["dependencies", "dev-dependencies"].into_iter().filter_map(|table| manifest.get(table)?.as_table());
        for name in tables.flat_map(|table| table.keys()) {
            let ours = name.starts_with("tracewright") || name == "verilator-sys";
            assert!(
                ours || page.contains(&format!("`{name}`")),
                "docs/dependencies.md does not say why `{name}` is there"
            );
        }
    }
}
