// SPDX-License-Identifier: Apache-2.0
//! What is wrong with a trace, and where.

use core::fmt;

/// What is wrong, and what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A byte that is no opcode.
    Opcode {
        /// The byte.
        code: u8,
    },
    /// An address of no register, or of a floating-point register where FLEN is 0.
    Register {
        /// The address.
        address: u16,
    },
    /// An identifier of no additional state.
    Identifier {
        /// The identifier.
        code: u8,
    },
    /// A code of no memory request.
    Operation {
        /// The code.
        code: u8,
    },
    /// A code of no size.
    Size {
        /// The code.
        code: u8,
    },
    /// A code of no result.
    Result {
        /// The code.
        code: u8,
    },
    /// An address of more than MLEN bits.
    TooWide {
        /// The address.
        value: u64,
    },
    /// A privilege mode of more than PRIVLEN bits.
    Privilege {
        /// The mode.
        code: u8,
    },
    /// A 16-bit instruction that the low bits of say that it is longer.
    NotCompressed {
        /// The instruction.
        bits: u16,
    },
    /// A response that does not follow a request.
    ResponseWithoutRequest,
    /// An end of a group that has not begun.
    EndWithoutBegin,
    /// An instruction, a reset or the like outside of a group.
    OutsideGroup,
    /// pc is incremented in a group without an instruction.
    IncrementWithoutInstruction,
    /// A state changes twice in a group.
    Twice,
    /// State initialisation with an instruction or a reset.
    InitialisationWithOther,
    /// A group of more bytes than any encoder sends.
    GroupTooLong,
    /// The trace ends within an element.
    Cut,
    /// The trace ends within a group.
    CutGroup,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Problem::Opcode { code } => write!(f, "{code:#04x} is no opcode; expected 1 to 11, 16 or 17"),
            Problem::Register { address } => {
                write!(f, "{address:#06x} is no register of this hart; expected 0x0000 to 0x103f")
            }
            Problem::Identifier { code } => write!(f, "{code} is no additional state; expected 1 to 10"),
            Problem::Operation { code } => write!(f, "{code} is no memory request; expected 0 to 13"),
            Problem::Size { code } => write!(f, "{code} is no size; expected 0 to 3"),
            Problem::Result { code } => write!(f, "{code} is no result; expected 0 or 1"),
            Problem::TooWide { value } => write!(f, "the address {value:#x} is wider than MLEN; expected zeros above"),
            Problem::Privilege { code } => write!(f, "{code} is no privilege mode; expected 0 to 3"),
            Problem::NotCompressed { bits } => {
                write!(f, "{bits:#06x} is no 16-bit instruction; expected low bits other than 11")
            }
            Problem::ResponseWithoutRequest => {
                f.write_str("a memory response without its request; expected right after one")
            }
            Problem::EndWithoutBegin => f.write_str("the end of a group that has not begun; expected a begin group"),
            Problem::OutsideGroup => f.write_str("an instruction, reset or initialisation; expected within a group"),
            Problem::IncrementWithoutInstruction => {
                f.write_str("pc is incremented in a group without an instruction; expected opcode 16 or 17")
            }
            Problem::Twice => f.write_str("the same state changes twice in a group; expected once"),
            Problem::InitialisationWithOther => {
                f.write_str("state initialisation beside an instruction or a reset; expected alone")
            }
            Problem::GroupTooLong => f.write_str("the group does not end; expected an end group"),
            Problem::Cut => f.write_str("the trace ends in the middle of an element; expected more bytes"),
            Problem::CutGroup => f.write_str("the trace ends in the middle of a group; expected an end group"),
        }
    }
}

/// A [`Problem`] at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// The element with the problem, as bytes from the beginning of the trace.
    pub offset: u64,
    /// What is wrong with it.
    pub problem: Problem,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.problem)
    }
}

impl core::error::Error for Error {}
