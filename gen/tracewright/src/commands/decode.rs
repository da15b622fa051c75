// SPDX-License-Identifier: Apache-2.0
//! `tracewright decode`: from a trace to the executed addresses.

use crate::against::{Against, Compared};
use crate::cli::{DecodeArgs, DecodeOutput, Format};
use crate::failure::Failure;
use crate::files::{self, is_stdout, OutputFile};
use crate::pib::{self, Received};
use crate::program;
use crate::progress::Progress;
use crate::report::{self, grouped};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufWriter, Write};
use tracewright_config::{Config, SyncMode};
use tracewright_decoder::output::{self, Printer};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_image::Image;

/// Instructions within which a trace has failed at once.
const AT_ONCE: u64 = 1000;

/// What was decoded.
#[derive(Debug, Default, Serialize)]
pub struct Decoded {
    /// Instructions.
    pub instructions: u64,
    /// Messages that synchronise.
    pub synchronisations: u64,
    /// Exceptions and interrupts.
    pub traps: u64,
    /// How often the encoder lost messages.
    pub losses: u64,
    /// Bytes that could not be used.
    pub skipped_bytes: u64,
    /// Contradictions in the trace.
    pub errors: u64,
    /// The first of them.
    pub first_error: Option<String>,
    /// Place of the message in whose middle the trace ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<usize>,
    /// Messages of each source, where they have a SRC field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<u16, u64>,
    /// What the comparison with `--retired` has found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retired: Option<Compared>,
    /// What was received, if the trace is from pins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pins: Option<Received>,
}

/// Runs the command.
pub fn run(arguments: &DecodeArgs, format: Format) -> Result<(), Failure> {
    let config = arguments.config.load_if_named()?;
    config.as_ref().map_or(Ok(()), crate::hardware::with_encoder)?;
    let image = match &config {
        Some(config) => program::load(&arguments.elf, &config.build)?,
        None => Image::load(&arguments.elf).map_err(|error| Failure::usage(error.to_string()))?,
    };
    let settings = Settings { limit: arguments.limit, ..arguments.options.settings(config.as_ref())? };
    let (trace, pins) = match arguments.pib_options.mode {
        Some(mode) => pib::receive(mode, arguments).map(|(bytes, received)| (bytes, Some(received)))?,
        None => (files::read(&arguments.trace)?, None),
    };
    let kind = match arguments.kind {
        DecodeOutput::Pc => Some(output::Format::Pc),
        DecodeOutput::Listing => Some(output::Format::Listing),
        DecodeOutput::Json => Some(output::Format::Json),
        DecodeOutput::None => None,
    };
    let retired = arguments.retired.as_deref().map(|path| Against::open(path, &image)).transpose()?;
    let decoded = match arguments.output.as_deref().filter(|path| !is_stdout(path)) {
        Some(path) => {
            let mut file = OutputFile::create(path)?;
            let failed = |error| Some(Failure::io("write", path, error));
            let mut decoded = write(&trace, &image, &settings, kind, retired, &mut file, failed);
            decoded.pins = pins;
            report::print(&decoded, format)?;
            if let Some(failure) = decoded.failure(arguments, config.as_ref()) {
                let partial = file.finish_partial()?;
                return Err(failure.hint(format!("what could be decoded is in {}", partial.display())));
            }
            file.finish()?;
            decoded
        }
        None => {
            let mut decoded = to_stdout(&trace, &image, &settings, kind, retired);
            decoded.pins = pins;
            report::to_stderr(report::render(&decoded, format));
            decoded
        }
    };
    decoded.failure(arguments, config.as_ref()).map_or(Ok(()), Err)
}

/// Where the reader, such as `head`, has seen enough, the command is done.
fn to_stdout(
    trace: &[u8],
    image: &Image,
    settings: &Settings,
    kind: Option<output::Format>,
    retired: Option<Against<'_>>,
) -> Decoded {
    let mut out = BufWriter::new(io::stdout().lock());
    write(trace, image, settings, kind, retired, &mut out, |error| report::printed(Err(error)).err())
}

/// Decodes to `out`. A trace may stand for a billion instructions: where `out` takes no more the command ends, and
/// `failed` says why it has failed, if it has.
fn write(
    trace: &[u8],
    image: &Image,
    settings: &Settings,
    kind: Option<output::Format>,
    mut retired: Option<Against<'_>>,
    out: &mut impl Write,
    failed: impl Fn(io::Error) -> Option<Failure>,
) -> Decoded {
    let end = |error: io::Error| match failed(error) {
        Some(failure) => failure.exit(),
        None => tracewright_cleanup::exit(0),
    };
    let _progress = Progress::spinner("decoding");
    let mut printer = kind.map(|kind| Printer::new(image, kind, &mut *out));
    let mut decoded = Decoded::default();
    let summary = decode(trace, image, settings, &mut |item| {
        decoded.take(&item);
        if let Some(retired) = &mut retired {
            retired.take(&item);
        }
        if let Some(printer) = &mut printer {
            printer.item(&item).unwrap_or_else(&end);
        }
    });
    decoded.retired = retired.map(Against::finish);
    (decoded.cut, decoded.sources) = (summary.cut, summary.sources);
    out.flush().unwrap_or_else(end);
    decoded
}

