// SPDX-License-Identifier: Apache-2.0
//! Which periods hold (N-Trace 9.3; docs/encoder.md, "HTM: repeated history").

use super::pattern::Pattern;
use crate::encoder::has::blocks;
use crate::prim::*;

/// After each branch, says with which periods a repetition can begin.
///
/// A period holds when so many branches in a row as it needs were equal to the one a period before them. For each there
/// is the time at which it was last broken, in branches: nothing is counted.
#[synchronous(build: Build)]
pub struct HoldingPeriods {
    /// The blocks of a cycle that end in a branch.
    #[count(blocks(build))]
    pub branch: Vec<Signal<In, Bit>>,
    /// The branch was taken.
    #[count(blocks(build))]
    pub taken: Vec<Signal<In, Bit>>,
    /// By block of the cycle before, then by period: it holds.
    #[count(blocks(build) * width(build))]
    pub holds_out: Vec<Signal<Out, Bit>>,
    /// The newest branches, the newest in bit 0.
    branches: Reg<Bits<32>>,
    /// Branches so far, modulo 32: no period needs that many.
    time: Reg<Bits<5>>,
    /// By period: the time of the branch that broke it last.
    #[count(width(build))]
    broken: Vec<Reg<Bits<5>>>,
    #[count(blocks(build) * width(build))]
    holds: Vec<Reg<Bit>>,
    /// By block: the time after its branch, if it ends in one.
    #[count(blocks(build))]
    now: Vec<Signal<Local, Bits<5>>>,
    /// By block: whether the branch differs from the one a period before it.
    #[count(blocks(build))]
    differs: Vec<Signal<Local, Bits<32>>>,
    #[new(Pattern::all(width(build)).iter().map(|pattern| pattern.needed).collect())]
    _needed: Vec<usize>,
}

/// Branches of a full HIST.
fn width(build: &Build) -> usize {
    build.encoder.hist_width as usize - 1
}

#[kernel]
impl HoldingPeriods {
    fn update(&mut self) {
        let mut branches: Bits<32> = self.branches.q.val();
        let mut time: Bits<5> = self.time.q.val();
        for b in 0..self.branch.len() {
            // The branch beside every older one.
            self.differs[b].next = if self.taken[b].val() { !branches } else { branches };
            self.now[b].next = time + 1;
            if self.branch[b].val() {
                branches = (branches << bits::<32>(1)) | bit_cast::<32, 1>(self.taken[b].val().into());
                time = time + 1;
            }
        }
        self.branches.d.next = branches;
        self.time.d.next = time;
        self.follow();
    }

    /// Follows every period. One that a cycle breaks can't hold again within it: a cycle has too few blocks for that.
    fn follow(&mut self) {
        for i in 0..self.broken.len() {
            let mut broken: Bits<5> = self.broken[i].q.val();
            let mut breaks: Bit = false;
            // As the last block of the cycle before has left it.
            let mut holds: Bit = self.holds[self.holds.len() - self.broken.len() + i].q.val();
            for b in 0..self.branch.len() {
                let n = b * self.broken.len() + i;
                self.holds_out[n].next = self.holds[n].q.val();
                if self.branch[b].val() {
                    let is_long_ago = (self.now[b].val() - self._needed[i].to_bits::<5>()) == self.broken[i].q.val();
                    if is_long_ago & !breaks {
                        holds = true;
                    }
                    if self.differs[b].val().get_bit(i) {
                        broken = self.now[b].val();
                        breaks = true;
                        holds = false;
                    }
                }
                self.holds[n].d.next = holds;
            }
            self.broken[i].d.next = broken;
        }
    }
}
