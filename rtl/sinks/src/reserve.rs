// SPDX-License-Identifier: Apache-2.0
//! A place for a chunk that is not taken at once.

use crate::{TraceIn, TraceOut};
use tracewright_prim::*;

/// Passes a chunk on in the cycle in which it comes, and holds it if it is not taken in that cycle. Whether there is
/// room is known out of a register, so that no path leads from what takes the trace back into what makes it.
///
/// No chunk is dropped, not even when the source becomes inactive: the end of a message that is cut comes after it.
#[synchronous(build: Build)]
pub struct Reserve<const IN: usize> {
    /// Trace.
    pub source: TraceIn<IN>,
    /// The same trace, for what takes it.
    pub trace: TraceOut<IN>,
    /// A chunk is held.
    pub holds: Signal<Out, Bit>,
    held: Reg<Bit>,
    data: Reg<Bits<IN>>,
    #[built(IN > 8)]
    bytes: Optional<Reg<Bits<6>>>,
    #[built(IN > 8 || build.tandem.built)]
    last: Optional<Reg<Bit>>,
}

#[kernel]
impl<const IN: usize> Reserve<IN> {
    fn update(&mut self) {
        let held = self.held.q.val();
        self.source.ready.next = !held;
        self.holds.next = held;
        self.trace.valid.next = held | self.source.valid.val();
        let data = if held { self.data.q.val() } else { self.source.data.val() };
        let bytes = if held { self.bytes.q.val() } else { self.source.bytes.val() };
        let last = if held { self.last.q.val() } else { self.source.last.val() };
        self.trace.data.next = data;
        self.trace.bytes.next = bytes;
        self.trace.last.next = last;
        self.data.d.next = data;
        self.bytes.d.next = bytes;
        self.last.d.next = last;
        self.held.d.next = self.trace.valid.val() & !self.trace.ready.val();
    }
}
