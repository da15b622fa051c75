// SPDX-License-Identifier: Apache-2.0
//! The page itself.

use super::sources::Place;
use super::{Document, Documents, Section, ROLES};
use std::collections::BTreeSet;

const HEAD: &str = "# Where each section of the specifications is

Made by `make docs` from what comments of the sources say, as \"N-Trace 8.4.1\", \"Trace Control ch. 7\", \"Control
Transfer Records 5.4\" or \"Trace Protocol ch. 3\", and from tests named after sections, as `ntrace_8_4_1_...` or
`tci_ch_7_...`: search for one of these to find the line. (A comment that names several sections may name the document
once: \"N-Trace 7.6, 7.7\".) A table stands with the section that it is in. What belongs to performance counters is
found by a word, as Sscofpmf. After a file is what in it names the section first: a function, a type, a field, a test;
where nothing is, the whole file does. Tables are what RTL and model share: configuration and registers.
";

/// The page as text.
pub fn page(documents: &Documents, found: &BTreeSet<Place>) -> String {
    let mut text = HEAD.to_owned();
    for document in &documents.document {
        text += &format!("\n## {}\n\n", document.title);
        text += "| Section | RTL | Tables | Model | Decoder, driver | Tests |\n|---|---|---|---|---|---|\n";
        for section in &document.section {
            text += &row(document, section, found);
        }
    }
    text
}

fn row(document: &Document, section: &Section, found: &BTreeSet<Place>) -> String {
    let of = |role: &str| {
        let places = found
            .iter()
            .filter(|place| place.document == document.name && place.section == section.number && place.role == role);
        places.map(link).collect::<Vec<_>>().join("<br>")
    };
    let cells = ROLES.map(of);
    let tables = section.tables.iter().map(|table| format!("Table {table}"));
    let beside: Vec<String> = tables.chain(section.why_none.clone()).collect();
    let beside = if beside.is_empty() { String::new() } else { format!(" ({})", beside.join(", ")) };
    let title = format!("{} {}{beside}", section.number, section.title);
    format!("| {title} | {} |\n", cells.join(" | "))
}

/// A link whose text leaves out what its column says, and what a search in the file finds.
fn link(place: &Place) -> String {
    let short = place.file.strip_prefix("rtl/").filter(|_| place.role == "rtl").unwrap_or(&place.file);
    let short = short.replacen("/src/", "/", 1);
    let link = format!("[{}](../{})", short.strip_prefix("src/").unwrap_or(&short), place.file);
    match place.item.as_str() {
        "" => link,
        item => format!("{link} `{item}`"),
    }
}
