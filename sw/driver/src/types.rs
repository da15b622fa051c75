// SPDX-License-Identifier: Apache-2.0
//! What the driver is told and what it tells.

use core::fmt;
use tracewright_regmap::*;

/// Access to the registers of one trace encoder.
pub trait Mmio {
    /// Why an access failed.
    type Error;

    /// Reads the 32-bit register at `offset` bytes from the encoder's base address.
    fn read(&mut self, offset: u32) -> Result<u32, Self::Error>;

    /// Writes it.
    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error>;
}

/// teControl as it reads now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u32);

impl Status {
    const fn bit(self, position: usize) -> bool {
        self.0 >> position & 1 != 0
    }

    /// teActive.
    pub const fn is_active(self) -> bool {
        self.bit(TE_CONTROL_TE_ACTIVE)
    }

    /// teEnable.
    pub const fn is_enabled(self) -> bool {
        self.bit(TE_CONTROL_TE_ENABLE)
    }

    /// teInstTracing.
    pub const fn is_tracing(self) -> bool {
        self.bit(TE_CONTROL_TE_INST_TRACING)
    }

    /// teEmpty: all generated trace has reached the sink.
    pub const fn is_empty(self) -> bool {
        self.bit(TE_CONTROL_TE_EMPTY)
    }

    /// teInstStallOrOverflow: since teEnable was set, the hart was stalled or messages were lost.
    pub const fn has_stalled_or_lost(self) -> bool {
        self.bit(TE_CONTROL_TE_INST_STALL_OR_OVERFLOW)
    }
}

/// What was in the SRAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readout {
    /// Words handed out.
    pub words: u32,
    /// The buffer had wrapped: the oldest word may begin inside a message.
    pub wrapped: bool,
}

/// Why the driver gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// A register access failed.
    Bus(E),
    /// teImpl says something else than an encoder of Trace Control 0.9.4 with a sink that the driver knows.
    Unknown {
        /// What teImpl reads.
        te_impl: u32,
    },
    /// The encoder did not take these settings.
    Refused {
        /// Name of the register.
        register: &'static str,
        /// The register as it was written.
        asked: u32,
        /// The register as it read afterwards.
        got: u32,
    },
    /// A bit did not become 1 in the number of reads allowed.
    Timeout {
        /// Name of its register.
        register: &'static str,
        /// The bit.
        field: &'static str,
        /// The register at the last read.
        value: u32,
    },
}

impl<E> From<E> for Error<E> {
    fn from(error: E) -> Self {
        Error::Bus(error)
    }
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Bus(error) => error.fmt(f),
            Error::Unknown { te_impl } => {
                write!(f, "teImpl reads {te_impl:#010X}: not an encoder with a sink that the driver knows")
            }
            Error::Refused { register, asked, got } => {
                write!(f, "{register} reads {got:#010X} after {asked:#010X} was written: the encoder lacks a setting")
            }
            Error::Timeout { register, field, value } => {
                write!(f, "{field} does not become 1 ({register} reads {value:#010X})")
            }
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for Error<E> {}
