// SPDX-License-Identifier: Apache-2.0
//! Why there is no result: one line, and what to do about it.

use crate::synthesis::target::Target;
use std::path::PathBuf;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no target of this name.
    #[error("unknown target `{0}`; there are {names}", names = Target::names())]
    UnknownTarget(String),
    /// What the mapper of this target can't be told.
    #[error("{what} can be asked for with ecp5 alone, not with {target}")]
    Mapper {
        /// What was asked for.
        what: &'static str,
        /// The target.
        target: &'static str,
    },
    /// The design has no module of this name.
    #[error("the design has no module `{0}`")]
    UnknownModule(String),
    /// A tool is not installed.
    #[error("{name} not found")]
    Missing {
        /// Its name for people.
        name: &'static str,
        /// The environment variable that names the user's own.
        variable: &'static str,
    },
    /// A tool does not work.
    #[error("{message}")]
    Tool {
        /// What it did.
        message: String,
        /// All that it said.
        log: Option<PathBuf>,
    },
    /// The device is too small.
    #[error("the design does not fit: {device} has {available} {what}, {needed} are needed")]
    DoesNotFit {
        /// The device.
        device: &'static str,
        /// What there is too little of.
        what: String,
        /// How much of it is needed.
        needed: u64,
        /// How much of it there is.
        available: u64,
    },
    /// A file can't be read or written.
    #[error("cannot {verb} {path}: {reason}")]
    Io {
        /// What was tried.
        verb: &'static str,
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// A list of figures, or the page that has them, is not as it must be.
    #[error("{0}")]
    Figures(String),
}

impl Error {
    /// A file can't be read or written.
    pub(crate) fn io(verb: &'static str, path: &std::path::Path, error: &impl ToString) -> Error {
        Error::Io { verb, path: path.display().to_string(), reason: error.to_string() }
    }

    /// A tool did something that is not understood.
    pub(crate) fn tool(message: impl Into<String>) -> Error {
        Error::Tool { message: message.into(), log: None }
    }

    /// Whether the machine is the reason, and not what was asked for.
    pub fn is_of_tools(&self) -> bool {
        matches!(self, Error::Missing { .. } | Error::Tool { .. })
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::Missing { variable, .. } => Some(format!("run `make tools`, set {variable}, or put it on PATH")),
            Error::Tool { log: Some(log), .. } => Some(format!("see {}", log.display())),
            Error::DoesNotFit { .. } => {
                Some("`--target` names a larger device, or fewer options make a smaller design".into())
            }
            _ => None,
        }
    }
}
