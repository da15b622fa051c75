// SPDX-License-Identifier: Apache-2.0
//! Pins over time, from files.

mod raw;
mod signals;
mod unit;
mod vcd;

pub use self::raw::Raw;
pub use self::unit::Unit;
pub use self::vcd::{Names, Vcd};

use crate::pins::{Change, PibMode};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

/// A file with what the pins were: its [`Change`]s, the last of them at its end, even if nothing changes there.
pub enum Capture {
    /// A VCD file.
    Vcd(Vcd<BufReader<File>>),
    /// A file of samples.
    Raw(Raw<BufReader<File>>),
}

/// Why a capture can't be read.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// The file can't be read, or is no VCD file.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The VCD file has no such signal.
    #[error("there is no signal `{name}`; there are: {there}")]
    NoSignal {
        /// What was looked for.
        name: String,
        /// Signals of the file, some of them if they are many.
        there: String,
    },
    /// Several signals of the VCD file have the name.
    #[error("`{name}` is the name of several signals: {found}")]
    Ambiguous {
        /// What was looked for.
        name: String,
        /// Signals with the name.
        found: String,
    },
    /// The time scale of the VCD file is none.
    #[error("a time scale of {0} is none that times can be counted in")]
    TimeScale(String),
    /// The file of samples ends within one.
    #[error("the file ends within sample {sample}, which has {bytes} bytes in this mode")]
    PartOfASample {
        /// Number of the sample, from 0.
        sample: u64,
        /// Bytes of a sample.
        bytes: usize,
    },
}

impl Capture {
    /// Opens a file for a receiver of `mode`: VCD if its name ends in `.vcd`, else samples. `names` say where the pins
    /// are in a VCD file.
    pub fn open(path: &Path, mode: PibMode, names: &Names) -> Result<Capture, CaptureError> {
        let reader = BufReader::with_capacity(1 << 16, File::open(path)?);
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("vcd") => Vcd::new(reader, mode, names).map(Capture::Vcd),
            _ => Ok(Capture::Raw(Raw::new(reader, mode))),
        }
    }

    /// The unit of the changes' times.
    pub fn unit(&self) -> Unit {
        match self {
            Capture::Vcd(vcd) => vcd.unit(),
            Capture::Raw(_) => Unit::Sample,
        }
    }
}

impl Iterator for Capture {
    type Item = Result<Change, CaptureError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Capture::Vcd(vcd) => vcd.next(),
            Capture::Raw(raw) => raw.next(),
        }
    }
}
