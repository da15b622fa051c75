// SPDX-License-Identifier: Apache-2.0
//! `tracewright tandem decode`: from a trace to its groups.

use super::chosen::Chosen;
use super::options::{DecodeArgs, DecodeOutput};
use crate::cli::Format;
use crate::failure::Failure;
use crate::files::{is_stdout, OutputFile};
use crate::progress::Progress;
use crate::report;
use serde::Serialize;
use std::fmt;
use std::io::{self, BufWriter, Write};
use tracewright_tandem::{Category, Json, Part, Statistics};

/// What was decoded.
#[derive(Debug, Serialize)]
struct Decoded {
    /// Bytes of trace.
    trace_bytes: u64,
    /// Groups, by categories that there are groups of.
    categories: Vec<Sizes>,
    /// Elements that are in no group.
    outside: u64,
    /// Contradictions in the trace.
    errors: u64,
    /// The first of them.
    first_error: Option<String>,
    /// Bytes that could not be used.
    skipped_bytes: u64,
    /// The table of Appendix D.
    #[serde(skip)]
    table: String,
}

/// Groups of a category.
#[derive(Debug, Serialize)]
struct Sizes {
    category: &'static str,
    groups: u64,
    bytes: u64,
    largest: u64,
    /// What Appendix D has.
    appendix_d: Option<u64>,
}

/// Runs the command.
pub fn run(arguments: &DecodeArgs, format: Format) -> Result<(), Failure> {
    match arguments.output.as_deref().filter(|path| !is_stdout(path)) {
        Some(path) => {
            let mut file = OutputFile::create(path)?;
            let decoded = write(arguments, &mut file, |error| Some(Failure::io("write", path, error)))?;
            report::print(&decoded, format)?;
            if let Some(failure) = decoded.failure(arguments) {
                let partial = file.finish_partial()?;
                return Err(failure.hint(format!("what could be decoded is in {}", partial.display())));
            }
            file.finish()
        }
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            let decoded = write(arguments, &mut out, |error| report::printed(Err(error)).err())?;
            report::to_stderr(report::render(&decoded, format));
            decoded.failure(arguments).map_or(Ok(()), Err)
        }
    }
}

/// Decodes to `out`. Where that takes no more the command ends, and `failed` says why it has failed, if it has.
fn write(
    arguments: &DecodeArgs,
    out: &mut impl Write,
    failed: impl Fn(io::Error) -> Option<Failure>,
) -> Result<Decoded, Failure> {
    let widths = arguments.widths.of(arguments.xlen)?;
    let end = |error: io::Error| match failed(error) {
        Some(failure) => failure.exit(),
        None => tracewright_cleanup::exit(0),
    };
    let _progress = Progress::spinner("decoding");
    let (mut statistics, mut first_error) = (Statistics::new(&widths), None);
    let mut chosen = Chosen::new(arguments.hart);
    let take = |part: Part| {
        let part = chosen.take(part);
        let Some(part) = &part else { return };
        statistics.take(part);
        if let Part::Error(error) = part {
            first_error.get_or_insert_with(|| error.to_string());
        }
        let written = match arguments.kind {
            DecodeOutput::Text => writeln!(out, "{part}"),
            DecodeOutput::Json => writeln!(out, "{}", Json(part)),
            DecodeOutput::None => Ok(()),
        };
        written.unwrap_or_else(&end);
    };
    let trace_bytes = super::read(&arguments.trace, widths, take, |_| ())?;
    out.flush().unwrap_or_else(end);
    if first_error.is_none() {
        chosen.missing(&arguments.trace).map_or(Ok(()), Err)?;
    }
    Ok(Decoded::new(trace_bytes, &statistics, first_error))
}

impl Decoded {
    fn new(trace_bytes: u64, statistics: &Statistics, first_error: Option<String>) -> Decoded {
        let sizes = |&category: &Category| {
            let row = statistics.row(category);
            (row.groups != 0).then(|| Sizes {
                category: category.name(),
                groups: row.groups,
                bytes: row.bytes,
                largest: row.largest,
                appendix_d: category.proposed_bytes(),
            })
        };
        Decoded {
            trace_bytes,
            categories: Category::ALL.iter().filter_map(sizes).collect(),
            outside: statistics.outside,
            errors: statistics.errors,
            first_error,
            skipped_bytes: statistics.skipped_bytes,
            table: statistics.to_string(),
        }
    }

    fn failure(&self, arguments: &DecodeArgs) -> Option<Failure> {
        let error = self.first_error.as_ref()?;
        Some(Failure::found(format!("{}: {error}", arguments.trace.display())))
    }
}

impl fmt::Display for Decoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table)?;
        let Decoded { trace_bytes, outside, errors, skipped_bytes, .. } = self;
        write!(f, "{trace_bytes} bytes, {outside} elements outside of groups, ")?;
        let word = if *errors == 1 { "error" } else { "errors" };
        writeln!(f, "{errors} {word}, {skipped_bytes} bytes skipped")
    }
}
