// SPDX-License-Identifier: Apache-2.0
//! Why a stream cannot go on.

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
    #[error("the instruction at {pc:#x} is {half_words} half-words long, which is more than a block can report")]
    InstructionTooLong {
        /// Its address.
        pc: u64,
        /// Its length.
        half_words: u8,
    },
}
