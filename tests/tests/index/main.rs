// SPDX-License-Identifier: Apache-2.0
//! `docs/index.md`: where each section of the specifications is found in the sources. It is made from what comments and
//! descriptions of registers say, such as "N-Trace 8.4.1" or "Trace Control ch. 7", and from tests named after
//! sections, such as `ntrace_8_4_1_first_branch_taken` or `tci_ch_7_a_port_is_registered`. Extensions of the privileged
//! architecture are found by their names, and so are the CSRs and the interrupt of the counters.

mod items;
mod page;
mod sources;

use serde::Deserialize;

/// Who carries a section, in the order of the page's columns.
pub const ROLES: [&str; 5] = ["rtl", "tables", "model", "software", "test"];

/// The documents of `sections.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Documents {
    /// In the order of the page.
    pub document: Vec<Document>,
}

/// A specification.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// What comments call it.
    pub name: String,
    /// What it calls itself.
    pub title: String,
    /// What the names of its tests begin with; nothing if a section's name alone is what they begin with.
    #[serde(default)]
    pub test: String,
    /// Comments name its sections by a word of their own, as an extension has, and not by the document with a number.
    #[serde(default)]
    pub by_word: bool,
    /// In its order.
    pub section: Vec<Section>,
}

/// A section of a specification.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its number, as "8.4.1"; of a document by word, the word.
    pub number: String,
    /// Its heading.
    pub title: String,
    /// Numbers of its tables.
    #[serde(default)]
    pub tables: Vec<u32>,
    /// Roles in which it must be found.
    #[serde(default = "most")]
    pub needs: Vec<String>,
    /// Why it asks for nothing.
    pub why_none: Option<String>,
}

fn most() -> Vec<String> {
    ["rtl", "model", "software", "test"].map(String::from).to_vec()
}

fn documents() -> Documents {
    toml::from_str(include_str!("sections.toml")).expect("sections.toml")
}

#[test]
fn docs_index_is_current() {
    let documents = documents();
    let found = sources::find(&documents);
    let expected = page::page(&documents, &found);
    let path = sources::root().join("docs/index.md");
    if std::env::var_os("TRACEWRIGHT_WRITE_DOCS").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let current = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(current == expected, "docs/index.md is stale: run `make docs`");
}

/// A section that a part leaves out is one that a reader looks for in vain.
#[test]
fn each_section_is_found_where_it_must_be() {
    let documents = documents();
    let found = sources::find(&documents);
    let mut missing = vec![];
    for document in &documents.document {
        for section in document.section.iter().filter(|section| section.why_none.is_none()) {
            for role in &section.needs {
                assert!(ROLES.contains(&role.as_str()), "{role} of {} {}", document.name, section.number);
                // What has a part of a section has some of the section.
                let below = format!("{}.", section.number);
                let is_there = found.iter().any(|place| {
                    let same = place.section == section.number || place.section.starts_with(&below);
                    place.document == document.name && place.role == role && same
                });
                if !is_there {
                    missing.push(format!("{} {} {}: {role}", document.name, section.number, section.title));
                }
            }
        }
    }
    assert!(missing.is_empty(), "no comment names these, where one must:\n{}", missing.join("\n"));
}

/// A comment that names a section that does not exist sends its reader astray.
#[test]
fn each_section_that_is_named_exists() {
    let documents = documents();
    let mut unknown = vec![];
    for place in sources::find(&documents) {
        let document = documents.document.iter().find(|document| document.name == place.document).unwrap();
        let chapter = format!("{}.", place.section);
        let exists = |section: &Section| section.number == place.section || section.number.starts_with(&chapter);
        if !document.section.iter().any(exists) {
            unknown.push(format!("{}: {} {}", place.file, place.document, place.section));
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
