// SPDX-License-Identifier: Apache-2.0
//! Which periods hold (N-Trace 9.3; docs/encoder.md, "HTM: repeated history").

use super::shortest::Pattern;
use crate::encoder::has::{blocks, full_hist};
use crate::prim::*;

/// After each branch, says with which periods a repetition can begin.
///
/// A period holds when so many branches in a row as it needs were equal to the one a period before them. For each there
/// is the time at which it was last broken, in branches: no run is counted.
#[synchronous(build: Build)]
pub struct HoldingPeriods {
    /// The blocks of a cycle that end in a branch.
    #[count(blocks(build))]
    pub branch: Vec<Signal<In, Bit>>,
    /// The branch was taken.
    #[count(blocks(build))]
    pub taken: Vec<Signal<In, Bit>>,
    /// By branch of the cycle before (its first, second, ..), then by period: it holds.
    #[count(blocks(build) * full_hist(build))]
    pub holds_out: Vec<Signal<Out, Bit>>,
    /// The newest branches, the newest in bit 0.
    branches: Reg<Bits<32>>,
    /// Branches so far, modulo 32: no period needs that many.
    time: Reg<Bits<5>>,
    /// By period: the time of the branch that broke it last.
    #[count(full_hist(build))]
    broken: Vec<Reg<Bits<5>>>,
    #[count(blocks(build) * full_hist(build))]
    holds: Vec<Reg<Bit>>,
    /// The cycle has so many branches, or more: one, two, ..
    #[count(blocks(build))]
    is_there: Vec<Signal<Local, Bit>>,
    /// By branch of the cycle: it was taken.
    #[count(blocks(build))]
    is_taken: Vec<Signal<Local, Bit>>,
    /// By branch of the cycle: the time after it.
    #[count(blocks(build))]
    now: Vec<Signal<Local, Bits<5>>>,
    /// By branch of the cycle: whether it differs from the one a period before it.
    #[count(blocks(build))]
    differs: Vec<Signal<Local, Bits<32>>>,
    /// By branch, then by period: `time` and this, modulo 32, are `broken` when the period begins to hold.
    #[new((33..33 + blocks(build)).flat_map(|now| needed(build).map(move |needed| (now - needed) % 32)).collect())]
    _needed: Vec<usize>,
}

/// By period: the branches that it needs.
fn needed(build: &Build) -> impl Iterator<Item = usize> {
    Pattern::all(full_hist(build)).into_iter().map(|pattern| pattern.needed)
}

#[kernel]
impl HoldingPeriods {
    fn update(&mut self) {
        let mut count: Bits<3> = bits::<3>(0);
        for b in 0..self.branch.len() {
            self.is_there[b].next = false;
            self.is_taken[b].next = false;
            for k in 0..b + 1 {
                if self.branch[b].val() & (count == k.to_bits::<3>()) {
                    self.is_there[k].next = true;
                    self.is_taken[k].next = self.taken[b].val();
                }
            }
            count = count + bit_cast::<3, 1>(self.branch[b].val().into());
        }
        // As if all blocks ended in branches: where fewer do, nothing reads what is found for the others.
        let mut branches: Bits<32> = self.branches.q.val();
        for k in 0..self.is_there.len() {
            // The branch beside every older one.
            self.differs[k].next = if self.is_taken[k].val() { !branches } else { branches };
            self.now[k].next = self.time.q.val() + (k + 1).to_bits::<5>();
            branches = (branches << bits::<32>(1)) | bit_cast::<32, 1>(self.is_taken[k].val().into());
            if self.is_there[k].val() {
                self.branches.d.next = branches;
                self.time.d.next = self.now[k].val();
            }
        }
        self.follow();
    }

    /// Follows every period. One that a cycle breaks can't hold again within it: a cycle has too few blocks for that.
    fn follow(&mut self) {
        for i in 0..self.broken.len() {
            let mut breaks: Bit = false;
            // As the last branch of the cycles before has left it.
            let mut holds: Bit = self.holds[self.holds.len() - self.broken.len() + i].q.val();
            for k in 0..self.is_there.len() {
                let differs = self.differs[k].val().get_bit(i);
                let n = k * self.broken.len() + i;
                let is_long_ago = (self.time.q.val() + self._needed[n].to_bits::<5>()) == self.broken[i].q.val();
                holds = ((is_long_ago & !breaks) | holds) & !differs;
                breaks |= differs;
                if self.is_there[k].val() {
                    for later in k..self.is_there.len() {
                        self.holds[later * self.broken.len() + i].d.next = holds;
                    }
                    if differs {
                        self.broken[i].d.next = self.now[k].val();
                    }
                }
            }
        }
        for n in 0..self.holds.len() {
            self.holds_out[n].next = self.holds[n].q.val();
        }
    }
}