impl Decoded {
    /// What is wrong with the trace, if anything is: first of all with the pins.
    fn failure(&self, arguments: &DecodeArgs, config: Option<&Config>) -> Option<Failure> {
        let failure = self.problem(arguments)?;
        Some(self.likely_causes(config).into_iter().fold(failure, Failure::hint))
    }

    /// What is likely to be set or connected wrongly, where the trace is wrong.
    fn likely_causes(&self, config: Option<&Config>) -> Vec<String> {
        let mut causes = Vec::new();
        if self.synchronisations == 0 && config.is_none_or(|config| config.run.sync_mode == SyncMode::Off) {
            let cause = "a buffer that has wrapped has no synchronising message where none is sent periodically";
            causes.push(format!("{cause}: trace with run.sync_mode set (teInstSyncMode)"));
        }
        let at_once = self.errors > 0 && self.synchronisations == 1 && self.instructions < AT_ONCE;
        if at_once || self.errors > self.synchronisations / 2 && self.synchronisations > 0 {
            let settings = "--mode, --src-bits, --implicit-return, --timestamp-width and the other encoder settings";
            causes.push(format!("are {settings} those of the trace, and is the ELF file the program that ran?"));
        }
        if self.losses > 0 && config.is_some_and(|config| config.run.stall) {
            let cause = "messages were lost though run.stall is true (teInstStallEn)";
            causes.push(format!("{cause}: does `stall` stop the core's clock, and the adapter's?"));
        }
        causes
    }

    /// As [`Decoded::failure`], without likely causes.
    fn problem(&self, arguments: &DecodeArgs) -> Option<Failure> {
        let trace = arguments.trace.display();
        let of_pins = self.pins.as_ref().and_then(|pins| pins.failure(&arguments.trace));
        if of_pins.is_some() {
            return of_pins;
        }
        let cut =
            self.cut.map(|place| format!("the trace is cut: it ends in the middle of the message at byte {place}"));
        let difference = match (&self.retired, &arguments.retired) {
            (Some(retired), Some(path)) => retired.problem(&path.display().to_string()),
            _ => None,
        };
        match (&self.first_error, cut) {
            (Some(error), cut) => {
                let failure = Failure::found(format!("{trace}: {error}"));
                Some(difference.into_iter().chain(cut).fold(failure, Failure::hint))
            }
            (None, cut) if difference.is_some() => {
                let failure = Failure::found(format!("{trace}: {}", difference.unwrap_or_default()));
                Some(cut.into_iter().fold(failure, Failure::hint))
            }
            (None, _) if self.synchronisations == 0 => {
                let failure = Failure::found(format!("{trace}: no synchronising message: nothing can be decoded"));
                Some(self.sources_seen().into_iter().fold(failure, Failure::hint))
            }
            (None, cut) => cut.map(|cut| Failure::found(format!("{trace}: {cut}"))),
        }
    }

    /// Which sources the trace has, if messages have one.
    fn sources_seen(&self) -> Option<String> {
        let seen: Vec<_> = self
            .sources
            .iter()
            .map(|(source, messages)| format!("{source} ({} messages)", grouped(*messages)))
            .collect();
        (!seen.is_empty()).then(|| format!("the sources in the trace are {}: --src chooses one", seen.join(", ")))
    }

    /// Counts an item.
    pub fn take(&mut self, item: &Item) {
        match item {
            Item::Instruction { .. } => self.instructions += 1,
            Item::Sync { .. } => self.synchronisations += 1,
            Item::Trap { .. } => self.traps += 1,
            Item::Lost { .. } => self.losses += 1,
            Item::Skipped { len, .. } => self.skipped_bytes += *len as u64,
            Item::Error(error) => {
                self.errors += 1;
                self.first_error.get_or_insert_with(|| error.to_string());
            }
            Item::Stop { .. }
            | Item::Ownership { .. }
            | Item::Time { .. }
            | Item::Ignored { .. }
            | Item::Cut { .. } => {}
        }
    }
}

impl fmt::Display for Decoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "instructions      {:>14}", grouped(self.instructions))?;
        writeln!(f, "synchronisations  {:>14}", grouped(self.synchronisations))?;
        writeln!(f, "traps             {:>14}", grouped(self.traps))?;
        writeln!(f, "losses            {:>14}", grouped(self.losses))?;
        writeln!(f, "bytes skipped     {:>14}", grouped(self.skipped_bytes))?;
        writeln!(f, "errors            {:>14}", grouped(self.errors))?;
        if let Some(retired) = &self.retired {
            write!(f, "\n{retired}")?;
        }
        match &self.pins {
            Some(pins) => write!(f, "\n{pins}"),
            None => Ok(()),
        }
    }
}
