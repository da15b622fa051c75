// SPDX-License-Identifier: Apache-2.0
//! The trace in a capture of a PIB's pins.

use crate::cli::{DecodeArgs, PibCapture};
use crate::failure::Failure;
use crate::files;
use crate::report::grouped;
use clap::ValueEnum;
use serde::Serialize;
use std::fmt;
use std::path::Path;
use tracewright_peers::pins::capture::{CaptureError, Names, Unit};
use tracewright_peers::pins::{bit_period, Calibrator, Capture, Change, PibMode, Receiver, Recording, Timing};

/// A mode of the pins (pibMode), with the names of the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pib {
    /// SWT Manchester on tdata[0].
    Manchester,
    /// SWT UART on tdata[0].
    Uart,
    /// tref and 1 tdata.
    #[value(name = "parallel-1")]
    Parallel1,
    /// tref and 2 tdata.
    #[value(name = "parallel-2")]
    Parallel2,
    /// tref and 4 tdata.
    #[value(name = "parallel-4")]
    Parallel4,
    /// tref and 8 tdata.
    #[value(name = "parallel-8")]
    Parallel8,
    /// tref and 16 tdata.
    #[value(name = "parallel-16")]
    Parallel16,
}

impl From<Pib> for PibMode {
    fn from(mode: Pib) -> PibMode {
        match mode {
            Pib::Manchester => PibMode::Manchester,
            Pib::Uart => PibMode::Uart,
            Pib::Parallel1 => PibMode::Parallel1,
            Pib::Parallel2 => PibMode::Parallel2,
            Pib::Parallel4 => PibMode::Parallel4,
            Pib::Parallel8 => PibMode::Parallel8,
            Pib::Parallel16 => PibMode::Parallel16,
        }
    }
}

/// What was received from the pins.
#[derive(Debug, Serialize)]
pub struct Received {
    /// Whole messages.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Bits between them.
    pub idle_bits: u64,
    /// Bits before the first message that is certain, and after errors.
    pub skipped_bits: u64,
    /// The bit period that was given or found, in words; none in parallel modes.
    pub bit: Option<String>,
    /// Whether tref is centred; none in serial modes, and if it does not show.
    pub ref_center: Option<bool>,
    /// Errors of the pins.
    pub pin_errors: u64,
    /// The first of them, and where.
    pub first_pin_error: Option<String>,
    #[serde(skip)]
    hint: Option<&'static str>,
}

/// The bytes of the messages in the capture that the command line names, and what was received.
pub fn receive(mode: Pib, arguments: &DecodeArgs) -> Result<(Vec<u8>, Received), Failure> {
    let spooled = files::Spooled::new(&arguments.trace)?;
    let names = arguments.pib_options.names();
    let file = File { path: &arguments.trace, at: spooled.path(), mode: mode.into(), names };
    let unit = file.open()?.unit();
    let bit = match &arguments.pib_options.bit {
        _ if file.mode.is_parallel() => None,
        Some(text) => Some(unit.parse(text).ok_or_else(|| no_period(text, unit))?),
        None => Some(file.bit_period()?),
    };
    let (recording, timing) = file.record(bit.unwrap_or_default())?;
    if let Some(path) = &arguments.pib_options.bytes {
        files::write(path, &recording.bytes)?;
    }
    let counts = recording.counts;
    let hint = match counts.errors {
        0 => None,
        _ => Some(file.hint(bit.unwrap_or_default(), arguments.pib_options.bit.is_some())?),
    };
    let received = Received {
        messages: counts.messages,
        bytes: counts.bytes,
        idle_bits: counts.idle_bits,
        skipped_bits: counts.skipped_bits,
        bit: bit.map(|bit| unit.length(bit)),
        ref_center: timing.map(|timing| timing == Timing::Centred),
        pin_errors: counts.errors,
        first_pin_error: recording.first_error.map(|error| format!("at {}: {error}", unit.at(error.time))),
        hint,
    };
    Ok((recording.bytes, received))
}

fn no_period(text: &str, unit: Unit) -> Failure {
    let hint = match unit {
        Unit::Sample => "the file has samples: give a number of them, such as 4 or 3.5",
        Unit::Femtoseconds(_) => "give a time, such as 8.68us or 20ns, or a number of the file's time units",
    };
    Failure::usage(format!("--pib-bit {text} is no bit period")).hint(hint)
}

/// The file with the pins.
struct File<'a> {
    /// Its name.
    path: &'a Path,
    /// Where it is read, several times.
    at: &'a Path,
    mode: PibMode,
    names: Names,
}

