// SPDX-License-Identifier: Apache-2.0
//! Every row of every error table of chapter 11 has a test that is named by it.

use std::process::Command;

/// The sections that have a function, and the rows of its error table. 11.6 has no table: it always succeeds.
const TABLES: &[(&str, &[&str])] = &[
    ("11_6", &["success"]),
    ("11_7", &["success", "invalid_param"]),
    ("11_8", &["success", "invalid_param", "not_supported"]),
    ("11_9", &["success", "invalid_param", "already_started", "no_shmem"]),
    ("11_10", &["success", "invalid_param", "already_stopped", "no_shmem"]),
    ("11_11", &["success", "invalid_param"]),
    ("11_12", &["success", "invalid_param"]),
    ("11_13", &["success", "not_supported", "invalid_param", "invalid_address", "failed"]),
    ("11_14", &["success", "not_supported", "invalid_param", "invalid_address", "failed"]),
];

/// The tests that run: those of this program, as it lists them.
fn tests() -> Vec<String> {
    let listed = Command::new(std::env::current_exe().unwrap()).arg("--list").output().unwrap();
    let names = String::from_utf8(listed.stdout).unwrap();
    names.lines().filter_map(|line| line.strip_suffix(": test")?.rsplit("::").next().map(str::to_owned)).collect()
}

#[test]
fn every_row_of_every_error_table_has_a_test() {
    let tests = tests();
    let has = |row: &String| tests.iter().any(|name| name == row || name.starts_with(&format!("{row}_")));
    let rows = TABLES.iter().flat_map(|(at, rows)| rows.iter().map(move |row| format!("sbi_pmu_{at}_{row}")));
    let without: Vec<String> = rows.filter(|row| !has(row)).collect();
    assert!(without.is_empty(), "rows without a test: {without:?}");
}
