// SPDX-License-Identifier: Apache-2.0
//! Comments of generated Verilog. Their reader has the package, and not the sources that they are from.

use std::collections::BTreeSet;
use std::path::Path;

/// Folders of the sources.
const FOLDERS: [&str; 6] = ["rtl/", "gen/", "sim/", "sw/", "tests/", "docs/"];

/// Comments of the Verilog in this folder of a package that name what it does not have: a file of the sources, or a
/// name in backquotes that is no part of a module's or a net's and no key of the configuration. Then comments that have
/// nothing under them. One a line.
pub fn astray(folder: &Path) -> String {
    let mut found = String::new();
    let files: Vec<_> = std::fs::read_dir(folder.join("rtl")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let stem = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let modules: BTreeSet<String> = files.iter().map(|path| stem(path)).collect();
    let configuration = std::fs::read_to_string(folder.join("configuration.toml")).unwrap();
    let keys: BTreeSet<&str> =
        configuration.lines().flat_map(|line| names(line.split('#').next().unwrap_or_default())).collect();
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "v")) {
        let text = std::fs::read_to_string(path).unwrap();
        let code: String =
            text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
        let nets = &names(&code) | &keys;
        for (line, comment) in comments(&text) {
            let wrong = names_source(&comment).or_else(|| names_nothing(&comment, &nets, &modules));
            if let Some(word) = wrong {
                found += &format!("{}.v:{line}: `{word}` is not in the package: {comment}\n", stem(path));
            }
        }
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        // The header has lines of its own.
        for (index, _) in
            lines.windows(2).enumerate().filter(|(at, two)| *at > 3 && is_comment(two[0]) && two[1].is_empty())
        {
            found += &format!("{}.v:{}: a comment on nothing: {}\n", stem(path), index + 1, lines[index]);
        }
    }
    found
}

fn is_comment(line: &str) -> bool {
    line.starts_with("//")
}

/// Names in a text.
fn names(text: &str) -> BTreeSet<&str> {
    text.split(|next: char| !(next.is_alphanumeric() || next == '_')).collect()
}

/// Comments, each with its first line, those over several lines as one.
fn comments(text: &str) -> Vec<(usize, String)> {
    let mut comments: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (index, line) in text.lines().enumerate() {
        let Some((code, comment)) = line.split_once("//") else {
            goes_on = false;
            continue;
        };
        let is_alone = code.trim().is_empty();
        match comments.last_mut().filter(|_| goes_on && is_alone) {
            Some((_, before)) => *before += comment,
            None => comments.push((index + 1, comment.trim().into())),
        }
        goes_on = is_alone;
    }
    comments
}

/// A file or a folder of the sources that a comment names.
fn names_source(comment: &str) -> Option<String> {
    let mut words = comment.split(|next: char| !(next.is_alphanumeric() || "_/.".contains(next)));
    let is_inside = |word: &str| FOLDERS.iter().any(|folder| word.starts_with(folder));
    words.find(|word| word.trim_end_matches('.').ends_with(".rs") || is_inside(word)).map(str::to_owned)
}

/// A name in backquotes that is neither a module nor a net, nor how names of them begin, go on or end. What ends in `_`
/// is how the names of some constants begin.
fn names_nothing(comment: &str, nets: &BTreeSet<&str>, modules: &BTreeSet<String>) -> Option<String> {
    let quoted = comment.split('`').skip(1).step_by(2);
    let words = quoted.flat_map(|text| text.split(|next: char| !(next.is_alphanumeric() || "_.".contains(next))));
    let is_name = |word: &&str| word.starts_with(|first: char| first.is_alphabetic()) && !word.ends_with('_');
    let exists = |word: &str| {
        let word = word.trim_matches('.');
        // A key is known by its last part.
        let key = word.strip_prefix("build.").or_else(|| word.strip_prefix("run."));
        let word = key.and_then(|key| key.rsplit('.').next()).unwrap_or(word);
        let name = word.replace('.', "_");
        let ends = [format!("{name}_"), format!("_{name}")];
        let has = |whole: &str| {
            whole == name
                || whole.starts_with(&ends[0])
                || whole.ends_with(&ends[1])
                || whole.contains(&format!("_{name}_"))
        };
        nets.iter().any(|net| has(net)) || modules.iter().any(|module| *module == name || module.starts_with(&ends[0]))
    };
    words.filter(is_name).find(|word| !exists(word)).map(str::to_owned)
}
