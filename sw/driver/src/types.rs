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

/// How trace is to be generated: fields of teControl (Trace Control ch. 5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// teInstStallEn: stall the hart rather than lose messages.
    pub stall: bool,
    /// teSyncMode: what counts towards periodic synchronisation.
    pub sync_mode: u32,
    /// teSyncMax: the period is 2^(sync_max + 4).
    pub sync_max: u32,
    /// teStopOnWrap: stop when the buffer has filled.
    pub stop_on_wrap: bool,
}

impl Settings {
    /// The settings in the places they have in teControl.
    pub(crate) const fn bits(&self) -> u32 {
        (self.stall as u32) << TE_CONTROL_TE_INST_STALL_EN
            | (self.stop_on_wrap as u32) << TE_CONTROL_TE_STOP_ON_WRAP
            | (self.sync_mode & 3) << TE_CONTROL_TE_SYNC_MODE
            | (self.sync_max & 15) << TE_CONTROL_TE_SYNC_MAX
    }

    /// The bits of teControl that the settings decide.
    pub(crate) const MASK: u32 = Settings { stall: true, sync_mode: 3, sync_max: 15, stop_on_wrap: true }.bits();
}

/// What an encoder can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Where its trace goes.
    pub sink: Sink,
    /// Whether it can stall the hart.
    pub stall: bool,
}

/// Where trace goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sink {
    /// On-chip SRAM of this many bytes, read by [`crate::Driver::read_trace`].
    Sram {
        /// Its size.
        bytes: u32,
    },
    /// The stream port, which software does not see.
    Stream,
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
        /// teControl as it was written.
        asked: u32,
        /// teControl as it read afterwards.
        got: u32,
    },
    /// A bit of teControl did not become 1 in the number of reads allowed.
    Timeout {
        /// The bit.
        field: &'static str,
        /// teControl at the last read.
        control: u32,
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
            Error::Refused { asked, got } => {
                write!(f, "teControl reads {got:#010X} after {asked:#010X} was written: the encoder lacks a setting")
            }
            Error::Timeout { field, control } => {
                write!(f, "{field} does not become 1 (teControl reads {control:#010X})")
            }
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for Error<E> {}
