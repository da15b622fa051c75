// SPDX-License-Identifier: Apache-2.0
//! The candidate with which a repetition begins.

use super::{split, History};
use crate::prim::*;
use rust_hdl_core::prelude::*;

/// The number of the only bit that is set.
#[kernel]
fn place(one: Bits<32>) -> Bits<5> {
    bit_cast::<5, 1>((one & bits::<32>(0x2AAA_AAAA)).any().into())
        | (bit_cast::<5, 1>((one & bits::<32>(0x4CCC_CCCC)).any().into()) << bits::<5>(1))
        | (bit_cast::<5, 1>((one & bits::<32>(0x70F0_F0F0)).any().into()) << bits::<5>(2))
        | (bit_cast::<5, 1>((one & bits::<32>(0x7F00_FF00)).any().into()) << bits::<5>(3))
        | (bit_cast::<5, 1>((one & bits::<32>(0x7FFF_0000)).any().into()) << bits::<5>(4))
}

impl History {
    /// Chooses a candidate: smallest split + period first, among equals the shorter period. Where a period has held
    /// for as many branches as HIST has (`is_long`), chooses the shortest such: `runs` are these, bit p - 1 for
    /// period p.
    #[kernel]
    pub(super) fn choose(&mut self, is_long: Bit, runs: Bits<32>) {
        let mut candidates: Bits<32> = self.sums[0].val();
        for k in 1..self.sums.len() {
            candidates = candidates | self.sums[k].val();
        }
        let any: Bits<32> = if is_long { runs } else { candidates };
        let first = any & (!any + 1);
        let mut period: Bits<32> = first;
        self.begins_split.next = bits::<2>(0);
        for k in 1..self.sums.len() {
            if (self.sums[k].val() & first).any() & !is_long {
                period = first >> split(k).to_bits::<5>();
                self.begins_split.next = k.to_bits::<2>();
            }
        }
        self.begins_period.next = place(period);
    }
}
