// SPDX-License-Identifier: Apache-2.0
//! What comments say of the signals of a block.

use super::{leads, Leaf, Tree};

impl Tree {
    /// What a comment says of a signal: its field in a record, or else the field of the block; empty if none does.
    pub(crate) fn doc<'a>(&'a self, leaf: &'a Leaf) -> &'a str {
        if leaf.doc.is_empty() {
            self.field_doc(&leaf.name)
        } else {
            &leaf.doc
        }
    }

    /// What stands above the nets of a record's fields: how their names begin, and the comment on the record. `name` is
    /// that of the net of `signal`, by `leaf`; empty if the signal is no field of a record, or that has no comment.
    pub(crate) fn group(&self, leaf: &Leaf, signal: &str, name: &str) -> String {
        match self.field(signal) {
            Some((field, doc)) if !leaf.doc.is_empty() && !doc.is_empty() => {
                // The only element of an array has no number in its name.
                let rest = signal[field.len()..].replace('$', "_");
                let unnumbered = rest.strip_prefix("_0").unwrap_or(&rest);
                let record = name.strip_suffix(&rest).or_else(|| name.strip_suffix(unnumbered)).unwrap_or(name);
                format!("{record}_*: {doc}")
            }
            _ => String::new(),
        }
    }

    /// Doc comment of the field of the block that a signal belongs to; empty if it has none.
    pub(crate) fn field_doc(&self, signal: &str) -> &str {
        self.field(signal).map_or("", |(_, doc)| doc)
    }

    /// The field of the block that a signal belongs to, and its doc comment.
    fn field(&self, signal: &str) -> Option<(&str, &str)> {
        // In a bundle, a signal's own comment comes before that of the bundle.
        let fields = self.docs.iter().filter(|(field, _)| leads(field, signal));
        fields.max_by_key(|(field, _)| field.len()).map(|(field, doc)| (field.as_str(), doc.as_str()))
    }
}
