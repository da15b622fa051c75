// SPDX-License-Identifier: Apache-2.0
//! The pages as a book: every link of the repository's pages leads to a file and a heading that are there, and the book
//! has every page of docs/ and of the command's help, with search.
//!
//! Needs the command `tracewright` and `gen/tools/packages mkdocs`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use tracewright_tests::command::{root, tracewright};

/// Folders without pages of ours.
const OTHERS: [&str; 4] = ["target", "build", ".tools", ".git"];

/// The pages below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| match path.is_dir() {
        true if OTHERS.iter().any(|other| path.ends_with(other)) => vec![],
        true => pages(&path),
        false if path.extension().is_some_and(|extension| extension == "md") => vec![path],
        false => vec![],
    };
    entries.flat_map(below).collect()
}

/// The lines of a page that are in no block of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(text: &str) -> BTreeSet<String> {
    prose(text).filter(|line| line.starts_with('#')).map(|line| anchor(line.trim_start_matches('#'))).collect()
}

/// The targets of a page's links.
fn links(text: &str) -> Vec<String> {
    let of_line = |line: &str| {
        let parts = line.split("](").skip(1);
        parts.filter_map(|rest| rest.split(')').next()).map(str::to_string).collect::<Vec<_>>()
    };
    prose(text).flat_map(of_line).filter(|link| !link.contains("://") && !link.contains(' ')).collect()
}

/// Links of a page that lead nowhere.
fn broken(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let is_broken = |link: &String| {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() { page.to_path_buf() } else { page.parent().unwrap().join(file) };
        let has_heading = || anchors(&std::fs::read_to_string(&target).unwrap()).contains(heading);
        !target.exists() || !heading.is_empty() && !has_heading()
    };
    links(&text).into_iter().filter(is_broken).map(|link| format!("{}: {link}", page.display())).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages(&root());
    assert!(pages.len() > 30, "{pages:?}");
    let broken: Vec<String> = pages.iter().flat_map(|page| broken(page)).collect();
    assert_eq!(broken, [""; 0]);
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.md");
    let text = "# A heading: `x`\n[a](#a-heading-x) [b](page.md) [c](https://example.org/x)\n";
    std::fs::write(&page, format!("{text}```\n[d](none.md)\n```\n")).unwrap();
    assert_eq!(broken(&page), [""; 0]);
    for wrong in ["none.md", "#none", "page.md#heading"] {
        std::fs::write(&page, format!("{text}[e]({wrong})\n")).unwrap();
        assert_eq!(broken(&page).len(), 1, "{wrong}");
    }
}

#[test]
fn the_book_has_every_page_and_every_command() {
    let root = root();
    assert!(root.join(".tools/mkdocs").is_dir(), "there is no .tools/mkdocs: gen/tools/packages mkdocs");
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(root.join("gen/tools/book"));
    let output = command.arg(tracewright()).arg(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{said}");
    let html = folder.path().join("html");
    for page in pages(&root.join("docs")) {
        let name = match page.file_stem().unwrap().to_str().unwrap() {
            "contents" => continue,
            "index" => "sections",
            name => name,
        };
        assert!(html.join(name).with_extension("html").is_file(), "{name}");
    }
    for command in ["", "-generate", "-decode", "-tandem-verify"] {
        let page = std::fs::read_to_string(html.join(format!("commands/tracewright{command}.html"))).unwrap();
        assert!(page.contains("Usage: tracewright"), "{command}");
    }
    let search = std::fs::read_to_string(html.join("search/search_index.json")).unwrap();
    assert!(search.contains("teInstStallEn") && search.contains("commands/tracewright-decode.html"));
}