impl File<'_> {
    fn open(&self) -> Result<Capture, Failure> {
        Capture::open(self.at, self.mode, &self.names).map_err(|error| self.unreadable(error))
    }

    fn unreadable(&self, error: CaptureError) -> Failure {
        let hint = match &error {
            CaptureError::NoSignal { .. } | CaptureError::Ambiguous { .. } => {
                Some("name the signals with --pib-tdata NAME (or a NAME for each bit, with commas) and --pib-tref NAME")
            }
            CaptureError::PartOfASample { .. } => {
                Some("UART and Manchester have a byte for each sample, parallel modes 4; VCD files end in .vcd")
            }
            CaptureError::Io(_) | CaptureError::TimeScale(_) => None,
        };
        let failure = Failure::io("read", self.path, error);
        hint.into_iter().fold(failure, Failure::hint)
    }

    /// Hands on all changes.
    fn each(&self, mut change: impl FnMut(Change)) -> Result<(), Failure> {
        for next in self.open()? {
            change(next.map_err(|error| self.unreadable(error))?);
        }
        Ok(())
    }

    fn bit_period(&self) -> Result<f64, Failure> {
        let mut error = None;
        let changes = self.open()?.map_while(|next| next.map_err(|failed| error = Some(failed)).ok());
        let bit = bit_period(self.mode, changes);
        match (error, bit) {
            (Some(error), _) => Err(self.unreadable(error)),
            (None, Some(bit)) => Ok(bit),
            (None, None) => {
                let problem =
                    format!("{}: the pin does not change often enough to tell a bit period", self.path.display());
                Err(Failure::found(problem)
                    .hint("is this the pin, and was the PIB enabled? --pib-bit gives the period"))
            }
        }
    }

    fn record(&self, bit: f64) -> Result<(Recording, Option<Timing>), Failure> {
        let mut recording = Recording::default();
        let mut receiver = Receiver::new(self.mode, bit);
        self.each(|change| receiver.change(change, &mut |event| recording.take(event)))?;
        receiver.finish(&mut |event| recording.take(event));
        recording.counts = receiver.counts();
        Ok((recording, receiver.timing()))
    }

    /// What may be the reason for errors.
    fn hint(&self, bit: f64, is_given: bool) -> Result<&'static str, Failure> {
        let mut calibrator = Calibrator::new(self.mode, bit);
        let mut most = 0;
        self.each(|change| {
            calibrator.change(change);
            most = most.max(calibrator.repetitions());
        })?;
        Ok(match (most, self.mode) {
            (2.., _) => "the pins show the calibration pattern: capture with pibCalibrate 0",
            (_, PibMode::Uart | PibMode::Manchester) if is_given => {
                "is --pib-bit the bit period, and --pib the mode (pibMode)?"
            }
            (_, PibMode::Uart | PibMode::Manchester) => {
                "give the bit period with --pib-bit; is --pib the mode (pibMode)?"
            }
            _ => "is --pib the mode (pibMode), and was every pin sampled at least twice for each edge of tref?",
        })
    }
}

impl Received {
    /// What is wrong with the pins, if anything is.
    pub fn failure(&self, capture: &Path) -> Option<Failure> {
        let error = self.first_pin_error.as_ref()?;
        let failure = Failure::found(format!("{}: pins {error}", capture.display()));
        Some(self.hint.into_iter().fold(failure, Failure::hint))
    }
}

impl PibCapture {
    fn names(&self) -> Names {
        let default = Names::default();
        Names {
            tref: self.tref.clone().unwrap_or(default.tref),
            tdata: if self.tdata.is_empty() { default.tdata } else { self.tdata.clone() },
        }
    }
}

impl fmt::Display for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "messages          {:>14}", grouped(self.messages))?;
        writeln!(f, "bytes             {:>14}", grouped(self.bytes))?;
        writeln!(f, "idle bits         {:>14}", grouped(self.idle_bits))?;
        writeln!(f, "bits skipped      {:>14}", grouped(self.skipped_bits))?;
        if let Some(bit) = &self.bit {
            writeln!(f, "bit period        {bit:>14}")?;
        }
        if let Some(is_centred) = self.ref_center {
            writeln!(f, "tref              {:>14}", if is_centred { "centred" } else { "with tdata" })?;
        }
        writeln!(f, "pin errors        {:>14}", grouped(self.pin_errors))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modes_have_the_names_of_the_configuration() {
        for mode in Pib::value_variants() {
            let name = mode.to_possible_value().map(|value| value.get_name().to_string());
            let of_config = serde_json::to_value(PibMode::from(*mode)).unwrap();
            assert_eq!(name.as_deref(), of_config.as_str());
        }
        assert_eq!(Pib::value_variants().len(), 7);
    }
}
