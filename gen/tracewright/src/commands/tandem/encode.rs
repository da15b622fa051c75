// SPDX-License-Identifier: Apache-2.0
//! `tracewright tandem encode`: the golden model's trace of a program.

use super::options::{bits, Class, EncodeArgs, WidthArgs};
use crate::cli::Format;
use crate::failure::Failure;
use crate::files::OutputFile;
use crate::program::{self, DEFAULT_LIMIT};
use crate::progress::Progress;
use crate::report::{self, grouped};
use serde::Serialize;
use std::fmt;
use std::io::Write;
use tracewright_hart::{Exit, Hart, Options, Recorder};
use tracewright_image::Image;
use tracewright_model::tandem::{Classes, Encoder, Settings};
use tracewright_tandem::Kind;

/// What was encoded.
#[derive(Debug, Default, Serialize)]
struct Encoded {
    /// Instructions and traps.
    instructions: u64,
    /// Bytes of trace.
    trace_bytes: u64,
    /// Bytes of trace to an instruction.
    bytes_per_instruction: f64,
    /// What is to be said of the program's end.
    note: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &EncodeArgs, format: Format) -> Result<(), Failure> {
    let image = Image::load(&arguments.elf).map_err(|error| Failure::usage(error.to_string()))?;
    let widths = WidthArgs { flen: 0, mlen: arguments.mlen }.of(bits(image.xlen()))?;
    let settings = Settings {
        increments: !arguments.full,
        elide_end: !arguments.ends,
        hart: arguments.hart,
        classes: classes(&arguments.without),
        ..Settings::new(widths)
    };
    let options = Options { hart_id: arguments.hart.unwrap_or_default(), ..Options::default() };
    let hart = Hart::new(&image, &options).map_err(|error| Failure::usage(error.to_string()))?;
    let (mut recorder, mut encoder) = (Recorder::new(hart), Encoder::new(settings));
    let progress = Progress::instructions("encoding", arguments.limit);
    let mut file = OutputFile::create(&arguments.output)?;
    let (mut encoded, mut trace) = (Encoded::default(), vec![]);
    let limit = arguments.limit.unwrap_or(DEFAULT_LIMIT);
    let mut write = |trace: &mut Vec<u8>, encoded: &mut Encoded| {
        encoded.trace_bytes += trace.len() as u64;
        let written = file.write_all(trace);
        trace.clear();
        written.map_err(|error| Failure::io("write", &arguments.output, error))
    };
    while encoded.instructions < limit {
        let Some(recorded) = recorder.advance().map_err(program::failure)? else { break };
        encoder.begin();
        recorded.outside.iter().for_each(|outside| encoder.outside(outside, &mut trace));
        encoder.retire(&recorded.retirement, &mut trace);
        encoded.instructions += u64::from(recorded.retirement.kind == Kind::Retired);
        if trace.len() > super::CHUNK {
            write(&mut trace, &mut encoded)?;
            progress.set(encoded.instructions);
        }
    }
    encoder.flush(&mut trace);
    write(&mut trace, &mut encoded)?;
    file.finish()?;
    encoded.bytes_per_instruction = report::ratio(encoded.trace_bytes, encoded.instructions);
    let ended = match recorder.hart().exit() {
        None | Some(Exit::Code(0)) => None,
        Some(Exit::Code(code)) => Some(format!("the program ended with code {code}")),
        Some(Exit::Idle { pc }) => Some(format!("the program ended in an endless wait at {pc:#x}")),
    };
    encoded.note = program::limited(encoded.instructions, arguments.limit).or(ended);
    drop(progress);
    report::print_beside(&encoded, format, Some(&arguments.output))
}

fn classes(without: &[Class]) -> Classes {
    let is_traced = |class| !without.contains(&class);
    Classes {
        instruction: is_traced(Class::Instruction),
        gpr: is_traced(Class::Gpr),
        csr: is_traced(Class::Csr),
        privilege: is_traced(Class::Privilege),
        paddr: is_traced(Class::Address),
        eaddr: is_traced(Class::Address),
        store: is_traced(Class::Store),
        outside: is_traced(Class::Outside),
        ..Classes::default()
    }
}

impl fmt::Display for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "instructions       {:>14}", grouped(self.instructions))?;
        writeln!(f, "trace bytes        {:>14}", grouped(self.trace_bytes))?;
        writeln!(f, "bytes/instruction  {:>14.3}", self.bytes_per_instruction)?;
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
