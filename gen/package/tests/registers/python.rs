// SPDX-License-Identifier: Apache-2.0
//! Checks that are written in Python, with the pinned packages of `.tools/registers`.

use crate::cases::{cases, origin, Case};
use crate::row::Row;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use tracewright_package::registers::Output;

/// Writes one form of every case, has `script` read the files, and gives what it found in each.
pub fn read_back(output: Output, script: &str) -> Vec<(Case, Vec<Row>)> {
    let folder = tempfile::tempdir().unwrap();
    let cases = cases();
    let paths: Vec<PathBuf> = cases.iter().map(|case| folder.path().join(case.name)).collect();
    for (case, path) in cases.iter().zip(&paths) {
        std::fs::write(path, output.render(&case.map(), &origin())).unwrap();
    }
    let text = run(script, &paths).unwrap_or_else(|error| panic!("{error}"));
    let found: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(found.len(), cases.len());
    cases.into_iter().zip(found.iter().map(|fields| fields.as_array().unwrap().iter().map(row).collect())).collect()
}

/// What a script prints when it is given `paths`, or what is wrong with one of them.
pub fn run(script: &str, paths: &[PathBuf]) -> Result<String, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let packages = here.join("../../.tools/registers");
    assert!(packages.join("stamp").is_file(), "{} is missing: run `make tools`", packages.display());
    let mut command = Command::new("python3");
    command.arg("-B").arg(here.join("tests/registers").join(script)).args(paths).env("PYTHONPATH", &packages);
    let output = command.output().expect("python3 runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(text(&output.stderr))
    }
}

/// A field as a script prints it.
pub fn row(field: &Value) -> Row {
    let text = |key: &str| field[key].as_str().unwrap().to_string();
    let number = |key: &str| field[key].as_u64().unwrap();
    let values = field["values"].as_array().unwrap().iter();
    Row {
        name: text("name"),
        offset: number("offset"),
        lsb: number("lsb"),
        width: number("width"),
        access: text("access"),
        reset: number("reset"),
        values: values.map(|pair| (pair[0].as_str().unwrap().to_string(), pair[1].as_u64().unwrap())).collect(),
    }
}
