// SPDX-License-Identifier: Apache-2.0
//! Which periods fit the branches of HIST.

use super::candidate::Candidate;
use crate::prim::*;
use rust_hdl_core::prelude::*;

/// The periods that do not fit the branches of HIST but its oldest `split`: bit p - 1 for period p.
///
/// There is no register in it.
#[derive(Module)]
pub struct Fit {
    /// Those that do not fit before the branch.
    pub unfit: Signal<In, Bits<32>>,
    /// One bit for each branch of HIST before this one, from bit 0 on.
    pub held: Signal<In, Bits<32>>,
    /// Periods that the branch breaks.
    pub differs: Signal<In, Bits<32>>,
    /// Those that do not fit after the branch.
    pub next_unfit: Signal<Out, Bits<32>>,
    /// The candidates that do, each at the bit of split + period - 1.
    pub sums: Signal<Out, Bits<32>>,
    split: Constant<Bits<5>>,
    candidates: Constant<Bits<32>>,
}

impl Fit {
    /// The periods of a HIST of `width` branches.
    pub fn new(width: usize, split: usize) -> Self {
        let bit = |period| u64::from(Candidate::of(width, split, period).is_some()) << (period - 1);
        Fit {
            unfit: Default::default(),
            held: Default::default(),
            differs: Default::default(),
            next_unfit: Default::default(),
            sums: Default::default(),
            split: Constant::new(split.to_bits()),
            candidates: Constant::new((1..=width).map(bit).sum::<u64>().to_bits()),
        }
    }
}

impl Logic for Fit {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_unfit.next = self.unfit.val() | (self.differs.val() & (self.held.val() >> self.split.val()));
        self.sums.next = (self.candidates.val() & !self.next_unfit.val()) << self.split.val();
    }
}
