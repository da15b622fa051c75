// SPDX-License-Identifier: Apache-2.0
//! Why a run did not succeed.

use crate::{Mismatch, Violation};

/// Why the source of the ingress ended.
pub type SourceError = Box<dyn std::error::Error + Send + Sync>;

/// Why a run did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Hardware and model differ.
    #[error("{0}")]
    Mismatch(Box<Mismatch>),
    /// The ingress could not be made.
    #[error("{0}")]
    Source(SourceError),
    /// The waveform could not be written.
    #[error(transparent)]
    Verilator(#[from] verilator_sys::Error),
    /// The driver met an encoder that does not behave.
    #[error("driver: {0}")]
    Driver(tracewright_driver::Error<BusError>),
    /// The encoder says of itself something else than its configuration.
    #[error("discovery finds {found}, the configuration has {expected}")]
    Discovery {
        /// What the configuration says.
        expected: String,
        /// What the driver found.
        found: String,
    },
}

/// Why a register access did not succeed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// The bus answers with an error.
    #[error("register {offset:#05X}: the access is answered with an error")]
    Refused {
        /// Offset of the register.
        offset: u32,
    },
    /// The hardware breaks a rule of the bus, or does something else than it was asked for.
    #[error(transparent)]
    Rule(#[from] Violation),
    /// `stall` stayed high.
    #[error("the hart is stalled for more than {cycles} cycles")]
    Stalled {
        /// How long the bench waited.
        cycles: u32,
    },
    /// The comparison has ended, or the source of the ingress: its own result says why.
    #[error("the run was ended")]
    Ended,
}

impl From<tracewright_driver::Error<BusError>> for Error {
    fn from(error: tracewright_driver::Error<BusError>) -> Error {
        Error::Driver(error)
    }
}

impl From<BusError> for Error {
    fn from(error: BusError) -> Error {
        Error::Driver(error.into())
    }
}
