// SPDX-License-Identifier: Apache-2.0
//! Repeated history: the rules (N-Trace 9.3; docs/encoder.md, "HTM: repeated history").

use super::has::{blocks, full_hist};
use super::records::{Beginning, Repeats, Repetition};
use crate::prim::*;

/// What one block does to HIST (N-Trace 8.3.1 where it is full): what state it leaves, and what ResourceFull it sends.
/// There is no register in it: the blocks of a cycle are a chain. HIST is a count here; `tw_queue` makes it of the
/// newest branches. A message that takes HIST comes before the block's own branch. `kept_back`: a full HIST waits until
/// the next is full, because a repetition may begin within it. `locked`: a pattern repeats, which
/// `tw_ahead` finds (`begins`): each branch equals the one a period before it (`expects`), or ends the repetition. With
/// each whole pattern HIST is emptied, and `times` goes up: HREPEAT of RCODE 2, after the pattern (1: RCODE 1). A part
/// of a pattern stays in HIST, so each branch is sent once. "What is kept back" is either; compose/ has its `pattern`.
#[derive(Module)]
#[module(build: Build)]
pub struct History {
    /// teInstEnRepeatedHistory; else nothing is kept back, and `tw_step` sends a full HIST.
    pub enable: Signal<In, Bit>,
    /// A message takes HIST: what is kept back goes before it.
    pub take: Signal<In, Bit>,
    /// What is kept back is sent: the block's return needs its call in an earlier message (N-Trace 9.2).
    pub tell: Signal<In, Bit>,
    /// HIST and what repeats are dropped: a trace starts.
    pub drop: Signal<In, Bit>,
    /// The block is traced, or starts the trace: else it sends nothing, and what it leaves means nothing.
    pub follows: Signal<In, Bit>,
    /// The block ends in a branch.
    pub branch: Signal<In, Bit>,
    /// The block's branch was taken: HIST gets a 1 as its new bit 0, else a 0.
    pub taken: Signal<In, Bit>,
    /// The newest branches before the block, the newest in bit 0.
    pub branches: Signal<In, Bits<32>>,
    /// How a repetition begins with this branch if enough are not sent yet: the newest branches' shortest period, if
    /// there is one (`holds`), and how many patterns it begins with (`times`); `fills`: these are just a full HIST.
    pub begins: Signal<In, Beginning>,
    /// Branches that HIST holds before the block, if no earlier block of the cycle has renewed or taken it.
    pub held: Signal<In, Bits<5>>,
    /// `held` and this block's branch are as many as the pattern that repeated before the cycle has.
    pub ends_period: Signal<In, Bit>,
    /// HIST was taken or dropped at an earlier block of the cycle: nothing is kept back, and too few follow to begin.
    pub cleared: Signal<In, Bit>,
    /// The branch of an earlier block of the cycle has emptied HIST into what is kept back or repeats (`empties`).
    pub renewed: Signal<In, Bit>,
    /// Branches of the cycle that HIST holds since it was renewed.
    pub since: Signal<In, Bits<3>>,
    /// What repeats before the block; its period is the branches of the pattern, less 1.
    pub before: Signal<In, Repetition>,
    /// What repeats after the block, as if no block of the cycle had taken or dropped HIST: whether one has is known
    /// last, and nothing here waits for it. Where one has, `tw_events` forgets what repeats.
    pub after: Signal<Out, Repetition>,
    /// What the block does to what repeats: which ResourceFull it sends, if the newest branches become the pattern.
    pub repeats: Signal<Out, Repeats>,
    /// All that was kept back is sent.
    pub flushes: Signal<Out, Bit>,
    /// The block's branch empties HIST into what is kept back or repeats, as if no block of the cycle had taken HIST.
    pub empties: Signal<Out, Bit>,
    /// Branches kept back and held, and this one, less those of the repetition that begins: so many of the oldest are
    /// not of it. Bit 5 (negative): there are too few. `begins.short` is this sum without the branches held.
    split: Signal<Local, Bits<6>>,
    /// Branches of a full HIST.
    #[value(full_hist(build).to_bits())]
    width: Constant<Bits<5>>,
    /// Branches of the longest pattern that fits into HIST twice.
    #[new(full_hist(build) / 2)]
    _half: usize,
    #[new(blocks(build))]
    _blocks: usize,
}

