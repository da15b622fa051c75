// SPDX-License-Identifier: Apache-2.0
//! From the encoders of a system to its last funnel.

use super::Top;
use crate::encoder::has;
use crate::prim::*;

/// Trace on its way to a funnel.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub(super) struct Chunk<const OUT: usize> {
    /// The bytes of the chunk, the first one lowest.
    data: Bits<OUT>,
    /// How many bytes the chunk has.
    #[built(counted)]
    bytes: Bits<4>,
    /// The chunk ends a message.
    #[built(ends)]
    last: Bit,
}

/// How many encoders and funnels have a funnel downstream.
pub(super) fn sources(build: &Build) -> usize {
    match has(build).system {
        true => build.components().len() - 1,
        false => 0,
    }
}

/// How many encoders of a system there are whose chunks have several bytes.
pub(super) fn joined(build: &Build) -> usize {
    usize::from(has(build).system && build.encoder.packer != Packer::Byte) * build.system.harts as usize
}

#[kernel]
impl<
        const XLEN: usize,
        const ADDR: usize,
        const FIRST: usize,
        const F: usize,
        const M: usize,
        const V: usize,
        const WHOLE: usize,
        const OUT: usize,
        const TWICE: usize,
    > Top<XLEN, ADDR, FIRST, F, M, V, WHOLE, OUT, TWICE>
{
    /// From an encoder: bytes as they are, chunks as full as they can be within a message. An encoder ends what it has
    /// begun, also when it becomes inactive, so what is held here goes on, and nothing is cleared.
    pub(super) fn encoder_chunks(&mut self) {
        for h in 0..self.hart.len() {
            let n = self._made + h;
            connect!(hart[h].trace: valid = chunk_valid[n], ready = chunk_ready[n]);
            connect!(chunk[n].next: hart[h].trace.{data, last});
            self.chunk[n].next.bytes = self.hart[h].trace.bytes.val().get_bits::<4>(0);
            self.hart[h].downstream.sinks_empty.next = self.passed_on[h].val();
        }
        for h in 0..self.recorder.len() {
            let n = self._made + h;
            connect!(recorder[h].trace: valid = chunk_valid[n], ready = chunk_ready[n]);
            connect!(chunk[n].next: recorder[h].trace.{data, last});
            self.chunk[n].next.bytes = self.recorder[h].trace.bytes.val().get_bits::<4>(0);
            self.recorder[h].downstream.sinks_empty.next = self.passed_on[h].val();
        }
        for h in 0..self.passed_on.len() {
            self.passed_on[h].next = true;
        }
        for h in 0..self.message.len() {
            let n = self._made + h;
            self.message[h].clear.next = false;
            self.slice[h].clear.next = false;
            connect!(slice[h].source: valid = chunk_valid[n], ready = chunk_ready[n], chunk[n].val().{data, last});
            self.slice[h].source.bytes.next = bit_cast::<6, 4>(self.chunk[n].val().bytes);
            connect!(message[h]: slice[h].trace.{in_valid = valid, in_ready = ready, in_data = data, in_last = last});
            self.message[h].in_bytes.next = self.slice[h].trace.bytes.val().get_bits::<4>(0);
            connect!(message[h]: word_valid = chunk_valid[h], word_ready = chunk_ready[h],
                chunk[h].next.{word_data = data, word_bytes = bytes, word_last = last});
            self.passed_on[h].next = self.message[h].empty.val() & self.slice[h].empty.val();
        }
    }

    /// Each funnel takes what comes next of encoders and funnels; all but the last have the same number of inputs.
    pub(super) fn funnel_inputs(&mut self) {
        for f in 0..self.funnel.len() {
            for k in 0..self.funnel[f].input.len() {
                let n = f * self._most + k;
                connect!(funnel[f].input[k]: valid = chunk_valid[n], ready = chunk_ready[n], chunk[n].val().{data, last});
                self.funnel[f].input[k].bytes.next = bit_cast::<6, 4>(self.chunk[n].val().bytes);
            }
        }
        for f in 0..self.funnel.len() - 1 {
            let n = self.hart.len() + self.recorder.len() + f;
            connect!(funnel[f].trace: valid = chunk_valid[n], ready = chunk_ready[n]);
            connect!(chunk[n].next: funnel[f].trace.{data, last});
            self.chunk[n].next.bytes = self.funnel[f].trace.bytes.val().get_bits::<4>(0);
            self.funnel[f].downstream.sinks_empty.next = true;
        }
    }
}
