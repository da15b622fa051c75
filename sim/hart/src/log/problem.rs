// SPDX-License-Identifier: Apache-2.0
//! What is wrong with a log.

/// Most of a line, in bytes, that a message repeats.
const EXCERPT: usize = 60;

/// What is wrong with a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no line in it.
    #[error("the log is empty")]
    Empty,
    /// A line that neither Spike nor QEMU writes.
    #[error("not a line of a Spike or QEMU log: `{0}`")]
    Foreign(String),
    /// A line that neither Spike nor QEMU writes, and that is no address of a list.
    #[error("not a line of a Spike or QEMU log, nor an address in hexadecimal: `{0}`")]
    NoAddress(String),
    /// The last line has no end.
    #[error("the log ends in the middle of a line")]
    Cut,
    /// An instruction is not in the program.
    #[error("the instruction at {pc:#x} is not in the ELF file")]
    NotInImage {
        /// Its address.
        pc: u64,
    },
    /// No instruction of the log is in the program.
    #[error("no instruction of the log is in the ELF file")]
    NothingOfImage,
    /// The log has other code than the program.
    #[error("the log has {logged:#x} at {pc:#x}, the ELF file {image:#x}: it is of another program")]
    OtherProgram {
        /// Address of the instruction.
        pc: u64,
        /// Its bits in the log.
        logged: u32,
        /// Its bits in the program.
        image: u32,
    },
    /// An address comes where no hart can have come to it.
    #[error("{to:#x} can't come after {from:#x} (line {from_line}): expected {expected}")]
    Impossible {
        /// The address.
        to: u64,
        /// That of the instruction before.
        from: u64,
        /// Its line.
        from_line: u64,
        /// What could have come.
        expected: String,
    },
    /// QEMU has left out instructions.
    #[error("QEMU has joined blocks of instructions: record with `-d exec,nochain`, one instruction a block")]
    Chained,
}

impl Problem {
    pub(super) fn foreign(line: &[u8]) -> Problem {
        Problem::Foreign(excerpt(line))
    }

    pub(super) fn no_address(line: &[u8]) -> Problem {
        Problem::NoAddress(excerpt(line))
    }
}

/// The start of a line, as it can be printed.
fn excerpt(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(EXCERPT)]);
    text.trim_end().escape_debug().to_string()
}
