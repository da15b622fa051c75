// SPDX-License-Identifier: Apache-2.0
//! Why the driver gave up.

use crate::Ratified;
use core::fmt;

/// Why the driver gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// A register access failed.
    Bus(E),
    /// teImpl (tfImpl) reads 0, which no component does: the registers are locked, or there is none.
    Silent,
    /// The component has the register map from before 0.9.4 (Trace Control ch. 16), which the driver does not speak.
    Legacy {
        /// What teImpl (tfImpl) reads.
        value: u32,
    },
    /// The component has the register map of the ratified Trace Control 1.0, which the driver does not speak.
    Ratified {
        /// What it is.
        component: Ratified,
        /// What its implementation register reads.
        value: u32,
    },
    /// The registers are known, but the encoder's messages are of another major version of N-Trace than 1.
    Protocol {
        /// teProtocolMajor.
        major: u32,
        /// What teImpl reads.
        value: u32,
    },
    /// teImpl (tfImpl) has no version, or no sink, that the driver knows.
    Unknown {
        /// What it reads.
        value: u32,
    },
    /// A setting that no component takes: it does not fit its field, or the specification forbids it.
    Illegal {
        /// Name of the register.
        register: &'static str,
        /// Name of the field.
        field: &'static str,
        /// What was to be written.
        value: u32,
    },
    /// There is no whole word of the system bus in the buffer in system memory, or no buffer was set up: the hardware
    /// writes nothing, and trace waits (sbaNoBuffer).
    NoBuffer {
        /// teRamBase, with teRamBaseHigh.
        first: u64,
        /// teRamLimit, likewise.
        last: u64,
    },
    /// The component did not take a setting.
    Refused {
        /// Name of the register.
        register: &'static str,
        /// Name of the field.
        field: &'static str,
        /// The field as it was written.
        asked: u32,
        /// The field as it read afterwards.
        got: u32,
    },
    /// A field did not get its value in the number of reads allowed.
    Timeout {
        /// Name of its register.
        register: &'static str,
        /// Name of the field.
        field: &'static str,
        /// The value waited for.
        wanted: u32,
        /// The register at the last read.
        value: u32,
        /// How often it was read.
        reads: u32,
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
            Error::Silent => write!(f, "the implementation register reads 0: the registers are locked, or not there"),
            Error::Legacy { value } => {
                write!(
                    f,
                    "the implementation register reads {value:#010X}: the legacy interface, which is not supported"
                )
            }
            Error::Ratified { component, value } => {
                write!(
                    f,
                    "the implementation register reads {value:#010X}: {component} of Trace Control 1.0, which is not \
                     supported (0.9.4 is)"
                )
            }
            Error::Protocol { major, value } => {
                write!(
                    f,
                    "the implementation register reads {value:#010X}: version {major} of the N-Trace protocol, which is \
                     not supported (1 is)"
                )
            }
            Error::Unknown { value } => {
                write!(f, "the implementation register reads {value:#010X}: an unknown version, or no known sink")
            }
            Error::Illegal { register, field, value } => {
                write!(f, "{register}.{field} can't be {value:#X}")
            }
            Error::NoBuffer { first, last } => {
                write!(
                    f,
                    "teSbaStatus.sbaNoBuffer is 1: from teRamBase {first:#X} to teRamLimit {last:#X} there is no whole \
                     word of the system bus to write trace to"
                )
            }
            Error::Refused { register, field, asked, got } => {
                write!(
                    f,
                    "{register}.{field} reads {got:#X} after {asked:#X} was written: the hardware lacks the setting"
                )
            }
            Error::Timeout { register, field, wanted, value, reads } => {
                write!(f, "{register}.{field} is not {wanted} after {reads} reads ({register} reads {value:#010X})")
            }
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for Error<E> {}
