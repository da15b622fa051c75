// SPDX-License-Identifier: Apache-2.0
//! The register slice between the packer and what takes the trace.

use super::has::has;
use crate::prim::*;
use crate::sinks::{TraceIn, TraceOut};

/// Holds a chunk until it is taken, so that no path leads from the packer into a sink.
///
/// Builds of which a sink outlives the encoder do not have it: there the packer ends a message that is cut.
#[synchronous(build: Build)]
pub struct RegisterSlice<const OUT: usize> {
    /// Forgets the chunk.
    pub clear: Signal<In, Bit>,
    /// The trace as it is packed.
    pub source: TraceIn<OUT>,
    /// The trace out of registers.
    pub trace: TraceOut<OUT>,
    valid: Reg<Bit>,
    data: Reg<Bits<OUT>>,
    #[built(has(build).counted)]
    bytes: Optional<Reg<Bits<6>>>,
    #[built(has(build).chunks)]
    last: Optional<Reg<Bit>>,
}

#[kernel]
impl<const OUT: usize> RegisterSlice<OUT> {
    fn update(&mut self) {
        self.source.ready.next = !self.valid.q.val() | self.trace.ready.val();
        if self.source.ready.val() {
            connect!(self.source: valid = valid.d, data = data.d, bytes = bytes.d, last = last.d);
        }
        if self.clear.val() {
            self.valid.d.next = false;
        }
        connect!(self.trace: valid = valid.q, data = data.q, bytes = bytes.q, last = last.q);
    }
}
