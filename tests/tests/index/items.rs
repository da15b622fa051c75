// SPDX-License-Identifier: Apache-2.0
//! What a line of a source belongs to.

/// Words in front of a name.
const BEFORE_A_NAME: [&str; 12] =
    ["pub", "const", "fn", "struct", "enum", "mod", "static", "trait", "type", "unsafe", "mut", "macro_rules!"];

/// The name of what line `at` is in, or of what it describes. Empty if it describes the file.
pub fn of_line(lines: &[&str], at: usize) -> String {
    let is_about_what_follows = |line: &&&str| {
        let line = line.trim_start();
        line.starts_with("//") || line.starts_with("#[") || line.is_empty()
    };
    let line = lines[at].trim_start();
    if line.starts_with("//!") {
        return String::new();
    }
    if line.starts_with("///") {
        let described = lines[at..].iter().find(|line| !is_about_what_follows(line));
        return described.and_then(|line| name(line)).unwrap_or_default();
    }
    lines[..=at].iter().rev().find(|line| is_definition(line)).and_then(|line| name(line)).unwrap_or_default()
}

/// Whether a line begins a function, a type, or a constant.
fn is_definition(line: &str) -> bool {
    let words = words(line);
    let first = words.iter().find(|word| !word.starts_with("pub"));
    first.is_some_and(|word| BEFORE_A_NAME[1..10].contains(word))
}

/// The first name of a line.
fn name(line: &str) -> Option<String> {
    let words = words(line);
    // Of `pub(in super::super)` the second word is a path.
    let is_part = |word: &str| BEFORE_A_NAME.contains(&word) || word.starts_with("pub(") || word.starts_with("super::");
    let word = words.iter().find(|word| !is_part(word))?;
    let name: String = word.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    Some(name).filter(|name| !name.is_empty())
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn a_line_belongs_to_what_it_describes_or_is_in() {
    let text = "//! Whole.\n/// One.\n#[derive(Copy)]\npub(super) struct One {\n    /// Two.\n    pub two: Bit,\n}\n\
                fn three(a: u8) {\n    // Inside.\n    a;\n}\n    /// Row.\n    TE_ROW = 0 \"teRow\";\n\
                /// Bit.\npub(in super::super) const BIT: u64 = 1;";
    let lines: Vec<&str> = text.lines().collect();
    let of = |part: &str| of_line(&lines, lines.iter().position(|line| line.contains(part)).unwrap());
    assert_eq!(["Whole.", "One.", "Two.", "Inside.", "Row."].map(of), ["", "One", "two", "three", "TE_ROW"]);
    assert_eq!(of("Bit."), "BIT");
}
