// SPDX-License-Identifier: Apache-2.0
//! What the sources say of sections.

use super::items;
use super::{Document, Documents, Section};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A file that carries a section.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The document, as comments call it.
    pub document: String,
    /// The number of the section.
    pub section: String,
    /// In which role.
    pub role: &'static str,
    /// Path below the root.
    pub file: String,
    /// What in the file names it first: a function, a type, a field, a test. Empty if the whole file does.
    pub item: String,
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// All places of all documents, each once, in order.
pub fn find(documents: &Documents) -> BTreeSet<Place> {
    let (root, mut files, mut places) = (root(), vec![], BTreeSet::new());
    // A file has one item of a section, the first.
    let mut carried = BTreeSet::new();
    ["rtl", "gen", "sim", "sw", "tests"].iter().for_each(|folder| sources(&root.join(folder), &mut files));
    for path in files {
        let file = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        // The index itself names sections as examples.
        if file.starts_with("tests/tests/index/") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let (code, tests) = text.split_once("#[cfg(test)]\nmod tests {").unwrap_or((&text, ""));
        for document in &documents.document {
            let mut add = |sections: BTreeMap<String, String>, role| {
                for (section, item) in sections {
                    if carried.insert((document.name.clone(), section.clone(), role, file.clone())) {
                        let document = document.name.clone();
                        places.insert(Place { document, section, role, file: file.clone(), item });
                    }
                }
            };
            add(named(code, document), role_of(&file));
            add(named(tests, document), "test");
            add(tested(&text, document), "test");
        }
    }
    places
}

/// The files in Rust and in Verilog.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "v") {
            found.push(path);
        }
    }
}

fn role_of(file: &str) -> &'static str {
    // A model that only tests use is one all the same.
    if file.contains("/tests/") && file.ends_with("/model.rs") && !file.starts_with("sim/") {
        return "model";
    }
    // Parts of benches: receivers, memories, bus masters.
    if file.starts_with("gen/package/verilog/")
        || file.starts_with("tests/")
        || file.contains("/tests/")
        || file.ends_with("/tests.rs")
    {
        return "test";
    }
    match file.split('/').next() {
        Some("rtl") => "rtl",
        Some("gen") => "tables",
        Some("sim") => "model",
        _ => "software",
    }
}

/// The sections that comments and descriptions name: "N-Trace 8.1", "N-Trace ch. 5", "N-Trace Table 25", and lists such
/// as "N-Trace 8.3 and 9.3" or "Trace Control 12.3 to 12.5".
///
/// Each is given with what names it first.
fn named(text: &str, document: &Document) -> BTreeMap<String, String> {
    // A name may stand at the end of one line of a comment, and its number on the next.
    let lines: Vec<&str> = text.lines().collect();
    let (mut words, mut at) = (vec![], vec![]);
    for (number, line) in lines.iter().enumerate() {
        for word in line.trim().trim_start_matches(['/', '!']).split_whitespace() {
            words.push(word.to_owned());
            at.push(number);
        }
    }
    if document.by_word {
        return by_word(&lines, &words, &at, document);
    }
    let name: Vec<&str> = document.name.split(' ').collect();
    let mut sections = BTreeMap::new();
    for start in 0..words.len().saturating_sub(name.len()) {
        let is_name = name
            .iter()
            .zip(&words[start..])
            .all(|(part, word)| word.trim_start_matches(|c: char| !c.is_alphanumeric()) == *part);
        if is_name {
            let mut these = BTreeSet::new();
            list(&words[start + name.len()..], document, &mut these);
            for section in these {
                let item: &mut String = sections.entry(section).or_default();
                // What is said of the whole file does not tell where in it.
                if item.is_empty() {
                    *item = items::of_line(&lines, at[start]);
                }
            }
        }
    }
    sections
}

/// The sections that words of their own name: "(Sscofpmf)".
fn by_word(lines: &[&str], words: &[String], at: &[usize], document: &Document) -> BTreeMap<String, String> {
    let mut sections = BTreeMap::new();
    for (word, line) in words.iter().zip(at) {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        if document.section.iter().any(|section| section.number == word) {
            let item: &mut String = sections.entry(word.to_owned()).or_default();
            if item.is_empty() {
                *item = items::of_line(lines, *line);
            }
        }
    }
    sections
}

