// SPDX-License-Identifier: Apache-2.0
//! The encoder: from the port of a hart to bytes.

use crate::has::{has, Has};
use crate::packer::{Cutter, Packer, TraceOut};
use crate::records::Retired;
use crate::shadow::Shadow;
use crate::walk::Walk;
use tracewright_prim::*;

/// The encoder of tandem-verification trace.
///
/// `X` is XLEN, `F` FLEN, `M` MLEN, `V` the greater of XLEN and FLEN, `WHOLE` that and 24, `OUT` the bits of a chunk.
#[synchronous(build: Build)]
pub struct Encoder<const X: usize, const F: usize, const M: usize, const V: usize, const WHOLE: usize, const OUT: usize>
{
    /// What retires is traced. When it rises nothing is known of before; when it falls, all that was taken is sent.
    pub enable: Signal<In, Bit>,
    /// What is traced: bit by class, in the order of the configuration. Changes only while nothing is traced.
    pub classes: Signal<In, Bits<10>>,
    /// mhartid, where the trace of several harts is merged.
    #[built(has(build).hart)]
    pub hart_id: Optional<Signal<In, Bits<16>>>,
    /// What retires, the oldest first.
    #[count(build.tandem.instructions)]
    pub retired: Vec<Signal<In, Retired<X, F, M, V>>>,
    /// What retires is not taken: the hart shows it again.
    pub stall: Signal<Out, Bit>,
    /// The trace.
    pub trace: TraceOut<OUT>,
    /// Nothing is held, and no group is without its end.
    pub empty: Signal<Out, Bit>,
    walk: Walk<X, F, M, V>,
    #[built(has(build).increments)]
    shadow: Optional<Shadow<V>>,
    #[built(has(build).bytes)]
    packer: Optional<Packer<V, OUT>>,
    #[built(!has(build).bytes)]
    cutter: Optional<Cutter<V, WHOLE, OUT>>,
    #[new(has(build))]
    _has: Has,
}

impl<const X: usize, const F: usize, const M: usize, const V: usize, const WHOLE: usize, const OUT: usize> Logic
    for Encoder<X, F, M, V, WHOLE, OUT>
{
    #[kernel]
    fn update(&mut self) {
        connect!(walk: enable, classes, hart_id, retired, stall);
        connect!(shadow: full = walk.out, walk.{forget, forgetting});
        if self._has.increments {
            connect!(packer: trace, elements = shadow.short);
            connect!(cutter: trace, elements = shadow.short);
        } else {
            connect!(packer: trace, elements = walk.out);
            connect!(cutter: trace, elements = walk.out);
        }
        self.empty.next = self.walk.empty.val() & !self.trace.valid.val();
        if self._has.increments {
            self.empty.next = self.walk.empty.val() & self.shadow.empty.val() & !self.trace.valid.val();
        }
    }
}
