// SPDX-License-Identifier: Apache-2.0
//! Why a run did not succeed.

use crate::Mismatch;

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
    /// `pslverr` was high.
    #[error("register {offset:#05X}: the access is answered with pslverr")]
    Refused {
        /// Offset of the register.
        offset: u32,
    },
    /// `pready` stayed low.
    #[error("register {offset:#05X}: no pready in {cycles} cycles")]
    NotReady {
        /// Offset of the register.
        offset: u32,
        /// How long the bench waited.
        cycles: u32,
    },
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
