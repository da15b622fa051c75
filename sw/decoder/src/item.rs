// SPDX-License-Identifier: Apache-2.0
//! What decoding yields.

use crate::output::Address;
use tracewright_messages::reader::MessageErrorKind;
use tracewright_messages::Field;

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
        /// Why: SYNC (Table 25, [`tracewright_messages::sync`]).
        reason: u8,
        /// Address that it carries.
        address: u64,
    },
    /// An exception or interrupt.
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
        /// Why: EVCODE (Table 23, [`tracewright_messages::evcode`]).
        event: u8,
    },
    /// The encoder lost messages; instructions that follow come after a gap.
    Lost {
        /// Place of the Error message.
        offset: usize,
        /// ETYPE (Table 15).
        etype: u8,
        /// ECODE (Table 15): which kinds of message were lost.
        ecode: u64,
    },
    /// Privilege mode and context from here on.
    Ownership {
        /// Place of the message.
        offset: usize,
        /// PROCESS (Table 12).
        process: u64,
    },
    /// A message that a decoder of the program flow need not know (6.1).
    Ignored {
        /// Place of the message.
        offset: usize,
        /// Its TCODE.
        tcode: u8,
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

/// Kind of a trap (B-TYPE, Table 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrapKind {
    /// Exception.
    Exception,
    /// Interrupt.
    Interrupt,
    /// Exception or interrupt: the encoder does not tell them apart.
    Either,
}

/// A contradiction in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {kind}{}", At(*address))]
pub struct Error {
    /// Place of the message in the trace, in bytes.
    pub offset: usize,
    /// Address of the instruction at which decoding failed, where it had come to one.
    pub address: Option<u64>,
    /// What the contradiction is.
    pub kind: ErrorKind,
}

/// What a contradiction in the trace is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// Bytes are not a message.
    #[error("{0}")]
    Message(MessageErrorKind),
    /// A field has a value that is reserved or too large.
    #[error("{} has the impossible value {value:#x}", field.name())]
    Value {
        /// The field.
        field: Field,
        /// Its value.
        value: u64,
    },
    /// Execution reaches an address that is not in the program.
    #[error("execution goes where the program has no code")]
    NoCode,
    /// I-CNT ends in the middle of an instruction (8.4.1).
    #[error("I-CNT ends in the middle of an instruction")]
    MidInstruction,
    /// A branch for which HIST has no bit.
    #[error("HIST has no bit for a branch")]
    NoHistory,
    /// HIST reports branches beyond the instructions that I-CNT counts.
    #[error("HIST goes on beyond I-CNT")]
    HistoryBeyondCount,
    /// A jump whose target is not reported, though execution goes on.
    #[error("the target of a jump is not reported")]
    UnknownTarget,
    /// The target of a jump is reported, but there is no jump.
    #[error("the target of a jump is reported, but the last instruction does not jump")]
    NotAJump,
    /// A taken branch is reported, but there is no branch.
    #[error("a taken branch is reported, but the last instruction is no branch")]
    NotABranch,
    /// A synchronising message has another address than the execution has come to.
    #[error("a synchronising message says {}, but execution has come to another address", Address(*.0))]
    OtherAddress(u64),
    /// No message of the trace synchronises, so that nothing of it can be used.
    #[error("no message of the trace synchronises")]
    NoSync,
    /// RepeatBranch without a branch message before it.
    #[error("RepeatBranch has no message to repeat")]
    NothingToRepeat,
}

/// " at ADDRESS", if there is one.
struct At(Option<u64>);

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.map_or(Ok(()), |address| write!(f, ", at address {}", Address(address)))
    }
}