impl Logic for History {
    #[kernel]
    fn update(&mut self) {
        let before: Repetition = self.before.val();
        let begins: Beginning = self.begins.val();
        let newest = (self.branches.val() << bits::<32>(1)) | bit_cast::<32, 1>(self.taken.val().into());
        self.after.next = before;
        // With three blocks or more, HIST that block 0 renews may have branches at block 2; at block 1 it is empty.
        let few: Bits<2> = if self._blocks <= 2 { bits::<2>(0) } else { self.since.val().get_bits::<2>(0) };
        let most: Bits<5> = self.width.val() - 1;
        let is_last_free = !self.renewed.val() & (self.held.val() == most);
        let expected = before.locked & (before.expects == self.taken.val());
        let ends_period: Bit =
            if self.renewed.val() { bit_cast::<5, 2>(few) == before.period } else { self.ends_period.val() };
        let completes = expected & ends_period;
        // After the largest HREPEAT, where HIST has room for two patterns, two count as one, to send fewer messages.
        // Equality with each such period, not a comparison: a carry chain takes longer.
        let mut fits_twice: Bit = false;
        for p in 0..self._half {
            fits_twice |= before.period == p.to_bits::<5>();
        }
        let doubles = before.is_most & fits_twice;
        let doubled: Bits<5> = (before.period << bits::<5>(1)) | bits::<5>(1);
        self.split.next = if self.renewed.val() {
            bit_cast::<6, 2>(few) + begins.short
        } else {
            bit_cast::<6, 5>(self.held.val()) + begins.short
        };
        let is_enough: Bit = if before.kept_back { !self.split.val().get_bit(5) } else { is_last_free & begins.fills };
        let may_lock = self.enable.val() & !before.locked & begins.holds & is_enough;
        let may_fill = !expected & is_last_free & !may_lock;
        let may_split = may_lock & before.kept_back & self.split.val().any();
        let may_flush = (before.locked & !expected) | (before.kept_back & may_fill);
        let hit = self.branch.val() & completes;
        let locks = self.branch.val() & may_lock;
        let fills = self.branch.val() & may_fill & self.enable.val();
        let clears = self.take.val() | self.drop.val();
        let keeps = (before.locked | before.kept_back) & !self.drop.val() & !self.cleared.val();
        let traced = self.branch.val() & self.follows.val();
        let flush = keeps & (self.take.val() | self.tell.val() | (traced & may_flush));
        // What the block leaves.
        self.after.next.locked = before.locked & !self.tell.val();
        self.after.next.kept_back = before.kept_back & !self.tell.val();
        if self.branch.val() {
            self.after.next.locked = expected | locks;
            self.after.next.kept_back = (before.kept_back & !locks) | fills;
            let expected_on = newest.get_bit(before.period.index());
            let expected_first = newest.get_bit(begins.period.index());
            self.after.next.expects = if before.locked { expected_on } else { expected_first };
            self.after.next.period = if before.locked { before.period } else { begins.period };
            if hit & doubles {
                self.after.next.period = doubled;
            }
        }
        // A full HIST that is kept back is no repetition: its `times` is 1.
        if self.branch.val() & !expected {
            self.after.next.is_most = false;
            self.after.next.times = if may_lock { bit_cast::<18, 5>(begins.times) } else { bits::<18>(1) };
        }
        // After the largest HREPEAT (2^18 - 1: decoders take no more), which is sent then, counting goes on with 1.
        if hit {
            self.after.next.is_most = (before.times | bits::<18>(1)).all() & !before.times.get_bit(0);
            self.after.next.times = (before.times + 1) | bit_cast::<18, 1>(before.is_most.into());
        }
        self.repeats.next.captures = traced & !clears & !self.cleared.val() & (locks | (hit & doubles) | fills);
        self.empties.next = hit | locks | fills;
        // ResourceFull has the branches of the pattern, or all that are kept back. Where a repetition begins within
        // what is kept back, it has only those before the repetition, with RCODE 1.
        let all: Bits<5> = if before.locked { before.period + 1 } else { self.width.val() };
        let first = self.split.val().get_bits::<5>(0);
        let splits = traced & may_split & !clears;
        self.repeats.next.held = if splits { first } else { all };
        self.repeats.next.left_out = if splits { self.width.val() - first } else { bits::<5>(0) };
        let sends = keeps
            & (self.take.val() | self.tell.val() | (traced & (may_flush | may_split | (completes & before.is_most))));
        self.repeats.next.sends = sends;
        self.repeats.next.count = before.times;
        // The pattern that the branch completes and the one before it are the first two that are counted as one.
        // `times` is all ones here, so that `^ 1` takes 1 away.
        if traced & completes & doubles & !clears {
            self.repeats.next.count = before.times ^ bits::<18>(1);
        }
        self.flushes.next = flush;
    }
}

#[cfg(test)]
mod tests;
