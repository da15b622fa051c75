// SPDX-License-Identifier: Apache-2.0
//! What a command says it did.

use crate::cli::Format;
use crate::failure::Failure;
use crate::files::is_stdout;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io::Write;
use std::path::Path;

/// Prints `report` to standard output, for people or as one JSON object.
pub fn print<R: Serialize + Display>(report: &R, format: Format) -> Result<(), Failure> {
    let mut text = render(report, format);
    text.push('\n');
    to_stdout(text.as_bytes())
}

/// As [`print()`], to standard error if `output`, which the command has written, is standard output.
pub fn print_beside<R: Serialize + Display>(report: &R, format: Format, output: Option<&Path>) -> Result<(), Failure> {
    if !output.is_some_and(is_stdout) {
        return print(report, format);
    }
    to_stderr(render(report, format));
    Ok(())
}

/// `report` for people or as one JSON object, without a final newline.
pub fn render<R: Serialize + Display>(report: &R, format: Format) -> String {
    match format {
        Format::Human => report.to_string().trim_end().to_string(),
        Format::Json => render_json(report),
    }
}

/// `report` as one JSON object, without a final newline.
pub fn render_json<R: Serialize>(report: &R) -> String {
    serde_json::to_string_pretty(report).expect("reports are plain data")
}

/// Writes to standard output. A reader that closes it early, such as `head`, is no error.
pub fn to_stdout(bytes: &[u8]) -> Result<(), Failure> {
    printed(std::io::stdout().lock().write_all(bytes))
}

/// What became of printing to standard output.
pub fn printed(outcome: std::io::Result<()>) -> Result<(), Failure> {
    match outcome {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::usage(format!("cannot write to standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line, or several, to standard error. Where that can't be written to, there is nobody to tell.
pub fn to_stderr(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Messages by type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Messages(pub BTreeMap<String, u64>);

impl Messages {
    /// Counts one of type `name`.
    pub fn count(&mut self, name: &'static str) {
        match self.0.get_mut(name) {
            Some(count) => *count += 1,
            None => drop(self.0.insert(name.into(), 1)),
        }
    }
}

impl Display for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "messages          {:>14}", grouped(self.0.values().sum()))?;
        self.0.iter().try_for_each(|(name, count)| writeln!(f, "  {name:<24}{:>6}", grouped(*count)))
    }
}

/// `count` to `of`, 0 where there is nothing.
pub fn ratio(count: u64, of: u64) -> f64 {
    if of == 0 {
        return 0.0;
    }
    count as f64 / of as f64
}

/// `count` with its digits in groups of three.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1 000");
        assert_eq!(grouped(12_345_678), "12 345 678");
    }
}
