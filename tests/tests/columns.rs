// SPDX-License-Identifier: Apache-2.0
//! Prose is read in columns: no comment of a source and no paragraph of a page is wider than 120.

use std::path::{Path, PathBuf};

/// Columns of a line, at most.
const WIDTH: usize = 120;
/// Where sources and pages are.
const FOLDERS: [&str; 7] = ["rtl", "gen", "sim", "sw", "tests", "docs", "README.md"];
/// Pages that are made from tables, and are as wide as what stands in these.
const MADE: [&str; 2] = ["docs/configuration.md", "docs/registers.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// The files below `path` with this ending.
fn files(path: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).unwrap();
        entries.for_each(|entry| files(&entry.unwrap().path(), ending, found));
    } else if path.extension().is_some_and(|extension| extension == ending) {
        found.push(path.to_path_buf());
    }
}

/// `file:line` of each line that `is_prose` and is too wide; one that has no place to be broken is none.
fn wide(ending: &str, is_prose: impl Fn(&str) -> bool) -> Vec<String> {
    let (root, mut found) = (root(), vec![]);
    FOLDERS.iter().for_each(|folder| files(&root.join(folder), ending, &mut found));
    assert!(found.len() > 10, "{found:?}");
    let mut wide = vec![];
    for path in found {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        if MADE.contains(&name.as_str()) {
            continue;
        }
        let (text, mut is_code) = (std::fs::read_to_string(&path).unwrap(), false);
        for (number, line) in text.lines().enumerate() {
            is_code ^= ending == "md" && line.starts_with("```");
            if !is_code && is_prose(line.trim_start()) && line.chars().count() > WIDTH && line.trim().contains(' ') {
                wide.push(format!("{name}:{}", number + 1));
            }
        }
    }
    wide
}

#[test]
fn pages_are_at_most_120_columns_wide() {
    let found = wide("md", |line| !line.starts_with(['|', '#', '<']));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn comments_are_at_most_120_columns_wide() {
    let found = wide("rs", |line| line.starts_with("//") && !line.trim_start_matches(['/', '!', ' ']).starts_with('|'));
    assert!(found.is_empty(), "{found:#?}");
}
