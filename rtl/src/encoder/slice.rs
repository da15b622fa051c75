// SPDX-License-Identifier: Apache-2.0
//! The register slice between the packer and what takes the trace.

use super::has::has;
use crate::prim::*;
use crate::sinks::{TraceIn, TraceOut};

/// Holds a chunk until it is taken, so that no path leads from the packer into a sink.
///
/// Where an entry can be several messages, a second chunk has a place behind the first one. Whether there is room is
/// then known out of a register, and no path leads from a sink back through packer and formatter into the queue.
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
    /// A second chunk waits behind the first one.
    #[built(has(build).parts)]
    waits: Optional<Reg<Bit>>,
    #[built(has(build).parts)]
    next_data: Optional<Reg<Bits<OUT>>>,
    #[built(has(build).parts && has(build).counted)]
    next_bytes: Optional<Reg<Bits<6>>>,
    #[built(has(build).parts && has(build).chunks)]
    next_last: Optional<Reg<Bit>>,
}

#[kernel]
impl<const OUT: usize> RegisterSlice<OUT> {
    fn update(&mut self) {
        let moves = !self.valid.q.val() | self.trace.ready.val();
        let waits = self.waits.q.val();
        self.source.ready.next = if self.waits.is_built() { !waits } else { moves };
        self.waits.d.next = !moves & (waits | self.source.valid.val());
        if !waits {
            connect!(self.source: data = next_data.d, bytes = next_bytes.d, last = next_last.d);
        }
        if moves {
            self.valid.d.next = waits | self.source.valid.val();
            self.data.d.next = if waits { self.next_data.q.val() } else { self.source.data.val() };
            self.bytes.d.next = if waits { self.next_bytes.q.val() } else { self.source.bytes.val() };
            self.last.d.next = if waits { self.next_last.q.val() } else { self.source.last.val() };
        }
        if self.clear.val() {
            self.valid.d.next = false;
            self.waits.d.next = false;
        }
        connect!(self.trace: valid = valid.q, data = data.q, bytes = bytes.q, last = last.q);
    }
}
