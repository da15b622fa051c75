// SPDX-License-Identifier: Apache-2.0
//! Why a command fails: one line, hints, an exit code.

use crate::report;
use std::fmt;
use std::path::Path;
use std::process::ExitCode;
use tracewright_config::ConfigError;

/// Why a command fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    kind: Kind,
    message: String,
    hints: Vec<String>,
}

/// What kind of failure it is: the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The command ran and found a difference or a broken trace.
    Found = 1,
    /// The command line or an input is wrong.
    Usage = 2,
    /// A tool is missing or does not work.
    Tool = 3,
}

impl Failure {
    /// The command ran and found a difference or a broken trace: exit code 1.
    pub fn found(message: impl Into<String>) -> Failure {
        Failure { kind: Kind::Found, message: message.into(), hints: Vec::new() }
    }

    /// The command line or an input is wrong: exit code 2.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure { kind: Kind::Usage, message: message.into(), hints: Vec::new() }
    }

    /// A tool is missing or does not work: exit code 3.
    pub fn tool(message: impl Into<String>) -> Failure {
        Failure { kind: Kind::Tool, message: message.into(), hints: Vec::new() }
    }

    /// A file could not be read or written: exit code 2.
    pub fn io(verb: &str, path: &Path, error: impl fmt::Display) -> Failure {
        Failure::usage(format!("cannot {verb} {}: {error}", path.display()))
    }

    /// The failure with the name that the user knows, in place of that of an unfinished file.
    pub fn naming(mut self, unfinished: &Path, name: &Path) -> Failure {
        self.message = self.message.replace(&*unfinished.to_string_lossy(), &name.to_string_lossy());
        self
    }

    /// The failure with a line that says what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hints.push(hint.into());
        self
    }

    /// Whether the command ran, and found a difference or a broken trace.
    pub fn is_found(&self) -> bool {
        self.kind == Kind::Found
    }

    /// The exit code of the command.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.kind as u8)
    }

    /// Ends the command at once, where what is left to do would take long, for nothing.
    pub fn exit(&self) -> ! {
        report::to_stderr(self);
        tracewright_cleanup::exit(self.kind as i32)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        for hint in &self.hints {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Failure {
        let failure = Failure::usage(error.to_string());
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<tracewright_package::synthesis::Error> for Failure {
    fn from(error: tracewright_package::synthesis::Error) -> Failure {
        let message = error.to_string();
        let failure = if error.is_of_tools() { Failure::tool(message) } else { Failure::usage(message) };
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_and_its_hints() {
        let failure = Failure::usage("this is wrong").hint("do that");
        assert_eq!(failure.to_string(), "error: this is wrong\nhint: do that");
    }
}
