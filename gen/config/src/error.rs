// SPDX-License-Identifier: Apache-2.0
//! Why a configuration is refused.

use std::fmt;
use thiserror::Error;

/// Where a value was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere: it is the default.
    Default,
    /// In a preset of this name.
    Preset(&'static str),
    /// In a file.
    File {
        /// Its name, as the user gave it.
        name: String,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
    },
    /// In an assignment `key=value` of this text.
    Assignment(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Default => write!(f, "defaults"),
            Place::Preset(name) => write!(f, "preset {name}"),
            Place::File { name, line, column } => write!(f, "{name}:{line}:{column}"),
            Place::Assignment(text) => write!(f, "--set {text}"),
        }
    }
}

/// Why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// The text is not TOML.
    #[error("{place}: not valid TOML: {problem}")]
    Syntax {
        /// Where.
        place: Place,
        /// What the TOML reader says.
        problem: String,
    },
    /// No key or table has this name.
    #[error("{place}: unknown {what} `{name}`")]
    Unknown {
        /// Where.
        place: Place,
        /// `key` or `table`.
        what: &'static str,
        /// The name that was met.
        name: String,
        /// The nearest name that exists.
        nearest: Option<String>,
    },
    /// A short name stands for several keys.
    #[error("{place}: `{name}` could be {}", candidates.join(" or "))]
    Ambiguous {
        /// Where.
        place: Place,
        /// The name that was met.
        name: String,
        /// The keys that it could be.
        candidates: Vec<&'static str>,
    },
    /// A value is not among those that a key takes.
    #[error("{place}: {key} is {met}; allowed: {allowed}")]
    Value {
        /// Where.
        place: Place,
        /// The key.
        key: &'static str,
        /// The value that was met.
        met: String,
        /// What would be right.
        allowed: String,
    },
    /// A table stands where a value should, or a value where a table should.
    #[error("{place}: `{name}` is {met}, {needed} is needed")]
    Shape {
        /// Where.
        place: Place,
        /// The name that was met.
        name: String,
        /// What it is.
        met: &'static str,
        /// What it should be.
        needed: &'static str,
    },
    /// An assignment has no `=`.
    #[error("{place}: `key=value` is needed")]
    Assignment {
        /// Where.
        place: Place,
    },
    /// Two values contradict each other.
    #[error("{place}: {problem}")]
    Contradiction {
        /// Where the later of the two was given.
        place: Place,
        /// Which two, and why.
        problem: String,
        /// What would be right.
        remedy: String,
    },
    /// No preset has this name.
    #[error("unknown preset `{name}`; there are {known}")]
    Preset {
        /// The name that was met.
        name: String,
        /// The names that exist.
        known: String,
    },
}

impl ConfigError {
    /// What to do about it, if more can be said than the error itself does.
    pub fn hint(&self) -> Option<String> {
        match self {
            ConfigError::Unknown { nearest: Some(nearest), .. } => Some(format!("did you mean `{nearest}`?")),
            ConfigError::Unknown { .. } => Some("`tracewright init` writes a file with every key".into()),
            ConfigError::Contradiction { remedy, .. } => Some(remedy.clone()),
            _ => None,
        }
    }
}