/// The numbers that follow the name of a document.
fn list(words: &[String], document: &Document, sections: &mut BTreeSet<String>) {
    // What the next number is: that of a table, the last one of a range, one after another.
    let (mut is_table, mut is_range, mut before) = (false, false, None::<String>);
    for word in words {
        match word.as_str() {
            "Table" | "Tables" | "table" | "tables" => is_table = true,
            "ch." | "chapter" | "chapters" | "Appendix" => is_table = false,
            "and" | "," => {}
            "to" => is_range = true,
            _ => {
                // An appendix is a letter.
                let letter = usize::from(is_appendix(word, document));
                let rest = word[letter..].find(|c: char| !c.is_ascii_digit() && c != '.');
                let end = rest.map_or(word.len(), |rest| letter + rest);
                let number = word[..end].trim_end_matches('.');
                let goes_on = matches!(&word[end..], "" | ",");
                // A version is no section; sections may follow it.
                let is_version = number.starts_with("0.") || number == "1.0" || number.starts_with("1.0.");
                if number.is_empty() || is_version && !goes_on {
                    return;
                }
                if is_version {
                    continue;
                }
                if is_range && !is_table {
                    sections.extend(between(before.as_deref(), number, document));
                }
                is_range = false;
                before = Some(number.to_owned());
                let table = number.parse().ok().filter(|_| is_table);
                match table.map(|table| document.section.iter().find(|section| section.tables.contains(&table))) {
                    Some(section) => sections.extend(section.map(|section| section.number.clone())),
                    None => drop(sections.insert(number.to_owned())),
                }
                // A list goes on after a comma, or after "and".
                if !goes_on {
                    return;
                }
            }
        }
    }
}

/// Whether a word begins as the number of an appendix does: `C.5`, `D)`.
fn is_appendix(word: &str, document: &Document) -> bool {
    let letter = word.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    letter.parse::<u32>().is_err() && document.section.iter().any(|section| section.number == letter)
}

/// The sections of one chapter from `first` to `last`, as "12.3 to 12.5" names them. Of whole chapters a range names
/// the first and the last alone.
fn between(first: Option<&str>, last: &str, document: &Document) -> Vec<String> {
    let parts = |number: &str| number.rsplit_once('.').map(|(chapter, part)| (chapter.to_owned(), part.parse::<u32>()));
    let (Some((chapter, Ok(first))), Some((same, Ok(last)))) = (first.and_then(parts), parts(last)) else {
        return vec![];
    };
    let is_between = |number: &&String| match parts(number) {
        Some((of, Ok(part))) => of == chapter && same == chapter && (first..=last).contains(&part),
        _ => false,
    };
    document.section.iter().map(|section| &section.number).filter(is_between).cloned().collect()
}

/// The sections that tests are named after: `ntrace_8_4_1_...`, `ntrace_ch_5_...`, `ntrace_table_25_...`.
fn tested(text: &str, document: &Document) -> BTreeMap<String, String> {
    // A name ends before the parameters, those of a generic test before its types.
    let names = text.split("fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next());
    let mut sections = BTreeMap::new();
    for whole in names {
        if document.by_word {
            let is_named = |section: &&Section| {
                whole.strip_prefix(&section.number.to_lowercase()).is_some_and(|rest| rest.starts_with('_'))
            };
            for section in document.section.iter().filter(is_named) {
                sections.entry(section.number.clone()).or_insert_with(|| whole.to_owned());
            }
            continue;
        }
        let Some(name) = whole.strip_prefix(&document.test).and_then(|name| name.strip_prefix('_')) else { continue };
        let mut add = |section: String| {
            sections.entry(section).or_insert_with(|| whole.to_owned());
        };
        let (is_table, is_appendix) = (name.starts_with("table"), name.starts_with("appendix"));
        let kinds = ["ch_", "tables_", "table_", "appendix_"];
        let name = kinds.iter().find_map(|kind| name.strip_prefix(kind)).unwrap_or(name);
        let mut parts = name.split('_').peekable();
        // A letter is an appendix's only where the name says so: it may be a word.
        let says = is_table || is_appendix;
        let letter = parts.next_if(|part| says && matches!(part.as_bytes(), [b'a'..=b'z']));
        let numbers = parts.take_while(|part| part.parse::<u32>().is_ok()).map(String::from);
        let numbers: Vec<String> = letter.map(str::to_uppercase).into_iter().chain(numbers).collect();
        let table = numbers.first().and_then(|number| number.parse().ok()).filter(|_| is_table);
        match table {
            Some(table) => {
                let section = document.section.iter().find(|section| section.tables.contains(&table));
                section.map(|section| section.number.clone()).into_iter().for_each(add);
            }
            None if numbers.is_empty() => {}
            None => add(numbers.join(".")),
        }
    }
    sections
}
