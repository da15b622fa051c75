// SPDX-License-Identifier: Apache-2.0
//! Why a stream cannot go on.

use crate::log::Problem;
use std::path::PathBuf;

/// Why a stream cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The first instruction of a trap handler causes an exception that leads to the same handler, for ever.
    #[error("the trap handler at {handler:#x} traps on its first instruction")]
    TrapLoop {
        /// Address of the handler.
        handler: u64,
    },
    /// An instruction that no block can hold, for its length.
    #[error(
        "the instruction at {pc:#x} is {half_words} half-words long, which is more than a block can report; \
             in a log, a sign that it is of another program"
    )]
    InstructionTooLong {
        /// Its address.
        pc: u64,
        /// Its length.
        half_words: u8,
    },
    /// The unit that has CSRs beside the hart does not go on.
    #[error("{0}")]
    Unit(crate::UnitError),
    /// A log can't be read.
    #[error("{}: can't read: {source}", path.display())]
    Read {
        /// The log.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A log that makes no sense.
    #[error("{}:{line}: {problem}", path.display())]
    Log {
        /// The log.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong there.
        problem: Problem,
    },
}
