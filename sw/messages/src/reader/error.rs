// SPDX-License-Identifier: Apache-2.0
//! Why bytes are not a message.

use crate::Field;
use core::fmt;

/// Bytes that are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageError {
    /// Place of the first of them in the trace.
    pub offset: usize,
    /// How many they are: what follows is read as a new message.
    pub len: usize,
    /// The source of the message, as far as it could be read; 0 where messages have no SRC field.
    pub src: Option<u16>,
    /// What is wrong with them.
    pub kind: MessageErrorKind,
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.kind)
    }
}

impl core::error::Error for MessageError {}

/// Why bytes are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageErrorKind {
    /// A byte with the reserved MSEO value 10 (N-Trace Table 5).
    ReservedMseo,
    /// The first byte does not have MSEO 00 (N-Trace 3.1).
    NoStart,
    /// A vendor-defined message, TCODE 56 to 62 (N-Trace Table 8). It may be ignored.
    Vendor(u8),
    /// A TCODE that the specification reserves (N-Trace Table 8). It may be ignored.
    ReservedTcode(u8),
    /// ResourceFull of a resource of the vendor's, RCODE 8 to 15 (N-Trace Table 19). It may be ignored.
    VendorResource(u8),
    /// A value that the specification reserves, so that what follows it is unknown.
    ReservedValue(Field, u64),
    /// The message ends before this field, or in the middle of it.
    Missing(Field),
    /// The message ends before its SRC field.
    MissingSrc,
    /// The message goes on after its last field.
    Surplus,
    /// A field of more than 64 bits (N-Trace ch. 3).
    TooLong(Field),
    /// The trace ends in the middle of the message.
    Truncated,
}

impl MessageErrorKind {
    /// Whether a decoder of the program flow passes over it: a whole message, of a kind that it need not know
    /// (N-Trace 6.1).
    pub const fn is_ignorable(self) -> bool {
        use MessageErrorKind::*;
        matches!(self, Vendor(_) | ReservedTcode(_) | VendorResource(_))
    }
}

impl fmt::Display for MessageErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use MessageErrorKind::*;
        match self {
            ReservedMseo => write!(f, "reserved MSEO value 10"),
            NoStart => write!(f, "no message starts here (MSEO is not 00)"),
            Vendor(code) => write!(f, "vendor-defined message, TCODE {code}"),
            ReservedTcode(code) => write!(f, "reserved TCODE {code}"),
            VendorResource(code) => write!(f, "vendor-defined resource, RCODE {code}"),
            ReservedValue(field, value) => write!(f, "reserved value {value} of {}", field.name()),
            Missing(field) => write!(f, "message ends before the end of {}", field.name()),
            MissingSrc => write!(f, "message ends before the end of SRC"),
            Surplus => write!(f, "message has more fields than its TCODE allows"),
            TooLong(field) => write!(f, "{} has more than 64 bits", field.name()),
            Truncated => write!(f, "trace ends in the middle of a message"),
        }
    }
}
