// SPDX-License-Identifier: Apache-2.0
//! Which periods hold (N-Trace 9.3; docs/encoder.md, "HTM: repeated history"). history/mod.rs counts HREPEAT.

use crate::encoder::has::{blocks, full_hist, has};
use crate::prim::*;
use tracewright_config::Pattern;

/// After each branch, says with which periods a repetition can begin. Period p is that of a pattern of p branches. A
/// period holds when so many branches in a row as it needs were equal to the one a period before them: at least all
/// patterns but the first of those a repetition begins with (two or more, which fill HIST). For each there is the time
/// at which it was last broken, in branches: no run is counted. `tw_shortest_period` takes the shortest that holds.
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
    /// Branches so far, modulo 32. A period needs 4 to 31: it holds before the time of its last break comes again.
    time: Reg<Bits<5>>,
    /// By period: the time of the branch that broke it last.
    #[count(full_hist(build))]
    broken: Vec<Reg<Bits<5>>>,
    /// By period: it was broken so long ago that it holds after the newest branch.
    #[count(full_hist(build))]
    is_long_ago: Vec<Reg<Bit>>,
    /// By branch, then by period: it holds. With one block `is_long_ago` is the same.
    #[count(blocks(build) * full_hist(build) * has(build).many as usize)]
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
    /// The time after the cycle.
    time_after: Signal<Local, Bits<5>>,
    /// By period: `due` less `time`, modulo 32: the blocks of a cycle less the branches that the period needs.
    #[new(needed(build).map(|needed| (32 + blocks(build) - needed) % 32).collect())]
    _due: Vec<usize>,
}

/// By period, of which index 0 is period 1, as in all lists here: the branches in a row that it needs.
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
        self.time_after.next = self.time.q.val();
        let mut branches: Bits<32> = self.branches.q.val();
        for k in 0..self.is_there.len() {
            // The branch beside every older one.
            self.differs[k].next = if self.is_taken[k].val() { !branches } else { branches };
            self.now[k].next = self.time.q.val() + (k + 1).to_bits::<5>();
            branches = (branches << bits::<32>(1)) | bit_cast::<32, 1>(self.is_taken[k].val().into());
            if self.is_there[k].val() {
                self.branches.d.next = branches;
                self.time_after.next = self.now[k].val();
            }
        }
        self.time.d.next = self.time_after.val();
        self.follow();
    }

    /// Follows every period. One that a cycle breaks can't hold again within it: a cycle has too few blocks for that.
    fn follow(&mut self) {
        let n = self.is_there.len();
        // A period holds if it was broken as many branches ago as it needs, or more: the time of then is compared.
        for i in 0..self.broken.len() {
            let broken = self.broken[i].q.val();
            let due = self.time.q.val() + self._due[i].to_bits::<5>();
            let due_after = self.time_after.val() + self._due[i].to_bits::<5>();
            // Two blocks move the time by 2 at most, which skips no pair (2m, 2m + 1): pairs are compared, then bits 0.
            let is_near: Bit = if n == 2 { !((broken ^ due) >> bits::<3>(1)).any() } else { false };
            let was_long_ago = self.is_long_ago[i].q.val();
            let mut is_long_ago: Bit = was_long_ago;
            let mut differs: Bit = false;
            let mut breaks: Bit = false;
            for k in 0..n {
                is_long_ago |= if n != 2 {
                    broken == (due - (n - 1 - k).to_bits::<5>())
                } else if k == 0 {
                    is_near & due.get_bit(0) & !broken.get_bit(0)
                } else {
                    is_near & (due.get_bit(0) | !broken.get_bit(0))
                };
                let breaks_here = self.is_there[k].val() & self.differs[k].val().get_bit(i);
                breaks |= breaks_here;
                if breaks_here {
                    self.broken[i].d.next = self.now[k].val();
                }
                differs |= self.differs[k].val().get_bit(i);
                if n > 1 {
                    self.holds[k * self.broken.len() + i].d.next = is_long_ago & !differs;
                }
                if (n != 2) & self.is_there[k].val() {
                    self.is_long_ago[i].d.next = is_long_ago & !breaks;
                }
            }
            if n == 2 {
                let passes = is_near & (due ^ due_after).get_bit(1);
                self.is_long_ago[i].d.next = (was_long_ago | passes) & !breaks;
            }
        }
        for i in 0..self.holds_out.len() {
            self.holds_out[i].next = if n > 1 { self.holds[i].q.val() } else { self.is_long_ago[i].q.val() };
        }
    }
}
