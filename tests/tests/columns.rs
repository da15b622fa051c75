// SPDX-License-Identifier: Apache-2.0
//! Prose is read in columns: no paragraph of a page, and no line of a comment, is wider than 120. A heading of more
//! than 80 has been joined with the paragraph below it.

use std::path::{Path, PathBuf};

/// Columns of a line, at most.
const WIDTH: usize = 120;
/// Columns of a heading, at most.
const HEADING: usize = 80;
/// Where pages are.
const FOLDERS: [&str; 5] = ["docs", "gen", "rtl", "README.md", "CONTRIBUTING.md"];
/// Pages that are made from tables, and are as wide as what stands in these.
const MADE: [&str; 2] = ["docs/configuration.md", "docs/registers.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// Folders whose sources have comments of at most that width.
const SOURCES: [&str; 5] = ["gen", "rtl", "sim", "sw", "tests"];

/// The files below `path` whose names end in `extension`.
fn files(path: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).unwrap();
        entries.for_each(|entry| files(&entry.unwrap().path(), extension, found));
    } else if path.extension().is_some_and(|of| of == extension) {
        found.push(path.to_path_buf());
    }
}

#[test]
fn comments_are_at_most_120_columns_wide() {
    let (root, mut found, mut wide) = (root(), vec![], vec![]);
    SOURCES.iter().for_each(|folder| files(&root.join(folder), "rs", &mut found));
    assert!(found.len() > 100, "{found:?}");
    for path in found {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().enumerate();
        let comments = lines.filter(|(_, line)| line.trim_start().starts_with("//"));
        let too_wide = comments.filter(|(_, line)| line.chars().count() > WIDTH);
        wide.extend(
            too_wide.map(|(number, _)| format!("{}:{}", path.strip_prefix(&root).unwrap().display(), number + 1)),
        );
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

/// Words of a citation that the number of a section may follow, or others of these.
const CITING: [&str; 10] =
    ["N-Trace", "E-Trace", "Trace", "Control", "Transfer", "Records", "Protocol", "ch.", "Table", "Tables"];

/// Whether the comment `line` ends within a citation that `next` goes on with: then a search for it finds nothing.
fn breaks_a_citation(line: &str, next: &str) -> bool {
    let text = |line: &str| line.trim_start().trim_start_matches(['/', '!']).trim().to_string();
    let (line, next) = (text(line), text(next));
    let last = line.rsplit([' ', '(']).next().unwrap_or_default();
    let first = next.split(' ').next().unwrap_or_default();
    let goes_on = first == "ch." || first.starts_with("Table") || first.starts_with(|c: char| c.is_ascii_digit());
    goes_on && CITING.contains(&last)
}

#[test]
fn a_citation_is_on_one_line() {
    assert!(breaks_a_citation("/// One Error says so (N-Trace", "/// 7.4) in the first later cycle"));
    assert!(breaks_a_citation("//! Registers (Trace Control", "//! ch. 6)."));
    assert!(!breaks_a_citation("/// What N-Trace 7.4 says.", "/// 7 bits of Trace"));
    let (root, mut found, mut broken) = (root(), vec![], vec![]);
    SOURCES.iter().for_each(|folder| files(&root.join(folder), "rs", &mut found));
    for path in found.iter().filter(|path| !path.ends_with("tests/tests/columns.rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (number, pair) in lines.windows(2).enumerate() {
            let are_comments = pair.iter().all(|line| line.trim_start().starts_with("//"));
            if are_comments && breaks_a_citation(pair[0], pair[1]) {
                broken.push(format!("{}:{}", path.strip_prefix(&root).unwrap().display(), number + 1));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn pages_are_at_most_120_columns_wide_and_headings_80() {
    let (root, mut found, mut wide) = (root(), vec![], vec![]);
    FOLDERS.iter().for_each(|folder| files(&root.join(folder), "md", &mut found));
    assert!(found.len() > 10, "{found:?}");
    for path in found {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        if MADE.contains(&name.as_str()) {
            continue;
        }
        let (text, mut is_code) = (std::fs::read_to_string(&path).unwrap(), false);
        for (number, line) in text.lines().enumerate() {
            is_code ^= line.starts_with("```");
            let is_prose = !is_code && !line.trim_start().starts_with(['|', '#', '<']);
            let is_wide = is_prose && line.chars().count() > WIDTH && line.trim().contains(' ');
            let is_joined = !is_code && line.starts_with('#') && line.chars().count() > HEADING;
            if is_wide || is_joined {
                wide.push(format!("{name}:{}", number + 1));
            }
        }
    }
    assert!(wide.is_empty(), "{wide:#?}");
}
