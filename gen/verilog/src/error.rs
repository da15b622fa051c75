// SPDX-License-Identifier: Apache-2.0
//! Why a block can't be written as Verilog.

use crate::tree::Tree;

/// A block that can't be written as Verilog: which, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("module {module}: {problem}")]
pub struct Error {
    /// Type of the block, or its field name if the block has no description.
    pub module: String,
    /// What is wrong with it.
    pub problem: Problem,
}

impl Error {
    /// What is wrong with this block.
    pub(crate) fn new(tree: &Tree, problem: Problem) -> Error {
        Error { module: tree.type_name().into(), problem }
    }
}

/// What is wrong with a block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A construct that the back end doesn't know.
    #[error("{0} can't be written as Verilog")]
    Unsupported(String),
    /// A name in the kernel that is no signal, constant or loop index.
    #[error("the kernel uses `{0}`, which is no signal, state, loop index or known constant")]
    UnknownName(String),
    /// What `#[built(feature)]` names on a field of a record, and no feature is.
    #[error("a field of a record is #[built({0})], which is no feature: name one of those listed")]
    UnknownFeature(String),
    /// Operands or sides of an assignment whose widths differ.
    #[error("{what}: {left} bits on one side, {right} on the other")]
    Width {
        /// Where.
        what: String,
        /// Width of the left side in bits.
        left: usize,
        /// Width of the right side in bits.
        right: usize,
    },
    /// An integer that its place has no room for.
    #[error("{value} does not fit in {width} bits")]
    TooLarge {
        /// The integer, in decimal.
        value: String,
        /// Width of the place in bits.
        width: usize,
    },
    /// A port to narrow that the top module does not have.
    #[error("`{0}`, which is to be narrowed, is no port")]
    NoPort(String),
    /// A width for a port that it can't have.
    #[error("`{port}` can have 1 to {most} bits, not {width}")]
    PortWidth {
        /// Its name in the Verilog.
        port: String,
        /// Width asked for, in bits.
        width: usize,
        /// Its width in the kernel, in bits.
        most: usize,
    },
    /// A signal that nothing drives.
    #[error("`{0}` is not driven")]
    Undriven(String),
    /// A signal that is not assigned on every path: it would be a latch.
    #[error("`{0}` is not assigned on every path, so it would have to be a latch")]
    Latch(String),
    /// A signal that is read, among the statements that drive it, before any of them.
    #[error("`{0}` is read before it is assigned, by a statement that can't be separated from its assignment")]
    ReadTooEarly(String),
}
