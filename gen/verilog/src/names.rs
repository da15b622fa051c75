// SPDX-License-Identifier: Apache-2.0
//! Verilog names for Rust names.

use std::borrow::Cow;
use std::collections::BTreeSet;

/// Words of Verilog and SystemVerilog that a field or type may be called, in order. Tools read a `.v` file as either.
const RESERVED: &[&str] = &[
    "alias",
    "always",
    "and",
    "assert",
    "assign",
    "assume",
    "before",
    "begin",
    "bind",
    "bit",
    "break",
    "buf",
    "byte",
    "case",
    "cell",
    "checker",
    "class",
    "clocking",
    "config",
    "const",
    "context",
    "continue",
    "cover",
    "cross",
    "deassign",
    "default",
    "design",
    "disable",
    "dist",
    "do",
    "edge",
    "else",
    "end",
    "endcase",
    "enum",
    "event",
    "expect",
    "export",
    "extends",
    "extern",
    "final",
    "first_match",
    "for",
    "force",
    "forever",
    "fork",
    "function",
    "generate",
    "genvar",
    "global",
    "if",
    "iff",
    "implies",
    "import",
    "include",
    "initial",
    "inout",
    "input",
    "inside",
    "instance",
    "int",
    "integer",
    "interface",
    "intersect",
    "join",
    "large",
    "let",
    "library",
    "local",
    "logic",
    "longint",
    "macromodule",
    "matches",
    "medium",
    "modport",
    "module",
    "nand",
    "negedge",
    "nets",
    "new",
    "nexttime",
    "nor",
    "not",
    "null",
    "or",
    "output",
    "package",
    "packed",
    "parameter",
    "posedge",
    "primitive",
    "priority",
    "program",
    "property",
    "protected",
    "pull0",
    "pull1",
    "pure",
    "rand",
    "ref",
    "reg",
    "release",
    "repeat",
    "restrict",
    "return",
    "sequence",
    "shortint",
    "signed",
    "small",
    "solve",
    "specify",
    "static",
    "string",
    "strong",
    "struct",
    "super",
    "supply0",
    "supply1",
    "table",
    "tagged",
    "task",
    "this",
    "time",
    "tri",
    "type",
    "typedef",
    "union",
    "unique",
    "unsigned",
    "until",
    "use",
    "var",
    "virtual",
    "void",
    "wait",
    "wand",
    "weak",
    "while",
    "wire",
    "with",
    "within",
    "wor",
    "xnor",
    "xor",
];

/// A name as modules and signals have it: `TeControl` and `teControl` as `te_control`.
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && after_lower {
            snake.push('_');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// `Step$First` and `hist_top` as `STEP_FIRST` and `HIST_TOP`.
pub(crate) fn upper_case(name: &str) -> String {
    name.split('$').map(|part| snake_case(part).to_ascii_uppercase()).collect::<Vec<_>>().join("_")
}

/// Whether Verilog or SystemVerilog has this word for itself.
fn is_reserved(name: &str) -> bool {
    RESERVED.binary_search(&name).is_ok()
}

/// The names taken in a module.
#[derive(Clone, Default)]
pub(crate) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// The wanted name, as Verilog spells it, or the nearest one that is free.
    pub(crate) fn take(&mut self, wanted: &str) -> String {
        let mut name = wanted.replace('$', "_");
        while is_reserved(&name) || self.taken.contains(&name) {
            name.push('_');
        }
        self.taken.insert(name.clone());
        name
    }

    /// A name is free again.
    pub(crate) fn release(&mut self, name: &str) {
        self.taken.remove(name);
    }

    /// Whether a name is neither taken nor a word of Verilog.
    pub(crate) fn is_free(&self, name: &str) -> bool {
        !is_reserved(name) && !self.taken.contains(name)
    }

    /// The wanted name, or it with the first number from 2 up that makes it free: for one of several values of a name.
    pub(crate) fn number(&mut self, wanted: &str) -> String {
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let name = [wanted.to_string()].into_iter().chain(numbered).find(|name| self.is_free(name)).unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }
}

/// The name of an element of an array, or of a field of one, among `others`: without its number if it is the only
/// element, which is how something optional is written.
pub(crate) fn alone<'a>(name: &'a str, others: impl Iterator<Item = &'a str> + Clone) -> Cow<'a, str> {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with('$');
    let is_alone = |at: &usize| {
        let array = &name[..*at];
        let is_second = |other: &str| {
            let rest = other.strip_prefix(array).and_then(|rest| rest.strip_prefix("$1"));
            rest.is_some_and(ends)
        };
        ends(&name[at + 2..]) && !others.clone().any(is_second)
    };
    let numbers: Vec<usize> = name.match_indices("$0").map(|(at, _)| at).filter(is_alone).collect();
    if numbers.is_empty() {
        return name.into();
    }
    let mut shown = name.to_string();
    numbers.iter().rev().for_each(|at| shown.replace_range(*at..at + 2, ""));
    shown.into()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_reserved_word_is_found() {
        assert!(super::RESERVED.iter().all(|word| super::is_reserved(word)));
        assert!(!super::is_reserved("net"));
    }
}
