// SPDX-License-Identifier: Apache-2.0
//! Which candidates fit the newest branches (docs/encoder.md, "HTM: repeated history").

use super::candidate::Candidate;
use crate::encoder::has::blocks;
use crate::prim::*;

/// After each branch, says which candidates fit the branches of a full HIST that ends there.
///
/// A candidate fits if enough of the newest branches were equal to the one its period before: that needs no beginning
/// of HIST.
#[synchronous(build: Build)]
pub struct Fits {
    /// The blocks of a cycle that end in a branch.
    #[count(blocks(build))]
    pub branch: Vec<Signal<In, Bit>>,
    /// The branch was taken.
    #[count(blocks(build))]
    pub taken: Vec<Signal<In, Bit>>,
    /// By block of the cycle before, then by candidate: it is one to choose.
    #[count(blocks(build) * Candidate::all(width(build)).len())]
    pub leaf: Vec<Signal<Out, Bit>>,
    /// The newest branches, the newest in bit 0.
    branches: Reg<Bits<32>>,
    /// Periods that have not held since the last restart: bit p - 1 for period p.
    broken: Reg<Bits<32>>,
    /// Branches since that restart, up to those of a full HIST.
    age: Reg<Bits<5>>,
    #[count(blocks(build) * Candidate::all(width(build)).len())]
    kept: Vec<Reg<Bit>>,
    /// By block: the newest branches after it, if it ends in one.
    #[count(blocks(build))]
    newest: Vec<Signal<Local, Bits<32>>>,
    /// By block: whether the branch differs from the one a period before it.
    #[count(blocks(build))]
    differs: Vec<Signal<Local, Bits<32>>>,
    /// By block: periods that have held.
    #[count(blocks(build))]
    runs: Vec<Signal<Local, Bits<32>>>,
    /// By block: a period has held for as many branches as HIST has.
    #[count(blocks(build))]
    is_long: Vec<Signal<Local, Bit>>,
    /// By block, then by candidate: it fits.
    #[count(blocks(build) * Candidate::all(width(build)).len())]
    fits: Vec<Signal<Local, Bit>>,
    #[value(width(build).to_bits())]
    width: Constant<Bits<5>>,
    #[value(((1_u64 << width(build)) - 1).to_bits())]
    mask: Constant<Bits<32>>,
    #[new(width(build))]
    _width: usize,
    #[new(Candidate::all(width(build)).iter().map(|candidate| candidate.split).collect())]
    _splits: Vec<usize>,
    #[new(Candidate::all(width(build)).iter().map(|candidate| candidate.period).collect())]
    _periods: Vec<usize>,
    /// By candidate: which of the newest branches are compared.
    #[new(Candidate::all(width(build)).iter().map(|one| compared(width(build), one)).collect())]
    _compared: Vec<u64>,
}

/// Branches of a full HIST.
fn width(build: &Build) -> usize {
    build.encoder.hist_width as usize - 1
}

/// One bit for each branch of a full HIST that has another one of the repetition a period before it.
fn compared(width: usize, candidate: &Candidate) -> u64 {
    (1 << (width - candidate.split - candidate.period)) - 1
}

#[kernel]
impl Fits {
    fn update(&mut self) {
        self.follow_runs();
        self.find_fits();
        for b in 0..self.branch.len() {
            for i in 0..self._periods.len() {
                let n = b * self._periods.len() + i;
                if self._splits[i] == 0 {
                    self.kept[n].d.next = if self.is_long[b].val() {
                        self.runs[b].val().get_bit(self._periods[i] - 1)
                    } else {
                        self.fits[n].val()
                    };
                } else {
                    self.kept[n].d.next = self.fits[n].val() & !self.is_long[b].val();
                }
                self.leaf[n].next = self.kept[n].q.val();
            }
        }
    }

    /// Follows the periods that hold for long.
    fn follow_runs(&mut self) {
        let mut branches: Bits<32> = self.branches.q.val();
        let mut broken: Bits<32> = self.broken.q.val();
        let mut age: Bits<5> = self.age.q.val();
        for b in 0..self.branch.len() {
            // The branch beside every older one.
            self.differs[b].next = if self.taken[b].val() { !branches } else { branches };
            self.runs[b].next = self.mask.val() & !(broken | self.differs[b].val());
            self.is_long[b].next = self.runs[b].val().any() & (age >= (self.width.val() - 1));
            self.newest[b].next =
                ((branches << bits::<32>(1)) | bit_cast::<32, 1>(self.taken[b].val().into())) & self.mask.val();
            if self.branch[b].val() {
                branches = self.newest[b].val();
                broken = (broken | self.differs[b].val()) & self.mask.val();
                if age != self.width.val() {
                    age = age + 1;
                }
                if !self.runs[b].val().any() {
                    broken = bits::<32>(0);
                    age = bits::<5>(0);
                }
            }
        }
        self.branches.d.next = branches;
        self.broken.d.next = broken;
        self.age.d.next = age;
    }

    /// Compares the newest branches with those a period before them, all but the oldest that are split off.
    fn find_fits(&mut self) {
        for b in 0..self.branch.len() {
            for i in 0..self._periods.len() {
                let compared: Bits<32> = self._compared[i].to_bits::<32>();
                let unequal = self.newest[b].val() ^ (self.newest[b].val() >> self._periods[i].to_bits::<5>());
                self.fits[b * self._periods.len() + i].next = !(unequal & compared).any();
            }
        }
    }
}
