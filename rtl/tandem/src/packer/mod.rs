// SPDX-License-Identifier: Apache-2.0
//! The packers: from elements to bytes, as many a cycle as the build wants.

mod bytes;
mod cutter;

pub use bytes::Packer;
pub use cutter::Cutter;

use crate::has::has;
use tracewright_prim::*;

/// Trace in chunks, as the encoder has it.
#[bundle(build: Build)]
pub struct TraceOut<const N: usize> {
    /// There is a chunk of trace.
    pub valid: Signal<Out, Bit>,
    /// The chunk of trace is taken.
    pub ready: Signal<In, Bit>,
    /// The chunk of trace, first byte lowest.
    pub data: Signal<Out, Bits<N>>,
    /// How many bytes the chunk of trace has. What is above them has no meaning.
    #[built(has(build).counted)]
    pub bytes: Optional<Signal<Out, Bits<6>>>,
    /// The chunk of trace is the last of what was retired together.
    pub last: Signal<Out, Bit>,
}
