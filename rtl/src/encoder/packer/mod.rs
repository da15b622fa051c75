// SPDX-License-Identifier: Apache-2.0
//! The packers: from the fields of a message to bytes, as many a cycle as the build wants.

mod bytes;
mod cutter;
mod field;
mod joiner;
mod pieces;
#[cfg(test)]
mod tests;

pub use bytes::Packer;
pub use cutter::Cutter;
pub use joiner::Joiner;
pub use pieces::Pieces;

/// Bits of data (MDO) in a byte; the other two are MSEO.
const MDO: usize = 6;
