// SPDX-License-Identifier: Apache-2.0
//! What decoding yields.

use crate::{Error, Process};
use std::fmt;
use tracewright_messages::reader::MessageErrorKind;
use tracewright_messages::Tcode;

/// A step of the execution, or what the trace says about it. `offset` is the place of a message in the trace, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// The instruction at `pc` retired.
    Instruction {
        /// Its address.
        pc: u64,
    },
    /// A message synchronises: the next instruction, if the trace goes on, is that at `address`.
    Sync {
        /// Place of the message.
        offset: usize,
        /// Why: SYNC (N-Trace Table 25, [`tracewright_messages::sync`]).
        reason: u8,
        /// Address that it carries.
        address: u64,
    },
    /// An exception or interrupt, or a change of context that is reported like an interrupt.
    Trap {
        /// Which of them.
        kind: TrapKind,
        /// Address of the instruction that would have been next; None when a jump led to it that was not reported.
        from: Option<u64>,
        /// Address of the handler.
        to: u64,
    },
    /// Tracing stops; instructions that follow come after a gap.
    Stop {
        /// Place of the message.
        offset: usize,
        /// Why: EVCODE (N-Trace Table 23, [`tracewright_messages::evcode`]).
        event: u8,
    },
    /// The encoder lost messages; instructions that follow come after a gap.
    Lost {
        /// Place of the Error message.
        offset: usize,
        /// ETYPE (N-Trace Table 15).
        etype: u8,
        /// ECODE (N-Trace Table 15): which kinds of message were lost.
        ecode: u64,
    },
    /// Privilege mode and context from here on.
    Ownership {
        /// Place of the message.
        offset: usize,
        /// What it says of them.
        process: Process,
    },
    /// Time of the message whose instructions are those before this item, and whose other items follow it.
    Time {
        /// Place of the message.
        offset: usize,
        /// Its full timestamp, in the encoder's unit (N-Trace 8.7). Messages before the first synchronising one have
        /// none.
        time: u64,
    },
    /// A message that a decoder of the program flow need not know (N-Trace 6.1).
    Ignored {
        /// Place of the message.
        offset: usize,
        /// Which message.
        what: Ignored,
    },
    /// Trace that can't be used, because no synchronising message precedes it or because of the error before.
    Skipped {
        /// Place of its first byte.
        offset: usize,
        /// Its length in bytes.
        len: usize,
    },
    /// The trace ends in the middle of a message, as it does when the buffer was full.
    Cut {
        /// Place of that message.
        offset: usize,
    },
    /// The trace contradicts itself or the program; instructions that follow come after a gap.
    Error(Error),
}

/// A message that a decoder of the program flow need not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignored {
    /// A vendor's, of this TCODE (56 to 62, N-Trace Table 8).
    Vendor(u8),
    /// One of this TCODE, which the specification reserves (N-Trace Table 8).
    Reserved(u8),
    /// ResourceFull with this RCODE, of a resource that is the vendor's (8 to 15, N-Trace Table 19).
    VendorResource(u8),
}

impl Ignored {
    /// What the reader could not take apart, if it is such a message.
    pub(crate) fn new(kind: MessageErrorKind) -> Option<Ignored> {
        match kind {
            MessageErrorKind::Vendor(tcode) => Some(Ignored::Vendor(tcode)),
            MessageErrorKind::ReservedTcode(tcode) => Some(Ignored::Reserved(tcode)),
            MessageErrorKind::VendorResource(rcode) => Some(Ignored::VendorResource(rcode)),
            _ => None,
        }
    }

    /// Its TCODE.
    pub const fn tcode(self) -> u8 {
        match self {
            Ignored::Vendor(tcode) | Ignored::Reserved(tcode) => tcode,
            Ignored::VendorResource(_) => Tcode::ResourceFull as u8,
        }
    }
}

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ignored::Vendor(_) => write!(f, "vendor-defined message"),
            Ignored::Reserved(_) => write!(f, "reserved message"),
            Ignored::VendorResource(rcode) => write!(f, "vendor-defined resource, RCODE {rcode}"),
        }
    }
}

/// Kind of a trap (B-TYPE, N-Trace Table 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrapKind {
    /// Exception.
    Exception,
    /// Interrupt.
    Interrupt,
    /// Exception or interrupt: the encoder does not tell them apart.
    Either,
}
