// SPDX-License-Identifier: Apache-2.0
//! What a receiver hands on.

use std::fmt;

/// Something that was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A byte of a message.
    Byte {
        /// The byte, MSEO in bits 1:0.
        value: u8,
        /// Whether it is the last one of its message (MSEO 11).
        last: bool,
    },
    /// The pins make no sense. A message of which bytes were handed on ends here, and is not whole.
    Error(Error),
}

/// What is wrong with the pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct Error {
    /// When it was noticed, in the unit of the pins' time.
    pub time: u64,
    /// What it is.
    pub kind: ErrorKind,
}

/// What can be wrong with the pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// UART: the stop bit is low, or a start bit is too short (Trace Control 12.4).
    Frame,
    /// Manchester: the level changes where no bit has a change, or does not where one has (Trace Control 12.3).
    Code,
    /// Manchester: a stop bit within a byte.
    PartialByte,
    /// The line went idle or off within a message.
    Cut,
    /// MSEO 10 (N-Trace 3.1).
    ReservedMseo,
    /// A message begins with a byte that has another MSEO than 00.
    Start,
    /// 16-bit mode: the byte above an odd last one, or above an idle one, is not idle.
    Padding,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorKind::Frame => "no stop bit where one is due, or a start bit that is too short",
            ErrorKind::Code => "the pin changes, or does not, where no Manchester bit allows it",
            ErrorKind::PartialByte => "a stop bit within a byte",
            ErrorKind::Cut => "the pins went idle or off within a message",
            ErrorKind::ReservedMseo => "a byte with the reserved MSEO value 10",
            ErrorKind::Start => "the first byte of a message has another MSEO than 00",
            ErrorKind::Padding => {
                "in the upper half of tdata, next to an idle or last byte, is a byte that is not idle"
            }
        })
    }
}

/// How much was received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Whole messages.
    pub messages: u64,
    /// Bytes of messages.
    pub bytes: u64,
    /// Bits between messages, in UART and Manchester rounded for each gap.
    pub idle_bits: u64,
    /// Bits that were skipped for want of a certain beginning of a message.
    pub skipped_bits: u64,
    /// Errors.
    pub errors: u64,
}
