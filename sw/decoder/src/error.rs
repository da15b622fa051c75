// SPDX-License-Identifier: Apache-2.0
//! What a trace can get wrong.

use crate::output::Address;
use std::fmt;
use tracewright_messages::reader::MessageErrorKind;
use tracewright_messages::Field;

/// A contradiction in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}, message {message}: {kind}{}", At(*address))]
pub struct Error {
    /// Place of the message in the trace, in bytes.
    pub offset: usize,
    /// Number of the message, the first of the trace being 1; idle bytes and gaps between messages do not count, and
    /// bytes that are not a message count as one.
    pub message: u64,
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
    /// I-CNT ends in the middle of an instruction (N-Trace 8.4.1).
    #[error("I-CNT ends in the middle of an instruction")]
    MidInstruction,
    /// A branch for which HIST has no bit.
    #[error("HIST has no bit for a branch")]
    NoHistory,
    /// HIST says that a direct jump did not jump.
    #[error("HIST says that a direct jump did not jump")]
    JumpNotTaken,
    /// A direct jump that has no message of its own, though all jumps have one.
    #[error("a direct jump is not reported")]
    UnreportedJump,
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
    /// A return that is not reported, while its call may be older than the message at which decoding began: one of SYNC
    /// 0, 4 or 6, where an encoder may keep its return stack (N-Trace Table 25).
    #[error(
        "a return is not reported, and its call was before decoding began: SYNC 0, 4 and 6 need not empty \
             the encoder's return stack"
    )]
    UnknownCall,
    /// A message ends in one field more than it has: a timestamp, though none is declared.
    #[error(
        "a message ends in a timestamp, but none is declared: give its width with `--timestamp-width N` (64 if it is \
             not known), or a configuration whose run has timestamps"
    )]
    UndeclaredTimestamp,
    /// The trace stands for more instructions than were asked for ([`crate::Settings::limit`]).
    #[error("the trace goes on after {0} instructions, and no more are decoded: `--limit N` sets another bound")]
    Limit(u64),
    /// RepeatBranch without a branch message before it.
    #[error("RepeatBranch has no message to repeat")]
    NothingToRepeat,
}

/// " at ADDRESS", if there is one.
struct At(Option<u64>);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |address| write!(f, ", at address {}", Address(address)))
    }
}
