// SPDX-License-Identifier: Apache-2.0
//! A register slice: chunks of trace leave out of registers.

use crate::stream::has_ends;
use crate::{TraceIn, TraceOut};
use tracewright_prim::*;

/// What a [`RegisterSlice`] has.
#[derive(Clone, Debug)]
pub struct SlicePlan {
    /// What the slice belongs to.
    build: Build,
    /// There is a place for a second chunk.
    has_second: bool,
}

impl Resets for SlicePlan {
    fn reset(&self) -> Reset {
        self.build.reset
    }
}

/// Holds a chunk until it is taken, so that no path leads from what makes the trace into what takes it. A chunk passes
/// each cycle.
///
/// Without a second place `ready` depends on that of the sink in the same cycle. With one, for a chunk behind the
/// first, it is a register, and no path leads back.
#[synchronous(plan: SlicePlan)]
pub struct RegisterSlice<const N: usize> {
    /// Forgets what is held.
    pub clear: Signal<In, Bit>,
    /// The trace as it comes.
    #[new(TraceIn::new(&plan.build))]
    pub source: TraceIn<N>,
    /// The trace out of registers.
    #[new(TraceOut::new(&plan.build))]
    pub trace: TraceOut<N>,
    /// Nothing is held.
    pub empty: Signal<Out, Bit>,
    valid: Reg<Bit>,
    data: Reg<Bits<N>>,
    #[built(plan.build.encoder.packer != Packer::Byte)]
    bytes: Optional<Reg<Bits<6>>>,
    #[built(has_ends(&plan.build))]
    last: Optional<Reg<Bit>>,
    /// A second chunk waits behind the first one.
    #[built(plan.has_second)]
    waits: Optional<Reg<Bit>>,
    #[built(plan.has_second)]
    next_data: Optional<Reg<Bits<N>>>,
    #[built(plan.has_second && plan.build.encoder.packer != Packer::Byte)]
    next_bytes: Optional<Reg<Bits<6>>>,
    #[built(plan.has_second && has_ends(&plan.build))]
    next_last: Optional<Reg<Bit>>,
}

impl<const N: usize> RegisterSlice<N> {
    /// One of this build.
    pub fn of(build: &Build, has_second: bool) -> Self {
        RegisterSlice::new(&SlicePlan { build: build.clone(), has_second })
    }
}

#[kernel]
impl<const N: usize> RegisterSlice<N> {
    fn update(&mut self) {
        let moves = !self.valid.q.val() | self.trace.ready.val();
        let waits = self.waits.q.val();
        self.source.ready.next = if self.waits.is_built() { !waits } else { moves };
        self.empty.next = !self.valid.q.val() & !waits;
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
