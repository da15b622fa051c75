// SPDX-License-Identifier: Apache-2.0
//! `tracewright tandem verify`: a trace against a reference, one instruction at a time.

use super::chosen::Chosen;
use super::options::{bits, VerifyArgs};
use crate::cli::Format;
use crate::failure::Failure;
use crate::program;
use crate::progress::Progress;
use crate::report::{self, grouped};
use serde::Serialize;
use std::fmt;
use tracewright_hart::{HartReference, LogReference, Options};
use tracewright_image::Image;
use tracewright_tandem::{Absent, Executed, Mismatch, Part, Reference, Verifier};

/// What was verified.
#[derive(Debug, Serialize)]
struct Verified {
    /// Instructions and traps that were compared.
    instructions: u64,
    /// Those after which trace and reference differ.
    mismatches: u64,
    /// Contradictions in the trace.
    errors: u64,
    /// The first of them.
    first_error: Option<String>,
    /// Bytes that could not be used.
    skipped_bytes: u64,
    /// Instructions that the reference has executed by itself, where trace was lost.
    recovered: u64,
    /// Losses that the reference could not bridge.
    unsettled: u64,
    /// The first mismatches.
    shown: Vec<Shown>,
}

/// A mismatch, as it is shown.
#[derive(Debug, Serialize)]
struct Shown {
    instruction: Instruction,
    differences: Vec<Difference>,
    stuck: Option<String>,
    after_loss: bool,
    last: Vec<Instruction>,
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Serialize)]
struct Instruction {
    number: u64,
    offset: u64,
    pc: String,
    bits: Option<String>,
}

#[derive(Debug, Serialize)]
struct Difference {
    element: String,
    expected: Option<String>,
    got: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &VerifyArgs, format: Format) -> Result<(), Failure> {
    let image = Image::load(&arguments.elf).map_err(|error| Failure::usage(error.to_string()))?;
    let absent = Absent::named(arguments.absent.iter().map(String::as_str));
    let absent = absent.map_err(|error| Failure::usage(format!("--absent: there is no {error}")))?;
    let verified = match &arguments.against {
        Some(log) => {
            let reference = LogReference::open(log, &image).map_err(program::failure)?;
            verify(arguments, &image, reference, absent)?
        }
        None => {
            let options = Options { hart_id: arguments.hart.unwrap_or_default(), ..Options::default() };
            let reference = HartReference::new(&image, options);
            let reference = reference.map_err(|error| Failure::usage(error.to_string()))?;
            verify(arguments, &image, reference, absent)?
        }
    };
    report::print(&verified, format)?;
    verified.failure(arguments).map_or(Ok(()), Err)
}

fn verify(
    arguments: &VerifyArgs,
    image: &Image,
    reference: impl Reference,
    absent: Absent,
) -> Result<Verified, Failure> {
    let widths = arguments.widths.of(bits(image.xlen()))?;
    let progress = Progress::bytes("verifying");
    let (mut verifier, mut shown) = (Verifier::new(reference, widths, absent), vec![]);
    let mut chosen = Chosen::new(arguments.hart);
    let take = |part: Part| {
        let part = chosen.take(part).filter(|_| arguments.hart.is_some() || chosen.lowest().is_none());
        let Some(part) = part else { return };
        if let Some(mismatch) = verifier.take(&part).filter(|_| shown.len() < arguments.show) {
            shown.push(Shown::new(&mismatch));
        }
    };
    super::read(&arguments.trace, widths, take, |bytes| progress.set(bytes))?;
    if let (None, Some(hart)) = (arguments.hart, chosen.lowest()) {
        let problem = format!("{}: it says whose it is, as of the hart with mhartid {hart}", arguments.trace.display());
        return Err(Failure::usage(problem).hint(format!("choose a hart, as --hart {hart}")));
    }
    let summary = verifier.summary();
    if summary.first_error.is_none() {
        chosen.missing(&arguments.trace).map_or(Ok(()), Err)?;
    }
    Ok(Verified {
        instructions: summary.instructions,
        mismatches: summary.mismatches,
        errors: summary.errors,
        first_error: summary.first_error.map(|error| error.to_string()),
        skipped_bytes: summary.skipped_bytes,
        recovered: summary.recovered,
        unsettled: summary.unsettled,
        shown,
    })
}

impl Shown {
    fn new(mismatch: &Mismatch) -> Shown {
        let hex = |value: Option<u64>| value.map(|value| format!("{value:#x}"));
        let difference = |difference: &tracewright_tandem::Difference| Difference {
            element: difference.what.to_string(),
            expected: hex(difference.expected),
            got: hex(difference.got),
        };
        Shown {
            instruction: Instruction::new(&mismatch.at),
            differences: mismatch.differences.iter().map(difference).collect(),
            stuck: mismatch.stuck.clone(),
            after_loss: mismatch.after_loss,
            last: mismatch.last.iter().map(Instruction::new).collect(),
            text: mismatch.to_string(),
        }
    }
}

impl Instruction {
    fn new(executed: &Executed) -> Instruction {
        let Executed { number, offset, pc, instruction } = *executed;
        Instruction { number, offset, pc: format!("{pc:#x}"), bits: instruction.map(|(bits, _)| format!("{bits:#x}")) }
    }
}

impl Verified {
    /// A mismatch first of all, for it is of the hart.
    fn failure(&self, arguments: &VerifyArgs) -> Option<Failure> {
        let trace = arguments.trace.display();
        let broken = self.first_error.as_ref().map(|error| format!("{trace}: {error}"));
        match (self.mismatches, broken) {
            (0, None) if self.instructions == 0 => Some(Failure::found(format!("{trace}: no instruction"))),
            (0, broken) => broken.map(Failure::found),
            (mismatches, broken) => {
                let problem = format!("{trace}: {} of {} instructions differ", grouped(mismatches), self.instructions);
                Some(broken.into_iter().fold(Failure::found(problem), Failure::hint))
            }
        }
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown.iter().try_for_each(|shown| writeln!(f, "{}\n", shown.text))?;
        writeln!(f, "instructions   {:>14}", grouped(self.instructions))?;
        writeln!(f, "mismatches     {:>14}", grouped(self.mismatches))?;
        writeln!(f, "errors         {:>14}", grouped(self.errors))?;
        writeln!(f, "bytes skipped  {:>14}", grouped(self.skipped_bytes))?;
        writeln!(f, "recovered      {:>14}", grouped(self.recovered))
    }
}
