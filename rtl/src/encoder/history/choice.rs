// SPDX-License-Identifier: Apache-2.0
//! The candidate with which a repetition begins.

use super::candidate::SPLITS;
use crate::encoder::built::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;

/// A split that has a candidate at the place that was chosen.
#[derive(Module)]
struct Split {
    /// Candidates of this split, each at the bit of split + period - 1.
    pub sums: Signal<In, Bits<32>>,
    /// The bit that was chosen.
    pub first: Signal<In, Bits<32>>,
    /// One of them is there.
    pub found: Signal<Out, Bit>,
    /// The bit of period - 1, if it is.
    pub period: Signal<Out, Bits<32>>,
    split: Constant<Bits<5>>,
}

impl Split {
    fn new(split: usize) -> Self {
        Split {
            sums: Default::default(),
            first: Default::default(),
            found: Default::default(),
            period: Default::default(),
            split: Constant::new(split.to_bits()),
        }
    }
}

impl Logic for Split {
    #[hdl_gen]
    fn update(&mut self) {
        self.found.next = (self.sums.val() & self.first.val()).any();
        self.period.next = self.first.val() >> self.split.val();
    }
}

/// Chooses a candidate: smallest split + period first, among equals the shorter period; or the shortest period that has held
/// for long.
///
/// There is no register in it.
#[derive(Module)]
pub struct Choice {
    /// A period has held for as many branches as HIST has.
    pub is_long: Signal<In, Bit>,
    /// Those that have: bit p - 1 for period p.
    pub runs: Signal<In, Bits<32>>,
    /// Candidates by split, each at the bit of split + period - 1.
    pub sums: Vec<Signal<In, Bits<32>>>,
    /// The period chosen, less 1.
    pub period: Signal<Out, Bits<5>>,
    /// The split chosen, by its place in [`SPLITS`].
    pub split: Signal<Out, Bits<2>>,
    any: Signal<Local, Bits<32>>,
    first: Signal<Local, Bits<32>>,
    one: Signal<Local, Bits<32>>,
    splits: Vec<Split>,
    _splits: usize,
}

impl Choice {
    /// A choice among the candidates of every split.
    pub fn new() -> Self {
        Choice {
            is_long: Default::default(),
            runs: Default::default(),
            sums: many(SPLITS.len()),
            period: Default::default(),
            split: Default::default(),
            any: Default::default(),
            first: Default::default(),
            one: Default::default(),
            splits: SPLITS.into_iter().map(Split::new).collect(),
            _splits: SPLITS.len(),
        }
    }
}

impl Logic for Choice {
    #[hdl_gen]
    fn update(&mut self) {
        self.any.next = bits::<32>(0);
        for k in 0..self._splits {
            self.any.next = self.any.val() | self.sums[k].val();
        }
        if self.is_long.val() {
            self.any.next = self.runs.val();
        }
        self.first.next = self.any.val() & (!self.any.val() + bits::<32>(1));

        self.split.next = bits::<2>(0);
        self.one.next = self.first.val();
        for k in 0..self._splits {
            self.splits[k].sums.next = self.sums[k].val();
            self.splits[k].first.next = self.first.val();
            if self.splits[k].found.val() & !self.is_long.val() {
                self.split.next = k.to_bits::<2>();
                self.one.next = self.splits[k].period.val();
            }
        }
        self.period.next = bit_cast::<5, 1>((self.one.val() & bits::<32>(0x2AAA_AAAA)).any().into())
            | (bit_cast::<5, 1>((self.one.val() & bits::<32>(0x4CCC_CCCC)).any().into()) << bits::<5>(1))
            | (bit_cast::<5, 1>((self.one.val() & bits::<32>(0x70F0_F0F0)).any().into()) << bits::<5>(2))
            | (bit_cast::<5, 1>((self.one.val() & bits::<32>(0x7F00_FF00)).any().into()) << bits::<5>(3))
            | (bit_cast::<5, 1>((self.one.val() & bits::<32>(0x7FFF_0000)).any().into()) << bits::<5>(4));
    }
}
